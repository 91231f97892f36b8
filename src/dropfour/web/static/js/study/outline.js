// A strategy in words: what to play first, and which plan to follow against which reply.

import { capital } from '../page/words.js';
import { el } from '../ui/dom.js';
import { say } from '../core/sentences.js';

/** @import {Sentences} from '../core/sentences.js' */
/** @import {Place} from './strategy.js' */

/** @param {Sentences} table @param {Place} place
 * @param {(columns: number[]) => void} stepInto  shows the position after these moves @returns {HTMLElement} */
export function strategyOutline(table, { strategy, place }, stepInto) {
  return outline(table, strategy, place, [], stepInto);
}

/** @param {Sentences} table @param {Strategy} strategy @param {number} place @param {number[]} path  the moves before
 * @param {(columns: number[]) => void} stepInto */
function outline(table, strategy, place, path, stepInto) {
  const { column, replies } = strategy.steps[place];
  const before = column === null ? path : [...path, column];
  const list = el('ul.outline');
  if (column !== null) list.append(el('li', {}, `${capital(say(table, 'strategy play', { column }))}.`));
  const choice = (/** @type {number} */ reply) => el('button.reply', {
    type: 'button', 'aria-label': `Show the reply in column ${reply}`, click: () => stepInto([...before, reply]),
  }, String(reply));
  const [against, plan] = ['strategy against', 'strategy plan'].map((name) => say(table, name, { columns: '', plan: '' }));
  for (const [number, columns] of byPlan(strategy, replies)) {
    list.append(el('li', {}, el('span.replies', {}, capital(against), ...columns.map(choice)), planDetails(strategy, number, capital(plan))));
  }
  for (const [reply, next] of Object.entries(replies)) {
    const step = strategy.steps[next];
    if (step.plan !== null) continue;
    const first = capital(say(table, 'strategy play', { column: step.column ?? '' }));
    list.append(el('li', {}, el('span.replies', {}, capital(against), choice(Number(reply))),
      el('details', {}, el('summary', {}, `${first}, …`), outline(table, strategy, next, [...before, Number(reply)], stepInto))));
  }
  return list;
}

/** The replies that the same plan answers. @param {Strategy} strategy @param {Record<string, number>} replies
 * @returns {Map<number, number[]>} */
function byPlan({ steps }, replies) {
  /** @type {Map<number, number[]>} */
  const found = new Map();
  for (const [reply, next] of Object.entries(replies)) {
    const { plan } = steps[next];
    if (plan !== null) found.set(plan, [...(found.get(plan) ?? []), Number(reply)]);
  }
  return found;
}

/** @param {Strategy} strategy @param {number} plan @param {string} word */
function planDetails({ plans }, plan, word) {
  return el('details', {}, el('summary', {}, `${word}${plan + 1}`), el('ol', {}, ...plans[plan].map(({ text }) => el('li', {}, text))));
}
