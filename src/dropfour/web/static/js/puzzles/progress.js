// What this browser remembers of the puzzles: your rating, what you have tried, and your days.

import { readLike, write } from '../storage/storage.js';
import { ratingRule } from '../core/browser.js';

/** @import {Core, Strength} from '../core/native.js' */

const KEY = 'puzzles';
/** @type {Strength} */
const NEWCOMER = { rating: 1000, deviation: 350, volatility: 0.06 };
// The levels tried each puzzle 108 times, so that its rating is known to about this.
const PUZZLE_DEVIATION = 60;
const MOST_ATTEMPTS = 1000;
// The first tries are for finding out how this works: a failure costs little.
const GENTLE_TRIES = 10;
const GENTLE_LOSS = 15;

/** A try at a puzzle: the day, whether it was solved without help or mistake, your rating after it.
 * @typedef {{id: string, day: number, isSolved: boolean, rating: number}} Attempt */
/**
 * *results* has 1 for each puzzle solved without help at the first try, otherwise 0. *attempts* has those first tries, and
 * when a failed puzzle was solved after all; the last one is the newest. *inARow* counts the last ones that were solved.
 * *solvedDays* are the days whose puzzle was solved on the day, *lateDays* those solved later. *bestRush* is the most
 * puzzles solved in a rush.
 * @typedef {{strength: Strength, results: Record<string, 0 | 1>, attempts: Attempt[], inARow: number, bestInARow: number,
 *   solvedDays: number[], lateDays: number[], bestDays: number, bestRush: number, theme: string}} Progress
 */

/** @type {Progress} */
const NOTHING = {
  ...{ strength: NEWCOMER, results: {}, attempts: [], inARow: 0, bestInARow: 0 },
  ...{ solvedDays: [], lateDays: [], bestDays: 0, bestRush: 0, theme: '' },
};

export function progress() {
  return readLike(KEY, NOTHING);
}

/** @param {string} theme */
export function keepTheme(theme) {
  write(KEY, { ...progress(), theme });
}

/** Keep how many puzzles a rush solved; return whether it is your best. @param {number} count */
export function keepRush(count) {
  const before = progress();
  if (count <= before.bestRush) return false;
  write(KEY, { ...before, bestRush: count });
  return true;
}

/** Count a try at a puzzle: return by how much the rating has changed, or null if it was tried
 * before. @param {Puzzle} puzzle @param {boolean} isSolved  without help or a wrong move
 * @param {number} day */
export async function countResult(puzzle, isSolved, day) {
  const rate = await ratingRule(); // first, since a change kept meanwhile must not be lost
  const before = progress();
  const { id } = puzzle;
  if (id in before.results) {
    const rating = Math.round(before.strength.rating);
    const attempts = withAttempt(before, { id, day, isSolved, rating });
    if (isSolved && failedIds(before).includes(id)) write(KEY, { ...before, attempts });
    return null;
  }
  const strength = ratedAfter(rate, before, puzzle, isSolved);
  const inARow = isSolved ? before.inARow + 1 : 0;
  write(KEY, {
    ...before,
    strength,
    results: { ...before.results, [id]: isSolved ? 1 : 0 },
    attempts: withAttempt(before, { id, day, isSolved, rating: Math.round(strength.rating) }),
    inARow,
    bestInARow: Math.max(inARow, before.bestInARow),
  });
  return Math.round(strength.rating) - Math.round(before.strength.rating);
}

/** @param {Progress} before @param {Attempt} attempt */
function withAttempt({ attempts }, attempt) {
  return [...attempts, attempt].slice(-MOST_ATTEMPTS);
}

/** @param {Core['rate']} rate @param {Progress} before @param {Puzzle} puzzle @param {boolean} isSolved @returns {Strength} */
function ratedAfter(rate, { strength: before, results }, { rating }, isSolved) {
  const after = rate(before, { rating, deviation: PUZZLE_DEVIATION }, isSolved);
  if (isSolved || Object.keys(results).length >= GENTLE_TRIES) return after;
  return { ...after, rating: Math.max(after.rating, before.rating - GENTLE_LOSS) };
}

/** The puzzles that were not solved at the first try, nor since then; the one that failed last
 * first. @param {Progress} kept */
export function failedIds({ results, attempts }) {
  const last = new Map(attempts.map(({ id, isSolved }) => [id, isSolved]));
  const order = attempts.map(({ id }) => id);
  return Object.keys(results)
    .filter((id) => results[id] === 0 && !last.get(id))
    .sort((a, b) => order.lastIndexOf(b) - order.lastIndexOf(a));
}

/** Count the solved puzzle of a day. @param {number} day @param {number} today */
export function countDay(day, today) {
  const before = progress();
  if (before.solvedDays.includes(day) || before.lateDays.includes(day)) return;
  if (day !== today) {
    write(KEY, { ...before, lateDays: [...before.lateDays, day] });
    return;
  }
  const solvedDays = [...before.solvedDays, day];
  const bestDays = Math.max(dayStreak({ solvedDays }, today), before.bestDays);
  write(KEY, { ...before, solvedDays, bestDays });
}

/** How many days in a row the puzzle of the day was solved, up to today or yesterday.
 * @param {Pick<Progress, 'solvedDays'>} kept @param {number} today */
export function dayStreak({ solvedDays }, today) {
  const solved = new Set(solvedDays);
  let day = solved.has(today) ? today : today - 1;
  let count = 0;
  while (solved.has(day)) {
    day -= 1;
    count += 1;
  }
  return count;
}
