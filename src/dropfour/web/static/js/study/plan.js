// The marks of a plan on the board, and the rule that is lit.

import { changerOf } from '../page/state.js';
import { t } from '../ui/words.js';

/** The rule whose marks are lit, and the one that stays lit. @type {{rule: number | null, pinned: number | null}} */
export const lit = { rule: null, pinned: null };
export const changeLit = changerOf(lit);

/** Light the marks of a rule while the pointer is over it. @param {number | null} rule */
export function lightRule(rule) {
  changeLit({ rule: rule ?? lit.pinned });
}

/** Toggle whether the marks of a rule stay lit. @param {number} rule */
export function pinRule(rule) {
  const pinned = lit.pinned === rule ? null : rule;
  changeLit({ rule: pinned, pinned });
}

/** What a plan marks on the board: cells to take with their rank, pairs with a letter, columns to
 * answer in, and the rule that is lit. @param {Pick<Plan, 'rules'> | null} plan
 * @param {Position} position @param {number | null} [at]  of the rule @returns {Mark[]} */
export function planMarks(plan, position, at = lit.rule) {
  if (!plan) return [];
  /** @type {Mark[]} */
  const marks = [];
  const isFree = (/** @type {Cell} */ { column, row }) => !position.at(column, row);
  let pairs = 0;
  for (const { rule, cells, columns } of plan.rules) {
    if (rule === 'take') {
      cells.forEach((cell, i) => isFree(cell) && marks.push({ kind: 'take', cells: [cell], label: String(i + 1) }));
    } else if (rule === 'pair') {
      marks.push({ kind: 'pair', cells: cells.filter(isFree), label: 'ABCDEFGH'[pairs] });
      pairs += 1;
    } else if (rule === 'answer') {
      marks.push({
        kind: 'answer',
        columns: columns.filter((column) => position.canPlay(column)),
        label: t('plans.answered on top'),
      });
    }
  }
  const rule = at === null ? null : plan.rules[at];
  if (rule) marks.push({ kind: 'lit', cells: rule.cells.filter(isFree), columns: rule.columns });
  return marks;
}
