// When blunders come back, and which mistakes the page plays. Days follow the calendar of Los Angeles.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { load, pretendBrowser } from './page.mjs';

process.env.TZ = 'America/Los_Angeles';
pretendBrowser();
const schedule = await load('trainer/schedule.js');
const { choosePlayed, wrongColumns } = await load('trainer/training.js');

const DAY = 20_000;
const INTERVALS = [1, 3, 7, 16, 35];
const RIGHT_DAYS = INTERVALS.map((_, i) => DAY + INTERVALS.slice(0, i + 1).reduce((a, b) => a + b));
const WRONG = ['afterWrong', '44', 1, DAY];
const LEARNT = [WRONG, ...RIGHT_DAYS.map((day) => ['afterRight', '44', day])];
const MIXED = [
  ['afterWrong', '44', 1, DAY - 1],
  ['afterWrong', '4', 1, DAY - 1],
  ['afterWrong', '', 1, DAY - 2],
  ['afterWrong', '4455', 1, DAY],
];

const card = (moves, changes = {}) => ({ moves, wrong: 1, stage: 0, due: DAY, seen: DAY, game: null, ...changes });
const blunder = (moves, wrong, played, day) => ['afterBlunder', moves, wrong, { id: 'game', played }, day];

/** Apply steps to no cards; return the cards after each of them. */
function walk(steps) {
  let cards = {};
  return steps.map(([name, ...args]) => {
    cards = schedule[name](cards, ...args);
    return cards;
  });
}

function only(cards) {
  assert.equal(Object.keys(cards).length, 1);
  return Object.values(cards)[0];
}

const last = (steps) => walk(steps).at(-1);

test('a blunder returns after growing intervals until it is learnt', () => {
  assert.deepEqual(schedule.INTERVALS, INTERVALS);
  const states = walk(LEARNT).map(only);
  assert.deepEqual(
    states.map(({ stage }) => stage),
    [0, 1, 2, 3, 4, 5],
  );
  assert.deepEqual(
    states.slice(0, 5).map(({ due }) => due),
    RIGHT_DAYS,
  );
  assert.deepEqual(states[0], card('44', { due: DAY + 1 }));
  assert.deepEqual(schedule.dueCards(last(LEARNT), 'red', DAY + 5000), []);
  assert.deepEqual(schedule.overview(last(LEARNT), DAY + 100), { red: 0, yellow: 0, open: 0, learnt: 1, next: null });
});

test('a wrong answer starts again, and an early right one changes nothing', () => {
  const failed = walk([...LEARNT.slice(0, 4), ['afterWrong', '44', 2, DAY + 30]]);
  assert.equal(only(failed.at(-2)).stage, 3);
  assert.deepEqual(only(failed.at(-1)), card('44', { wrong: 2, due: DAY + 31, seen: DAY + 30 }));
  const [before, after] = walk([WRONG, ['afterRight', '44', DAY]]);
  assert.deepEqual(after, before);
  assert.deepEqual(walk([['afterRight', '44', DAY]]), [{}]);
});

test('blunders of games are asked unless they were seen since', () => {
  const inGame = blunder('44', 3, DAY - 5, DAY);
  assert.deepEqual(only(last([inGame])), card('44', { wrong: 3, seen: DAY - 5, game: 'game' }));
  const [before, after] = walk([WRONG, inGame]);
  assert.deepEqual(after, before);
  const later = only(last([...LEARNT, blunder('44', 3, DAY + 90, DAY + 91)]));
  assert.deepEqual(later, card('44', { wrong: 3, due: DAY + 91, seen: DAY + 90, game: 'game' }));
  const lines = [1, 2, 3, 4].flatMap((a) => [1, 2, 3, 4, 5, 6, 7].map((b) => `${a}${b}`));
  const days = Object.values(last(lines.map((moves) => blunder(moves, 1, DAY - 1, DAY)))).map(({ due }) => due - DAY);
  const counts = [0, 1, 2, 3].map((day) => days.filter((each) => each === day).length);
  assert.deepEqual(counts, [10, 10, days.length - 20, 0]);
});

test('due cards are those of the colour, the most overdue first', () => {
  const due = (colour) => schedule.dueCards(last(MIXED), colour, DAY).map(({ moves }) => moves);
  assert.deepEqual([due('red'), due('yellow')], [['', '44'], ['4']]);
  assert.deepEqual(schedule.overview(last(MIXED), DAY), { red: 2, yellow: 1, open: 4, learnt: 0, next: DAY + 1 });
});

test('mirror images and other orders are one position', () => {
  const [stacked, left, right, one, other, third] = ['44', '12', '76', '4433', '3344', '4455'].map(schedule.keyOf);
  assert.equal(left, right);
  assert.equal(one, other);
  assert.equal(one, third);
  assert.notEqual(one, stacked);
});

test('damaged cards are left out, and the newer one wins', () => {
  const damaged = [
    ...['4444444', '4141414', '48'].map((moves) => card(moves)),
    ...[{ stage: 6 }, { due: 'soon' }, { seen: null }, { wrong: 9 }, { game: '<b>' }].map((changes) =>
      card('44', changes),
    ),
    {},
    null,
    7,
  ];
  assert.deepEqual(only(schedule.readCards([card('44')])), card('44'));
  for (const bad of [damaged, null, 'cards']) assert.deepEqual(schedule.readCards(bad), {});
  assert.deepEqual(only(schedule.readCards({ any: card('12') })), card('12'));
  const merged = (a, b) => schedule.merged(schedule.readCards(a), schedule.readCards(b));
  const both = merged([card('12', { stage: 3 })], [card('76', { stage: 1, seen: DAY + 1 }), card('4')]);
  assert.deepEqual(
    Object.values(both)
      .map(({ moves }) => moves)
      .sort(),
    ['4', '76'],
  );
  const kept = merged([card('12', { stage: 3, seen: DAY + 1 })], [card('12', { stage: 1 })]);
  assert.equal(only(kept).stage, 3);
});

test('days follow the calendar of the user', () => {
  const [first, same, spring] = ['2026-11-16T00:00:00', '2026-11-16T23:59:59', '2027-03-28T03:00:00'].map((date) =>
    schedule.dayOf(new Date(date)),
  );
  assert.deepEqual([first, same, spring - first], [20_773, 20_773, 132]);
  assert.equal(schedule.dateOf(20_773).toString().slice(0, 15), 'Mon Nov 16 2026');
});

test('every column that does not keep the best score is a mistake', () => {
  const scored = (scores) => ({
    columns: scores.map((score, i) => ({ column: i + 1, score: { low: score, high: score } })),
  });
  assert.deepEqual(wrongColumns(scored([-2, -1, 0, 1, 0, -1, -2])), [1, 2, 3, 5, 6, 7]);
  assert.deepEqual(wrongColumns(scored([-4, -2, -2, -1, -2, -2, -4])), [1, 2, 3, 5, 6, 7]);
  assert.deepEqual(wrongColumns(scored([1, 1, 1])), []);
});

test('the page chooses among mistakes as often as they are played', () => {
  const count = { red: 0, draw: 0 };
  const counted = (column, yours, engines) => ({
    column,
    yours: { ...count, yellow: yours },
    engines: { ...count, yellow: engines },
  });
  const played = [counted(1, 3, 0), counted(2, 0, 5), counted(4, 90, 0)];
  const chosen = [0, 0.29, 0.31, 0.79, 0.81, 0.999].map((chance) => choosePlayed([1, 2], played, () => chance));
  // 3 of 10 are column 1, 5 column 2, and 2 are left to the beginner.
  const [one, two] = [
    { column: 1, isYours: true },
    { column: 2, isYours: false },
  ];
  assert.deepEqual(chosen, [one, one, two, two, null, null]);
  assert.equal(
    choosePlayed([1], [], () => 0),
    null,
  );
});
