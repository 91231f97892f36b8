// What the page plays in training: what people play wrong, as often as they do.

/** @import {Analysis} from '../core/analysis.js' */
/** @import {Continuation, Count} from '../openings/counts.js' */

// As many games as these are always played in another way.
const OTHERS = 2;

/** The columns that are worse than the best one by their exact scores. @param {Pick<Analysis, 'columns'>} analysis */
export function wrongColumns({ columns }) {
  const best = Math.max(...columns.map(({ score }) => score.low));
  return columns.filter(({ score }) => score.high < best).map(({ column }) => column);
}

/**
 * One of *columns* as it was played in games: one that was played twice as often is twice as likely. The fewer games
 * there are, the more often it is null, so that a single game does not make all rounds the same.
 * @param {number[]} columns @param {Continuation[]} continuations @param {() => number} [chance]  0 to 1
 * @returns {{column: number, isYours: boolean} | null}
 */
export function choosePlayed(columns, continuations, chance = Math.random) {
  const known = continuations.filter(({ column }) => columns.includes(column)).map(({ column, yours, engines }) => (
    { column, count: gamesIn(yours) + gamesIn(engines), isYours: gamesIn(yours) > 0 }));
  const total = known.reduce((sum, { count }) => sum + count, 0);
  let left = chance() * (total + OTHERS);
  for (const { column, count, isYours } of known) {
    if (left < count) return { column, isYours };
    left -= count;
  }
  return null;
}

/** @param {Count} count */
function gamesIn({ red, draw, yellow }) {
  return red + draw + yellow;
}
