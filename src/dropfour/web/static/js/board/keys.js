// The keys that move the focus from column to column.

/** @import {createBoard} from './board.js' */

/** Move the focus if *key* is an arrow, Home or End. @param {ReturnType<typeof createBoard>} board
 * @param {string} key @param {number} column  that has the focus @param {number} columns */
export function moveFocus(board, key, column, columns) {
  /** @type {Record<string, number>} */
  const targets = { ArrowLeft: column - 1, ArrowRight: column + 1, Home: 1, End: columns };
  if (!(key in targets)) return false;
  board.focus(Math.max(1, Math.min(columns, targets[key])));
  return true;
}
