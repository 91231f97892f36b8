// Why a position is won or held: the plan on the study card.

import { shownPosition, state } from '../page/store.js';
import { button, el, setText, show } from '../ui/dom.js';
import { createFactList } from './facts.js';
import { lightRule, pinRule, shownPlan } from './plan.js';

export function createWhy() {
  const promise = el('p');
  const rules = createFactList({ light: lightRule, pin: pinRule });
  rules.root.classList.add('rules');
  const endings = el('ul.endings');
  const proof = el('p.soft');
  const beat = button('Try to beat it', () => {
    const plan = shownPlan();
    if (plan) void import('./challenge.js').then(({ showChallenge }) => showChallenge(plan, shownPosition()));
  });
  const none = el('p.soft', { role: 'status' });
  const found = el('div', {}, promise, rules.root, endings, proof, beat);
  const root = el('section.why', { 'aria-labelledby': 'why-title' }, el('h3', { id: 'why-title' }, 'Why?'), none, found);
  /** @type {Plan | null} */
  let shown = null;

  return {
    root,
    render() {
      const plan = shownPlan();
      const isProven = Boolean(state.analysis?.score?.outcome) && !shownPosition().isOver
        && shownPosition().rules.objective === 'first-line';
      show(root, isProven);
      show(found, plan !== null);
      show(none, plan === null);
      setText(none, state.plan ? 'No short plan was found for this position.' : 'Looking for a plan …');
      if (plan && plan !== shown) {
        setText(promise, plan.text);
        endings.replaceChildren(...plan.endings.map(({ text }) => el('li', {}, text)));
        setText(proof, `Proven by playing it out against all ${plan.replies.toLocaleString('en')} replies.`);
      }
      shown = plan;
      rules.render(plan && factsOf(plan), state.pinnedRule);
    },
  };
}

/** @type {WeakMap<Plan, Fact[]>} */
const asFacts = new WeakMap();

/** The rules as a list of facts, the same list for the same plan. @param {Plan} plan */
function factsOf(plan) {
  const known = asFacts.get(plan);
  if (known) return known;
  const facts = plan.rules.map(({ text, cells, columns }, i) => (
    /** @type {Fact} */ (/** @type {unknown} */ ({ colour: plan.colour, text: `${i + 1}. ${text}`, cells, columns }))));
  asFacts.set(plan, facts);
  return facts;
}
