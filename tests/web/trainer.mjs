// Runs the trainer's schedule and its choice of mistakes in Node: reads orders as JSON from standard input, and prints
// the answers as JSON. Usage: node trainer.mjs STATIC

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [, , folder] = process.argv;
const load = (path) => import(pathToFileURL(`${folder}/js/${path}`).href);
const schedule = await load('trainer/schedule.js');
const { choosePlayed, wrongColumns } = await load('trainer/mistakes.js');

/** Apply steps such as ['afterWrong', '4', 1, 100] to no cards; the cards after each step. */
function walk(steps) {
  let cards = {};
  return steps.map(([name, ...args]) => {
    cards = schedule[name](cards, ...args);
    return cards;
  });
}

const orders = JSON.parse(readFileSync(0, 'utf8'));
console.log(JSON.stringify({
  intervals: schedule.INTERVALS,
  keys: orders.keys.map(schedule.keyOf),
  walks: orders.walks.map(walk),
  due: orders.due.map(([steps, colour, day]) => schedule.dueCards(walk(steps).at(-1), colour, day).map(({ moves }) => moves)),
  overview: orders.overview.map(([steps, day]) => schedule.overview(walk(steps).at(-1), day)),
  read: orders.read.map(schedule.readCards),
  merged: orders.merged.map(([a, b]) => schedule.merged(schedule.readCards(a), schedule.readCards(b))),
  days: orders.days.map((date) => schedule.dayOf(new Date(date))),
  dates: orders.dates.map((day) => schedule.dateOf(day).toString().slice(0, 15)),
  wrong: orders.wrong.map((columns) => wrongColumns({ columns })),
  chosen: orders.chosen.map(([columns, continuations, chance]) => choosePlayed(columns, continuations, () => chance)),
}));
