// What this browser remembers of the puzzles: your rating, which you have tried, and your streaks.

import { readRecord, write } from '../page/storage.js';
import { NEWCOMER, rate } from './rating.js';

/** @import {Strength} from './rating.js' */
/** @import {Puzzle} from './collection.js' */

const KEY = 'puzzles';
// The levels tried each puzzle 108 times, so that its rating is known to about this.
const PUZZLE_DEVIATION = 60;

/**
 * *results* has 1 for each puzzle solved without help at the first try, otherwise 0. *inARow* counts the last ones
 * that were solved; *day* is the last day whose puzzle was solved, the last of *days* in a row.
 * @typedef {{strength: Strength, results: Record<string, 0 | 1>, inARow: number, bestInARow: number,
 *   day: number, days: number, bestDays: number, theme: string}} Progress
 */

/** @returns {Progress} */
export function progress() {
  const kept = readRecord(KEY);
  const count = (/** @type {unknown} */ value) => (Number.isInteger(value) && Number(value) >= 0 ? Number(value) : 0);
  const { strength, results } = kept;
  const isStrength = strength && [strength.rating, strength.deviation, strength.volatility].every(Number.isFinite);
  return {
    strength: isStrength ? strength : NEWCOMER,
    results: results && typeof results === 'object' && !Array.isArray(results) ? results : {},
    inARow: count(kept.inARow),
    bestInARow: count(kept.bestInARow),
    day: count(kept.day),
    days: count(kept.days),
    bestDays: count(kept.bestDays),
    theme: typeof kept.theme === 'string' ? kept.theme : '',
  };
}

/** @param {string} theme */
export function keepTheme(theme) {
  write(KEY, { ...progress(), theme });
}

/** Count the first try of a puzzle: return by how much the rating has changed, or null if it was tried before.
 * @param {Puzzle} puzzle @param {boolean} isSolved  without help or a wrong move */
export function countResult(puzzle, isSolved) {
  const before = progress();
  if (puzzle.id in before.results) return null;
  const opponent = { rating: puzzle.rating, deviation: PUZZLE_DEVIATION, score: isSolved ? 1 : 0 };
  const strength = rate(before.strength, [opponent]);
  const inARow = isSolved ? before.inARow + 1 : 0;
  write(KEY, {
    ...before,
    strength,
    results: { ...before.results, [puzzle.id]: isSolved ? 1 : 0 },
    inARow,
    bestInARow: Math.max(inARow, before.bestInARow),
  });
  return Math.round(strength.rating) - Math.round(before.strength.rating);
}

/** Count the solved puzzle of a day. @param {number} day */
export function countDay(day) {
  const before = progress();
  if (before.day >= day) return;
  const days = before.day === day - 1 ? before.days + 1 : 1;
  write(KEY, { ...before, day, days, bestDays: Math.max(days, before.bestDays) });
}

/** How many days in a row the puzzle of the day was solved, up to today or yesterday.
 * @param {Progress} kept @param {number} today */
export function dayStreak(kept, today) {
  return kept.day >= today - 1 ? kept.days : 0;
}
