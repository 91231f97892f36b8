// The answer to "why?" about the position on the screen: looked for as soon as a visitor who
// studies stays on it, and for longer while *Why?* is open.

import { emptyString } from '../board/notation.js';
import { answerWhy, openSolution } from '../core/browser.js';
import { EMPTY, isHelpOff } from '../model/game.js';
import { failureOf } from '../page/errors.js';
import { shownKey, shownPosition } from '../page/shown.js';
import { state, update } from '../page/state.js';
import { Latest } from '../page/tasks.js';
import { whenSettled } from '../ui/dom.js';
import { changeLit } from './plan.js';

// As in Python (study/explain.py), and where a visitor wants to know more.
const BRIEF_MS = 1_000;
const LONG_MS = 30_000;
// The first answers follow each other within moments.
const SHOW_MS = 120;

/** From the best one to the worst. @type {Explanation['kind'][]} */
const KINDS = [
  'over',
  'line',
  'cannot be stopped',
  'threats',
  'solution',
  'plan',
  'strategy',
  'plan later',
  'best play',
  'unproven',
];
const isOpen = (/** @type {Explanation} */ { kind }) => KINDS.indexOf(kind) > KINDS.indexOf('strategy');

/** What was found, and in what time. @type {Map<string, {answer: Explanation, ms: number}>} */
const known = new Map();
/** All that were found. @type {Graph[]} */
const graphs = [];
const finding = new Latest();
let shown = '';
let wanted = '';

/** Look for the answer to the position on the screen only; called after each change. */
export function followAnswer() {
  const isOn = state.study && state.view === 'game' && !state.loading && !isHelpOff(state.game);
  const key = isOn ? shownKey() : '';
  if (key !== shown) {
    shown = key;
    const found = known.get(key)?.answer ?? null;
    changeLit({ rule: null, pinned: null });
    update({ answer: found && { key, found, nodes: null }, facts: found?.facts ?? null, fact: null, pinnedFact: null });
  }
  const ms = key ? timeFor(key) : 0;
  if (`${key} ${ms}` === wanted) return;
  wanted = `${key} ${ms}`;
  const signal = finding.begin();
  if (ms > 0) whenSettled(() => signal.aborted || void answer(key, ms, signal));
}

/** How long to look for an answer, again if there is hope for a better one. @param {string} key */
function timeFor(key) {
  const before = known.get(key);
  if (before && !isOpen(before.answer)) return 0;
  if (state.why) return before && before.ms >= LONG_MS ? 0 : LONG_MS;
  const isProven = state.analysis?.key === key && state.analysis.score?.outcome;
  if (before?.answer.kind === 'unproven' && isProven) return BRIEF_MS + 1; // what is proven is not searched again
  return before ? 0 : BRIEF_MS;
}

/** Stop the search. */
export function stopAnswer() {
  finding.stop();
  if (!state.answer) return;
  keep(shown, state.answer.found, LONG_MS);
  update({ answer: { ...state.answer, nodes: null } });
}

/** @param {string} key @param {Explanation} answer @param {number} ms */
function keep(key, answer, ms) {
  known.set(key, { answer, ms });
}

/** @param {string} key @param {number} ms @param {AbortSignal} signal */
async function answer(key, ms, signal) {
  const position = shownPosition();
  let found = state.answer?.key === key ? state.answer.found : null;
  let nodes = 0;
  let timer = 0;
  const show = () => {
    timer = 0;
    const isLong = ms >= LONG_MS;
    if (!signal.aborted && found) update({ answer: { key, found, nodes: isLong ? nodes : null }, facts: found.facts });
  };
  const hear = (/** @type {Explanation | null} */ better, /** @type {number} */ count) => {
    nodes = Math.max(nodes, count);
    if (better && isBetter(better, found)) found = better;
    timer ||= setTimeout(show, SHOW_MS);
  };
  try {
    const listed = await listedAnswer(position);
    if (listed) hear(listed, 0);
    else {
      const { columns, rows, connect, objective } = position.rules;
      const isClassic = columns === 7 && rows === 6 && connect === 4 && objective === 'first-line';
      if (isClassic) await openSolution(async () => (await import('./solution.js')).solutionText(), EMPTY);
      const proven = state.analysis?.key === key ? [...state.analysis.columns] : [];
      await answerWhy(position, proven, ms, signal, hear);
    }
    if (found?.strategy && !found.graph) {
      const { Graph } = await import('./solution.js');
      found = { ...found, graph: new Graph(found.strategy) };
      graphs.push(/** @type {Graph} */ (found.graph));
    }
  } catch (error) {
    if (!signal.aborted) failureOf(error);
  }
  clearTimeout(timer);
  if (signal.aborted || !found) return;
  keep(key, found, ms);
  update({ answer: { key, found, nodes: null }, facts: found.facts });
}

/** @param {Explanation} one @param {Explanation | null} other */
function isBetter(one, other) {
  if (!other) return true;
  const [rank, before] = [one, other].map(({ kind }) => KINDS.indexOf(kind));
  return rank < before || (rank === before && (one.kind !== 'plan later' || one.line.length <= other.line.length));
}

/** What a strategy that was found before has for a position; null if it does not lead there.
 * @param {Position} position @returns {Promise<Explanation | null>} */
async function listedAnswer(position) {
  const isSame = (/** @type {Graph} */ { base }) => emptyString(base.rules) === emptyString(position.rules);
  const graph = graphs.find((each) => isSame(each) && each.stepAt(position).kind !== 'outside');
  const step = graph?.stepAt(position);
  if (!graph || !step || step.kind === 'over' || step.kind === 'win') return null;
  const plan = step.place && step.kind === 'plan' ? await graph.describe(step.place, position) : null;
  const colour = graph.promise === 'win' ? graph.colour : null;
  const nothing = { headline: '', reasons: [], columns: [], line: [], strategy: null };
  const found = { ...nothing, colour, facts: state.facts ?? [] };
  return plan ? { ...found, kind: 'plan', graph: null, plan } : { ...found, kind: 'strategy', graph, plan: null };
}

/** The answer on the screen. @returns {Explanation | null} */
export function shownAnswer() {
  return state.answer?.key === shownKey() ? state.answer.found : null;
}

/** The plan on the screen, for this position. @returns {Plan | null} */
export function shownPlan() {
  const found = shownAnswer();
  return found && !found.line.length ? found.plan : null;
}
