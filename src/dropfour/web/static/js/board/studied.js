// A position with what is known about its columns, in words and as the board draws it: for games, exercises and embedded boards.

import { listed, signed, t } from '../ui/words.js';
import { columnsOf, ghostMarks, pictureOf } from './rules.js';

/** What is known about the columns: *scores* are proven, *estimates* are not.
 * @typedef {{scores: Map<number, Score>, estimates?: Map<number, ColumnEstimate>, best: number[], isDone: boolean}} Studied */

/** @param {Position} position
 * @param {{canDrop: boolean, isBusy?: boolean, pointed?: number | null, marks?: Mark[], studied?: Studied | null,
 *   hasRows?: boolean}} shown
 *   *pointed* is the column in which a disc is about to be dropped
 * @returns {BoardState} */
export function studiedBoard(
  position,
  { canDrop, isBusy = false, pointed = null, marks = [], studied = null, hasRows = false },
) {
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

/** @param {Position} position @param {number} column @param {Studied} studied */
function chipOf(position, column, studied) {
  if (!position.canPlay(column)) return null;
  const { score, estimate } = valueOf(position, column, studied);
  if (estimate) return { ...estimateParts(estimate, position.rules), best: false };
  if (!score) return { kind: 'wait', label: '', value: studied.isDone ? '?' : '…', best: false };
  return { ...scoreParts(score, position.rules), best: isBest(position, column, studied), far: farOf(score) };
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
  return score
    ? listed([scoreSentence(score, position.rules), isBest(position, column, studied) && t('board.best')])
    : '';
}

/** The score of a column, with an estimate as long as its result is not proven.
 * @param {Position} position @param {number} column @param {Studied} studied */
function valueOf({ rules }, column, { scores, estimates }) {
  const score = scores.get(column);
  const isOpen = !score || (rules.objective === 'most-lines' ? !score.exact : score.outcome === null);
  return { score, estimate: isOpen ? estimates?.get(column) : undefined };
}

/** Whether a column is among the best, unless all are equally good. @param {Position} position
 * @param {number} column @param {Studied} studied */
function isBest(position, column, { best }) {
  return best.includes(column) && best.length < position.legalColumns.length;
}

// --- in words ------------------------------------------------------------------------------------

/** A score in the few characters that fit over a column. @param {Score} score @param {Rules} rules
 * @returns {{kind: string, label: string, value: string}} */
export function scoreParts(score, rules) {
  const { low, high, exact, outcome, stones } = score;
  if (rules.objective === 'most-lines') {
    const kind = outcome ?? 'open';
    if (exact) return { kind, label: t('board.chip, lines', { count: Math.abs(low) }), value: signed(low) };
    return { kind, label: t('board.chip, lines', { count: 2 }), value: `${signed(low)}…${signed(high)}` };
  }
  const kind = outcome ?? 'open';
  const value = kind === 'draw' ? '=' : kind !== 'open' && exact ? String(stones) : '?';
  return { kind, label: t('board.chip', { kind }), value };
}

/** @param {Score} score @param {Rules} rules */
export function scoreSentence(score, rules) {
  const { low, high, exact, outcome, stones } = score;
  if (rules.objective === 'most-lines') {
    if (!exact) return t('board.lines, open', { low: signed(low), high: signed(high), size: Math.abs(high) });
    const side = low > 0 ? 'ahead' : low < 0 ? 'behind' : 'equal';
    return t('board.lines, exact', { side, count: Math.abs(low) });
  }
  const kind = outcome ?? 'open';
  return exact && stones ? t('board.score', { kind, stones }) : t('board.score, open', { kind });
}

/** An estimate in the few characters that fit over a column, marked as one.
 * @param {ColumnEstimate} estimate @param {Rules} rules */
export function estimateParts({ value }, rules) {
  if (rules.objective === 'most-lines')
    return { kind: 'estimate', label: t('board.chip, estimated'), value: signed(Math.round(value)) };
  return { kind: 'estimate', label: '≈', value: `${percent(value)}%` };
}

/** @param {ColumnEstimate} estimate @param {Rules} rules */
export function estimateSentence({ value, depth }, rules) {
  if (rules.objective === 'most-lines') return t('board.estimate, lines', { lines: signed(Math.round(value)), depth });
  return t('board.estimate', { percent: percent(value), depth });
}

/** Never 0 or 100, which only a proof would be. @param {number} share */
function percent(share) {
  return Math.max(1, Math.min(99, Math.round(100 * share)));
}

/** @param {Rules} rules */
export function rulesSentence(rules) {
  return t('board.rules', { ...rules });
}

/** What wins, such as four in a row wins. @param {Rules} rules */
export function goalWords({ connect, objective }) {
  return t('board.goal', { connect, objective });
}
