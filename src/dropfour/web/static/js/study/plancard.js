// A plan: its rules, lit on the board one by one, how its games end, and its side or the other one
// to play. And what a solution answers to replies.

import { fill } from '../core/sentences.js';
import { answerTo } from './solution.js';
import { button, el, setText, show, showText } from '../ui/dom.js';
import { createFactList } from './facts.js';
import { lightRule, lit, pinRule } from './plan.js';
import { t } from '../ui/words.js';

/** @import {Reply} from './solution.js' */

/** @param {{canFollow?: boolean}} [options]  whether the visitor may play the plan's side, too */
export function createPlanPart({ canFollow = true } = {}) {
  /** @type {{plan: Plan, start: Position} | null} */
  let shown = null;
  /** @type {Pick<Fact, 'colour' | 'text'>[] | null} */
  let facts = null;
  const rules = createFactList({ light: lightRule, pin: pinRule });
  rules.root.classList.add('rules');
  const open = (/** @type {'showFollowing' | 'showChallenge'} */ how) => () => {
    if (!shown) return;
    const { plan, start } = shown;
    void import('./challenge.js').then((challenge) => challenge[how]({ plan, graph: null }, start));
  };
  const text = el('p');
  const ending = el('p');
  const proof = el('p.soft');
  const root = el(
    'div.plan',
    text,
    rules.root,
    ending,
    proof,
    el(
      'div.card-actions',
      button(t('plans.beat'), open('showChallenge'), '.primary'),
      canFollow && button(t('plans.follow'), open('showFollowing')),
    ),
  );

  return {
    root,
    /** @param {Plan | null} plan @param {Position} start  where it begins */
    render(plan, start) {
      show(root, plan !== null);
      if (plan && plan !== shown?.plan) {
        lightRule(null);
        const { colour } = plan;
        facts = plan.rules.map(({ text: rule }, i) => ({ colour, text: t('plans.rule', { number: i + 1, rule }) }));
        setText(text, plan.text);
        showText(ending, plan.ending);
        setText(proof, plan.proof);
      }
      shown = plan && { plan, start };
      rules.render(plan && facts, lit.pinned);
    },
  };
}

/** The replies in a position, each with its answer and what else *more* says. @param {Graph} graph
 * @param {Position} position @param {Reply[]} replies @param {(column: number) => void} go
 * @param {(reply: Reply) => string[]} [more] */
export function replyRows(graph, position, replies, go, more = () => []) {
  return replies.map((reply) => {
    const { column } = reply;
    const label = { type: 'button', 'aria-label': t('plans.play column', { column }), click: () => go(column) };
    const cells = [fill(answerTo(graph, reply, position)), ...more(reply)].map((text) => el('td', text));
    return el('tr', el('th', { scope: 'row' }, el('button.column-step', label, String(column))), cells);
  });
}
