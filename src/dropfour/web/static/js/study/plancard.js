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
  /** @type {{plan: Plan, start: Position, graph: Graph | null} | null} */
  let shown = null;
  /** @type {Pick<Fact, 'colour' | 'text'>[] | null} */
  let facts = null;
  const rules = createFactList({ light: lightRule, pin: pinRule });
  rules.root.classList.add('rules');
  const open = (/** @type {'showFollowing' | 'showChallenge'} */ how) => () => {
    if (!shown) return;
    const { plan, start, graph } = shown;
    const script = plan.untilListed ? { plan: null, graph } : { plan, graph: null };
    void import('./challenge.js').then((challenge) => challenge[how](script, start));
  };
  const follow = canFollow && button(t('plans.follow'), open('showFollowing'));
  const text = el('p');
  const ending = el('p');
  const proof = el('p.soft');
  const root = el(
    'div.plan',
    text,
    rules.root,
    ending,
    proof,
    el('div.card-actions', button(t('plans.beat'), open('showChallenge'), '.primary'), follow),
  );

  return {
    root,
    /** @param {Plan | null} plan @param {Position} start  where it begins @param {Graph | null} [graph]  where its exceptions are */
    render(plan, start, graph = null) {
      show(root, plan !== null);
      if (plan && plan !== shown?.plan) {
        lightRule(null);
        const { colour } = plan;
        facts = plan.rules.map(({ text: rule }, i) => ({ colour, text: t('plans.rule', { number: i + 1, rule }) }));
        setText(text, plan.text);
        showText(ending, plan.ending);
        showText(proof, plan.proof);
        if (follow) show(follow, !plan.untilListed);
      }
      shown = plan && { plan, start, graph };
      rules.render(plan && facts, lit.pinned);
    },
  };
}

/** The replies in a position, each with its answer and what else *more* says. @param {Graph} graph
 * @param {Position} position @param {Reply[]} replies @param {(line: number[]) => void} go
 * @param {(reply: Reply) => string[]} [more] */
export function replyRows(graph, position, replies, go, more = () => []) {
  return replies.map((reply) => {
    const { column, line } = reply;
    const moves = line.join(' ');
    const name = line.length > 1 ? t('plans.play moves', { moves }) : t('plans.play column', { column });
    const label = { type: 'button', 'aria-label': name, click: () => go(line) };
    const cells = [fill(answerTo(graph, reply, position)), ...more(reply)].map((text) => el('td', text));
    return el('tr', el('th', { scope: 'row' }, el('button.column-step', label, moves)), cells);
  });
}
