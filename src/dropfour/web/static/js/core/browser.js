// The core in this browser: its workers and its opening books. Everything here may raise an Error if the
// browser cannot run the core. What an engine's move does not need is loaded when it is first used.

import { once } from './once.js';
import { Pool, compiled, threadsHere } from './pool.js';
import { fill, sentence, wordedStory } from './sentences.js';
import { positionString } from '../board/notation.js';

/** @import {AnalysisEvent} from './analysis.js' */
/** @import {Phrase, Sentences} from './sentences.js' */
/** @import {Position} from '../board/rules.js' */
/** @import {BareRule, ReviewedMove, Story} from '../types.d.ts' */

const ANALYSIS_MS = 30_000;
const ESTIMATE_AFTER_MS = 150;
const HINT_MS = 1_000;
const REVIEW_MS = 60_000;
const GLANCE_MS = 10_000;
const ENGINE_MS = 1_000;
const PLAN_MS = 2_500;
const STRATEGY_MS = 30_000;
const MOST_PLANS = 30;

const SENTENCES = new URL('../../core/sentences.json', import.meta.url);

// The page itself needs a processor, too.
const spare = Math.max(1, Math.min(4, (navigator.hardwareConcurrency || 2) - 1));
const searches = new Pool(spare, 64, threadsHere());
const moves = new Pool(1, 32);
const plans = new Pool(1, 8);

/** @type {Promise<ArrayBuffer | null> | null} */
let openingSmall = null;
/** @type {Promise<ArrayBuffer> | null} */
let openingFull = null;
/** @type {Promise<ArrayBuffer | null> | null} */
let openingLines = null;
/** @type {ArrayBuffer | null} */
let fullBook = null;
/** @type {ArrayBuffer | null} */
let bookInUse = null;

/** Fetch and compile the core, and return whether that was possible. */
export async function isReady() {
  moves.prepare();
  return compiled().then(() => true, () => false);
}

/** @param {ArrayBuffer | null} bytes */
function useBook(bytes) {
  if (bytes === null || bytes === bookInUse) return;
  bookInUse = bytes;
  searches.setBook(bytes);
  moves.setBook(bytes);
}

function openSmallBook() {
  openingSmall ??= import('./books.js').then(({ SMALL, smallBook }) => smallBook(SMALL)).catch(() => {
    openingSmall = null;
    return null;
  });
  return openingSmall;
}

function openLinesBook() {
  openingLines ??= import('./books.js').then(({ LINES, keptBook }) => keptBook(LINES, () => {})).catch(() => {
    openingLines = null;
    return null;
  });
  return openingLines;
}

/** Wait for the book of the position's game, if there is one; without it everything works, but takes longer.
 * @param {Position} position */
async function openBook({ rules: { columns, rows, connect, objective } }) {
  if (columns !== 7 || rows !== 6 || connect !== 4) return;
  if (objective === 'most-lines') useBook(await openLinesBook());
  else useBook(fullBook ?? await openSmallBook());
}

/** Fetch the full book of the classic game, or take it from the browser's storage.
 * @param {(share: number) => void} progress @returns {Promise<void>} */
export async function openFullBook(progress) {
  openingFull ??= openSmallBook()
    .then(() => import('./books.js'))
    .then(({ FULL, keptBook }) => keptBook(FULL, progress))
    .catch((error) => {
      openingFull = null;
      throw error;
    });
  fullBook = await openingFull;
  useBook(fullBook);
}

/** @param {Position} position @param {AbortSignal} signal @param {(event: AnalysisEvent) => void} send */
export async function analysePosition(position, signal, send) {
  const [{ analyse }, { estimateColumns }, { columnsFromMiddle }] = await Promise.all([
    import('./analysis.js'), import('./estimates.js'), import('./scores.js'), openBook(position),
  ]);
  const open = new Set(columnsFromMiddle(position));
  const found = new AbortController();
  const stop = () => found.abort();
  signal.addEventListener('abort', stop);
  // The estimates have a worker of their own, and begin when the search takes longer than they would.
  const timer = setTimeout(() => {
    void estimateColumns(moves, position, () => [...open], found.signal, (data) => send({ event: 'estimate', data })).catch(() => {});
  }, ESTIMATE_AFTER_MS);
  try {
    const data = await analyse(searches, position, ANALYSIS_MS, signal, (event) => {
      if (event.event === 'column' && event.data.score.exact) open.delete(event.data.column);
      send(event);
    });
    send({ event: 'done', data });
  } finally {
    clearTimeout(timer);
    stop();
    signal.removeEventListener('abort', stop);
  }
}

/** @param {Position} position */
export async function suggest(position) {
  const [{ hint }] = await Promise.all([import('./analysis.js'), openBook(position)]);
  return hint(searches, position, HINT_MS, null);
}

/** @param {Position[]} positions @param {number[]} columns @param {AbortSignal} signal
 * @param {(move: ReviewedMove) => void} send @param {boolean} isBrief  nobody has asked for it */
export async function reviewGame(positions, columns, signal, send, isBrief) {
  const [{ review }] = await Promise.all([import('./review.js'), openBook(positions[0])]);
  await review(searches, positions, columns, isBrief ? GLANCE_MS : REVIEW_MS, signal, send);
}

/** The story of a reviewed game in words. @param {Position[]} positions @param {number[]} columns @param {Map<number, ReviewedMove>} moves
 * @param {{winner: Colour | null, reader: Colour | null, names: Record<string, string>}} people  the names of the colours
 * @returns {Promise<Story>} */
export async function tellStory(positions, columns, moves, { winner, reader, names }) {
  const [policy, table] = await Promise.all([searches.policy(), sentenceTable()]);
  return wordedStory(table, policy.tellStory(positions, columns, moves, winner, reader), names);
}

/** What a move allows the opponent, in words; empty if nothing is seen. @param {Position} position @param {number} column */
export async function reasonAgainst(position, column) {
  const [policy, table] = await Promise.all([searches.policy(), sentenceTable()]);
  const phrase = policy.reasonAgainst(position, column);
  return phrase ? sentence(fill(table, phrase)) : '';
}

/** @param {Position} position @param {AbortSignal} signal */
export async function explainPosition(position, signal) {
  const [table, facts] = await Promise.all([
    sentenceTable(), moves.run('explain', { position: positionString(position) }, { signal }),
  ]);
  return facts.map(({ phrase, ...fact }) => ({ ...fact, text: sentence(fill(table, phrase)) }));
}

/** A plan of *colour*, in words; null if none was found. @param {Position} position @param {Colour} colour
 * @param {'win' | 'draw'} promise @param {AbortSignal | null} signal @param {number} [timeMs] @returns {Promise<Plan | null>} */
export async function findPlan(position, colour, promise, signal, timeMs = PLAN_MS) {
  const plan = await plans.run('plan', { position: positionString(position), colour, promise, timeMs }, { signal });
  return plan && inWords(plan);
}

/** A plan with given rules, in words and played out. @param {Position} position @param {Colour} colour
 * @param {'win' | 'draw'} promise @param {BareRule[]} rules @returns {Promise<Plan>} */
export async function describePlan(position, colour, promise, rules) {
  return inWords(await plans.run('planWords', { position: positionString(position), colour, promise, rules }));
}

/** A strategy of *colour*, in words; null if none was found. @param {Position} position @param {Colour} colour
 * @param {'win' | 'draw'} promise @param {AbortSignal} signal @param {(nodes: number) => void} report
 * @returns {Promise<Strategy | null>} */
export async function findStrategy(position, colour, promise, signal, report) {
  const job = { position: positionString(position), colour, promise, mostPlans: MOST_PLANS, timeMs: STRATEGY_MS };
  const [table, found] = await Promise.all([sentenceTable(), plans.run('strategy', job, { signal, report })]);
  return found && { ...found, plans: found.plans.map((rules) => rules.map((rule) => worded(table, rule))) };
}

/** @param {import('./native.js').UnwordedPlan} plan @returns {Promise<Plan>} */
async function inWords(plan) {
  const table = await sentenceTable();
  return {
    ...worded(table, plan),
    rules: plan.rules.map((rule) => worded(table, rule)),
    endings: plan.endings.map((ending) => worded(table, ending)),
  };
}

/** @template T @param {Sentences} table @param {T & {phrase: Phrase}} unworded */
function worded(table, { phrase, ...rest }) {
  return { ...rest, text: sentence(fill(table, phrase)) };
}

/** What a plan plays. @param {Position} position @param {BareRule[]} rules
 * @param {number | null} last  the column of the opponent's last move since the plan was made */
export function replyByPlan(position, rules, last) {
  return plans.run('planReply', { position: positionString(position), rules, last });
}

/** The sentences of explanations and puzzles, fetched once. @type {() => Promise<Sentences>} */
export const sentenceTable = once(() => fetch(SENTENCES).then((found) => found.json()));

/** Check that the browser has an engine; raises an Error that says why not. @param {string} spec */
export async function checkEngine(spec) {
  (await searches.policy()).readSpec(spec);
}

/** The move of an engine; one without a seed of its own plays each game differently.
 * @param {string} spec @param {Position} position @param {bigint} seed */
export async function chooseMove(spec, position, seed) {
  // Only exact play needs a book, and a first move should not wait for one.
  if ((await moves.policy()).readSpec(spec)) await openBook(position);
  return moves.run('choose', { position: positionString(position), spec, seed, timeMs: ENGINE_MS });
}
