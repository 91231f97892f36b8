// What an exact score means, as dropfour.scores does; and the order of columns.

import { otherColour } from '../board/rules.js';

/** @import {Range} from './native.js' */
/** @import {Position} from '../board/rules.js' */
/** @import {Rules, Score} from '../types.d.ts' */

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

/** Whether a position is its own mirror image. @param {Position} position */
export function isSymmetric(position) {
  const { columns, rows } = position.rules;
  return position.owners.every((owner, i) => {
    const column = Math.floor(i / rows);
    return owner === position.owners[(columns - 1 - column) * rows + (i % rows)];
  });
}

/** What both ranges prove together. @param {Range} a @param {Range} b @returns {Range} */
export function both(a, b) {
  return { low: Math.max(a.low, b.low), high: Math.min(a.high, b.high) };
}

/** The range from the opponent's point of view. @param {Range} range @returns {Range} */
export function negated({ low, high }) {
  return { low: -high + 0, high: -low + 0 };
}

/** The result for the side to move; null if it is not proven. @param {Range} range */
export function outcomeOf({ low, high }) {
  if (low > 0) return 'win';
  if (high < 0) return 'loss';
  return low === high ? 'draw' : null;
}

/** What the scores of all playable columns prove of the position. @param {Iterable<Range>} ranges @returns {Range} */
export function bestOf(ranges) {
  const all = [...ranges];
  return { low: Math.max(...all.map((each) => each.low)), high: Math.max(...all.map((each) => each.high)) };
}

/** The JSON form of a score of *position*. @param {Range} range @param {Position} position @returns {Score} */
export function scoreState({ low, high }, position) {
  const exact = low === high;
  const isWon = exact && low !== 0 && !position.isOver;
  return {
    value: exact ? low : null,
    low,
    high,
    exact,
    outcome: outcomeOf({ low, high }),
    stones: isWon ? winningStones(position, low) : null,
  };
}

/** How many plies the game still lasts with best play if *score* is exact.
 * @param {Position} position @param {number} score */
export function pliesToEnd(position, score) {
  const empty = emptyCells(position);
  if (score === 0 || position.rules.objective === 'most-lines') return empty;
  if (score > 0) return 2 * (Math.floor((empty + 1) / 2) - score) + 1;
  return 2 * (Math.floor(empty / 2) + score) + 2;
}

/** How many stones the winner still drops. @param {Position} position @param {number} score */
export function winningStones(position, score) {
  return Math.floor((pliesToEnd(position, score) + 1) / 2);
}

/** The score of a position whose game is over. @param {Position} position */
export function finishedScore(position) {
  if (position.rules.objective === 'most-lines') {
    return position.countLines(position.toMove) - position.countLines(otherColour(position.toMove));
  }
  return position.winner === null ? 0 : -(Math.floor(emptyCells(position) / 2) + 1);
}

/** The bounds that the rules alone prove for an unfinished game. @param {Position} position @returns {Range} */
export function scoreLimits(position) {
  if (position.rules.objective === 'most-lines') {
    const lines = countAllLines(position.rules);
    return { low: -lines, high: lines };
  }
  const empty = emptyCells(position);
  return { low: -Math.floor(empty / 2) + 0, high: Math.floor((empty + 1) / 2) };
}

/** @param {Position} position */
function emptyCells(position) {
  return position.owners.reduce((count, owner) => count + (owner ? 0 : 1), 0);
}

/** @param {Rules} rules */
function countAllLines({ columns, rows, connect }) {
  const across = Math.max(0, columns - connect + 1);
  const up = Math.max(0, rows - connect + 1);
  return across * rows + columns * up + 2 * across * up;
}
