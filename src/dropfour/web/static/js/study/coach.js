// The coach: holds back moves that change the result, and gives hints in steps. Loaded when needed.

import { explainPosition, findPlan, refute, replyByPlan, suggest, warningAgainst } from '../core/browser.js';
import { isHelpOff, positionsOf, resultOf } from '../model/game.js';
import { onChange, speak, state, update, watch } from '../page/state.js';
import { shownGame, shownKey, shownPly, shownPosition } from '../page/shown.js';
import { t } from '../ui/words.js';
import { scoreSentence } from '../board/studied.js';
import { button, byId, el, set, show, showText } from '../ui/dom.js';
import { failureOf } from '../page/errors.js';
import { columnsOf } from '../board/rules.js';

// A move is held back for this long at most before it is played unchecked.
const PATIENCE_MS = 2500;
const PLAN_MS = 1200;
// A hint waits so long for what the analysis proves.
const ANALYSIS_MS = 1000;
// More would hide the board.
const MOST_ANSWERS = 7;

/** @typedef {Pick<Held, 'severity' | 'warning'>} Warning */

// --- moves that change the result ----------------------------------------------------------------

/** @type {(() => void)[]} */
let waiting = [];
watch(() => {
  const ready = waiting;
  waiting = [];
  for (const resume of ready) resume();
});

/** Wait until it is known whether a move changes the result. @param {number} column
 * @returns {Promise<Warning | null>} null if the move is fine or nothing is proven in time */
export async function warningOf(column) {
  const key = shownKey();
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    if (key !== shownKey()) return null;
    const { analysis } = state;
    const isOver = performance.now() >= deadline;
    const changed = nextChange(deadline - performance.now());
    if (analysis?.key === key) {
      const warning = await warningAgainst(shownPosition(), analysis.columns, column, isOver || analysis.done);
      if (warning !== 'open') return warning;
    }
    if (isOver) return null;
    await changed;
  }
}

/** @param {number} ms @returns {Promise<void>} */
function nextChange(ms) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.max(0, ms));
    waiting.push(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Why a move is bad, and the answer to it. @param {number} column @param {AbortSignal} signal */
export async function refutationOf(column, signal) {
  const goal = state.analysis?.score?.outcome === 'win' ? 'win' : 'draw';
  const { text, columns } = await refute(shownPosition(), column, { goal, moves: null }, signal);
  return { reason: text, line: columns.slice(1, 1 + MOST_ANSWERS) };
}

// --- hints in steps ------------------------------------------------------------------------------

/** What the plan of the position `key` says to the side to move; null if there is none.
 * @type {{key: string, texts: Promise<PlanHints | null>} | null} */
let planned = null;

/** @typedef {{rule: string, column: number, cells: Cell[], columns: number[]}} PlanHints  the rule of a plan that applies, and its column */

let giving = Promise.resolve();

/** Give the next hint, once the one before has been given. */
export function nextHint() {
  giving = giving.then(giveHint);
  return giving;
}

/** The idea, then the cells that it is about, with the rule of a plan if there is one, and at last the column and why. */
async function giveHint() {
  const key = shownKey();
  const before = state.advice?.key === key ? state.advice : null;
  const advice = before ? await withPlan(before) : await firstHint(key);
  if (!advice || key !== shownKey()) return;
  if (!before) planned = { key, texts: planHints(advice.outcome).catch(() => null) };
  const step = before ? Math.min(3, before.step + 1) : 1;
  const texts = advice.texts.slice(0, step);
  update({
    advice: { ...advice, step },
    ...(step === 3 ? { hint: { column: advice.column, exact: advice.exact, outcome: advice.outcome, key } } : {}),
  });
  speak(texts[texts.length - 1]);
}

/** The hints with those of the plan, if any. @param {NonNullable<typeof state.advice>} advice */
async function withPlan(advice) {
  const hints = planned?.key === advice.key ? await planned.texts : null;
  if (!hints || advice.isPlanned) return advice;
  const { rule, column, cells, columns } = hints;
  const last = t('plans.by that rule', { column });
  return { ...advice, isPlanned: true, column, exact: true, cells, columns, texts: [advice.texts[0], rule, last] };
}

/** The hints of a plan by which the side to move wins or holds. One that begins before the opponent's last move may answer it.
 * @param {Score['outcome']} outcome  for the side to move @returns {Promise<PlanHints | null>} */
async function planHints(outcome) {
  const position = shownPosition();
  if ((outcome !== 'win' && outcome !== 'draw') || position.rules.objective !== 'first-line') return null;
  const before = shownPly() > 0 ? positionsOf(shownGame())[shownPly() - 1] : null;
  for (const [from, last] of /** @type {const} */ ([
    [before, position.last?.column ?? null],
    [position, null],
  ])) {
    const plan = from && (await findPlan(from, position.toMove, outcome, null, PLAN_MS));
    const reply = plan && (await replyByPlan(position, plan.written, last));
    const first = plan ? plan.rules.findIndex(({ rule }) => rule === reply?.reason) : -1;
    if (!plan || !reply || first < 0) continue;
    const { text, cells, columns } = plan.rules[reply.reason === 'pair' ? first + reply.index : first];
    const idea = plan.idea || t('plans.no idea', { count: plan.rules.length });
    return { rule: t('plans.idea and rule', { idea, rule: text }), column: reply.column, cells, columns };
  }
  return null;
}

/** Wait for the analysis of the position that is running, if there is one, so that the hint can say
 * what it proves. @param {string} key */
async function untilAnalysed(key) {
  const deadline = performance.now() + ANALYSIS_MS;
  while (state.analysis?.key === key && !state.analysis.done && performance.now() < deadline) {
    await nextChange(deadline - performance.now());
  }
}

/** @param {string} key @returns {Promise<typeof state.advice>} */
async function firstHint(key) {
  const position = shownPosition();
  try {
    const [{ column, exact, outcome }, facts] = await Promise.all([
      suggest(position),
      explainPosition(position, new AbortController().signal),
      untilAnalysed(key),
    ]);
    const lookOf = (/** @type {Fact} */ { kind }) => t('sentences.look', { kind });
    const fact = facts.find((each) => lookOf(each) && (each.kind !== 'threat' || each.columns.includes(column)));
    const third = thirdOf(column, position.rules.columns).filter((each) => position.canPlay(each));
    const landing = third.map((each) => ({ column: each, row: position.height(each) + 1 }));
    const cells = fact?.cells.length ? fact.cells : landing;
    const lookAt = cells.length === 1 ? t('plans.look at cell', cells[0]) : t('plans.look at cells');
    const texts = [
      (fact && lookOf(fact)) || aimOf(position),
      cells === landing ? t(exact ? 'plans.best in cells' : 'plans.good in cells') : lookAt,
      t(exact ? 'plans.best column' : 'plans.good column', { column, why: why(column, facts, position) }),
    ];
    return { key, step: 1, column, exact, outcome, isPlanned: false, cells, columns: [], texts };
  } catch (error) {
    speak(t('plans.no hint', { reason: failureOf(error) }));
    return null;
  }
}

/** How many columns reach the best result, as far as is proven. @param {Position} position */
function aimOf(position) {
  const analysis = state.analysis?.key === shownKey() ? state.analysis : null;
  const best = analysis?.score?.outcome ?? null;
  if (!analysis || best === null) return t('plans.open');
  if (best === 'loss') return t('plans.losing');
  const outcomes = position.legalColumns.map((column) => analysis.columns.get(column)?.outcome ?? null);
  const count = outcomes.filter((each) => each === best).length;
  if (outcomes.includes(null)) return t(best === 'win' ? 'plans.can win' : 'plans.can draw');
  return t(best === 'win' ? 'plans.wins, of' : 'plans.draws, of', { count, all: outcomes.length });
}

/** The third of the board that a column lies in. @param {number} column @param {number} count */
function thirdOf(column, count) {
  const third = Math.min(2, Math.floor(((column - 0.5) * 3) / count));
  return columnsOf({ rules: { columns: count } }).filter(
    (each) => Math.min(2, Math.floor(((each - 0.5) * 3) / count)) === third,
  );
}

/** @param {number} column @param {Fact[]} facts @param {Position} position */
function why(column, facts, position) {
  const words = facts
    .filter((fact) => fact.columns.includes(column))
    .slice(0, 2)
    .map((fact) => fact.text);
  const proof = state.analysis?.key === shownKey() ? proofOf(column, state.analysis, position) : '';
  return [proof, ...words].filter(Boolean).join(' ') || t('plans.engine', { column });
}

/** What is proven about a good column and the others. @param {number} column
 * @param {Analysis} analysis @param {Position} position */
function proofOf(column, { columns, score: best }, position) {
  const score = columns.get(column);
  if (!score || score.outcome === null) return '';
  if (position.rules.objective === 'most-lines')
    return t('plans.column score', { column, score: scoreSentence(score, position.rules) });
  if (score.outcome === 'loss') {
    return best?.outcome === 'loss' ? t('plans.holds out', { column }) : '';
  }
  const others = position.legalColumns
    .filter((each) => each !== column)
    .map((each) => columns.get(each)?.outcome ?? null);
  const isAlone = others.length > 0 && others.every((each) => each !== null && each !== score.outcome);
  return t(isAlone ? 'plans.column alone' : 'plans.column', { column, outcome: score.outcome });
}

// --- the panel beside the board, or below it -----------------------------------------------------

/** @param {{take: () => void, play: () => void}} handlers  take the held move back, or play it */
export function createCoachPanel({ take, play }) {
  const text = el('p.verdict');
  const reason = el('p.soft');
  const idle = el('p.soft', t('plans.idle'));
  const steps = el('ol.coach-steps');
  const back = button(t('plans.take it back'), take, '.primary');
  const anyway = button(t('plans.play it'), play);
  const more = button(t('plans.next hint'), nextHint);
  const actions = el('div.card-actions', back, anyway, more);
  const panel = el('section.card.coach', { 'aria-label': t('plans.coach') }, idle, text, reason, steps, actions);
  panel.addEventListener('keydown', (event) => {
    if (/** @type {KeyboardEvent} */ (event).key === 'Escape' && state.held) take();
  });
  byId('setup-card').before(panel);
  let asked = '';

  function render() {
    const key = shownKey();
    const held = state.held?.key === key && state.held.warning ? state.held : null;
    const advice = state.advice?.key === key && !held ? state.advice : null;
    // While the coach is on, the panel has its place, so that nothing moves.
    const isOn = state.coach && !isHelpOff(state.game) && resultOf(state.game) === null;
    show(panel, state.view === 'game' && (isOn || Boolean(held || advice)));
    showText(text, held?.warning ?? '');
    show(idle, !held && !advice);
    showText(reason, held?.reason ?? '');
    show(back, held !== null);
    show(anyway, held !== null);
    show(steps, advice !== null);
    show(more, advice !== null && advice.step < 3);
    const texts = advice ? advice.texts.slice(0, advice.step) : [];
    if (texts.join('|') !== [...steps.children].map((item) => item.textContent).join('|')) {
      steps.replaceChildren(...texts.map((each) => el('li', each)));
    }
    set(panel, 'data-warning', held?.severity ?? null);
    const question = held ? `${key} ${held.column}` : '';
    if (question !== asked) {
      asked = question;
      if (question) {
        back.focus();
        panel.scrollIntoView({ block: 'nearest' });
      }
    }
  }
  watch(onChange(render));
  render();
}
