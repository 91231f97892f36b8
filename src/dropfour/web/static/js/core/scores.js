// Ranges of proven scores, and the order of columns.

/** @import {Range} from './native.js' */
/** @import {Position} from '../board/rules.js' */

/** The columns that can be played, from the middle outwards, left before right. @param {Position} position */
export function columnsFromMiddle(position) {
  const { columns } = position.rules;
  const distance = (/** @type {number} */ column) => Math.abs(2 * column - columns - 1);
  return legalColumns(position).sort((a, b) => distance(a) - distance(b) || a - b);
}

/** @param {Position} position */
export function legalColumns(position) {
  if (position.isOver) return [];
  const all = Array.from({ length: position.rules.columns }, (_, i) => i + 1);
  return all.filter((column) => position.at(column, position.rules.rows) === null);
}

/** What both ranges prove together. @param {Range} a @param {Range} b @returns {Range} */
export function both(a, b) {
  return { low: Math.max(a.low, b.low), high: Math.min(a.high, b.high) };
}

/** The range from the opponent's point of view. @param {Range} range @returns {Range} */
export function negated({ low, high }) {
  return { low: -high + 0, high: -low + 0 };
}
