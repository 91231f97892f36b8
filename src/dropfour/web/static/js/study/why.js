// Why a position is won or held: the plan on the study card.

import { shownPly, shownPosition, state, update } from '../page/store.js';
import { capital, counted } from '../page/words.js';
import { sentenceTable } from '../core/browser.js';
import { button, el, set, setText, show, showText } from '../ui/dom.js';
import { createFactList } from './facts.js';
import { strategyOutline } from './outline.js';
import { lightRule, pinRule, shownPlan } from './plan.js';
import { goTo } from './review.js';
import { shownStrategy, stopStrategy } from './strategy.js';

/** @import {Place} from './strategy.js' */

/** @param {(columns: number[], name: string) => void} playThrough  adds a variation */
export function createWhy(playThrough) {
  const promise = el('p');
  const rules = createFactList({ light: lightRule, pin: pinRule });
  rules.root.classList.add('rules');
  const endings = el('ul.endings');
  const proof = el('p.soft');
  const beat = button('Try to beat it', () => {
    const plan = shownPlan();
    if (plan) void import('./challenge.js').then(({ showChallenge }) => showChallenge(plan, shownPosition()));
  });
  const found = el('div', {}, promise, rules.root, endings, proof, beat);
  const steps = createStrategyPart(playThrough);
  const gist = el('span.soft', { role: 'status' });
  const root = el('details.why', {}, el('summary', {}, el('b', {}, 'Why?'), ' ', gist), found, steps.root);
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
      const strategy = shownStrategy();
      setText(gist, plan ? gistOf(plan) : strategy ? gistOfStrategy(strategy) : state.plan ? 'No short plan was found.' : 'Looking for a plan …');
      steps.render(plan ? null : strategy);
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

/** The strategy, or how far the search for one has come. @param {(columns: number[], name: string) => void} playThrough */
function createStrategyPart(playThrough) {
  const searching = el('p.soft');
  const stop = button('Stop', stopStrategy);
  const host = el('div.strategy');
  const beat = button('Try to beat it', () => {
    const found = shownStrategy();
    if (found) void import('./challenge.js').then(({ showStrategyChallenge }) => showStrategyChallenge(found, shownPosition()));
  });
  const root = el('div', {}, searching, stop, host, beat);
  /** @type {Place | null} */
  let shown = null;
  const stepInto = (/** @type {number[]} */ columns) => {
    const ply = shownPly() + columns.length;
    playThrough(columns, 'Strategy');
    goTo(ply);
  };

  /** @param {Place} found */
  async function list(found) {
    const table = await sentenceTable();
    if (shown === found) host.replaceChildren(strategyOutline(table, found, stepInto));
  }

  return {
    root,
    /** @param {Place | null} found */
    render(found) {
      const nodes = state.strategy?.nodes ?? null;
      showText(searching, nodes === null ? '' : `Looking for a strategy of several plans: ${(nodes / 1e6).toFixed(1)} million positions …`);
      show(stop, nodes !== null);
      show(host, found !== null);
      show(beat, found !== null);
      if (found === shown) return;
      shown = found;
      host.replaceChildren();
      if (found) void list(found);
    },
  };
}

/** @param {Place} place */
function gistOfStrategy({ strategy: { colour, promise, plans } }) {
  return `${capital(colour)} ${promise === 'win' ? 'wins' : 'does not lose'} with ${counted(plans.length, 'plan')}.`;
}

/** @param {Plan} plan */
function gistOf({ colour, promise, rules }) {
  const count = rules.length === 1 ? 'one rule' : `${rules.length} rules`;
  return `${capital(colour)} ${promise === 'win' ? 'wins' : 'does not lose'} by ${count}.`;
}

/** @type {WeakMap<Plan, Fact[]>} */
const asFacts = new WeakMap();

/** The rules as a list of facts, the same list for the same plan. @param {Plan} plan */
export function factsOf(plan) {
  const known = asFacts.get(plan);
  if (known) return known;
  const facts = plan.rules.map(({ text, cells, columns }, i) => (
    /** @type {Fact} */ (/** @type {unknown} */ ({ colour: plan.colour, text: `${i + 1}. ${text}`, cells, columns }))));
  asFacts.set(plan, facts);
  return facts;
}
