// What the board shows: the state of the page as a BoardState.

import {
  canMove, isAtEnd, isEnginesTurn, isHelpOff, shownKey, shownPly, shownPosition, state, update,
} from '../page/store.js';
import { columnWords, scoreParts, scoreSentence } from '../page/words.js';

/** @import {BoardState, Chip} from '../board/board.js' */
/** @import {Position} from '../board/rules.js' */

/** @param {number | null} column */
export function point(column) {
  if (state.pointed !== column) update({ pointed: column });
}

/** @returns {BoardState} */
export function boardState() {
  const position = shownPosition();
  const { rules } = position;
  const isPersonsTurn = canMove(state.game) && isAtEnd();
  const fact = state.fact === null ? null : (state.facts?.[state.fact] ?? null);
  const hint = state.hint?.key === shownKey() ? state.hint.column : null;
  return {
    columns: rules.columns,
    rows: rules.rows,
    owner: (column, row) => position.at(column, row) ?? null,
    last: position.last,
    runs: position.runs,
    won: position.wonCells,
    ghost: isPersonsTurn ? ghostOf(position, state.pointed ?? hint) : null,
    lit: fact?.cells ?? [],
    litColumns: fact?.columns ?? betterColumns(),
    hint,
    refused: state.refused,
    chips: state.study && !isHelpOff(state.game) ? chipsOf(position) : null,
    columnNames: columnsOf(position).map((column) => columnName(position, column)),
    canDrop: (column) => isPersonsTurn && position.canPlay(column),
    isBusy: isEnginesTurn(state.game),
  };
}

/** The best columns if the next move of a reviewed game is a mistake. */
function betterColumns() {
  const next = state.review?.moves.get(shownPly() + 1);
  return next && next.verdict !== 'best' ? next.best_columns : [];
}

/** @param {Position} position @param {number | null} column */
function ghostOf(position, column) {
  if (column === null || !position.canPlay(column)) return null;
  return { column, row: position.height(column) + 1, colour: position.toMove };
}

/** @param {Position} position */
function columnsOf(position) {
  return Array.from({ length: position.rules.columns }, (_, i) => i + 1);
}

/** @param {Position} position @returns {(Chip | null)[]} */
function chipsOf(position) {
  const { analysis } = state;
  return columnsOf(position).map((column) => {
    if (!position.canPlay(column)) return null;
    const score = analysis?.columns.get(column);
    if (!score) {
      return { kind: 'wait', label: '', value: analysis?.done ? '?' : '…', best: false };
    }
    return { ...scoreParts(score, position.rules), best: isBest(column) };
  });
}

/** Whether a column is among the best, unless all are equally good. @param {number} column */
function isBest(column) {
  const { analysis } = state;
  if (!analysis || analysis.best.length === analysis.columns.size) return false;
  return analysis.best.includes(column);
}

/** The accessible name of a column: its discs from the bottom up, and its score while study is on.
 * @param {Position} position @param {number} column */
function columnName(position, column) {
  const words = [columnWords(position, column)];
  const score = state.study ? state.analysis?.columns.get(column) : null;
  if (score) {
    words.push(scoreSentence(score, position.rules));
    if (isBest(column)) words.push('best');
  }
  if (state.hint?.key === shownKey() && state.hint.column === column) words.push('hint');
  return words.join(', ');
}
