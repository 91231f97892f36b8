// Parts of the page that are loaded when they are first needed.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { drawn, load } from './page.mjs';

globalThis.requestAnimationFrame = (draw) => setTimeout(draw);
const { newGame } = await load('model/game.js');
const { state, update, watch } = await load('page/state.js');
const { lazy } = await load('page/tasks.js');

test('a part that arrives while the game is replaced never sees the old review', async () => {
  const [first, second] = [newGame({ moves: [4, 4] }), newGame()];
  const seen = [];
  let arrive = () => {};
  const arrival = new Promise((resolve) => {
    arrive = resolve;
  });
  const part = lazy(
    () => state.review !== null,
    async () => {
      await arrival;
      return () => seen.push([state.game, state.review]);
    },
  );
  watch(() => {
    if (state.review && state.game !== first) update({ review: null });
    part();
  });
  update({ game: first, review: { key: 'first' } });
  await drawn();
  update({ game: second });
  arrive();
  await drawn();
  assert.deepEqual(seen, [[second, null]]);
});
