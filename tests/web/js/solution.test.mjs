// The checker of solutions: it accepts the one that ships, and refuses it after any change.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { load } from './page.mjs';

const { checkSolution } = await load('solution/checker.js');
const { readSolution } = await load('solution/reader.js');

const folder = process.env.DROPFOUR_STATIC ?? new URL('../../../src/dropfour/web/static', import.meta.url).pathname;
const TEXT = readFileSync(`${folder}/../../solutions/data/7x6.solution`, 'utf8');
const SOLUTION = readSolution(TEXT);
const BROKEN = /^The proof fails: /;

test('accepts the solution that ships', () => {
  const seen = [];
  const report = checkSolution(TEXT, (progress) => seen.push(progress));
  assert.equal(report.text, 'The first player wins: every reply was checked, none is missing.');
  assert.equal(report.line, null);
  assert.equal(report.listed, SOLUTION.entries.length);
  assert.equal(report.done, SOLUTION.entries.filter(({ plan }) => plan !== null).length);
  assert.ok(report.replies > report.positions && report.positions > report.listed);
  const shares = seen.map(({ done, all }) => done / all);
  assert.deepEqual(shares, shares.toSorted((a, b) => a - b));
  assert.equal(shares.at(-1), 1);
});

// --- other boards ---------------------------------------------------------------------------------------

test('checks other boards, and both promises', () => {
  const second = ['dropfour solution 1', 'board 3x4 connect 4', 'start -', 'promise yellow does not lose', 'plan 1 answer 1 2 3'];
  const first = ['position 1 plan 1', 'position 2 plan 1']; // column 3 is a mirror image
  const text = [...second, ...first].join('\n');
  assert.match(checkSolution(text).text, /^The second player does not lose: every reply/);
  const { text: said, line } = checkSolution(text.replace('does not lose', 'wins'));
  assert.match(said, /the board is full, and it is a draw/);
  assert.equal(line.length, 12);
});

// --- changes ----------------------------------------------------------------------------------------------

/** A copy that begins below a position, so that a plan is soon reached. */
const shortOf = (moves) => TEXT.replace('start -', `start ${moves}`);

/** The line of the file with a position, which is reached in a copy that begins with it. */
function entryWith(wanted) {
  const lines = TEXT.split('\n');
  const line = lines.find((each) => each.startsWith('position ') && wanted(...each.split(' ').slice(1)));
  const [, moves, kind, number] = line.split(' ');
  return { line, moves, kind, number };
}

function refuse(text, pattern = BROKEN) {
  const { text: said, line } = checkSolution(text);
  assert.match(said, pattern);
  return line;
}

const played = entryWith((moves, kind) => kind === 'play' && moves.length >= 8);
const planned = entryWith((moves, kind) => kind === 'plan' && moves.length >= 8);
const reached = shortOf(played.moves);
const columnsOf = (moves) => [...moves].map(Number);

test('a missing position is found with the line that leads to it', () => {
  const { line } = entryWith((moves) => moves.length === 4);
  const found = refuse(TEXT.replace(`${line}\n`, ''), /there is no answer to this reply/);
  assert.equal(found.length, 4);
});

test('a move into a full column is found', () => {
  const full = entryWith((moves, kind) => kind === 'play' && [1, 2, 3, 4, 5, 6, 7].some((each) => columnsOf(moves).filter((x) => x === each).length === 6));
  const column = [1, 2, 3, 4, 5, 6, 7].find((each) => columnsOf(full.moves).filter((x) => x === each).length === 6);
  const found = refuse(shortOf(full.moves).replace(full.line, `position ${full.moves} play ${column}`), /cannot be played/);
  assert.deepEqual(found, columnsOf(full.moves));
});

test('a move outside the board is found', () => {
  refuse(reached.replace(played.line, `position ${played.moves} play 9`), /column 9 cannot be played/);
});

test('another move is found', () => {
  const other = ['1', '7'].find((column) => column !== played.number && columnsOf(played.moves).filter((x) => String(x) === column).length < 6);
  const found = refuse(reached.replace(played.line, `position ${played.moves} play ${other}`));
  assert.deepEqual(found.slice(0, played.moves.length), columnsOf(played.moves));
  assert.equal(found[played.moves.length], Number(other));
});

test('a plan without one of its rules is found with a game that it does not win', () => {
  const plan = TEXT.split('\n').find((line) => line.startsWith(`plan ${planned.number} `));
  const found = refuse(shortOf(planned.moves).replace(plan, `plan ${planned.number} otherwise 1`));
  assert.deepEqual(found.slice(0, planned.moves.length), columnsOf(planned.moves));
  assert.ok(found.length > planned.moves.length);
});

/** A plan with cells to take, and a position that follows it. */
function takingPlan() {
  for (const line of TEXT.split('\n')) {
    const found = /^plan (\d+) take (\S+);? (.*)$/.exec(line);
    const entry = found && SOLUTION.entries.find(({ plan }) => plan === Number(found[1]));
    if (entry) {
      for (let column = 1; column <= 7; column += 1) {
        for (const row of [2, 3, 4, 5]) {
          const changed = shortOf(entry.moves.join('')).replace(line, `plan ${found[1]} take ${column}.${row}; otherwise 7 6 5 4 3 2 1`);
          if (checkSolution(changed).line) return changed;
        }
      }
    }
  }
  throw new Error('every change is harmless');
}

test('a changed cell of a plan is found', () => {
  assert.ok(refuse(takingPlan()).length > 4);
});

test('the number of another plan is found', () => {
  const copies = SOLUTION.plans.map((_, i) => shortOf(planned.moves).replace(planned.line, `position ${planned.moves} plan ${i + 1}`));
  const broken = copies.slice(0, 20).map((copy) => checkSolution(copy).line).filter(Boolean);
  assert.ok(broken.length >= 10);
  for (const line of broken) assert.deepEqual(line.slice(0, planned.moves.length), columnsOf(planned.moves));
  refuse(TEXT.replace(planned.line, `position ${planned.moves} plan ${SOLUTION.plans.length + 1}`), /there is no plan/);
});

test('a truncated file is found', () => {
  const whole = TEXT.slice(0, TEXT.lastIndexOf('position '));
  assert.ok(refuse(whole, /there is no answer/).length > 0);
  refuse(TEXT.slice(0, TEXT.lastIndexOf(' p')), /The file cannot be read: line \d+ of the solution: expected a line such as/);
});

test('another promise is not said to be kept', () => {
  assert.ok(refuse(TEXT.replace('promise red wins', 'promise yellow wins')).length === 0);
  refuse(TEXT.replace('promise red wins', 'promise red may win'), /line 4 of the solution/);
  assert.match(checkSolution(reached.replace('promise red wins', 'promise red does not lose')).text, /red does not lose: every reply/);
});

test('another start is said, or its replies are missing', () => {
  assert.match(checkSolution(reached).text, new RegExp(`^After the moves ${columnsOf(played.moves).join(' ')}, red wins: every reply`));
  assert.deepEqual(refuse(TEXT.replace('start -', 'start 11'), /there is no answer/), [1, 1]);
  assert.deepEqual(refuse(TEXT.replace('start -', 'start 1111111'), /cannot be played/), [1, 1, 1, 1, 1, 1, 1]);
  refuse(TEXT.replace('start -', 'start x'), /line 3 of the solution: “x” is not a column/);
});

test('a position that is listed twice, or as its mirror image, is found', () => {
  const mirrored = planned.moves.replace(/./g, (column) => String(8 - Number(column)));
  for (const moves of [planned.moves, mirrored]) {
    assert.deepEqual(refuse(`${TEXT}position ${moves} plan 1\n`, /was listed before/), columnsOf(moves));
  }
});

test('lines that are none are named', () => {
  for (const [line, problem] of [
    ['position 44 play', 'expected a line such as'], ['hello', 'expected a line such as'], ['plan 1 take 4.3', 'expected plan'],
    [`plan ${SOLUTION.plans.length + 1} take 9.3`, 'is not on a board'], [`plan ${SOLUTION.plans.length + 1} take 4`, 'a cell such as'],
    [`plan ${SOLUTION.plans.length + 1} answer 1; take 4.3`, 'in the order'], [`plan ${SOLUTION.plans.length + 1} guess 4`, 'expected take'],
    [`plan ${SOLUTION.plans.length + 1} pair 4.3`, 'two cells'],
  ]) {
    assert.deepEqual(refuse(`${TEXT}${line}\n`, new RegExp(`line ${TEXT.split('\n').length} of the solution: .*${problem}`)), []);
  }
  assert.deepEqual(refuse(`${TEXT}position 4 play 1\n`, /red is not to move/), [4]);
});
