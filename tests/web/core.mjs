// Runs the browser's core in Node: reads games as JSON from standard input, and prints what the core finds in
// each of their positions; of a position with known columns, what
// they prove; of one with choices, what those engines choose. Usage: node core.mjs

import { readFileSync } from 'node:fs';

import { folder, load, startCore } from './js/page.mjs';

const { runMachine } = await load('core/machines.js');
const { fill, wordedStory } = await load('core/sentences.js');
const { sentence } = await load('ui/words.js');
const { parsePosition, positionString } = await load('board/notation.js');

const FOREVER_MS = 1e9;
const EXPLAINED_NODES = 20_000;
const { core, pool } = await startCore(16, 2);
const solution = readFileSync(`${folder}/../../study/solutions/data/7x6.solution`, 'utf8');
core.openSolution(solution, parsePosition('7x6.4.first-line.7.r'));
let openBook = null;

/** Everything that is compared about one position; *spec* is the engine that is to move. */
async function look(position, spec, isSolved) {
  core.clear();
  const start = () => core.startExplanation(position, [], { nodes: EXPLAINED_NODES });
  const { headline, reasons, facts, kind, colour, line } = await runMachine(pool, start);
  const told = (phrase) => sentence(fill(phrase));
  const found = { facts: facts.map(({ phrase, ...fact }) => ({ ...fact, text: told(phrase) })) };
  // Plans for larger boards are found in another order than in Python.
  const { columns, rows } = position.rules;
  found.explanation = columns * (rows + 1) > 64 ? colour : [kind, colour, told(headline), reasons.map(told), line];
  core.set(position);
  found.book = position.isOver ? null : core.lookUp();
  if (position.isOver) return found;
  const { time_s: _, ...choice } = await pool.run('choose', {
    position: positionString(position),
    args: [spec, 0n, { timeMs: FOREVER_MS }],
  });
  found.choice = choice;
  if (isSolved) {
    const analysis = await runMachine(pool, () => core.startAnalysis(position, FOREVER_MS));
    const { score, columns, exact, best, variation } = analysis;
    found.analysis = { score, columns, exact, best, variation };
  }
  return found;
}

async function follow({ start, book, moves, specs, solved_from: solvedFrom, reviewed }) {
  if (book !== null && book !== openBook) core.openBook(readFileSync(book));
  openBook = book ?? openBook;
  const positions = [parsePosition(start)];
  for (const column of moves) positions.push(positions[positions.length - 1].play(column));
  const looks = [];
  for (const [i, position] of positions.entries()) {
    looks.push(await look(position, specs[i % 2], i >= solvedFrom));
  }
  const verdicts = new Map();
  if (!reviewed) return { looks, review: [], story: null };
  await runMachine(pool, () => core.startReview(positions, moves, FOREVER_MS), {
    send: ({ event, data }) => event === 'move' && verdicts.set(data.ply, data),
  });
  const told = core.tellStory(positions, moves, verdicts, positions.at(-1).winner, null);
  const story = wordedStory(told, { red: 'red', yellow: 'yellow' });
  return { looks, review: [...verdicts.values()].sort((a, b) => a.ply - b.ply), story };
}

function tried(act) {
  try {
    return act();
  } catch (error) {
    return error.message;
  }
}

for (const row of readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
  const order = JSON.parse(row);
  const start = parsePosition(order.start);
  let found;
  if (order.choices)
    found = order.choices.map((spec) => tried(() => core.choose(start, spec, 0n, { timeMs: FOREVER_MS })));
  else found = await follow(order);
  console.log(JSON.stringify(found));
}
