// Parts of the page that are loaded when they are first needed.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { load } from './page.mjs';

globalThis.requestAnimationFrame = (draw) => setTimeout(draw);
const { newGame } = await load('model/game.js');
const { state, update, watch } = await load('page/state.js');
const { lazy } = await load('page/tasks.js');

const frame = () =>
  new Promise((done) => {
    setTimeout(done, 5);
  });

test('a part that arrives while the game is replaced never sees the old review', async () => {
  const [first, second] = [newGame({ moves: [4, 4] }), newGame()];
  const drawn = [];
  let arrive = () => {};
  const arrival = new Promise((resolve) => {
    arrive = resolve;
  });
  const part = lazy(
    () => state.review !== null,
    async () => {
      await arrival;
      return () => drawn.push([state.game, state.review]);
    },
  );
  watch(() => {
    if (state.review && state.game !== first) update({ review: null });
    part();
  });
  update({ game: first, review: { key: 'first' } });
  await frame();
  update({ game: second });
  arrive();
  await frame();
  assert.deepEqual(drawn, [[second, null]]);
});
