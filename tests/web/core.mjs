// Runs the browser's core in Node: reads games as JSON from standard input, and prints what the core finds in
// each of their positions; of a position with known columns, what
// they prove; of one with choices, what those engines choose. Usage: node core.mjs STATIC SENTENCES

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [, , folder, sentencesFile] = process.argv;
const load = (path) => import(pathToFileURL(`${folder}/js/${path}`).href);
const { Core } = await load('core/native.js');
const { perform } = await load('core/jobs.js');
const { analyse } = await load('core/analysis.js');
const { fill, sentence, wordedStory } = await load('core/sentences.js');
const { review } = await load('core/review.js');
const { parsePosition, positionString } = await load('board/notation.js');

const FOREVER_MS = 1e9;
const sentences = JSON.parse(readFileSync(sentencesFile, 'utf8'));
const module = new WebAssembly.Module(readFileSync(`${folder}/core/dropfour.wasm`));
const core = await Core.start(module, 16);
let openBook = null;
const pool = {
  size: 2,
  policy: async () => core,
  run: (kind, job) => perform(core, { kind, ...job }, { isStopped: () => false, report: () => {} }),
};

/** Everything that is compared about one position; *spec* is the engine that is to move. */
async function look(position, spec, isSolved) {
  const facts = await pool.run('explain', { position: positionString(position) });
  const found = { facts: facts.map(({ phrase, ...fact }) => ({ ...fact, text: sentence(fill(sentences, phrase)) })) };
  core.set(position);
  found.book = position.isOver ? null : core.lookUp();
  if (position.isOver) return found;
  const { time_s: _, ...choice } = await pool.run('choose', {
    position: positionString(position), spec, seed: 0n, timeMs: FOREVER_MS,
  });
  found.choice = choice;
  if (isSolved) {
    const { score, columns, exact, best, variation } = await analyse(pool, position, FOREVER_MS, null);
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
  await review(pool, positions, moves, FOREVER_MS, null, (move) => verdicts.set(move.ply, move));
  const told = core.tellStory(positions, moves, verdicts, positions.at(-1).winner, null);
  const story = wordedStory(sentences, told, { red: 'red', yellow: 'yellow' });
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
  if (order.known) found = core.conclude(start, order.known);
  else if (order.choices) found = order.choices.map((spec) => tried(() => core.choose(start, spec, 0n, { timeMs: FOREVER_MS })));
  else found = await follow(order);
  console.log(JSON.stringify(found));
}
