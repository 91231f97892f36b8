// The plan of a lesson: its rules, to be followed and to be beaten.

import { browserCore } from '../server/answers.js';
import { button, el, show } from '../ui/dom.js';

/** @import {Part} from './course.js' */

/** The plan of a part in words; null if this browser cannot run it. @param {Position} position @param {NonNullable<Part['plan']>} plan */
export async function planOf(position, { colour, promise, rules }) {
  const browser = await browserCore();
  return browser && browser.describePlan(position, colour, promise, rules);
}

export function createPlanCard() {
  /** @type {{plan: Plan, position: Position} | null} */
  let shown = null;
  const open = (/** @type {'showFollowing' | 'showChallenge'} */ how) => () => {
    if (!shown) return;
    const { plan, position } = shown;
    void import('../study/challenge.js').then((challenge) => challenge[how](plan, position));
  };
  const body = el('div');
  const root = el('section.card.lesson-text', { 'aria-label': 'Plan', hidden: true }, body,
    el('div.card-actions', {}, button('Follow it', open('showFollowing'), '.primary'), button('Try to beat it', open('showChallenge'))));

  return {
    root,
    /** @param {Plan | null} plan @param {Position} position  where it begins */
    render(plan, position) {
      show(root, plan !== null);
      if (!plan || shown?.plan === plan) return;
      shown = { plan, position };
      const proof = `Proven by playing it out against all ${plan.replies.toLocaleString('en')} replies.`;
      body.replaceChildren(el('p', {}, plan.text), el('ol.challenge-rules', {}, ...plan.rules.map(({ text }) => el('li', {}, text))),
        el('p.soft', {}, proof));
    },
  };
}
