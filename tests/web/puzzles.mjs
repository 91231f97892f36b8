// Runs the page's puzzles in Node: reads orders as JSON from standard input, and prints the answers as JSON.
// Usage: node puzzles.mjs STATIC PUZZLES SENTENCES, with the puzzles as text

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [, , folder, puzzlesFile, sentencesFile] = process.argv;
const load = (path) => import(pathToFileURL(`${folder}/js/${path}`).href);
const { choosePuzzle, dayNumber, parsePuzzles, positionOf, puzzleOfTheDay } = await load('puzzles/collection.js');
const { Speech } = await load('puzzles/refutation.js');
const { Core } = await load('core/native.js');
const { perform } = await load('core/jobs.js');
const { analyse } = await load('core/analysis.js');
const { fill, sentence } = await load('core/sentences.js');
const { legalColumns } = await load('core/scores.js');

const puzzles = parsePuzzles(readFileSync(puzzlesFile, 'utf8'));
const table = JSON.parse(readFileSync(sentencesFile, 'utf8'));
const speech = new Speech(table);
const core = await Core.start(new WebAssembly.Module(readFileSync(`${folder}/core/dropfour.wasm`)), 16);
const pool = {
  policy: async () => core,
  size: 1,
  run: (kind, job) => perform(core, { kind, ...job }, { isStopped: () => false, report: () => {} }),
};

/** @param position */
const factsOf = async (position) => core.facts(position).map(({ phrase, ...fact }) => ({ ...fact, text: sentence(fill(table, phrase)) }));

/** What is said about every wrong first move of a puzzle. */
async function refutations(id) {
  const puzzle = puzzles.find((each) => each.id === id);
  const before = positionOf(puzzle);
  const found = {};
  for (const column of legalColumns(before).filter((each) => each !== puzzle.solution[0])) {
    const after = before.play(column);
    const analysis = after.isOver ? null : await analyse(pool, after, 1e9, null);
    const { text, columns, isAnswered } = speech.refute(puzzle, before, column, analysis);
    const reason = isAnswered ? await speech.reason(before, columns, factsOf) : '';
    found[column] = { text: `${text} ${reason}`.trim(), columns };
  }
  return found;
}

const orders = JSON.parse(readFileSync(0, 'utf8'));
const answers = {
  tasks: puzzles.map((puzzle) => [puzzle.id, speech.task(puzzle, positionOf(puzzle))]),
  days: orders.days.map((day) => puzzleOfTheDay(puzzles, dayNumber(new Date(day))).id),
  chosen: orders.chosen.map(({ theme, rating, seen }) =>
    [0, 0.5, 0.999].map((chance) => choosePuzzle(puzzles, theme, rating, (id) => seen.includes(id), () => chance)?.id ?? null)),
  refuted: {},
  ideas: {},
};
for (const id of orders.refuted) {
  answers.refuted[id] = await refutations(id);
  const puzzle = puzzles.find((each) => each.id === id);
  answers.ideas[id] = speech.idea(puzzle.themes, await factsOf(positionOf(puzzle)), positionOf(puzzle));
}
console.log(JSON.stringify(answers));
