// The rules, so that a click takes effect immediately and two people can play without the server.
// tests/web/page/test_pages.py compares them with the server's, the reference, on random games.

import { t } from '../ui/words.js';

// Each run is followed once, from its lowest cell, or from its leftmost one if it is horizontal.
const DIRECTIONS = [
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
];

/** The one that moves first is the first. @type {Colour[]} */
export const COLOURS = ['red', 'yellow'];

/** @param {Colour} colour @returns {Colour} */
export function otherColour(colour) {
  return colour === 'red' ? 'yellow' : 'red';
}

/** An immutable position. Columns count from 1 at the left, rows from 1 at the bottom. */
export class Position {
  /** @param {Rules} rules @param {(Colour | null)[]} owners  column by column from the left, each
   * from the bottom up @param {Colour} toMove @param {Cell | null} last */
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

  /** @param {number} column @param {number} row @returns {Colour | null | undefined} undefined outside the board */
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

  /** The columns that can be played; none once the game is over. */
  get legalColumns() {
    return columnsOf(this).filter((column) => this.canPlay(column));
  }

  /** The position after a drop in a column that can be played. @param {number} column */
  play(column) {
    const row = this.height(column) + 1;
    const owners = this.owners.slice();
    owners[(column - 1) * this.rules.rows + row - 1] = this.toMove;
    return new Position(this.rules, owners, otherColour(this.toMove), { column, row });
  }

  /** All lines; those that overlap in one direction form one run. */
  get runs() {
    this._runs ??= findRuns(this);
    return this._runs;
  }

  /** Count the lines of a colour; with connect 4, five in a row are two. @param {Colour} colour */
  countLines(colour) {
    const own = this.runs.filter((run) => run.colour === colour);
    return own.reduce((count, { cells }) => count + cells.length - this.rules.connect + 1, 0);
  }

  get isFull() {
    return !this.owners.includes(null);
  }

  get isOver() {
    return this.isFull || (this.rules.objective === 'first-line' && this.runs.length > 0);
  }

  /** The cells of the lines that have ended the game. */
  get wonCells() {
    return this.rules.objective === 'first-line' ? this.runs.flatMap((run) => run.cells) : [];
  }

  /** The winner on the board: null for a draw, undefined while the game is in progress. */
  get winner() {
    if (!this.isOver) return undefined;
    const red = this.countLines('red');
    const yellow = this.countLines('yellow');
    if (red === yellow) return null;
    return red > yellow ? 'red' : 'yellow';
  }
}

/** The columns of a board, from 1. @param {{rules: Pick<Rules, 'columns'>}} board */
export function columnsOf({ rules }) {
  return Array.from({ length: rules.columns }, (_, i) => i + 1);
}

/** The position after moves from *position*; raises an Error if one is not possible.
 * @param {Position} position @param {number[]} columns */
export function playAll(position, columns) {
  return columns.reduce((at, column, i) => {
    if (at.isOver) throw new Error(i ? t('board.over after', { ply: i }) : t('board.over'));
    if (at.at(column, 1) === undefined) throw new Error(t('board.no column', { column }));
    if (!at.canPlay(column)) throw new Error(t('board.full column', { column }));
    return at.play(column);
  }, position);
}

/** A position as a picture, with the marks that it always has and others.
 * @param {Position} position @param {Mark[]} [marks] @returns {Picture} */
export function pictureOf({ rules, owners, last, wonCells, runs }, marks = []) {
  const lastMarks = last ? [{ kind: 'last', cells: [last] }] : [];
  const wonMarks = wonCells.length ? [{ kind: 'won', cells: wonCells }] : [];
  const runMarks = runs.map(({ colour, cells }) => ({ kind: 'run', colour, cells }));
  return { rules, owners, marks: [...lastMarks, ...wonMarks, ...runMarks, ...marks] };
}

/** The mark of the disc that would fall into *column*, if one can.
 * @param {Position} position @param {number | null} column @returns {Mark[]} */
export function ghostMarks(position, column) {
  if (column === null || !position.canPlay(column)) return [];
  return [{ kind: 'ghost', cells: [{ column, row: position.height(column) + 1 }], colour: position.toMove }];
}

/** @param {Position} position @returns {Run[]} */
function findRuns(position) {
  const { columns, rows, connect } = position.rules;
  /** @type {Run[]} */
  const runs = [];
  for (let column = 1; column <= columns; column += 1) {
    for (let row = 1; row <= rows; row += 1) {
      const colour = position.at(column, row);
      if (!colour) continue;
      for (const [right, up] of DIRECTIONS) {
        if (position.at(column - right, row - up) === colour) continue;
        const cells = [{ column, row }];
        while (position.at(column + right * cells.length, row + up * cells.length) === colour) {
          cells.push({ column: column + right * cells.length, row: row + up * cells.length });
        }
        if (cells.length >= connect) runs.push({ colour, cells });
      }
    }
  }
  return runs;
}
