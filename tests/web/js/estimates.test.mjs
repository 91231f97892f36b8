// What is expected of columns while a search runs: which of them are estimated, and in which order.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { load, startCore } from './page.mjs';

const { parsePosition } = await load('board/notation.js');

const { core, pool } = await startCore(1);

/** Answer the next question, and return the events that follow from it; null if there is no question. */
async function step(machine, isEstimate) {
  const asked = core.nextQuestion(machine, isEstimate);
  if (!asked) return null;
  core.tell(machine, asked.id, await pool.run('answer', asked));
  return core.takeEvents(machine);
}

test('columns are estimated from the middle, and deeper each time, until they are proven', async () => {
  const machine = core.startAnalysis(parsePosition('7x6.4.first-line.7.r'), 1e9);
  const found = [];
  for (let i = 0; i < 14; i += 1) found.push(...(await step(machine, true)).map(({ data }) => data));
  assert.deepEqual(found.map(({ column }) => column).slice(0, 7), [4, 3, 5, 2, 6, 1, 7]);
  assert.ok(found.every(({ value }) => value > 0 && value < 1));
  const depths = found.filter(({ column }) => column === 4).map(({ depth }) => depth);
  assert.ok(depths[0] <= 7 && (depths.length < 2 || depths[0] < depths[1]), `${depths}`);
  // One estimate at a time.
  assert.ok(core.nextQuestion(machine, true));
  assert.equal(core.nextQuestion(machine, true), null);
  core.finish(machine);
});

test('nothing is expected of what is proven', async () => {
  const machine = core.startAnalysis(parsePosition('4x4.4.first-line.4.r'), 1e9);
  while (await step(machine, false));
  assert.equal(await step(machine, true), null);
  assert.equal(core.nextQuestion(99, false), null);
});
