// Why a position is won or held: the plan on the study card.

import { shownPosition, state, update } from '../page/store.js';
import { capital } from '../page/words.js';
import { button, el, set, setText, show } from '../ui/dom.js';
import { createFactList } from './facts.js';
import { lightRule, pinRule, shownPlan } from './plan.js';

export function createWhy() {
  const promise = el('p');
  const rules = createFactList({ light: lightRule, pin: pinRule, first: Infinity });
  rules.root.classList.add('rules');
  const endings = el('ul.endings');
  const proof = el('p.soft');
  const beat = button('Try to beat it', () => {
    const plan = shownPlan();
    if (plan) void import('./challenge.js').then(({ showChallenge }) => showChallenge(plan, shownPosition()));
  });
  const found = el('div', {}, promise, rules.root, endings, proof, beat);
  const gist = el('span.soft', { role: 'status' });
  const root = el('details.why', {}, el('summary', {}, el('b', {}, 'Why?'), ' ', gist), found);
  root.addEventListener('toggle', () => update({ why: root.open }));
  /** @type {Plan | null} */
  let shown = null;

  return {
    root,
    render() {
      const plan = shownPlan();
      const isProven = Boolean(state.analysis?.score?.outcome) && !shownPosition().isOver
        && shownPosition().rules.objective === 'first-line';
      set(root, 'data-empty', !isProven); // it keeps its place, so that nothing moves
      show(found, plan !== null);
      setText(gist, plan ? gistOf(plan) : state.plan ? 'No short plan was found.' : 'Looking for a plan …');
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

/** @param {Plan} plan */
function gistOf({ colour, promise, rules }) {
  const count = rules.length === 1 ? 'one rule' : `${rules.length} rules`;
  return `${capital(colour)} ${promise === 'win' ? 'wins' : 'does not lose'} by ${count}.`;
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
