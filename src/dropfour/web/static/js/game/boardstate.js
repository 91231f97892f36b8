// What the board shows: the state of the page as a BoardState.

import { contentsOf, ghostOf } from '../board/rules.js';
import {
  canMove, isAtEnd, isEnginesTurn, isHelpOff, isInVariation, resultOf, shownKey, shownPly, shownPosition, state, update,
} from '../page/store.js';
import { canBranch } from './branch.js';
import { columnWords, estimateParts, estimateSentence, scoreParts, scoreSentence } from '../page/words.js';

/** @import {BoardState, Chip} from '../board/board.js' */
/** @import {Position} from '../board/rules.js' */
/** @import {Score} from '../types.d.ts' */

// More numbers would hide the board.
const MOST_PREVIEWED = 12;

/** @param {number | null} column */
export function point(column) {
  if (state.pointed !== column) update({ pointed: column });
}

/** @returns {BoardState} */
export function boardState() {
  const position = shownPosition();
  const isPersonsTurn = isAtEnd() && !resultOf(state.game) ? canMove(state.game) : canBranch();
  const fact = state.fact === null ? null : (state.facts?.[state.fact] ?? null);
  const key = shownKey();
  const hint = state.hint?.key === key ? state.hint.column : null;
  const held = state.held?.key === key ? state.held.column : null;
  const advice = state.advice?.key === key ? state.advice : null;
  return {
    ...contentsOf(position),
    ghost: isPersonsTurn ? ghostOf(position, held ?? state.pointed ?? hint) : null,
    lit: fact?.cells ?? advice?.cells ?? [],
    litColumns: fact?.columns ?? (advice?.step === 1 ? advice.columns : null) ?? betterColumns(),
    preview: state.bestPlay === 'no' || !state.study ? [] : bestPlay(position),
    hint,
    refused: state.refused,
    chips: state.study && !isHelpOff(state.game) ? chipsOf(position) : null,
    columnNames: columnsOf(position).map((column) => columnName(position, column)),
    canDrop: (column) => isPersonsTurn && position.canPlay(column),
    isBusy: isEnginesTurn(state.game) && isAtEnd(),
  };
}

/** The principal variation as numbered discs. @param {Position} position */
function bestPlay(position) {
  const { analysis } = state;
  if (analysis?.key !== shownKey() || isHelpOff(state.game)) return [];
  let here = position;
  return analysis.variation.slice(0, MOST_PREVIEWED).map((column, i) => {
    const colour = here.toMove;
    here = here.play(column);
    return { column, row: here.height(column), colour, number: i + 1 };
  });
}

/** The best columns if the next move of a reviewed game is a mistake. */
function betterColumns() {
  const next = isInVariation() ? null : state.review?.moves.get(shownPly() + 1);
  return next && next.verdict !== 'best' ? next.best_columns : [];
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
    const estimate = isOpen(score, position) ? analysis?.estimates.get(column) : null;
    if (estimate) return { ...estimateParts(estimate, position.rules), best: false };
    if (!score) {
      return { kind: 'wait', label: '', value: analysis?.done ? '?' : '…', best: false };
    }
    return { ...scoreParts(score, position.rules), best: isBest(column) };
  });
}

/** Whether the result of a column is not proven. @param {Score | null | undefined} score @param {Position} position */
function isOpen(score, position) {
  return !score || (position.rules.objective === 'most-lines' ? !score.exact : score.outcome === null);
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
  const estimate = state.study && isOpen(score, position) ? state.analysis?.estimates.get(column) : null;
  if (estimate) {
    words.push(estimateSentence(estimate, position.rules));
  } else if (score) {
    words.push(scoreSentence(score, position.rules));
    if (isBest(column)) words.push('best');
  }
  if (state.hint?.key === shownKey() && state.hint.column === column) words.push('hint');
  return words.join(', ');
}
