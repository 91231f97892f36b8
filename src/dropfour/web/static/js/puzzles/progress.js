// What this browser remembers of the puzzles: your rating, what you have tried, and your days.

import { readRecord, write } from '../page/storage.js';
import { NEWCOMER, rate } from './rating.js';

/** @import {Strength} from './rating.js' */
/** @import {Puzzle} from './collection.js' */

const KEY = 'puzzles';
// The levels tried each puzzle 108 times, so that its rating is known to about this.
const PUZZLE_DEVIATION = 60;
const MOST_ATTEMPTS = 1000;
// The first tries are for finding out how this works: a failure costs little.
const GENTLE_TRIES = 10;
const GENTLE_LOSS = 15;

/** A try at a puzzle: on which day, whether it was solved without help or a wrong move, and your rating after it.
 * @typedef {{id: string, day: number, isSolved: boolean, rating: number}} Attempt */
/**
 * *results* has 1 for each puzzle solved without help at the first try, otherwise 0. *attempts* has those first tries, and
 * when a failed puzzle was solved after all; the last one is the newest. *inARow* counts the last ones that were solved.
 * *solvedDays* are the days whose puzzle was solved on the day, *lateDays* those solved later. *bestRush* is the most
 * puzzles solved in a rush.
 * @typedef {{strength: Strength, results: Record<string, 0 | 1>, attempts: Attempt[], inARow: number, bestInARow: number,
 *   solvedDays: number[], lateDays: number[], bestDays: number, bestRush: number, theme: string}} Progress
 */

/** @returns {Progress} */
export function progress() {
  const kept = readRecord(KEY);
  const { strength, results } = kept;
  const isStrength = strength && [strength.rating, strength.deviation, strength.volatility].every(Number.isFinite);
  return {
    strength: isStrength ? strength : NEWCOMER,
    results: results && typeof results === 'object' && !Array.isArray(results) ? results : {},
    attempts: Array.isArray(kept.attempts) ? kept.attempts.filter(isAttempt) : [],
    inARow: countOf(kept.inARow),
    bestInARow: countOf(kept.bestInARow),
    // Before the days were listed, the last one was kept, and how many in a row it ended.
    solvedDays: Array.isArray(kept.solvedDays) ? kept.solvedDays.filter(Number.isInteger) : daysUpTo(countOf(kept.day), countOf(kept.days)),
    lateDays: Array.isArray(kept.lateDays) ? kept.lateDays.filter(Number.isInteger) : [],
    bestDays: countOf(kept.bestDays),
    bestRush: countOf(kept.bestRush),
    theme: typeof kept.theme === 'string' ? kept.theme : '',
  };
}

/** @param {unknown} value */
function countOf(value) {
  return Number.isInteger(value) && Number(value) >= 0 ? Number(value) : 0;
}

/** @param {any} found */
function isAttempt(found) {
  return typeof found?.id === 'string' && Number.isInteger(found.day) && typeof found.isSolved === 'boolean' && Number.isFinite(found.rating);
}

/** @param {number} last @param {number} count */
function daysUpTo(last, count) {
  return Array.from({ length: Math.min(count, 1000) }, (_, i) => last - count + 1 + i);
}

/** @param {string} theme */
export function keepTheme(theme) {
  write(KEY, { ...progress(), theme });
}

/** Keep the number of puzzles solved in a rush; return whether it is your best. @param {number} count */
export function keepRush(count) {
  const before = progress();
  if (count <= before.bestRush) return false;
  write(KEY, { ...before, bestRush: count });
  return true;
}

/** Count a try at a puzzle: return by how much the rating has changed, or null if it was tried before.
 * @param {Puzzle} puzzle @param {boolean} isSolved  without help or a wrong move @param {number} day */
export function countResult(puzzle, isSolved, day) {
  const before = progress();
  const { id } = puzzle;
  if (id in before.results) {
    if (isSolved && failedIds(before).includes(id)) {
      write(KEY, { ...before, attempts: withAttempt(before, { id, day, isSolved, rating: Math.round(before.strength.rating) }) });
    }
    return null;
  }
  const strength = ratedAfter(before, puzzle, isSolved);
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

/** @param {Progress} before @param {Puzzle} puzzle @param {boolean} isSolved @returns {Strength} */
function ratedAfter({ strength: before, results }, { rating }, isSolved) {
  const after = rate(before, [{ rating, deviation: PUZZLE_DEVIATION, score: isSolved ? 1 : 0 }]);
  if (isSolved || Object.keys(results).length >= GENTLE_TRIES) return after;
  return { ...after, rating: Math.max(after.rating, before.rating - GENTLE_LOSS) };
}

/** The puzzles that were not solved at the first try, nor since then; the one that failed last first.
 * @param {Progress} kept */
export function failedIds({ results, attempts }) {
  const last = new Map(attempts.map(({ id, isSolved }) => [id, isSolved]));
  const order = attempts.map(({ id }) => id);
  return Object.keys(results).filter((id) => results[id] === 0 && !last.get(id)).sort((a, b) => order.lastIndexOf(b) - order.lastIndexOf(a));
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
