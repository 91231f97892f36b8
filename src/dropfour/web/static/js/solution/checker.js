// Checks a solution by itself: it walks every reply from the start, looks each position up, and plays every plan out to the
// end of the game. It has a board of its own and uses nothing else of this page but the reader of the file.
//
// Columns and rows count from 0 here. A column is kept as a number: a one, then a bit for each stone from the bottom up, set
// for yellow. So 1 is an empty column, and binary 110 has a yellow stone below a red one.

import { readSolution } from './reader.js';

/** @import {Entry, WrittenPlan} from './reader.js' */

const RED = 1;
const YELLOW = 2;
const BORDER = 3;
const REPORT_EVERY = 1 << 17; // replies

/** What was checked so far: *done* of *all* plans were played out; *listed* positions are in the file and were reached.
 * @typedef {{listed: number, positions: number, replies: number, done: number, all: number}} Progress */
/** The sentence at the end, and the moves after which the solution fails; null: it does not.
 * @typedef {Progress & {text: string, line: number[] | null}} Report */

/** The solution fails after a line of play. */
class Broken extends Error {
  /** @param {string} message @param {number[]} line  columns from 0 */
  constructor(message, line) {
    super(message);
    this.line = line.map((column) => column + 1);
  }
}

class Board {
  /** @param {number} columns @param {number} rows @param {number} connect */
  constructor(columns, rows, connect) {
    this.columns = columns;
    this.rows = rows;
    this.connect = connect;
    this.stride = rows + 2;
    // A border around the board ends every line.
    this.cells = new Uint8Array((columns + 2) * this.stride).fill(BORDER);
    for (let x = 0; x < columns; x += 1) this.cells.fill(0, this.cellAt(x, 0), this.cellAt(x, rows));
    this.heights = new Int32Array(columns);
    this.codes = new Int32Array(columns).fill(1);
    /** @type {number[]} */
    this.moves = [];
  }

  /** @param {number} x @param {number} y */
  cellAt(x, y) {
    return (x + 1) * this.stride + y + 1;
  }

  get isFull() {
    return this.moves.length === this.columns * this.rows;
  }

  get toMove() {
    return this.moves.length % 2 === 0 ? RED : YELLOW;
  }

  /** @param {number} x */
  canPlay(x) {
    return x >= 0 && x < this.columns && this.heights[x] < this.rows;
  }

  /** Whether a stone of *colour* in an empty cell makes a line. @param {number} cell @param {number} colour */
  completes(cell, colour) {
    const { cells, stride, connect } = this;
    for (let i = -1; i < 3; i += 1) {
      const step = i < 0 ? 1 : stride - 1 + i; // up; right and down, right, right and up
      let count = 1;
      for (let at = cell + step; cells[at] === colour; at += step) count += 1;
      for (let at = cell - step; cells[at] === colour; at -= step) count += 1;
      if (count >= connect) return true;
    }
    return false;
  }

  /** Whether the next stone in a column, or the one *above* it, makes a line. @param {number} x @param {number} colour */
  wins(x, colour, above = 0) {
    const y = this.heights[x] + above;
    return y < this.rows && this.completes(this.cellAt(x, y), colour);
  }

  /** @param {number} x */
  drop(x) {
    const colour = this.toMove;
    this.cells[this.cellAt(x, this.heights[x])] = colour;
    this.heights[x] += 1;
    this.codes[x] = this.codes[x] * 2 + (colour === YELLOW ? 1 : 0);
    this.moves.push(x);
  }

  undo() {
    const x = /** @type {number} */ (this.moves.pop());
    this.heights[x] -= 1;
    this.codes[x] >>= 1;
    this.cells[this.cellAt(x, this.heights[x])] = 0;
  }

  /** Play moves from the empty board. @param {number[]} moves  from 0 */
  setUp(moves) {
    while (this.moves.length) this.undo();
    for (const x of moves) {
      if (!this.canPlay(x) || this.wins(x, this.toMove)) throw new Broken(`the position cannot arise: column ${x + 1} cannot be played, or ends the game`, moves);
      this.drop(x);
    }
  }

  /** The position as a text, or its mirror image. @param {boolean} isMirrored */
  key(isMirrored) {
    const codes = [...this.codes];
    return (isMirrored ? codes.reverse() : codes).join();
  }
}

/** The positions of a plan that were visited, each with the last move: an open hash table of whole positions. */
class Visited {
  /** @param {Board} board */
  constructor(board) {
    this._perWord = Math.floor(32 / (board.rows + 1)); // columns
    this._bits = board.rows + 1;
    this._size = Math.ceil(board.columns / this._perWord) + 1; // words: the columns, and the last move
    this._codes = board.codes;
    this._words = new Int32Array(this._size);
    this._table = new Int32Array(0);
    this._rounds = new Int32Array(0); // in which round a slot was filled
    this._round = 1;
    this._mask = 0;
    this._count = 0;
    this._reserve(1 << 16);
  }

  /** @param {number} slots */
  _reserve(slots) {
    this._table = new Int32Array(slots * this._size);
    this._rounds = new Int32Array(slots);
    this._mask = slots - 1;
  }

  clear() {
    this._round += 1;
    this._count = 0;
  }

  /** Add the position on the board; return whether it is new. @param {number} last */
  add(last) {
    const words = this._words;
    let word = 0;
    for (let x = 0, at = 0; x < this._codes.length; x += 1) {
      word = (word << this._bits) | this._codes[x];
      if ((x + 1) % this._perWord === 0 || x + 1 === this._codes.length) {
        words[at] = word;
        at += 1;
        word = 0;
      }
    }
    words[this._size - 1] = last;
    if (!this._insert(words, 0)) return false;
    this._count += 1;
    if (this._count * 2 > this._mask) this._grow();
    return true;
  }

  /** @param {Int32Array} from @param {number} offset */
  _insert(from, offset) {
    const size = this._size;
    let hash = 0;
    for (let i = 0; i < size; i += 1) {
      hash = Math.imul(hash ^ from[offset + i], 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    const { _table: table, _rounds: rounds } = this;
    let slot = hash & this._mask;
    while (rounds[slot] === this._round) {
      let i = 0;
      while (i < size && table[slot * size + i] === from[offset + i]) i += 1;
      if (i === size) return false;
      slot = (slot + 1) & this._mask;
    }
    rounds[slot] = this._round;
    for (let i = 0; i < size; i += 1) table[slot * size + i] = from[offset + i];
    return true;
  }

  _grow() {
    const { _table: table, _rounds: rounds } = this;
    this._reserve(2 * rounds.length);
    rounds.forEach((round, slot) => round === this._round && this._insert(table, slot * this._size));
  }
}

/** A plan with columns and rows from 0, and all columns in its order. @param {WrittenPlan} plan @param {Board} board */
function prepared({ takes, pairs, answers, order }, board) {
  const all = order.map((column) => column - 1);
  for (let x = 0; x < board.columns; x += 1) if (!all.includes(x)) all.push(x);
  const from0 = (/** @type {Cell} */ { column, row }) => [column - 1, row - 1];
  return {
    takes: takes.map(from0),
    pairs: pairs.map(([a, b]) => [...from0(a), ...from0(b)]),
    answers: new Set(answers.map((column) => column - 1)),
    order: all,
  };
}

class Checker {
  /** @param {string} text @param {(progress: Progress) => void} report */
  constructor(text, report) {
    this.solution = readSolution(text);
    const { columns, rows, connect, colour, promise } = this.solution;
    this.board = new Board(columns, rows, connect);
    this.we = colour === 'red' ? RED : YELLOW;
    this.they = RED + YELLOW - this.we;
    this.mustWin = promise === 'win';
    this.plans = this.solution.plans.map((plan) => prepared(plan, this.board));
    this.plan = this.plans[0];
    this.visited = new Visited(this.board);
    /** @type {Map<string, Entry>} */
    this.entries = new Map();
    /** @type {Set<Entry>} */
    this.reached = new Set();
    this.report = report;
    this.positions = 0;
    this.replies = 0;
    this.done = 0;
  }

  get progress() {
    const all = [...this.reached].filter(({ plan }) => plan !== null).length;
    return { listed: this.reached.size, positions: this.positions, replies: this.replies, done: this.done, all };
  }

  /** Raises Broken, with the line of play. */
  check() {
    this.indexEntries();
    const { board, solution } = this;
    board.setUp(solution.start.map((column) => column - 1));
    if (board.toMove === this.we) this.walk();
    else this.walkReplies();
    for (const { moves, plan } of this.reached) {
      if (plan === null) continue;
      board.setUp(moves.map((column) => column - 1));
      this.plan = this.plans[plan - 1];
      this.visited.clear();
      this.follow(-1);
      this.done += 1;
      this.report(this.progress);
    }
  }

  /** Find the positions of the file by their board; none may be there twice. */
  indexEntries() {
    const { board } = this;
    for (const entry of this.solution.entries) {
      const moves = entry.moves.map((column) => column - 1);
      board.setUp(moves);
      if (board.toMove !== this.we || board.isFull) throw new Broken(`in line ${entry.number}, ${this.name(this.we)} is not to move`, moves);
      if (this.entries.has(board.key(false)) || this.entries.has(board.key(true))) throw new Broken(`line ${entry.number} has a position that was listed before`, moves);
      this.entries.set(board.key(false), entry);
    }
  }

  /** We are to move, by the list. */
  walk() {
    const { board } = this;
    if (board.isFull) {
      this.settleFullBoard();
      return;
    }
    for (let x = 0; x < board.columns; x += 1) if (board.canPlay(x) && board.wins(x, this.we)) return;
    const direct = this.entries.get(board.key(false));
    const entry = direct ?? this.entries.get(board.key(true));
    if (!entry) throw new Broken('there is no answer to this reply', board.moves);
    if (this.reached.has(entry)) return;
    this.reached.add(entry);
    this.positions += 1;
    if (entry.column === null) return;
    const x = direct ? entry.column - 1 : board.columns - entry.column;
    if (!board.canPlay(x)) throw new Broken(`column ${x + 1} cannot be played, as line ${entry.number} demands`, board.moves);
    board.drop(x);
    this.walkReplies();
    board.undo();
  }

  walkReplies() {
    this.tryReplies(() => this.walk());
  }

  /** They are to move. @param {(x: number) => void} answer */
  tryReplies(answer) {
    const { board } = this;
    if (board.isFull) {
      this.settleFullBoard();
      return;
    }
    for (let x = 0; x < board.columns; x += 1) {
      if (!board.canPlay(x)) continue;
      this.replies += 1;
      if (this.replies % REPORT_EVERY === 0) this.report(this.progress);
      if (board.wins(x, this.they)) throw new Broken(`${this.name(this.they)} completes a line`, [...board.moves, x]);
      board.drop(x);
      answer(x);
      board.undo();
    }
  }

  /** We are to move, by the plan. @param {number} last  the column of their last move, -1: none */
  follow(last) {
    const { board } = this;
    if (board.isFull) {
      this.settleFullBoard();
      return;
    }
    for (let x = 0; x < board.columns; x += 1) if (board.canPlay(x) && board.wins(x, this.we)) return;
    if (!this.visited.add(last)) return;
    this.positions += 1;
    board.drop(this.choose(last));
    this.tryReplies(this.followOn);
    board.undo();
  }

  followOn = (/** @type {number} */ last) => this.follow(last);

  /** The column of the plan where no line of ours can be completed. @param {number} last */
  choose(last) {
    const { board, they } = this;
    let open = 0; // bits
    let safe = 0;
    for (let x = 0; x < board.columns; x += 1) {
      if (!board.canPlay(x)) continue;
      if (board.wins(x, they)) return x;
      open |= 1 << x;
      if (!board.wins(x, they, 1)) safe |= 1 << x;
    }
    if (safe === 0) safe = open;
    const { takes, pairs, answers, order } = this.plan;
    const { heights } = board;
    for (const [x, y] of takes) if (heights[x] === y && safe >> x & 1) return x;
    for (const [xa, ya, xb, yb] of pairs) {
      const isA = heights[xa] === ya;
      if (isA === (heights[xb] === yb)) continue;
      const x = isA ? xa : xb;
      if (safe >> x & 1) return x;
    }
    if (last >= 0 && answers.has(last) && safe >> last & 1) return last;
    return /** @type {number} */ (order.find((x) => safe >> x & 1));
  }

  settleFullBoard() {
    if (this.mustWin) throw new Broken('the board is full, and it is a draw', this.board.moves);
  }

  /** @param {number} colour */
  name(colour) {
    return colour === RED ? 'red' : 'yellow';
  }

  /** What was shown, in a sentence. */
  get claim() {
    const { start, colour } = this.solution;
    const who = start.length ? `After the moves ${start.join(' ')}, ${colour}` : `The ${colour === 'red' ? 'first' : 'second'} player`;
    return `${who} ${this.mustWin ? 'wins' : 'does not lose'}: every reply was checked, none is missing.`;
  }
}

/** Check the text of a solution. @param {string} text @param {(progress: Progress) => void} [report] @returns {Report} */
export function checkSolution(text, report = () => {}) {
  /** @type {Checker | null} */
  let checker = null;
  try {
    checker = new Checker(text, report);
    checker.check();
    return { ...checker.progress, text: checker.claim, line: null };
  } catch (error) {
    const progress = checker?.progress ?? { listed: 0, positions: 0, replies: 0, done: 0, all: 0 };
    if (error instanceof Broken) return { ...progress, text: `The proof fails: ${error.message}.`, line: error.line };
    if (checker) throw error;
    return { ...progress, text: `The file cannot be read: ${/** @type {Error} */ (error).message}.`, line: [] };
  }
}
