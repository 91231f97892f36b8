// The core in this browser: its workers and its opening books. Everything here raises a Failure if the
// browser cannot run the core. What an engine's move does not need is loaded when it is first used.

import { loaded, once, succeeds } from './load.js';
import { runMachine } from './machines.js';
import { Pool, compiled, threadsHere } from './pool.js';
import { fill, told, wordedStory } from './sentences.js';
import { loadWords, sentence, t } from '../ui/words.js';
import { positionString } from '../board/notation.js';

/** @import {Core} from './native.js' */

const ANALYSIS_MS = 30_000;
// As in terminal/advice.py.
const ADVISER = 'exact';
const HINT_MS = 1_000;
const REVIEW_MS = 60_000;
const GLANCE_MS = 10_000;
const ENGINE_MS = 1_000;
const PLAN_MS = 2_500;

// The page itself needs a processor, too.
const spare = Math.max(1, Math.min(4, (navigator.hardwareConcurrency || 2) - 1));
const searches = new Pool(spare, 64, threadsHere());
const moves = new Pool(1, 32);
const plans = new Pool(1, 8);

const openSmallBook = once(async () => {
  const { SMALL, smallBook } = await import('./books.js');
  return smallBook(SMALL);
});
const openLinesBook = once(async () => {
  const { LINES, keptBook } = await import('./books.js');
  return keptBook(LINES, () => {});
});
/** @type {(progress: (share: number) => void) => Promise<ArrayBuffer>} */
const loadFullBook = once(async (progress) => {
  await openSmallBook().catch(() => null);
  const { FULL, keptBook } = await import('./books.js');
  return keptBook(FULL, progress);
});
/** @type {ArrayBuffer | null} */
let fullBook = null;
/** @type {ArrayBuffer | null} */
let bookInUse = null;

/** Fetch and compile the core, and return whether that was possible. */
export async function isReady() {
  moves.prepare();
  return succeeds(compiled());
}

/** @param {ArrayBuffer | null} bytes */
function useBook(bytes) {
  if (bytes === null || bytes === bookInUse) return;
  bookInUse = bytes;
  for (const pool of [searches, moves, plans]) pool.setBook(bytes);
}

/** Wait for the book of the position's game, if there is one; without it everything works, but
 * takes longer. @param {Position} position */
async function openBook({ rules: { columns, rows, connect, objective } }) {
  if (columns !== 7 || rows !== 6 || connect !== 4) return;
  const open = objective === 'most-lines' ? openLinesBook : openSmallBook;
  useBook((objective === 'first-line' && fullBook) || (await open().catch(() => null)));
}

/** Fetch the full book of the classic game, or take it from the browser's storage.
 * @param {(share: number) => void} progress @returns {Promise<void>} */
export async function openFullBook(progress) {
  fullBook = await loadFullBook(progress);
  useBook(fullBook);
}

/** What *ask* wants to know of the core on this thread, once there are sentences to say it in.
 * Raises a Failure without a core. @template Found @param {(core: Core) => Found} ask */
async function asked(ask) {
  await sentencesLoaded();
  return ask(await moves.policy());
}

/** What an analysis finds; *send* gets it as it is proven. @param {Position} position @param {AbortSignal} signal
 * @param {(event: AnalysisEvent) => void} [send] @returns {Promise<FoundAnalysis>} */
export async function analysePosition(position, signal, send = () => {}) {
  await openBook(position);
  // The estimates have a worker of their own.
  const options = { signal, send, estimates: moves };
  return runMachine(searches, (core) => core.startAnalysis(position, ANALYSIS_MS), options);
}

const MOST_KNOWN = 200;
/** @type {Map<string, FoundAnalysis>} */
const known = new Map();

/** The same for a position that is not part of a game, asked once. @param {Position} position @param {AbortSignal} signal */
export async function analysisOf(position, signal) {
  const key = positionString(position);
  const found = known.get(key) ?? (await analysePosition(position, signal));
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, found);
  return found;
}

/** A good column, the same every time, and whether it is proven to be the best.
 * @param {Position} position @returns {Promise<Hint>} */
export async function suggest(position) {
  await openBook(position);
  const { column, score } = await searches.run('choose', about(position, ADVISER, 0n, { timeMs: HINT_MS }));
  if (!score?.exact) return { column, exact: false, outcome: null };
  return { column, exact: true, outcome: score.value > 0 ? 'win' : score.value < 0 ? 'loss' : 'draw' };
}

/** What a worker is asked. @template {unknown[]} Args @param {Position} position @param {Args} args */
function about(position, ...args) {
  return { position: positionString(position), args };
}

/** @param {Position[]} positions @param {number[]} columns @param {AbortSignal} signal
 * @param {(move: ReviewedMove) => void} send @param {boolean} isBrief  nobody has asked for it */
export async function reviewGame(positions, columns, signal, send, isBrief) {
  await openBook(positions[0]);
  const timeMs = isBrief ? GLANCE_MS : REVIEW_MS;
  await runMachine(searches, (core) => core.startReview(positions, columns, timeMs), {
    signal,
    send: ({ event, data }) => event === 'move' && send(data),
  });
}

/** Why a move does not achieve an aim, and the moves that show it, itself included; *wins*: it only
 * wins too slowly. @param {Position} before @param {number} column @param {Aim} aim
 * @param {AbortSignal} signal
 * @returns {Promise<{text: string, columns: number[], wins: boolean}>} */
export async function refute(before, column, aim, signal) {
  await openBook(before);
  const start = (/** @type {Core} */ core) => core.startRefutation(before, column, aim, ANALYSIS_MS);
  await sentencesLoaded();
  const { texts, variation, wins } = await runMachine(searches, start, { signal });
  return { text: texts.map((/** @type {Phrase} */ text) => told(text)).join(' '), columns: variation, wins };
}

/** What a puzzle asks for. @param {Position} position @param {Aim} aim */
export async function taskOf(position, aim) {
  await sentencesLoaded();
  const plain = /** @type {Phrase} */ ([`task, ${aim.goal}`, { mover: position.toMove }]);
  const phrase = await moves.policy().then(
    (core) => core.task(position, aim),
    () => plain,
  );
  return told(phrase);
}

/** What to look for in a puzzle, without naming a column: what is urgent, otherwise one of the
 * themes. @param {Position} position @param {string[]} themes */
export async function ideaOf(position, themes) {
  const phrase = await asked((core) => core.idea(position, themes));
  return told(phrase);
}

/** How a try at a puzzle changes a strength: not at all without a core. @returns {Promise<Core['rate']>} */
export function ratingRule() {
  return moves.policy().then(
    (core) => core.rate.bind(core),
    () => (before) => before,
  );
}

/** What the coach says of a move by what is proven of the columns: null if the move is fine, and
 * 'open' if more has to be proven first. @param {Position} position
 * @param {Map<number, Score>} columns @param {number} column @param {boolean} isFinal
 * @returns {Promise<{severity: 'win lost' | 'loses' | 'loses now', warning: string} | null | 'open'>} */
export async function warningAgainst(position, columns, column, isFinal) {
  const { open, severity, phrase } = await asked((core) => core.warn(position, columns, column, isFinal));
  if (!phrase || !severity) return open ? 'open' : null;
  return { severity, warning: fill(phrase) };
}

/** The story of a reviewed game in words. @param {Position[]} positions @param {number[]} columns
 * @param {Map<number, ReviewedMove>} moves
 * @param {{winner: Colour | null, reader: Colour | null, names: Record<string, string>}} people
 * the names of the colours @returns {Promise<Story>} */
export async function tellStory(positions, columns, moves, { winner, reader, names }) {
  const story = await asked((core) => core.tellStory(positions, columns, moves, winner, reader));
  return wordedStory(story, names);
}

/** @param {Position} position @param {AbortSignal} signal */
export async function explainPosition(position, signal) {
  await sentencesLoaded();
  return (await moves.run('facts', about(position), { signal })).map(worded);
}

/** @type {Promise<void> | null} */
let solutionOpened = null;

/** Read the solution in which answers look positions up, once. @param {() => Promise<string>} load @param {Position} empty */
export function openSolution(load, empty) {
  solutionOpened ??= Promise.all([plans.policy(), load()]).then(
    ([core, text]) => core.openSolution(text, empty),
    () => {
      solutionOpened = null; // it is missing until the next position
    },
  );
  return solutionOpened;
}

/** Why a position is won, drawn or lost: *hear* gets each better answer, and how many nodes were
 * visited. *proven* is what is known of the columns. @param {Position} position
 * @param {[number, Score][]} proven @param {number} timeMs @param {AbortSignal} signal
 * @param {(answer: Explanation | null, nodes: number) => void} hear */
export async function answerWhy(position, proven, timeMs, signal, hear) {
  await Promise.all([sentencesLoaded(), openBook(position)]);
  const start = (/** @type {Core} */ core) => core.startExplanation(position, proven, { timeMs });
  await runMachine(plans, start, {
    signal,
    send: ({ event, data }) => {
      if (event === 'answer') hear(answerInWords(position, data), data.nodes);
      if (event === 'progress') hear(null, data.nodes);
    },
  });
}

/** @param {Position} position @param {any} found  with phrases @returns {Explanation} */
function answerInWords(position, { headline, reasons, facts, plan, strategy, ...rest }) {
  const { columns, rows, connect } = position.rules;
  const head = `dropfour solution 2\nboard ${columns}x${rows} connect ${connect}\nstart ${positionString(position)}`;
  const promise = strategy?.promise === 'win' ? 'wins' : 'does not lose';
  return {
    ...rest,
    headline: told(headline),
    reasons: reasons.map((/** @type {Phrase} */ reason) => told(reason)),
    facts: facts.map(worded).filter((/** @type {Fact} */ { kind }) => kind !== 'proven'), // the headline says it
    plan: plan && inWords(plan),
    strategy: strategy && `${head}\npromise ${strategy.colour} ${promise}\n${strategy.text}`,
    graph: null,
  };
}

/** A plan of *colour*, in words; null if none was found. @param {Position} position
 * @param {Colour} colour @param {'win' | 'draw'} promise @param {AbortSignal | null} signal
 * @param {number} [timeMs] @returns {Promise<Plan | null>} */
export async function findPlan(position, colour, promise, signal, timeMs = PLAN_MS) {
  const job = about(position, colour, promise, { timeMs });
  await sentencesLoaded();
  const plan = await plans.run('findPlan', job, { signal });
  return plan && inWords(plan);
}

/** A plan as files have it, or its mirror image, in words and played out.
 * @param {Position} position @param {Colour} colour @param {'win' | 'draw'} promise
 * @param {string} written @param {boolean} [isMirrored] @returns {Promise<Plan>} */
export async function describePlan(position, colour, promise, written, isMirrored = false) {
  const job = about(position, colour, promise, written, isMirrored);
  await sentencesLoaded();
  return inWords(await plans.run('describePlan', job));
}

/** @param {[import('./native.js').PlanInPhrases, import('./native.js').Verification]} plan
 * @returns {Plan} */
function inWords([plan, verification]) {
  const { kept, replies } = verification;
  const proof = !kept ? 'plan failed' : replies === 0 ? 'plan decided' : 'plan proven';
  const { phrase, first, idea, ending, rules, ...rest } = plan;
  return {
    ...rest,
    ...verification,
    text: `${told(phrase)} ${told(first)}`,
    first: told(first),
    idea: told(idea),
    ending: told(ending),
    proof: sentence(t(`sentences.${proof}`, { replies })),
    rules: rules.map(worded),
  };
}

/** @template T @param {T & {phrase: Phrase}} unworded */
function worded({ phrase, ...rest }) {
  return { ...rest, text: told(phrase) };
}

/** What a plan, or its mirror image, plays. @param {Position} position @param {string} written
 * @param {number | null} last  the column of the opponent's last move since the plan was made @param {boolean} [isMirrored] */
export function replyByPlan(position, written, last, isMirrored = false) {
  return plans.run('planReply', about(position, written, isMirrored, last));
}

/** The sentences of explanations and puzzles, and the page's words in them, are there. */
function sentencesLoaded() {
  return loaded(Promise.all(['sentences', 'page'].map(loadWords)));
}

/** Check that the browser has an engine; raises a Failure that says why. @param {string} spec */
export async function checkEngine(spec) {
  (await searches.policy()).readSpec(spec);
}

/** The move of an engine; one without a seed of its own plays each game differently.
 * @param {string} spec @param {Position} position @param {bigint} seed @param {boolean} [hasSwap]  the swap rule */
export async function chooseMove(spec, position, seed, hasSwap = false) {
  // Only exact play needs a book, and a first move should not wait for one.
  if ((await moves.policy()).readSpec(spec)) await openBook(position);
  return moves.run('choose', about(position, spec, seed, { timeMs: ENGINE_MS }, hasSwap));
}
