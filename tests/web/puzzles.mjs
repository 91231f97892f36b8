// Runs the page's puzzles in Node: reads orders as JSON from standard input, and prints the answers as JSON.
// Usage: node puzzles.mjs PUZZLES, with the puzzles as text

import { readFileSync } from 'node:fs';

import { load, startCore } from './js/page.mjs';

const [, , puzzlesFile] = process.argv;
const { aimOf, choosePuzzle, dayNumber, parsePuzzles, positionOf, puzzleOfTheDay } =
  await load('puzzles/collection.js');
const { runMachine } = await load('core/machines.js');
const { told } = await load('core/sentences.js');

const puzzles = parsePuzzles(readFileSync(puzzlesFile, 'utf8'));
const { core, pool } = await startCore(16);

/** What is said about every wrong first move of a puzzle. */
async function refutations(id) {
  const puzzle = puzzles.find((each) => each.id === id);
  const before = positionOf(puzzle);
  const found = {};
  for (const column of before.legalColumns.filter((each) => each !== puzzle.solution[0])) {
    const start = () => core.startRefutation(before, column, aimOf(puzzle), 1e9);
    const { texts, variation } = await runMachine(pool, start);
    found[column] = { text: texts.map((text) => told(text)).join(' '), columns: variation };
  }
  return found;
}

const orders = JSON.parse(readFileSync(0, 'utf8'));
const answers = {
  tasks: puzzles.map((puzzle) => [puzzle.id, told(core.task(positionOf(puzzle), aimOf(puzzle)))]),
  days: orders.days.map((day) => puzzleOfTheDay(puzzles, dayNumber(new Date(day))).id),
  chosen: orders.chosen.map(({ theme, rating, seen }) =>
    [0, 0.5, 0.999].map(
      (chance) =>
        choosePuzzle(
          puzzles,
          theme,
          rating,
          (id) => seen.includes(id),
          () => chance,
        )?.id ?? null,
    ),
  ),
  refuted: {},
  ideas: {},
};
for (const id of orders.refuted) {
  answers.refuted[id] = await refutations(id);
  const puzzle = puzzles.find((each) => each.id === id);
  answers.ideas[id] = told(core.idea(positionOf(puzzle), puzzle.themes));
}
console.log(JSON.stringify(answers));
