// The native core as WebAssembly: the functions of native/wasm/core.cpp with the page's types. It runs in a
// worker of the page, or in Node.

/** @import {Position} from '../board/rules.js' */
/** @import {Phrase} from './sentences.js' */
/** @import {BareRule, Choice, ColumnEstimate, Fact, Plan, PlanEnding, PlanReply, PlanRule, ReviewedMove, Score, Story, Strategy} from '../types.d.ts' */

/** @typedef {{low: number, high: number}} Range  proven bounds of a score */
/** @typedef {Range & {column: number}} ColumnRange */
/** @typedef {{solved: ColumnRange[], open: ColumnRange[], isSymmetric: boolean, nodes: number, source: string}} Glance */
/** @typedef {{score: Score, columns: {column: number, score: Score}[], exact: boolean, best: number[]}} Conclusion */
/** @typedef {'win' | 'draw'} Promise */
/** A rule or an ending of a plan, or the plan itself, whose sentences are data.
 * @template T @typedef {Omit<T, 'text'> & {phrase: Phrase}} Unworded */
/** @typedef {Omit<Unworded<Plan>, 'rules' | 'endings'> & {rules: Unworded<PlanRule>[], endings: Unworded<PlanEnding>[]}} UnwordedPlan */
/** @typedef {Omit<Strategy, 'plans'> & {plans: Unworded<PlanRule>[][]}} UnwordedStrategy */
/** A story whose sentences are data. @typedef {Omit<Story, 'mistakes' | 'ending'> & {
 *   mistakes: {ply: number, played: Phrase, better: Phrase | null, reason: Phrase | null}[], ending: Phrase,
 * }} UnwordedStory */
/** A fact whose sentence is data. @typedef {Omit<Fact, 'text'> & {phrase: Phrase}} UnwordedFact */
/**
 * Limits of a search; what is missing is not limited.
 * @typedef {{timeMs?: number | undefined, nodes?: number | undefined, depth?: number | undefined}} Limits
 */

const MAX_SPEC = 100; // as long as the input buffer even if no character is ASCII
const MAX_SEED = (1n << 64n) - 1n;

/** Bounds that prove nothing. */
const UNKNOWN = { low: -1000, high: 1000 };

/** @param {number[]} columns */
function maskOf(columns) {
  return columns.reduce((sum, column) => sum + 2 ** (column - 1), 0);
}

// Of shared memory, in pages of 64 KiB: what the module with threads declares (Makefile).
const INITIAL_PAGES = 512;
const MAXIMUM_PAGES = 16384;

/** @param {Limits} limits */
function nodesAndTime(limits) {
  return /** @type {const} */ ([BigInt(limits.nodes ?? 0), limits.timeMs ?? -1]);
}

/** Whose turn it is, the promise and the colour, as the core takes them.
 * @param {Position} position @param {Colour} colour @param {Promise} promise */
function taskOf(position, colour, promise) {
  return /** @type {const} */ ([position.toMove === colour ? 1 : 0, promise === 'win' ? 1 : 0, colour === 'red' ? 1 : 0]);
}

/** What the module may call: *report* gets the nodes that a long search has visited.
 * @typedef {{memory: WebAssembly.Memory | null, report: (nodes: number) => void}} Link */

/** What the module asks of a system: only a clock is ever used. @param {Link} core */
function system(core) {
  const none = () => 52; // ENOSYS
  return {
    clock_time_get: (/** @type {number} */ _clock, /** @type {bigint} */ _precision, /** @type {number} */ result) => {
      // Since the same moment in all workers.
      const nanoseconds = BigInt(Math.round((performance.timeOrigin + performance.now()) * 1e3)) * 1000n;
      new DataView(/** @type {WebAssembly.Memory} */ (core.memory).buffer).setBigUint64(result, nanoseconds, true);
      return 0;
    },
    fd_close: none,
    fd_fdstat_get: none,
    fd_prestat_dir_name: none,
    fd_prestat_get: () => 8, // EBADF: there are no open directories
    fd_read: none,
    fd_seek: none,
    fd_write: none,
    environ_get: none,
    environ_sizes_get: none,
    proc_exit: () => {
      throw new Error('the core has stopped');
    },
  };
}

/** Start an instance of the core, which has the memory of *link* if that has one.
 * @param {WebAssembly.Module} module @param {Link} link */
export async function start(module, link) {
  const page = { progress: (/** @type {number} */ nodes) => link.report(nodes) };
  const env = link.memory ? { memory: link.memory } : {};
  const { exports } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: system(link), page, env });
  link.memory ??= /** @type {WebAssembly.Memory} */ (exports.memory);
  return { exports: /** @type {Record<string, any>} */ (exports) };
}

/** Memory for a core with threads. Only what is used takes space. */
export function sharedMemory() {
  return new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: MAXIMUM_PAGES, shared: true });
}

export class Core {
  /** @param {WebAssembly.Module} module @param {number} tableMib  of the solver's table, made when it is first used
   * @param {WebAssembly.Memory | null} [memory]  shared with *threads* - 1 workers (threads.js) @param {number} [threads] */
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

  /** Where in the shared memory a byte other than 0 stops all searches; null if the memory is not shared.
   * @returns {number | null} */
  get stopsAt() {
    return this._exports.stop_flag?.() ?? null;
  }

  /** Set the position that everything below is about. @param {Position} position */
  set(position) {
    const { columns, rows, connect, objective } = position.rules;
    const input = new Uint8Array(this._memory.buffer, this._exports.input_buffer(), columns * rows);
    position.owners.forEach((owner, i) => {
      input[i] = owner === null ? 0 : owner === position.toMove ? 1 : 2;
    });
    this._exports.set_position(columns, rows, connect, objective === 'most-lines' ? 1 : 0);
  }

  // --- exact scores ---------------------------------------------------------------------------------

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

  /** Look up the score, or prove it if it lies within *window*, otherwise on which side of it. @param {Range} window
   * @param {Limits} [limits] @param {(nodes: number) => void} [report]  called from time to time
   * @returns {Range & {nodes: number, isLookedUp: boolean}} what is known when a limit is reached */
  solve({ low, high }, limits = {}, report = () => {}) {
    this._link.report = report;
    this._exports.solve(this._tableMib, low, high, ...nodesAndTime(limits));
    const [knownLow, knownHigh, nodes, isLookedUp] = this._numbers(4);
    return { low: knownLow, high: knownHigh, nodes, isLookedUp: isLookedUp !== 0 };
  }

  /** What a short search proves of the columns that must be solved: those that it solves, and the open ones, the most
   * promising first. @param {Position} position @returns {Glance} */
  glance(position) {
    this.set(position);
    return this._answer(this._exports.glance(this._tableMib));
  }

  /** The one of *best* that is nearest the middle, and best moves of both sides to the end of the game, fewer if the
   * time is up. @param {Position} position @param {number[]} best  columns @param {number} score @param {number} timeMs
   * @returns {number[]} */
  findVariation(position, best, score, timeMs) {
    this.set(position);
    return this._answer(this._exports.find_variation(this._tableMib, maskOf(best), score, timeMs));
  }

  /** Forget what the solver has proven. */
  clear() {
    this._exports.clear();
  }

  // --- verdicts and facts ---------------------------------------------------------------------------

  /** What the rules alone prove. @param {Position} position @returns {Range} */
  byRules(position) {
    this.set(position);
    this._exports.by_rules();
    const [low, high] = this._numbers(2);
    return { low, high };
  }

  /** The JSON form of a score of *position*. @param {Position} position @param {Range} range @returns {Score} */
  score(position, { low, high }) {
    this.set(position);
    return this._answer(this._exports.score(low, high));
  }

  /** What is proven of *position* and its columns, all of them, by what is known of some.
   * @param {Position} position @param {Iterable<[number, Range]>} known @returns {Conclusion} */
  conclude(position, known) {
    this.set(position);
    for (const [column, { low, high }] of known) this._exports.learn(column - 1, low, high);
    return this._answer(this._exports.conclude());
  }

  /** The verdict on a move worth *played* where the best was worth *best*; null: not proven.
   * @param {Position} position @param {Range} best @param {Range} played @returns {ReviewedMove['verdict']} */
  judge(position, best, played) {
    this.set(position);
    return this._answer(this._exports.judge(best.low, best.high, played.low, played.high));
  }

  /** The story of a reviewed game: what is not known of a move is not told.
   * @param {Position[]} positions  the start first @param {number[]} columns  played @param {Map<number, ReviewedMove>} moves  by ply
   * @param {Colour | null} winner @param {Colour | null} reader  addressed as "you" @returns {UnwordedStory} */
  tellStory(positions, columns, moves, winner, reader) {
    const numberOf = (/** @type {Colour | null} */ colour) => (colour === null ? 0 : colour === 'red' ? 1 : 2);
    columns.forEach((column, i) => {
      const { best = UNKNOWN, played = UNKNOWN, best_columns: bestColumns = [] } = moves.get(i + 1) ?? {};
      this.set(positions[i]);
      this._exports.add_reviewed(
        i === 0, positions[i].toMove === 'red', column - 1, best.low, best.high, played.low, played.high, maskOf(bestColumns),
      );
    });
    return this._answer(this._exports.tell_story(numberOf(winner), numberOf(reader)));
  }

  /** What a move allows the opponent; null if nothing is seen. @param {Position} position @param {number} column
   * @returns {Phrase | null} */
  reasonAgainst(position, column) {
    this.set(position);
    return this._answer(this._exports.reason_against(position.toMove === 'red' ? 1 : 0, column - 1));
  }

  /** What matters in a position. @param {Position} position @returns {UnwordedFact[]} */
  facts(position) {
    this.set(position);
    return this._answer(this._exports.facts(position.toMove === 'red' ? 1 : 0));
  }

  // --- plans ----------------------------------------------------------------------------------------

  /** A plan of *colour* for a position, played out against every reply; null if none was found.
   * @param {Position} position @param {Colour} colour @param {Promise} promise @param {bigint} seed @param {Limits} limits
   * @returns {UnwordedPlan | null} */
  findPlan(position, colour, promise, seed, limits) {
    this.set(position);
    return this._answer(this._exports.find_plan(
      this._tableMib, ...taskOf(position, colour, promise), seed, ...nodesAndTime(limits),
    ));
  }

  /** A strategy of *colour* for a position; null if none was found. @param {Position} position @param {Colour} colour
   * @param {Promise} promise @param {number} mostPlans @param {Limits} limits
   * @param {(nodes: number) => void} report  called from time to time @returns {UnwordedStrategy | null} */
  findStrategy(position, colour, promise, mostPlans, limits, report) {
    this.set(position);
    this._link.report = report;
    return this._answer(this._exports.find_strategy(
      this._tableMib, ...taskOf(position, colour, promise), mostPlans, ...nodesAndTime(limits),
    ));
  }

  /** A plan with given rules, played out; `kept` says whether the promise is. @param {Position} position @param {Colour} colour
   * @param {Promise} promise @param {BareRule[]} rules @returns {UnwordedPlan} */
  describePlan(position, colour, promise, rules) {
    this.set(position);
    this._writePlan(rules);
    return this._answer(this._exports.describe_plan(...taskOf(position, colour, promise)));
  }

  /** What a plan plays; *last* is the column of the opponent's last move since the plan was made, or null.
   * @param {Position} position @param {BareRule[]} rules @param {number | null} last @returns {PlanReply} */
  planReply(position, rules, last) {
    this.set(position);
    this._writePlan(rules);
    return this._answer(this._exports.plan_reply(last === null ? -1 : last - 1));
  }

  // --- estimates and moves --------------------------------------------------------------------------

  /** Read the spec of an engine for `choose`; raises an Error if the browser has no such engine.
   * @param {string} text  such as alphabeta:lines,depth=6 @returns {boolean} whether it is exact */
  readSpec(text) {
    if (text.length > MAX_SPEC) throw new Error(`an engine's description has at most ${MAX_SPEC} characters`);
    const { problem, isExact } = this._answer(this._exports.read_spec(this._writeName(text)));
    if (problem !== undefined) throw new Error(problem);
    return isExact;
  }

  /** The move of an engine; one without a seed of its own has *seed*.
   * @param {Position} position @param {string} spec @param {bigint} seed @param {Limits} limits @returns {Choice} */
  choose(position, spec, seed, limits) {
    const started = performance.now();
    this.readSpec(spec);
    this.set(position);
    const limitsGiven = /** @type {const} */ ([limits.depth ?? 0, ...nodesAndTime(limits)]);
    const found = this._answer(this._exports.choose(this._tableMib, seed & MAX_SEED, ...limitsGiven));
    if (found.score) [found.score.value] = this._numbers(1);
    return { ...found, time_s: (performance.now() - started) / 1000 };
  }

  /** What to expect of a column that is not proven; null if the game is over after it, or there was no time.
   * @param {Position} position @param {number} column @param {number} depth @param {number} timeMs
   * @returns {ColumnEstimate | null} */
  estimateColumn(position, column, depth, timeMs) {
    this.set(position);
    const reached = this._exports.estimate_column(column - 1, depth, timeMs);
    return reached ? { column, value: this._numbers(1)[0], depth: reached } : null;
  }

  // --- internal -------------------------------------------------------------------------------------

  /** @param {BareRule[]} rules */
  _writePlan(rules) {
    const cellsOf = (/** @type {BareRule} */ { cells = [] }) => cells.flatMap(({ column, row }) => [column - 1, row - 1]);
    const of = (/** @type {PlanRule['rule']} */ kind) => rules.filter(({ rule }) => rule === kind);
    const takes = of('take').flatMap(cellsOf);
    const columnsOf = (/** @type {PlanRule['rule']} */ kind) => of(kind).flatMap(({ columns = [] }) => columns.map((column) => column - 1));
    const [answers, order] = [columnsOf('answer'), columnsOf('otherwise')];
    const bytes = [
      takes.length / 2, ...takes, of('pair').length, ...of('pair').flatMap(cellsOf), answers.length, ...answers, order.length, ...order,
    ];
    new Uint8Array(this._memory.buffer, this._exports.input_buffer(), bytes.length).set(bytes);
  }

  /** @param {string} name @returns {number} its length */
  _writeName(name) {
    const bytes = new TextEncoder().encode(name);
    new Uint8Array(this._memory.buffer, this._exports.input_buffer(), bytes.length).set(bytes);
    return bytes.length;
  }

  /** @param {number} length @returns {any} the JSON that the core has written */
  _answer(length) {
    const bytes = new Uint8Array(this._memory.buffer, this._exports.text_buffer(), length);
    return JSON.parse(new TextDecoder().decode(bytes.slice())); // a copy, since shared memory is not decoded
  }

  /** @param {number} count @returns {number[]} */
  _numbers(count) {
    return [...new Float64Array(this._memory.buffer, this._exports.output_buffer(), count)];
  }
}
