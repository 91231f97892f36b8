// The coach: holds back a move that changes the result, and gives hints in steps. Loaded when first needed.

import { legalColumns } from '../core/scores.js';
import { browserCore, explain, suggest } from '../server/answers.js';
import { positionsOf, shownGame, shownKey, shownMoves, shownPly, shownPosition, speak, state, update, watch } from '../page/store.js';
import { counted, scoreSentence } from '../page/words.js';
import { button, byId, el, set, show, showText } from '../ui/dom.js';
import { failureOf } from '../page/errors.js';
import { columnsOf } from '../board/rules.js';

/** @import {Analysis} from '../types.d.ts' */

// A move is held back for this long at most before it is played unchecked.
const PATIENCE_MS = 2500;
const PLAN_MS = 1200;

// --- moves that change the result -----------------------------------------------------------------

/** @type {(() => void)[]} */
let waiting = [];
watch(() => {
  const ready = waiting;
  waiting = [];
  for (const resume of ready) resume();
});

/**
 * Wait until it is known whether a move changes the result.
 * @param {number} column @returns {Promise<string>} a warning; empty if the move is fine or nothing is proven in time
 */
export async function warningOf(column) {
  const key = shownKey();
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    if (key !== shownKey()) return '';
    const { analysis } = state;
    const isOver = performance.now() >= deadline;
    if (analysis?.key === key) {
      const verdict = verdictOf(analysis, column, shownPosition(), isOver || analysis.done);
      if (verdict !== null) return verdict;
    }
    if (isOver) return '';
    await nextChange(deadline - performance.now());
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

/** @param {Analysis} analysis @param {number} column @param {Position} position @param {boolean} isFinal
 * @returns {string | null} null if that needs more time */
function verdictOf({ columns }, column, position, isFinal) {
  const played = columns.get(column);
  const others = position.legalColumns.filter((each) => each !== column).map((each) => columns.get(each));
  if (!played) return isFinal ? '' : null;
  const worst = Math.sign(played.low);
  const best = Math.sign(played.high);
  if (others.some((other) => other && Math.sign(other.low) > best)) return warning(played, position);
  if (others.every((other) => other && Math.sign(other.high) <= worst)) return '';
  if (!isFinal) return null;
  return best < 0 && others.some((other) => !other || other.high >= 0) ? warning(played, position) : '';
}

/** @param {Score} played @param {Position} position */
function warning(played, position) {
  if (played.high >= 0) return 'This gives the win away: take it back?';
  const isCounted = played.exact && position.rules.objective === 'first-line';
  return isCounted ? `This loses in ${played.stones}: take it back?` : 'This loses: take it back?';
}

/** Why the move is bad: the most urgent fact of the position after it. @param {number} column */
export async function reasonOf(column) {
  const game = shownGame();
  const after = { ...game, moves: [...shownMoves().slice(0, shownPly()), column] };
  const other = positionsOf(after)[after.moves.length].toMove;
  const facts = await explain(after, after.moves.length, new AbortController().signal);
  return facts.find((fact) => fact.colour === other && fact.kind !== 'threat')?.text ?? '';
}

// --- hints in steps -------------------------------------------------------------------------------

/** @type {Partial<Record<Fact['kind'], string>>} */
const LOOK = {
  'immediate win': 'You can win now. Where?',
  'cannot be stopped': 'Your opponent wins next, whatever you play. Look at the marked cells.',
  'forced block': 'Your opponent threatens to win. Where?',
  'only move': 'Most columns lose soon. Which one does not?',
  trap: 'There is a trap here. Look at the marked cells.',
  'immediate line': 'A line can be completed. Look at the marked cell.',
  'do not play under': 'One column must be left alone. Look at the marked cell.',
  'threats on top of each other': 'Two threats lie on top of each other. Look at the marked cells.',
  threat: 'Think about the marked cell: who gets it?',
};

/** What the plan of the position `key` says to the side to move; null if there is none.
 * @type {{key: string, texts: Promise<PlanHints | null>} | null} */
let planned = null;

/** @typedef {{texts: [string, string], cells: Cell[], columns: number[]}} PlanHints  the idea of a plan, then its rule */

let giving = Promise.resolve();

/** Give the next hint, once the one before has been given. */
export function nextHint() {
  giving = giving.then(giveHint);
  return giving;
}

/** Where to look, then the idea and the rule of a plan; without one, which column, and why. */
async function giveHint() {
  const key = shownKey();
  const before = state.advice?.key === key ? state.advice : null;
  const advice = before ? await withPlan(before) : await firstHint(key);
  if (!advice || key !== shownKey()) return;
  if (!before) planned = { key, texts: planHints().catch(() => null) };
  const step = before ? Math.min(3, before.step + 1) : 1;
  const texts = advice.texts.slice(0, step);
  update({
    advice: { ...advice, step },
    ...(step > 1 && !advice.isPlanned ? { hint: { column: advice.column, exact: advice.exact, key } } : {}),
  });
  speak(texts[texts.length - 1]);
}

/** The hints with those of the plan, if there is one, instead of the column. @param {NonNullable<typeof state.advice>} advice */
async function withPlan(advice) {
  const hints = planned?.key === advice.key ? await planned.texts : null;
  if (!hints || advice.isPlanned) return advice;
  const { texts, cells, columns } = hints;
  return { ...advice, isPlanned: true, cells, columns, texts: [advice.texts[0], ...texts] };
}

/** The hints of a plan by which the side to move wins or holds. One that begins before the opponent's last move may answer it.
 * @returns {Promise<PlanHints | null>} */
async function planHints() {
  const position = shownPosition();
  const outcome = state.analysis?.key === shownKey() ? state.analysis.score?.outcome : null;
  const browser = outcome === 'win' || outcome === 'draw' ? await browserCore() : null;
  if (!browser || position.rules.objective !== 'first-line') return null;
  const before = shownPly() > 0 ? positionsOf(shownGame())[shownPly() - 1] : null;
  for (const [from, last] of /** @type {const} */ ([[before, position.last?.column ?? null], [position, null]])) {
    const plan = from && await browser.findPlan(from, position.toMove, outcome === 'win' ? 'win' : 'draw', null, PLAN_MS);
    const reply = plan && await browser.replyByPlan(position, plan.rules, last);
    const first = plan ? plan.rules.findIndex(({ rule }) => rule === reply?.reason) : -1;
    if (!plan || !reply || first < 0) continue;
    const { text, cells, columns } = plan.rules[reply.reason === 'pair' ? first + reply.index : first];
    const idea = plan.endings[0]?.text ?? `You do not lose by a plan of ${counted(plan.rules.length, 'rule')}.`;
    return { texts: [idea, `The rule: ${text[0].toLowerCase()}${text.slice(1)}`], cells, columns };
  }
  return null;
}

/** @param {string} key @returns {Promise<typeof state.advice>} */
async function firstHint(key) {
  const game = shownGame();
  const ply = shownPly();
  try {
    const [{ column, exact }, facts] = await Promise.all([
      suggest(game, ply), explain(game, ply, new AbortController().signal),
    ]);
    const position = positionsOf(game)[ply];
    const fact = facts.find((each) => LOOK[each.kind] && (each.kind !== 'threat' || each.columns.includes(column)));
    const columns = fact ? [] : thirdOf(column, position.rules.columns);
    const side = columns[0] === 1 ? 'left' : columns.includes(position.rules.columns) ? 'right' : 'middle';
    return {
      key,
      step: 1,
      column,
      exact,
      isPlanned: false,
      cells: fact && !['immediate win', 'forced block', 'only move'].includes(fact.kind) ? fact.cells : [],
      columns,
      texts: [
        (fact && LOOK[fact.kind]) || `Look at the ${side} of the board.`,
        exact ? `The best move is column ${column}.` : `Column ${column} looks good.`,
        why(column, facts, position),
      ],
    };
  } catch (error) {
    speak(`No hint: ${failureOf(error)}.`);
    return null;
  }
}

/** The third of the board that a column lies in. @param {number} column @param {number} count */
function thirdOf(column, count) {
  const third = Math.min(2, Math.floor(((column - 0.5) * 3) / count));
  return columnsOf({ rules: { columns: count } }).filter((each) => Math.min(2, Math.floor(((each - 0.5) * 3) / count)) === third);
}

/** @param {number} column @param {Fact[]} facts @param {Position} position */
function why(column, facts, position) {
  const words = facts.filter((fact) => fact.columns.includes(column)).slice(0, 2).map((fact) => fact.text);
  const proof = state.analysis?.key === shownKey() ? proofOf(column, state.analysis, position) : '';
  return [proof, ...words].filter(Boolean).join(' ') || `Nothing is proven here; column ${column} is what the engine would play.`;
}

/** What is proven about a good column and the others. @param {number} column @param {Analysis} analysis
 * @param {Position} position */
function proofOf(column, { columns, score: best }, position) {
  const score = columns.get(column);
  if (!score || score.outcome === null) return '';
  if (position.rules.objective === 'most-lines') return `Column ${column}: ${scoreSentence(score, position.rules)}.`;
  if (score.outcome === 'loss') {
    return best?.outcome === 'loss' ? `Every column loses against best play; column ${column} holds out longest.` : '';
  }
  const others = legalColumns(position).filter((each) => each !== column).map((each) => columns.get(each)?.outcome ?? null);
  const rest = others.length && others.every((each) => each !== null && each !== score.outcome) ? ' No other column does.' : '';
  return `Column ${column} ${score.outcome === 'win' ? 'wins' : 'holds the draw'}.${rest}`;
}

// --- the panel below the board --------------------------------------------------------------------

/** @param {{take: () => void, play: () => void}} handlers  take the held move back, or play it */
export function createCoachPanel({ take, play }) {
  const text = el('p.verdict');
  const reason = el('p.soft');
  const steps = el('ol.coach-steps');
  const back = button('Take it back', take, '.primary');
  const anyway = button('Play it', play);
  const more = button('Next hint', nextHint);
  const actions = el('div.card-actions', {}, back, anyway, more);
  const panel = el('section.card.coach', { 'aria-label': 'Coach' }, text, reason, steps, actions);
  panel.addEventListener('keydown', (event) => {
    if (/** @type {KeyboardEvent} */ (event).key === 'Escape' && state.held) take();
  });
  byId('tools').before(panel);
  let asked = '';

  function render() {
    const key = shownKey();
    const held = state.held?.key === key && state.held.warning ? state.held : null;
    const advice = state.advice?.key === key && !held ? state.advice : null;
    show(panel, state.view === 'game' && Boolean(held || advice));
    showText(text, held?.warning ?? '');
    showText(reason, held?.reason ?? '');
    show(back, held !== null);
    show(anyway, held !== null);
    show(steps, advice !== null);
    show(more, advice !== null && advice.step < 3);
    const texts = advice ? advice.texts.slice(0, advice.step) : [];
    if (texts.join('|') !== [...steps.children].map((item) => item.textContent).join('|')) {
      steps.replaceChildren(...texts.map((each) => el('li', {}, each)));
    }
    set(panel, 'data-warning', held !== null);
    const question = held ? `${key} ${held.column}` : '';
    if (question !== asked) {
      asked = question;
      if (question) {
        back.focus();
        panel.scrollIntoView({ block: 'nearest' });
      }
    }
  }
  watch(render);
  render();
}
