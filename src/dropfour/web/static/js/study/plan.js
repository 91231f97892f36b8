// Why the position on the screen is won or held: a plan, looked for once its result is proven while study is on.

import { otherColour } from '../board/rules.js';
import { failureOf } from '../page/errors.js';
import { shownKey, shownPosition, state, update } from '../page/store.js';
import { Latest } from '../page/tasks.js';
import { browserCore } from '../server/answers.js';
import { planAt } from './strategy.js';

/** @type {Map<string, Plan | null>} */
const found = new Map();
const finding = new Latest();
let planned = '';

/** Look for a plan of the position on the screen, and stop any other search; called after each change. */
export function followPlan() {
  const position = shownPosition();
  const { analysis } = state;
  const key = shownKey();
  const isOn = state.study && !position.isOver && position.rules.objective === 'first-line' && analysis?.key === key;
  const outcome = isOn ? analysis?.score?.outcome ?? null : null;
  const wanted = outcome === null ? '' : key;
  if (wanted === planned) return;
  planned = wanted;
  const signal = finding.begin();
  const known = found.get(wanted);
  const colour = outcome === 'loss' ? otherColour(position.toMove) : position.toMove;
  const promise = outcome === 'draw' ? 'draw' : 'win';
  update({ plan: wanted && known !== undefined ? { key, plan: known, colour, promise } : null, planRule: null, pinnedRule: null });
  if (outcome === null || known !== undefined) return;
  void find(key, position, colour, promise, signal);
}

/** @param {string} key @param {Position} position @param {Colour} colour @param {'win' | 'draw'} promise @param {AbortSignal} signal */
async function find(key, position, colour, promise, signal) {
  try {
    const browser = await browserCore();
    const own = planAt(position);
    const plan = !browser ? null : own
      ? await browser.describePlan(position, own.colour, own.promise, own.rules)
      : await browser.findPlan(position, colour, promise, signal);
    if (signal.aborted) return;
    found.set(key, plan);
    update({ plan: { key, plan, colour, promise } });
  } catch (error) {
    if (!signal.aborted) failureOf(error);
  }
}

/** The plan on the screen. @returns {Plan | null} */
export function shownPlan() {
  return state.study && state.plan?.key === shownKey() ? state.plan.plan : null;
}

/** Light the marks of a rule while the pointer is over it. @param {number | null} rule */
export function lightRule(rule) {
  const planRule = rule ?? state.pinnedRule;
  if (state.planRule !== planRule) update({ planRule });
}

/** Toggle whether the marks of a rule stay lit. @param {number} rule */
export function pinRule(rule) {
  const pinnedRule = state.pinnedRule === rule ? null : rule;
  update({ planRule: pinnedRule, pinnedRule });
}

/** What a plan marks on the board: cells to take with their rank, pairs with a letter, columns to answer in.
 * @param {Pick<Plan, 'rules'> | null} plan @param {Position} position @param {number | null} lit  a rule @returns {Mark[]} */
export function planMarks(plan, position, lit) {
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
      marks.push({ kind: 'answer', columns: columns.filter((column) => position.canPlay(column)), label: 'answered on top' });
    }
  }
  const rule = lit === null ? null : plan.rules[lit];
  if (rule) marks.push({ kind: 'lit', cells: rule.cells.filter(isFree), columns: rule.columns });
  return marks;
}
