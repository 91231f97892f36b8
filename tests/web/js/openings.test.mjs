// The games that come with the opening explorer, and the names of openings.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { load, pretendBrowser, words } from './page.mjs';

const NAMES = words.openingnames;
pretendBrowser();
const { countLevelGames, mirror, openingName, parseGames } = await load('openings/database.js');

const games = parseGames('dropfour-games-1\n120r 3111\n450y 4131\n671d 445\n892r 447\n');

test('games are counted by their next move, with their mirror images', () => {
  const after = (moves) => Object.fromEntries(countLevelGames(games, moves));
  const one = (colour) => ({ red: 0, draw: 0, yellow: 0, [colour]: 1 });
  // Moves that were drawn at random are not counted: one of the third game, two of the fourth.
  assert.deepEqual(after(''), { 3: one('red'), 4: one('yellow') });
  assert.deepEqual(after('4'), { 1: one('yellow'), 4: one('draw') });
  assert.deepEqual(after('44'), { 5: one('draw'), 7: one('red') });
  assert.deepEqual(after('5'), { 7: one('red') }); // the mirror image of 31
  assert.deepEqual(after('3111'), {}); // the game is over
  assert.deepEqual(after('22'), {});
  assert.equal(mirror('1234567'), '7654321');
});

test('an opening has the name of its longest known beginning, also mirrored', () => {
  assert.equal(openingName(NAMES, ''), '');
  assert.equal(openingName(NAMES, '4'), 'Centre start');
  assert.equal(openingName(NAMES, '443'), 'Bottom-row trap');
  assert.equal(openingName(NAMES, '445'), 'Bottom-row trap');
  assert.equal(openingName(NAMES, '4451'), 'Bottom-row trap');
  assert.equal(openingName(NAMES, '7'), 'Edge start');
});
