// Checks a solution by itself: it walks every reply from the start, looks each position up, and
// plays every plan out to the end of the game, or until a listed position comes up. It uses nothing
// of this page but the reader of the file and the board of plans.
//
// Columns and rows count from 0 here.

import { Board, Follower, RED, YELLOW } from '../study/planboard.js';
import { readSolution } from '../study/reader.js';

/** @import {Entry} from '../study/reader.js' */

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

class Checker {
  /** @param {string} text @param {(progress: Progress) => void} report */
  constructor(text, report) {
    this.solution = readSolution(text);
    const { colour, promise, plans } = this.solution;
    this.board = new Board(this.solution);
    this.we = colour === 'red' ? RED : YELLOW;
    this.they = RED + YELLOW - this.we;
    this.mustWin = promise === 'win';
    this.plans = plans.map((plan) => new Follower(plan, this.board, this.they));
    this.plan = this.plans[0];
    /** How many moves lead to the longest listed position that ends the plan which is played out; -1: none does. */
    this.listedUpTo = -1;
    this.visited = new Visited(this.board);
    /** @type {Map<string, Entry>} */
    this.entries = new Map();
    this.longest = 0;
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
    const { solution } = this;
    this.setUp(solution.start);
    this.walk();
    // More positions are reached from these; once all are, it is known how many plans there are.
    for (const entry of this.reached) if (entry.untilListed) this.playOut(entry);
    this.done = [...this.reached].filter(({ untilListed }) => untilListed).length;
    for (const entry of this.reached) {
      if (entry.plan === null || entry.untilListed) continue;
      this.playOut(entry);
      this.done += 1;
      this.report(this.progress);
    }
  }

  /** Play moves from the first position. @param {number[]} columns  from 1 */
  setUp(columns) {
    const { board } = this;
    const moves = columns.map((column) => column - 1);
    while (board.moves.length) board.undo();
    for (const x of moves) {
      if (!board.canPlay(x) || board.wins(x, board.toMove))
        throw new Broken('check impossible', { column: x + 1 }, moves);
      board.drop(x);
    }
  }

  /** Follow the plan of a position against every reply. @param {Entry} entry */
  playOut({ moves, plan, untilListed }) {
    this.setUp(moves);
    this.plan = this.plans[(plan ?? 0) - 1];
    this.listedUpTo = untilListed ? this.longest : -1;
    this.visited.clear();
    if (this.board.toMove === this.we) this.follow(-1);
    else this.tryReplies(this.followOn);
  }

  /** Find the positions of the file by their board; none may be there twice. */
  indexEntries() {
    const { board } = this;
    for (const entry of this.solution.entries) {
      this.setUp(entry.moves);
      const { number } = entry;
      const { moves } = board;
      if ((entry.plan === null && board.toMove !== this.we) || board.isFull)
        throw new Broken('check turn', { number, colour: this.solution.colour }, moves);
      if (this.isListed) throw new Broken('check twice', { number }, moves);
      this.entries.set(board.key(false), entry);
      this.longest = Math.max(this.longest, moves.length);
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
    if (last >= 0 && board.moves.length <= this.listedUpTo && this.isListed) {
      this.walk();
      return;
    }
    board.drop(this.plan.choose(last));
    this.tryReplies(this.followOn);
    board.undo();
  }

  get isListed() {
    return this.entries.has(this.board.key(false)) || this.entries.has(this.board.key(true));
  }

  followOn = (/** @type {number} */ last) => this.follow(last);

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
