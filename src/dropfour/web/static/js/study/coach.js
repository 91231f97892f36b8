// The coach: holds back a move that changes the result, and gives hints in steps. Loaded when first needed.

import { legalColumns } from '../core/scores.js';
import { analyse, browserCore, explain, suggest } from '../server/answers.js';
import { isHelpOff, onChange, positionsOf, resultOf, shownGame, shownKey, shownMoves, shownPly, shownPosition, speak, state, update, watch } from '../page/store.js';
import { counted, scoreSentence } from '../page/words.js';
import { button, byId, el, set, show, showText } from '../ui/dom.js';
import { failureOf } from '../page/errors.js';
import { columnsOf } from '../board/rules.js';

/** @import {Analysis} from '../types.d.ts' */

// A move is held back for this long at most before it is played unchecked.
const PATIENCE_MS = 2500;
const PLAN_MS = 1200;
// More would hide the board.
const MOST_ANSWERS = 7;

/** @typedef {Pick<import('../types.d.ts').Held, 'severity' | 'warning'>} Warning */

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
 * @param {number} column @returns {Promise<Warning | null>} null if the move is fine or nothing is proven in time
 */
export async function warningOf(column) {
  const key = shownKey();
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    if (key !== shownKey()) return null;
    const { analysis } = state;
    const isOver = performance.now() >= deadline;
    if (analysis?.key === key) {
      const verdict = verdictOf(analysis, column, shownPosition(), isOver || analysis.done);
      if (verdict !== 'open') return verdict;
    }
    if (isOver) return null;
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
 * @returns {Warning | null | 'open'} open if that needs more time */
function verdictOf({ columns }, column, position, isFinal) {
  const played = columns.get(column);
  const others = position.legalColumns.filter((each) => each !== column).map((each) => columns.get(each));
  if (!played) return isFinal ? null : 'open';
  const worst = Math.sign(played.low);
  const best = Math.sign(played.high);
  const isWon = others.some((other) => other && other.low > 0);
  if (others.some((other) => other && Math.sign(other.low) > best)) return warning(played, position, isWon);
  if (others.every((other) => other && Math.sign(other.high) <= worst)) return null;
  if (!isFinal) return 'open';
  return best < 0 && others.some((other) => !other || other.high >= 0) ? warning(played, position, isWon) : null;
}

/** The worse a move is, the plainer the words. @param {Score} played @param {Position} position @param {boolean} isWon  with another move
 * @returns {Warning} */
function warning(played, position, isWon) {
  if (played.high >= 0) return { severity: 'win lost', warning: 'This gives the win away: take it back?' };
  const isCounted = played.exact && position.rules.objective === 'first-line';
  if (isCounted && played.stones === 1) return { severity: 'loses now', warning: 'Stop! This loses at once: take it back?' };
  const lead = isWon ? 'You are winning, and this loses' : 'This loses';
  return { severity: 'loses', warning: `${lead}${isCounted ? ` in ${played.stones}` : ''}: take it back?` };
}

/** The game with a move that is held back. @param {number} column @returns {Game} */
function gameAfter(column) {
  return { ...shownGame(), moves: [...shownMoves().slice(0, shownPly()), column] };
}

/** Why the move is bad: what it allows the opponent. @param {number} column */
export async function reasonOf(column) {
  const browser = await browserCore();
  if (browser) return browser.reasonAgainst(shownPosition(), column);
  const after = gameAfter(column);
  const other = positionsOf(after)[after.moves.length].toMove;
  const facts = await explain(after, after.moves.length, new AbortController().signal);
  return facts.find((fact) => fact.colour === other && fact.kind !== 'threat')?.text ?? '';
}

/** How the opponent answers the move, and how it goes on with best play. @param {number} column @param {AbortSignal} signal
 * @returns {Promise<number[]>} */
export async function refutationOf(column, signal) {
  const after = gameAfter(column);
  /** @type {number[]} */
  let line = [];
  await analyse(after, after.moves.length, signal, ({ event, data }) => {
    if (event === 'done') line = data.variation.slice(0, MOST_ANSWERS);
  });
  return line;
}

// --- hints in steps -------------------------------------------------------------------------------

/** @type {Partial<Record<Fact['kind'], string>>} */
const LOOK = {
  'immediate win': 'You can win now. Where?',
  'cannot be stopped': 'Your opponent wins next, whatever you play.',
  'forced block': 'Your opponent threatens to win. Where?',
  'only move': 'Most columns lose soon. Which one does not?',
  trap: 'There is a trap here: two threats at once.',
  'immediate line': 'A line can be completed.',
  'do not play under': 'One column must be left alone.',
  'threats on top of each other': 'Two threats lie on top of each other.',
  threat: 'There is a threat that waits. Who gets its cell in the end?',
};

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
  if (!before) planned = { key, texts: planHints().catch(() => null) };
  const step = before ? Math.min(3, before.step + 1) : 1;
  const texts = advice.texts.slice(0, step);
  update({
    advice: { ...advice, step },
    ...(step === 3 ? { hint: { column: advice.column, exact: advice.exact, key } } : {}),
  });
  speak(texts[texts.length - 1]);
}

/** The hints with those of the plan, if there is one. @param {NonNullable<typeof state.advice>} advice */
async function withPlan(advice) {
  const hints = planned?.key === advice.key ? await planned.texts : null;
  if (!hints || advice.isPlanned) return advice;
  const { rule, column, cells, columns } = hints;
  const last = `By that rule: column ${column}.`;
  return { ...advice, isPlanned: true, column, exact: true, cells, columns, texts: [advice.texts[0], rule, last] };
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
    return { rule: `${idea} The rule: ${text[0].toLowerCase()}${text.slice(1)}`, column: reply.column, cells, columns };
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
    const third = thirdOf(column, position.rules.columns);
    const side = third[0] === 1 ? 'left' : third.includes(position.rules.columns) ? 'right' : 'middle';
    const landing = third.filter((each) => position.canPlay(each)).map((each) => ({ column: each, row: position.height(each) + 1 }));
    const cells = fact?.cells.length ? fact.cells : landing;
    return {
      key,
      step: 1,
      column,
      exact,
      isPlanned: false,
      cells,
      columns: [],
      texts: [
        (fact && LOOK[fact.kind]) || `Look at the ${side} of the board.`,
        cells.length === 1 ? `Look at column ${cells[0].column}, row ${cells[0].row}.` : 'Look at the marked cells.',
        `${exact ? `The best move is column ${column}.` : `Column ${column} looks good.`} ${why(column, facts, position)}`,
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

// --- the panel beside the board, or below it --------------------------------------------------------------------

/** @param {{take: () => void, play: () => void}} handlers  take the held move back, or play it */
export function createCoachPanel({ take, play }) {
  const text = el('p.verdict');
  const reason = el('p.soft');
  const idle = el('p.soft', {}, 'The coach watches your moves. Hint gives you an idea first.');
  const steps = el('ol.coach-steps');
  const back = button('Take it back', take, '.primary');
  const anyway = button('Play it', play);
  const more = button('Next hint', nextHint);
  const actions = el('div.card-actions', {}, back, anyway, more);
  const panel = el('section.card.coach', { 'aria-label': 'Coach' }, idle, text, reason, steps, actions);
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
      steps.replaceChildren(...texts.map((each) => el('li', {}, each)));
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
