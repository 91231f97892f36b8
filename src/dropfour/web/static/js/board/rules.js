// The rules, so that a click answers at once and two people can play without the server.
// tests/web/test_rules_twin.py plays random games against the server's rules, which are the reference.

/** @import {Cell, Player, Rules, Run} from '../types.js' */

// Each line is found once, walked from its lowest cell (from its left one if it is level).
const DIRECTIONS = [[1, 0], [1, 1], [0, 1], [-1, 1]];

/** @param {Player} player @returns {Player} */
export function opponentOf(player) {
  return player === 'red' ? 'yellow' : 'red';
}

/** A board at one moment, never changed: columns and rows count from 1, at the left and the bottom. */
export class Position {
  /**
   * @param {Rules} rules
   * @param {(Player | null)[]} owners  column by column from the left, each from the bottom up
   * @param {Player} toMove
   * @param {Cell | null} last
   */
  constructor(rules, owners, toMove, last = null) {
    this.rules = rules;
    this.owners = owners;
    this.toMove = toMove;
    this.last = last;
    /** @type {Run[] | null} */
    this._runs = null;
  }

  /** @param {Rules} rules */
  static empty(rules) {
    return new Position(rules, new Array(rules.columns * rules.rows).fill(null), 'red');
  }

  /** @param {number} column @param {number} row @returns {Player | null | undefined} undefined off the board */
  at(column, row) {
    const { columns, rows } = this.rules;
    if (column < 1 || column > columns || row < 1 || row > rows) return undefined;
    return this.owners[(column - 1) * rows + row - 1];
  }

  get ply() {
    return this.owners.reduce((count, owner) => count + (owner ? 1 : 0), 0);
  }

  /** @param {number} column */
  height(column) {
    let height = 0;
    while (this.at(column, height + 1)) height += 1;
    return height;
  }

  /** @param {number} column */
  canPlay(column) {
    return this.at(column, this.rules.rows) === null && !this.isOver;
  }

  /** The position after a drop in a column that can be played.
   * @param {number} column */
  play(column) {
    const row = this.height(column) + 1;
    const owners = this.owners.slice();
    owners[(column - 1) * this.rules.rows + row - 1] = this.toMove;
    return new Position(this.rules, owners, opponentOf(this.toMove), { column, row });
  }

  /** All rows of stones as long as a line or longer; overlapping lines in one direction are one run. */
  get runs() {
    this._runs ??= findRuns(this);
    return this._runs;
  }

  /** How many lines a player has made; five in a row are two. @param {Player} player */
  countLines(player) {
    return this.runs.reduce(
      (count, run) =>
        count + (run.player === player ? run.cells.length - this.rules.connect + 1 : 0),
      0,
    );
  }

  get isFull() {
    return !this.owners.includes(null);
  }

  get isOver() {
    return this.isFull || (this.rules.objective === 'first-line' && this.runs.length > 0);
  }

  /** Who has won on the board: null for a draw, undefined while the game goes on. */
  get winner() {
    if (!this.isOver) return undefined;
    const red = this.countLines('red');
    const yellow = this.countLines('yellow');
    if (red === yellow) return null;
    return red > yellow ? 'red' : 'yellow';
  }
}

/** @param {Position} position @returns {Run[]} */
function findRuns(position) {
  const { columns, rows, connect } = position.rules;
  /** @type {Run[]} */
  const runs = [];
  for (let column = 1; column <= columns; column += 1) {
    for (let row = 1; row <= rows; row += 1) {
      const player = position.at(column, row);
      if (!player) continue;
      for (const [right, up] of DIRECTIONS) {
        if (position.at(column - right, row - up) === player) continue;
        const cells = [{ column, row }];
        while (position.at(column + right * cells.length, row + up * cells.length) === player) {
          cells.push({ column: column + right * cells.length, row: row + up * cells.length });
        }
        if (cells.length >= connect) runs.push({ player, cells });
      }
    }
  }
  return runs;
}
