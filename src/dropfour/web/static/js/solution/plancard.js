// The plan that takes over in a position of the solution: its rules, lit on the board one by one, and as an opponent.

import { changerOf } from '../page/store.js';
import { createFactList } from '../study/facts.js';
import { planMarks } from '../study/plan.js';
import { factsOf } from '../study/why.js';
import { button, el, setText, show } from '../ui/dom.js';

/** The rule whose marks are lit, and the one that stays lit. @type {{rule: number | null, pinned: number | null}} */
const lit = { rule: null, pinned: null };
const change = changerOf(lit);

/** @param {Plan | null} plan @param {Position} position */
export function marksOf(plan, position) {
  return planMarks(plan, position, lit.rule);
}

export function createPlanCard() {
  /** @type {{plan: Plan, start: Position} | null} */
  let shown = null;
  const rules = createFactList({
    light: (rule) => change({ rule: rule ?? lit.pinned }),
    pin: (rule) => {
      const pinned = lit.pinned === rule ? null : rule;
      change({ pinned, rule: pinned });
    },
    first: Infinity,
  });
  rules.root.classList.add('rules');
  const open = (/** @type {'showFollowing' | 'showChallenge'} */ how) => () => {
    if (!shown) return;
    const { plan, start } = shown;
    void import('../study/challenge.js').then((challenge) => challenge[how](plan, start));
  };
  const title = el('h2', { id: 'plan-title' });
  const text = el('p');
  const endings = el('ul.endings');
  const proof = el('p.soft');
  const card = el('section.card.solution-plan', { 'aria-labelledby': 'plan-title' }, title, text, rules.root, endings, proof,
    el('div.card-actions', {}, button('Try to beat it', open('showChallenge'), '.primary'), button('Follow it', open('showFollowing'))));

  return {
    card,
    /** @param {Plan | null} plan @param {Position} start  where it begins @param {number | null} number */
    render(plan, start, number) {
      show(card, plan !== null);
      if (plan && plan !== shown?.plan) {
        Object.assign(lit, { rule: null, pinned: null });
        setText(title, `Plan ${number}`);
        setText(text, plan.text);
        endings.replaceChildren(...plan.endings.map((ending) => el('li', {}, ending.text)));
        setText(proof, plan.kept ? playedOut(plan.replies)
          : 'Played out just now, this plan has failed. Please report it!');
      }
      shown = plan && { plan, start };
      rules.render(plan && factsOf(plan), lit.pinned);
    },
  };
}

/** @param {number} replies  0 if the first move decides the game */
const playedOut = (replies) => replies === 0 ? 'The first move by this plan decides the game.'
  : `Played out just now against all ${replies.toLocaleString('en')} replies.`;
