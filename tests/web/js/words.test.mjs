// The words for scores, and for the terms of live games.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { load } from './page.mjs';

const { scoreParts, scoreSentence } = await load('board/studied.js');
const { aimWords, boardWords, clockWords, longClockWords } = await load('live/words.js');

test('a single line is not called lines', () => {
  const rules = { columns: 7, rows: 6, connect: 4, objective: 'most-lines' };
  const score = (value) => ({ low: value, high: value, exact: true, outcome: 'win' });
  assert.equal(scoreSentence(score(1), rules), '1 line ahead at the end');
  assert.equal(scoreSentence(score(-2), rules), '2 lines behind at the end');
  assert.equal(scoreSentence(score(0), rules), 'equal lines at the end');
  assert.equal(scoreParts(score(1), rules).label, 'line');
});

test('the terms of a live game are short', () => {
  const rules = { columns: 7, rows: 6, connect: 4, objective: 'first-line' };
  const clocks = [
    null,
    { time_s: 180, increment_s: 2 },
    { time_s: 90 },
    { time_s: 15, per_move: true },
    { time_s: 60, per_move: true },
  ];
  assert.deepEqual(clocks.map(clockWords), ['no clock', '3+2', '90 s + 0 s', '15 s a move', '1 min a move']);
  const all = [rules, { ...rules, columns: 9, rows: 7, connect: 5 }, { ...rules, objective: 'most-lines' }];
  assert.deepEqual(all.map(boardWords), ['7 × 6', '9 × 7, 5 in a row', '7 × 6, most lines']);
  assert.deepEqual(all.map(aimWords), ['four in a row wins', 'five in a row wins on 9 × 7', 'most lines of four win']);
  const inFull = ['no clock', '3 minutes + 2 s per move', '90 s + 0 s per move', '15 s per move', '1 minute per move'];
  assert.deepEqual(clocks.map(longClockWords), inFull);
});
