// The native core as WebAssembly: the functions of native/wasm/core.cpp with the page's types. It runs in a
// worker of the page, or in Node.

/** @import {Position} from '../board/rules.js' */

/**
 * The result of a search, for the side to move; `value` is on the scale of the search.
 * @typedef {{column: number, value: number, depth: number, nodes: number, isSettled: boolean, variation: number[]}} Findings
 */
/** @typedef {{low: number, high: number}} Range  proven bounds of a score */
/**
 * Limits of a search; what is missing is not limited.
 * @typedef {{timeMs?: number | undefined, nodes?: number | undefined, depth?: number | undefined}} Limits
 */

const VARIATION_AT = 6;
const MAX_SEED = (1n << 64n) - 1n;

/** @param {Limits} limits */
function nodesAndTime(limits) {
  return /** @type {const} */ ([BigInt(limits.nodes ?? 0), limits.timeMs ?? -1]);
}

export class Core {
  /** @param {WebAssembly.Module} module @param {number} tableMib */
  constructor(module, tableMib) {
    this._tableMib = tableMib;
    const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: this._system() });
    this._exports = /** @type {Record<string, any>} */ (exports);
    this._memory = /** @type {WebAssembly.Memory} */ (exports.memory);
    this._exports._initialize();
  }

  /** What the module asks of a system: only a clock is ever used. */
  _system() {
    const none = () => 52; // ENOSYS
    return {
      clock_time_get: (/** @type {number} */ _clock, /** @type {bigint} */ _precision, /** @type {number} */ result) => {
        const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
        new DataView(this._memory.buffer).setBigUint64(result, nanoseconds, true);
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

  /** Set the position that everything below is about. @param {Position} position */
  set(position) {
    const { columns, rows, connect, objective } = position.rules;
    const input = new Uint8Array(this._memory.buffer, this._exports.input_buffer(), columns * rows);
    position.owners.forEach((owner, i) => {
      input[i] = owner === null ? 0 : owner === position.toMove ? 1 : 2;
    });
    this._exports.set_position(columns, rows, connect, objective === 'most-lines' ? 1 : 0);
  }

  get isOver() {
    return this._exports.is_over() !== 0;
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

  /** Whether the book holds one best move for each position that a player can meet: players stay within those. */
  get hasRepertoire() {
    return this._exports.has_repertoire() !== 0;
  }

  /** The score in the book for the side to move; null if it lacks the position. @returns {number | null} */
  lookUp() {
    return this._exports.look_up() ? this._numbers(1)[0] : null;
  }

  /** Look up the score, or prove it if it lies within *window*, otherwise on which side of it. @param {Range} window
   * @param {Limits} [limits] @returns {Range & {nodes: number, isLookedUp: boolean}} what is known when a limit is
   * reached */
  solve({ low, high }, limits = {}) {
    this._exports.solve(this._tableMib, low, high, ...nodesAndTime(limits));
    const [knownLow, knownHigh, nodes, isLookedUp] = this._numbers(4);
    return { low: knownLow, high: knownHigh, nodes, isLookedUp: isLookedUp !== 0 };
  }

  /** Forget what the solver has proven. */
  clear() {
    this._exports.clear();
  }

  // --- estimates and moves --------------------------------------------------------------------------

  /** @param {string} evaluation  its name @returns {number} */
  estimate(evaluation) {
    return this._exports.estimate(this._writeName(evaluation));
  }

  /** @param {'alphabeta' | 'minimax'} search @param {string} evaluation @param {number} discount @param {Limits} limits */
  search(search, evaluation, discount, limits) {
    const length = this._writeName(evaluation);
    this._exports[search](length, discount, limits.depth ?? 0, ...nodesAndTime(limits));
    return this._findings();
  }

  /** @param {Limits} limits */
  average(limits) {
    this._exports.averaging(limits.depth ?? 0, ...nodesAndTime(limits));
    return this._findings();
  }

  /** @param {bigint} seed @param {Limits} limits */
  searchTree(seed, limits) {
    this._exports.tree_search(seed, ...nodesAndTime(limits));
    return this._findings();
  }

  /** The move of a level below the top. @param {number} number @param {bigint} seed
   * @param {Limits & {timeMs: number}} limits */
  level(number, seed, limits) {
    this._exports.level(number, seed, limits.depth ?? 0, ...nodesAndTime(limits));
    return this._findings();
  }

  /** A random number below *count*, the same for the same seed and position. @param {bigint} seed @param {number} count */
  draw(seed, count) {
    return /** @type {number} */ (this._exports.draw(seed & MAX_SEED, count));
  }

  // --- internal -------------------------------------------------------------------------------------

  /** @param {string} name @returns {number} its length */
  _writeName(name) {
    const bytes = new TextEncoder().encode(name);
    new Uint8Array(this._memory.buffer, this._exports.input_buffer(), bytes.length).set(bytes);
    return bytes.length;
  }

  /** @param {number} count @returns {number[]} */
  _numbers(count) {
    return [...new Float64Array(this._memory.buffer, this._exports.output_buffer(), count)];
  }

  /** @returns {Findings} */
  _findings() {
    const [column, value, depth, nodes, isSettled, length] = this._numbers(VARIATION_AT);
    const variation = this._numbers(VARIATION_AT + length).slice(VARIATION_AT).map((each) => each + 1);
    return { column: column + 1, value, depth, nodes, isSettled: isSettled !== 0, variation };
  }
}
