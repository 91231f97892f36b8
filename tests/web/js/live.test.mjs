// Live games: clocks, and the games that follow their players.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { load, pretendBrowser } from './page.mjs';

pretendBrowser();
const { newGame } = await load('model/game.js');
const { state, update } = await load('page/state.js');
const { clockText, followedId, isYourTurn, lowTime, runningElsewhere } = await load('page/live.js');

/** A live game of red with *ms* on both clocks, which stand still. */
function live(id, given = {}, ms = 60_000) {
  const clock = { time_s: 180, increment_s: 2, per_move: false, red_ms: ms, yellow_ms: ms, running: null };
  const info = { open: null, clock, offer: null, declined: [], next: null };
  return { game: newGame({ id, live: true, yours: ['red'], ...given }), info, infoAt: 0 };
}

test('a clock looks like its last ten seconds', () => {
  const looks = [60_000, 15_000, 9900, 0].map((ms) => {
    const { game, info } = live('a', {}, ms);
    update({ view: 'game', game, live: { id: 'a', info, infoAt: 0 } });
    return [clockText('red'), lowTime('red')];
  });
  assert.deepEqual(looks, [
    ['1:00', null],
    ['15.0', 'soon'],
    ['9.9', 'now'],
    ['0.0', 'now'],
  ]);
});

test('games elsewhere are those in progress that are not on the screen, one’s own turn first', () => {
  const shown = live('a');
  const theirs = live('b', { moves: [4] });
  const mine = live('c', { moves: [4, 4] });
  const invitation = { ...live('d'), info: { ...live('d').info, open: 'yellow' } };
  const over = live('e', { declared: { winner: 'red', ending: 'resignation', reason: '' } });
  const watched = live('f', { yours: [] });
  const all = [shown, theirs, mine, invitation, over, watched];
  update({ view: 'game', game: shown.game, running: Object.fromEntries(all.map((each) => [each.game.id, each])) });
  assert.equal(followedId(), 'a');
  assert.deepEqual(
    runningElsewhere().map(({ game }) => game.id),
    ['c', 'b', 'd'],
  );
  assert.deepEqual([mine, theirs, invitation].map(isYourTurn), [true, false, false]);
  update({ view: 'puzzles' });
  assert.deepEqual(
    runningElsewhere().map(({ game }) => game.id),
    ['a', 'c', 'b', 'd'],
  );
  assert.equal(state.running.a, shown);
});
