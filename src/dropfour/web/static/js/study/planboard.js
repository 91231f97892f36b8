// A board on which plans are played out, and what a plan plays there. The checker of solutions uses it, so it uses nothing of
// this page but the types of the reader.
//
// Columns and rows count from 0 here. A column is kept as a number: a one, then a bit for each stone from the bottom up, set
// for yellow. So 1 is an empty column, and binary 110 has a yellow stone below a red one.

/** @import {ReadPlan, Solution} from './reader.js' */

export const RED = 1;
export const YELLOW = 2;
const BORDER = 3;

export class Board {
  /** Before the first move. @param {Solution} solution */
  constructor({ columns, rows, connect, piles, first }) {
    this.columns = columns;
    this.rows = rows;
    this.connect = connect;
    this.isYellowFirst = first === 'yellow';
    this.stride = rows + 2;
    // A border around the board ends every line.
    this.cells = new Uint8Array((columns + 2) * this.stride).fill(BORDER);
    for (let x = 0; x < columns; x += 1) this.cells.fill(0, this.cellAt(x, 0), this.cellAt(x, rows));
    this.heights = new Int32Array(columns);
    this.codes = new Int32Array(columns).fill(1);
    /** @type {number[]} */
    this.moves = [];
    piles.forEach((pile, x) => [...pile].forEach((stone) => this.put(x, stone === 'r' ? RED : YELLOW)));
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

  /** The position as a text, or its mirror image. @param {boolean} isMirrored */
  key(isMirrored) {
    const codes = [...this.codes];
    return (isMirrored ? codes.reverse() : codes).join();
  }
}

/** A plan that can be followed on a board. */
export class Follower {
  /** @param {ReadPlan} plan @param {Board} board @param {number} they  the other side's colour */
  constructor({ takes, pairs, answers, order }, board, they) {
    const from0 = (/** @type {Cell} */ { column, row }) => [column - 1, row - 1];
    this.board = board;
    this.they = they;
    this.takes = takes.map(from0);
    this.pairs = pairs.map(([a, b]) => [...from0(a), ...from0(b)]);
    this.answers = new Set(answers.map((column) => column - 1));
    this.order = order.map((column) => column - 1);
    for (let x = 0; x < board.columns; x += 1) if (!this.order.includes(x)) this.order.push(x);
  }

  /** The column to play where no line of ours can be completed. @param {number} last  the column of their last move, -1: none */
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
    const { takes, pairs, answers, order } = this;
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
}
