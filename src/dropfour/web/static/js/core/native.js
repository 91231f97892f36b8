// The native core as WebAssembly: the functions of native/wasm/core.cpp with the page's types. It
// runs in a worker of the page, or in Node.

import { start } from './instance.js';
import { Failure } from './load.js';

/** @import {Link} from './instance.js' */

/** @typedef {{low: number, high: number}} Range  proven bounds of a score */
/** What a move has to achieve; *moves* if it is a win within so many.
 * @typedef {{goal: 'win' | 'draw' | 'stop', moves: number | null}} Aim */
/** What the coach says of a move, null if it is fine. While it is *open*, more has to be proven.
 * @typedef {{open: boolean, severity: 'win lost' | 'loses' | 'loses now' | '', phrase: Phrase | null}} Warning */
/** @typedef {'win' | 'draw'} Promise */
/** A rating by Glicko-2. @typedef {{rating: number, deviation: number, volatility: number}} Strength */
/** A part of a plan whose sentence is data. @template T @typedef {Omit<T, 'text'> & {phrase: Phrase}} Unworded */
/**
 * *phrase* is what it promises, and *first* what comes before its rules.
 * @typedef {Omit<WrittenPlan, 'text' | 'idea' | 'ending' | 'rules'> & {
 *   phrase: Phrase, idea: Phrase | null, first: Phrase, rules: Unworded<PlanRule>[], ending: Phrase | null,
 * }} PlanInPhrases
 */
/** From playing a plan out. @typedef {{kept: boolean, positions: number, replies: number}} Verification */
/** A story whose sentences are data. @typedef {Omit<Story, 'mistakes' | 'ending'> & {
 *   mistakes: (Omit<Story['mistakes'][number], 'text' | 'exact'> & {text: Phrase[], exact: Phrase[]})[], ending: Phrase,
 * }} UnwordedStory */
/** A fact whose sentence is data. @typedef {Omit<Fact, 'text'> & {phrase: Phrase}} UnwordedFact */
/** Limits of a search; what is missing is not limited.
 * @typedef {{timeMs?: number | undefined, nodes?: number | undefined, depth?: number | undefined}} Limits */

const MAX_SPEC = 100; // as long as the input buffer even if no character is ASCII
const MAX_SEED = (1n << 64n) - 1n;

// Of questions: from there on they are about plans.
const FIRST_DEAF_KIND = 4;

/** Bounds that prove nothing. */
const UNKNOWN = { low: -1000, high: 1000 };

/** @param {number[]} columns */
function maskOf(columns) {
  return columns.reduce((sum, column) => sum + 2 ** (column - 1), 0);
}

/** @param {Limits} limits */
function nodesAndTime(limits) {
  return /** @type {const} */ ([BigInt(limits.nodes ?? 0), limits.timeMs ?? -1]);
}

/** Whose turn it is, the promise and the colour, as the core takes them.
 * @param {Position} position @param {Colour} colour @param {Promise} promise */
function taskOf(position, colour, promise) {
  return /** @type {const} */ ([position.toMove === colour, promise === 'win', colour === 'red']);
}

export class Core {
  /** @param {WebAssembly.Module} module @param {number} tableMib  of the solver's table, made when it
   * is first used @param {WebAssembly.Memory | null} [memory]  shared with *threads* - 1 workers
   * (threads.js) @param {number} [threads] */
  static async start(module, tableMib, memory = null, threads = 1) {
    /** @type {Link} */
    const link = { memory, report: () => {} };
    const { exports } = await start(module, link);
    const core = new Core(exports, /** @type {WebAssembly.Memory} */ (link.memory), tableMib, link);
    if (threads > 1) exports.set_threads(threads);
    return core;
  }

  /** @param {Record<string, any>} exports @param {WebAssembly.Memory} memory @param {number} tableMib @param {Link} link */
  constructor(exports, memory, tableMib, link) {
    this._exports = exports;
    this._link = link;
    this._memory = memory;
    this._tableMib = tableMib;
    this._exports._initialize();
  }

  /** Where in the shared memory a byte other than 0 stops all searches; null if the memory is not
   * shared. @returns {number | null} */
  get stopsAt() {
    return this._exports.stop_flag?.() ?? null;
  }

  /** Set the position for all below; return whether red is to move. @param {Position} position */
  set(position) {
    const { columns, rows, connect, objective } = position.rules;
    const input = this._bytes(this._exports.input_buffer(), columns * rows);
    position.owners.forEach((owner, i) => {
      input[i] = owner === null ? 0 : owner === position.toMove ? 1 : 2;
    });
    this._exports.set_position(columns, rows, connect, objective === 'most-lines');
    return position.toMove === 'red';
  }

  // --- exact scores --------------------------------------------------------------------------------

  /** @param {Uint8Array} bytes  of a book file @returns {number} the ply up to which it is complete; raises an Error */
  openBook(bytes) {
    const start = this._exports.allocate(bytes.length);
    new Uint8Array(this._memory.buffer, start, bytes.length).set(bytes);
    const depth = this._exports.open_book(start, bytes.length);
    if (depth < 0) {
      this._exports.release(start);
      throw new Error('that is not an opening book');
    }
    // The book before stays in use until here.
    if (this._book) this._exports.release(this._book);
    this._book = start;
    return depth;
  }

  /** The score in the book for the side to move; null if it lacks the position. @returns {number | null} */
  lookUp() {
    return this._exports.look_up() ? this._numbers(1)[0] : null;
  }

  /** Forget what the solver has proven. */
  clear() {
    this._exports.clear();
  }

  // --- verdicts and facts --------------------------------------------------------------------------

  /** What the coach says of a move by what is known of some columns, and is not known any better if
   * that *isFinal*. @param {Position} position @param {Iterable<[number, Range]>} known
   * @param {number} column @param {boolean} isFinal @returns {Warning} */
  warn(position, known, column, isFinal) {
    this.set(position);
    for (const [each, { low, high }] of known) this._exports.learn(each - 1, low, high);
    return this._answer(this._exports.warn(column - 1, isFinal));
  }

  /** The story of a reviewed game: what is not known of a move is not told.
   * @param {Position[]} positions  the start first @param {number[]} columns  played
   * @param {Map<number, ReviewedMove>} moves  by ply @param {Colour | null} winner
   * @param {Colour | null} reader  addressed as "you" @returns {UnwordedStory} */
  tellStory(positions, columns, moves, winner, reader) {
    const numberOf = (/** @type {Colour | null} */ colour) => (colour === null ? 0 : colour === 'red' ? 1 : 2);
    columns.forEach((column, i) => {
      const { best = UNKNOWN, played = UNKNOWN, best_columns: bestColumns = [] } = moves.get(i + 1) ?? {};
      const scores = /** @type {const} */ ([best.low, best.high, played.low, played.high, maskOf(bestColumns)]);
      this._exports.add_reviewed(i === 0, this.set(positions[i]), column - 1, ...scores);
    });
    return this._answer(this._exports.tell_story(numberOf(winner), numberOf(reader)));
  }

  /** What matters in a position. @param {Position} position @returns {UnwordedFact[]} */
  facts(position) {
    return this._answer(this._exports.facts(this.set(position)));
  }

  // --- plans ---------------------------------------------------------------------------------------

  /** A plan of *colour* for a position, played out against every reply; null if none was found.
   * @param {Position} position @param {Colour} colour @param {Promise} promise @param {Limits} limits
   * @returns {[PlanInPhrases, Verification] | null} */
  findPlan(position, colour, promise, limits) {
    this.set(position);
    return this._answer(this._exports.find_plan(...taskOf(position, colour, promise), ...nodesAndTime(limits)));
  }

  /** A plan as files have it, played out; `kept` says whether the promise is.
   * @param {Position} position @param {Colour} colour @param {Promise} promise
   * @param {string} written @param {boolean} isMirrored  the mirror image of it is meant
   * @returns {[PlanInPhrases, Verification]} */
  describePlan(position, colour, promise, written, isMirrored) {
    this.set(position);
    const plan = /** @type {const} */ ([this._writeName(written), isMirrored]);
    return this._answer(this._exports.describe_plan(...plan, ...taskOf(position, colour, promise)));
  }

  /** What a plan plays; *last* is the column of the opponent's last move since the plan was made, or
   * null. @param {Position} position @param {string} written @param {boolean} isMirrored
   * @param {number | null} last @returns {PlanReply} */
  planReply(position, written, isMirrored, last) {
    this.set(position);
    const plan = /** @type {const} */ ([this._writeName(written), isMirrored]);
    return this._answer(this._exports.plan_reply(...plan, last === null ? -1 : last - 1));
  }

  // --- estimates and moves -------------------------------------------------------------------------

  /** Read the spec of an engine for `choose`; raises a Failure if the browser has no such engine.
   * @param {string} text  such as alphabeta:lines,depth=6 @returns {boolean} whether it is exact */
  readSpec(text) {
    if (text.length > MAX_SPEC) throw new Failure(`an engine's description has at most ${MAX_SPEC} characters`);
    const { problem, isExact } = this._answer(this._exports.read_spec(this._writeName(text)));
    if (problem !== undefined) throw new Failure(problem);
    return isExact;
  }

  /** The move of an engine; one without a seed of its own has *seed*.
   * @param {Position} position @param {string} spec @param {bigint} seed @param {Limits} limits
   * @param {boolean} [hasSwap]  the swap rule @returns {Choice} */
  choose(position, spec, seed, limits, hasSwap = false) {
    const started = performance.now();
    this.readSpec(spec);
    this.set(position);
    const given = /** @type {const} */ ([Number(hasSwap), limits.depth ?? 0, ...nodesAndTime(limits)]);
    const found = this._answer(this._exports.choose(this._tableMib, seed & MAX_SEED, ...given));
    if (found.score) [found.score.value] = this._numbers(1);
    return { ...found, time_s: (performance.now() - started) / 1000 };
  }

  // --- machines ------------------------------------------------------------------------------------

  /** Each returns the machine, which `finish` ends. This one is of moves to a position that is proven drawn.
   * @param {Position} empty @param {bigint} seed @returns {number} */
  findDrawnStart(empty, seed) {
    this.set(empty);
    return this._exports.find_drawn_start(seed);
  }

  /** @param {Position} position @param {number} timeMs @returns {number} */
  startAnalysis(position, timeMs) {
    this.set(position);
    return this._exports.start_analysis(timeMs);
  }

  /** @param {Position[]} positions  of the game, the start first @param {number[]} columns  played
   * @param {number} timeMs @returns {number} */
  startReview(positions, columns, timeMs) {
    positions.forEach((position, i) => {
      this.set(position);
      this._exports.add_position(i === 0, (columns[i - 1] ?? 0) - 1);
    });
    return this._exports.start_review(positions[0].toMove === 'red', timeMs);
  }

  /** Of a wrong move. @param {Position} position @param {number} column @param {Aim} aim
   * @param {number} timeMs @returns {number} */
  startRefutation(position, column, { goal, moves }, timeMs) {
    const isRed = this.set(position);
    return this._exports.start_refutation(isRed, column - 1, this._writeName(goal), moves ?? 0, timeMs);
  }

  /** Why a position is won, drawn or lost; *known* is what is proven of its columns. @param {Position} position
   * @param {Iterable<[number, Range]>} known @param {Limits} limits @returns {number} */
  startExplanation(position, known, limits) {
    this.set(position);
    for (const [column, { low, high }] of known) this._exports.learn(column - 1, low, high);
    return this._exports.start_explanation(position.toMove === 'red' ? 1 : 0, ...nodesAndTime(limits));
  }

  /** Read the solution that explanations look into. @param {string} text @param {Position} empty */
  openSolution(text, empty) {
    const bytes = new TextEncoder().encode(text);
    const start = this._exports.allocate(bytes.length);
    this._bytes(start, bytes.length).set(bytes);
    this.set(empty);
    this._exports.open_solution(start, bytes.length);
    this._exports.release(start);
  }

  /** The next question of a machine, which only a worker's core understands; null if it has none now.
   * @param {number} machine @param {boolean} isEstimate @returns {{id: number, isLong: boolean, isDeaf: boolean, question: Uint8Array} | null} */
  nextQuestion(machine, isEstimate) {
    const size = this._exports.next_question(machine, isEstimate);
    if (!size) return null;
    const question = this._bytes(this._exports.exchange_buffer(0), size).slice();
    const view = new DataView(question.buffer);
    const kind = view.getInt32(4, true);
    return { id: view.getInt32(0, true), isLong: kind === 0, isDeaf: kind >= FIRST_DEAF_KIND, question };
  }

  /** @param {number} machine @param {number} id  of the question @param {Uint8Array} answer */
  tell(machine, id, answer) {
    this._bytes(this._exports.exchange_buffer(answer.length), answer.length).set(answer);
    this._exports.tell(machine, id);
  }

  /** @param {number} machine @param {number} id @param {number} nodes  that the search has visited */
  tellProgress(machine, id, nodes) {
    this._exports.tell_progress(machine, id, nodes);
  }

  /** What has happened since. @param {number} machine @returns {{event: string, data: any}[]} */
  takeEvents(machine) {
    return this._answer(this._exports.take_events(machine));
  }

  /** @param {number} machine */
  finish(machine) {
    this._exports.finish(machine);
  }

  /** Begin to answer a question. @param {Uint8Array} question */
  ask(question) {
    this._bytes(this._exports.exchange_buffer(question.length), question.length).set(question);
    this._exports.ask();
  }

  /** Go on with the answer for about so many nodes, or to the end if they are 0; return whether it is
   * found. @param {number} nodes @param {(nodes: number) => void} report  called from time to time
   * with all nodes so far */
  work(nodes, report) {
    this._link.report = report;
    return this._exports.work(this._tableMib, BigInt(nodes)) !== 0;
  }

  /** @returns {Uint8Array} */
  answer() {
    const size = this._exports.take_answer();
    return this._bytes(this._exports.exchange_buffer(0), size).slice();
  }

  // --- puzzles -------------------------------------------------------------------------------------

  /** What a puzzle asks for. @param {Position} position @param {Aim} aim @returns {Phrase} */
  task(position, { goal, moves }) {
    return this._answer(this._exports.task(this.set(position), this._writeName(goal), moves ?? 0));
  }

  /** What to look for. @param {Position} position @param {string[]} themes @returns {Phrase} */
  idea(position, themes) {
    return this._answer(this._exports.idea(this.set(position), this._writeName(themes.join(' '))));
  }

  /** The strength after a puzzle with a rating. @param {Strength} before @param {{rating: number, deviation: number}} puzzle
   * @param {boolean} isSolved @returns {Strength} */
  rate(before, puzzle, isSolved) {
    const known = /** @type {const} */ ([before.rating, before.deviation, before.volatility]);
    this._exports.rate(...known, puzzle.rating, puzzle.deviation, isSolved);
    const [rating, deviation, volatility] = this._numbers(3);
    return { rating, deviation, volatility };
  }

  // --- internal ------------------------------------------------------------------------------------

  /** @param {number} start @param {number} length */
  _bytes(start, length) {
    return new Uint8Array(this._memory.buffer, start, length);
  }

  /** @param {string} name @returns {number} its length */
  _writeName(name) {
    const bytes = new TextEncoder().encode(name);
    this._bytes(this._exports.input_buffer(), bytes.length).set(bytes);
    return bytes.length;
  }

  /** @param {number} length @returns {string} what the core has written */
  _text(length) {
    const bytes = this._bytes(this._exports.text_buffer(), length);
    return new TextDecoder().decode(bytes.slice()); // a copy, since shared memory is not decoded
  }

  /** @param {number} length @returns {any} the JSON that the core has written */
  _answer(length) {
    return JSON.parse(this._text(length));
  }

  /** @param {number} count @returns {number[]} */
  _numbers(count) {
    return [...new Float64Array(this._memory.buffer, this._exports.output_buffer(), count)];
  }
}
