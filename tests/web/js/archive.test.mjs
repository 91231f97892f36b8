// Past games and the record: loaded when they appear, and again once another tab has changed a game.

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

import { load, pretendBrowser } from './page.mjs';

const kept = [];
pretendBrowser({ server: 'none' });
globalThis.localStorage = { getItem: (key) => (key === 'dropfour.games' ? JSON.stringify(kept) : null) };
const { newGame } = await load('model/game.js');
const { update } = await load('page/state.js');
const { tabs } = await load('server/delivery.js');
const { archiveFollower } = await load('past/archive.js');

function keepGame() {
  const moment = new Date(0).toISOString();
  kept.push({ game: newGame({ id: String(kept.length), moves: [4] }), created: moment, updated: moment });
}

test('games that another tab has played are listed, after one reload', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const lengths = [];
  keepGame();
  const render = archiveFollower('past', ({ games }) => lengths.push(games.length));
  update({ view: 'past' });
  render();
  for (let moves = 0; moves < 3; moves += 1) {
    keepGame();
    tabs.dispatchEvent(new Event('message'));
    mock.timers.tick(100);
  }
  mock.timers.tick(1000);
  assert.deepEqual(lengths, [1, 4]);
  tabs.dispatchEvent(new Event('message'));
  update({ view: 'game' });
  render();
  mock.timers.tick(1000);
  assert.deepEqual(lengths, [1, 4]); // nobody looks
  update({ view: 'past' });
  render();
  assert.deepEqual(lengths, [1, 4, 4]);
});
