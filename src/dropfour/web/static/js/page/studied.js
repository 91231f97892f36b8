// A position with the scores of its columns, as the board draws it: for games, exercises and embedded boards.

import { columnsOf, ghostMarks, pictureOf } from '../board/rules.js';
import { estimateParts, estimateSentence, scoreParts, scoreSentence } from './words.js';

/** What is known about the columns: *scores* are proven, *estimates* are not.
 * @typedef {{scores: Map<number, Score>, estimates?: Map<number, ColumnEstimate>, best: number[], isDone: boolean}} Studied */

/**
 * @param {Position} position
 * @param {{canDrop: boolean, isBusy?: boolean, pointed?: number | null, marks?: Mark[], studied?: Studied | null,
 *   hasRows?: boolean}} shown
 *   *pointed* is the column in which a disc is about to be dropped
 * @returns {BoardState}
 */
export function studiedBoard(position, { canDrop, isBusy = false, pointed = null, marks = [], studied = null, hasRows = false }) {
  const columns = columnsOf(position);
  return {
    ...pictureOf(position, [...marks, ...(canDrop ? ghostMarks(position, pointed) : [])]),
    hasRows,
    canDrop: (column) => canDrop && position.canPlay(column),
    isBusy,
    notes: columns.map((column) => (studied ? noteOf(position, column, studied) : '')),
    chips: studied && columns.map((column) => chipOf(position, column, studied)),
  };
}

/** @param {Position} position @param {number} column @param {Studied} studied @returns {Chip | null} */
function chipOf(position, column, studied) {
  if (!position.canPlay(column)) return null;
  const { score, estimate } = valueOf(position, column, studied);
  if (estimate) return { ...estimateParts(estimate, position.rules), best: false };
  if (!score) return { kind: 'wait', label: '', value: studied.isDone ? '?' : '…', best: false };
  return { ...scoreParts(score, position.rules), best: isBest(column, studied), far: farOf(score) };
}

/** How far away a loss is, from 0 to 3. @param {Score} score */
function farOf({ outcome, stones }) {
  if (outcome !== 'loss' || stones === null) return 0;
  return [2, 5, 10].filter((most) => stones > most).length;
}

/** A score in words. @param {Position} position @param {number} column @param {Studied} studied */
function noteOf(position, column, studied) {
  const { score, estimate } = valueOf(position, column, studied);
  if (estimate) return estimateSentence(estimate, position.rules);
  return score ? `${scoreSentence(score, position.rules)}${isBest(column, studied) ? ', best' : ''}` : '';
}

/** The score of a column, with an estimate as long as its result is not proven.
 * @param {Position} position @param {number} column @param {Studied} studied */
function valueOf({ rules }, column, { scores, estimates }) {
  const score = scores.get(column);
  const isOpen = !score || (rules.objective === 'most-lines' ? !score.exact : score.outcome === null);
  return { score, estimate: isOpen ? estimates?.get(column) : undefined };
}

/** Whether a column is among the best, unless all are equally good. @param {number} column @param {Studied} studied */
function isBest(column, { best, scores }) {
  return best.length < scores.size && best.includes(column);
}
