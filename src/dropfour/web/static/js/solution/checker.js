// Checks a solution by itself: it walks every reply from the start, looks each position up, and
// plays every plan out to the end of the game. It has a board of its own and uses nothing else of
// this page but the reader of the file.
//
// Columns and rows count from 0 here. A column is kept as a number: a one, then a bit for each stone from the bottom up, set
// for yellow. So 1 is an empty column, and binary 110 has a yellow stone below a red one.

import { readSolution } from '../study/reader.js';

/** @import {Entry, ReadPlan} from '../study/reader.js' */

const RED = 1;
const YELLOW = 2;
const BORDER = 3;
const REPORT_EVERY = 1 << 17; // replies

/** What was checked so far: *listed* positions of the file were reached, and plans played out in
 * *done* of *all*. @typedef {{listed: number, done: number, all: number}} Progress */
/** What is said at the end, and the moves after which the solution fails; null: it does not.
 * @typedef {Progress & {phrase: Phrase, line: number[] | null}} Report */

/** The solution fails after a line of play. */
class Broken extends Error {
  /** @param {string} name  of a sentence @param {Record<string, string | number>} words @param {number[]} line  columns from 0 */
  constructor(name, words, line) {
    super(name);
    this.phrase = /** @type {Phrase} */ ([
      'check fails',
      { problem: [name, Object.fromEntries(Object.entries(words).map(([key, word]) => [key, String(word)]))] },
    ]);
    this.line = line.map((column) => column + 1);
  }
}

class Board {
  /** @param {number} columns @param {number} rows @param {number} connect @param {boolean} isYellowFirst */
  constructor(columns, rows, connect, isYellowFirst) {
    this.columns = columns;
    this.rows = rows;
    this.connect = connect;
    this.isYellowFirst = isYellowFirst;
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
    return this.heights.every((height) => height === this.rows);
  }

  get toMove() {
    return (this.moves.length % 2 === 1) === this.isYellowFirst ? RED : YELLOW;
  }

  /** @param {number} x */
  canPlay(x) {
    return x >= 0 && x < this.columns && this.heights[x] < this.rows;
  }

  /** Whether a stone in an empty cell makes a line. @param {number} cell @param {number} colour */
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
    this.put(x, this.toMove);
    this.moves.push(x);
  }

  /** @param {number} x @param {number} colour */
  put(x, colour) {
    this.cells[this.cellAt(x, this.heights[x])] = colour;
    this.heights[x] += 1;
    this.codes[x] = this.codes[x] * 2 + (colour === YELLOW ? 1 : 0);
  }

  undo() {
    const x = /** @type {number} */ (this.moves.pop());
    this.heights[x] -= 1;
    this.codes[x] >>= 1;
    this.cells[this.cellAt(x, this.heights[x])] = 0;
  }

  /** Play moves from the first position. @param {number[]} moves  from 0 */
  setUp(moves) {
    while (this.moves.length) this.undo();
    for (const x of moves) {
      if (!this.canPlay(x) || this.wins(x, this.toMove)) throw new Broken('check impossible', { column: x + 1 }, moves);
      this.drop(x);
    }
  }

  /** The position as a text, or its mirror image. @param {boolean} isMirrored */
  key(isMirrored) {
    const codes = [...this.codes];
    return (isMirrored ? codes.reverse() : codes).join();
  }
}

/** The positions of a plan that were visited, each with the last move. */
class Visited {
  /** @param {Board} board */
  constructor(board) {
    this._codes = board.codes;
    this._base = 2 ** (board.rows + 1);
    // As a number it takes less time than as a text.
    this._isNumber = this._base ** board.columns * (board.columns + 1) <= Number.MAX_SAFE_INTEGER;
    this._keys = new Set();
  }

  clear() {
    this._keys.clear();
  }

  /** Add the position on the board; return whether it is new. @param {number} last */
  add(last) {
    const keys = this._keys;
    const before = keys.size;
    if (this._isNumber) keys.add(this._codes.reduce((key, code) => key * this._base + code, last + 1));
    else keys.add(`${last} ${this._codes}`);
    return keys.size > before;
  }
}

/** A plan from 0, with all columns in its order. @param {ReadPlan} plan @param {Board} board */
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
    const { columns, rows, connect, piles, first, colour, promise } = this.solution;
    this.board = new Board(columns, rows, connect, first === 'yellow');
    piles.forEach((pile, x) => [...pile].forEach((stone) => this.board.put(x, stone === 'r' ? RED : YELLOW)));
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
    this.replies = 0;
    this.done = 0;
  }

  get progress() {
    const all = [...this.reached].filter(({ plan }) => plan !== null).length;
    return { listed: this.reached.size, done: this.done, all };
  }

  /** Raises Broken, with the line of play. */
  check() {
    this.indexEntries();
    const { board, solution } = this;
    board.setUp(solution.start.map((column) => column - 1));
    this.walk();
    for (const { moves, plan } of this.reached) {
      if (plan === null) continue;
      board.setUp(moves.map((column) => column - 1));
      this.plan = this.plans[plan - 1];
      this.visited.clear();
      if (board.toMove === this.we) this.follow(-1);
      else this.tryReplies(this.followOn);
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
      const { number } = entry;
      if ((entry.plan === null && board.toMove !== this.we) || board.isFull)
        throw new Broken('check turn', { number, colour: this.solution.colour }, moves);
      if (this.entries.has(board.key(false)) || this.entries.has(board.key(true)))
        throw new Broken('check twice', { number }, moves);
      this.entries.set(board.key(false), entry);
    }
  }

  /** What the list says, whoever is to move. */
  walk() {
    const { board } = this;
    const isOurs = board.toMove === this.we;
    if (board.isFull) {
      this.settleFullBoard();
      return;
    }
    if (isOurs) for (let x = 0; x < board.columns; x += 1) if (board.canPlay(x) && board.wins(x, this.we)) return;
    const direct = this.entries.get(board.key(false));
    const entry = direct ?? this.entries.get(board.key(true));
    if (!entry && isOurs) throw new Broken('check missing', {}, board.moves);
    if (entry) {
      if (this.reached.has(entry)) return;
      this.reached.add(entry);
    }
    if (!entry) this.tryReplies(() => this.walk());
    else if (entry.column !== null) {
      const x = direct ? entry.column - 1 : board.columns - entry.column;
      if (!board.canPlay(x)) throw new Broken('check move', { column: x + 1, number: entry.number }, board.moves);
      board.drop(x);
      this.walk();
      board.undo();
    }
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
      if (board.wins(x, this.they))
        throw new Broken('check line', { colour: this.we === RED ? 'yellow' : 'red' }, [...board.moves, x]);
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
    for (const [x, y] of takes) if (heights[x] === y && (safe >> x) & 1) return x;
    for (const [xa, ya, xb, yb] of pairs) {
      const isA = heights[xa] === ya;
      if (isA === (heights[xb] === yb)) continue;
      const x = isA ? xa : xb;
      if ((safe >> x) & 1) return x;
    }
    if (last >= 0 && answers.has(last) && (safe >> last) & 1) return last;
    return /** @type {number} */ (order.find((x) => (safe >> x) & 1));
  }

  settleFullBoard() {
    if (this.mustWin) throw new Broken('check draw', {}, this.board.moves);
  }

  /** What was shown. @returns {Phrase} */
  get claim() {
    const { start, colour, promise } = this.solution;
    const result = /** @type {Phrase} */ ([`plan ${promise}`, { colour }]);
    return start.length ? ['check claim after', { moves: start.join(' '), result }] : ['check claim', { result }];
  }
}

/** Check the text of a solution. @param {string} text @param {(progress: Progress) => void} [report] @returns {Report} */
export function checkSolution(text, report = () => {}) {
  /** @type {Checker | null} */
  let checker = null;
  try {
    checker = new Checker(text, report);
    checker.check();
    return { ...checker.progress, phrase: checker.claim, line: null };
  } catch (error) {
    const progress = checker?.progress ?? { listed: 0, done: 0, all: 0 };
    if (error instanceof Broken) return { ...progress, phrase: error.phrase, line: error.line };
    if (checker) throw error;
    return { ...progress, phrase: ['check unreadable', { problem: /** @type {Error} */ (error).message }], line: [] };
  }
}
