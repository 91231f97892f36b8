// The words for scores.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { load } from './page.mjs';

const { scoreParts, scoreSentence } = await load('page/words.js');

test('a single line is not called lines', () => {
  const rules = { columns: 7, rows: 6, connect: 4, objective: 'most-lines' };
  const score = (value) => ({ low: value, high: value, exact: true, outcome: 'win' });
  assert.equal(scoreSentence(score(1), rules), '+1 line at the end');
  assert.equal(scoreSentence(score(-2), rules), '−2 lines at the end');
  assert.equal(scoreParts(score(1), rules).label, 'line');
});
