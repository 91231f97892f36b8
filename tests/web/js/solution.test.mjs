// The checker of solutions: it accepts the one that ships and other valid files, and refuses them after any change.
// tests/study/test_solutions.py and proof/tests/test_theorem.py run the other checkers on the same files.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { folder, load } from './page.mjs';

const { checkSolution } = await load('solution/checker.js');
const { readSolution } = await load('study/reader.js');
const { fill } = await load('core/sentences.js');

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
const TEXT = readFileSync(`${folder}/../../study/solutions/data/7x6.solution`, 'utf8');
const SMALL = read('../../study/small.solution');
const { valid, tampered, followed, ...more } = JSON.parse(read('../../study/solutions.json'));
const SOLUTION = readSolution(TEXT);

/** What the checker says, and the line of play with which it refuses a text. */
function checked(text) {
  const { phrase, line } = checkSolution(text);
  return { said: fill(phrase), line };
}

test('accepts the solution that ships', () => {
  const seen = [];
  const report = checkSolution(TEXT, (progress) => seen.push(progress));
  assert.equal(fill(report.phrase), 'red wins: every reply was checked, none is missing');
  assert.equal(report.line, null);
  assert.equal(report.listed, SOLUTION.entries.length);
  assert.equal(report.done, SOLUTION.entries.filter(({ plan }) => plan !== null).length);
  const shares = seen.map(({ done, all }) => done / all);
  assert.deepEqual(
    shares,
    shares.toSorted((a, b) => a - b),
  );
  assert.equal(shares.at(-1), 1);
});

/** A valid file with the number of its format. */
function withHead(body) {
  const number = body.includes(' follow ') ? 3 : body.includes('first-line') ? 2 : 1;
  return `dropfour solution ${number}\n${body}`;
}

for (const [name, body] of valid) {
  test(`accepts ${name}`, () => {
    assert.match(checked(withHead(body)).said, /every reply was checked, none is missing$/);
  });
}

const FOLLOWED = withHead(valid.find(([name]) => name === followed)[1]);
const changes = [
  ...tampered.map((each) => [SMALL, ...each]),
  ...more['followed tampered'].map((each) => [FOLLOWED, ...each]),
];
for (const [original, name, from, to] of changes) {
  test(`refuses ${name}`, () => {
    const text = original.replace(from, to);
    assert.notEqual(text, original);
    const { said, line } = checked(text);
    assert.match(said, /^the (proof fails|file cannot be read): /);
    assert.ok(line);
  });
}

// --- what is said ---------------------------------------------------------------------------------------

/** A copy of the shipped solution that begins below a position, so that a plan is soon reached. */
const shortOf = (moves) => TEXT.replace('start -', `start ${moves}`);
const columnsOf = (moves) => [...moves].map(Number);
const entryWith = (wanted) => {
  const found = SOLUTION.entries.find(wanted);
  return { ...found, moves: found.moves.join('') };
};
const planned = entryWith(({ moves, plan }) => plan !== null && moves.length >= 8);
const played = entryWith(({ moves, column }) => column !== null && moves.length >= 8);

test('a missing position is found with the line that leads to it', () => {
  const { moves } = entryWith((entry) => entry.moves.length === 4);
  const { said, line } = checked(TEXT.replace(new RegExp(`position ${moves} .*\n`), ''));
  assert.match(said, /there is no answer to this reply/);
  assert.equal(line.length, 4);
});

test('a column that cannot be played is named with its line', () => {
  const text = shortOf(played.moves).replace(`position ${played.moves} play`, `position ${played.moves} play 9`);
  const { said, line } = checked(text.replace(/(play 9) \d/, '$1'));
  assert.match(said, new RegExp(`column 9 cannot be played, as line ${played.number} demands`));
  assert.deepEqual(line, columnsOf(played.moves));
});

test('a plan without its rules is found with a game that it does not win', () => {
  const { line } = checked(
    shortOf(planned.moves).replace(new RegExp(`^plan ${planned.plan} .*`, 'm'), `plan ${planned.plan} otherwise 1`),
  );
  assert.deepEqual(line.slice(0, planned.moves.length), columnsOf(planned.moves));
  assert.ok(line.length > planned.moves.length);
});

test('the number of another plan is found', () => {
  const lines = SOLUTION.plans.slice(0, 20).map((_, i) => {
    const entry = `position ${planned.moves} plan `;
    return checked(shortOf(planned.moves).replace(`${entry}${planned.plan}\n`, `${entry}${i + 1}\n`)).line;
  });
  const broken = lines.filter(Boolean);
  assert.ok(broken.length >= 10);
  for (const line of broken) assert.deepEqual(line.slice(0, planned.moves.length), columnsOf(planned.moves));
});

test('the promise and the start are those of the file', () => {
  assert.equal(
    checked(shortOf(played.moves).replace('promise red wins', 'promise red does not lose')).said,
    `after the moves ${[...played.moves].join(' ')}, red does not lose: every reply was checked, none is missing`,
  );
  const [, body] = valid[0];
  const { said, line } = checked(`dropfour solution 1\n${body.replace('does not lose', 'wins')}`);
  assert.match(said, /the board is full, and it is a draw/);
  assert.equal(line.length, 12);
});

test('a position that is listed twice is named with its line', () => {
  const { said, line } = checked(`${TEXT}position ${planned.moves} plan 1\n`);
  assert.match(said, new RegExp(`line ${TEXT.split('\n').length} has a position that was listed before`));
  assert.deepEqual(line, columnsOf(planned.moves));
});
