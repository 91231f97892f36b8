// The lines of a board, the cells that complete them, and who gets those cells, as dropfour.threats does.

import { otherColour } from '../board/rules.js';

/** @import {Position} from '../board/rules.js' */
/** @import {Cell, Colour, Rules} from '../types.d.ts' */

/** @type {Map<string, Cell[][]>} */
const linesOfBoards = new Map();

/** All lines of a board. @param {Rules} rules @returns {Cell[][]} */
function allLines({ columns, rows, connect }) {
  const key = `${columns}x${rows}.${connect}`;
  let lines = linesOfBoards.get(key);
  if (!lines) {
    lines = [];
    for (let column = 1; column <= columns; column += 1) {
      for (let row = 1; row <= rows; row += 1) {
        for (const [right, up] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
          const line = Array.from({ length: connect }, (_, i) => ({ column: column + right * i, row: row + up * i }));
          const last = line[connect - 1];
          if (last.column <= columns && last.row <= rows && last.row >= 1) lines.push(line);
        }
      }
    }
    linesOfBoards.set(key, lines);
  }
  return lines;
}

/** Each empty cell that completes lines of *colour*, and how many. @param {Position} position @param {Colour} colour */
export function completingLines(position, colour) {
  /** @type {Map<number, {cell: Cell, count: number}>} */
  const found = new Map();
  const { rows } = position.rules;
  for (const line of allLines(position.rules)) {
    const missing = line.filter((cell) => position.at(cell.column, cell.row) !== colour);
    if (missing.length !== 1) continue;
    const [cell] = missing;
    if (position.at(cell.column, cell.row) !== null) continue;
    const key = cell.column * rows + cell.row;
    found.set(key, { cell, count: (found.get(key)?.count ?? 0) + 1 });
  }
  return [...found.values()].sort((a, b) => compare(a.cell, b.cell));
}

/** Who plays the empty *cell* once every other column is full. @param {Position} position @param {Cell} cell */
export function fallsTo(position, cell) {
  const { columns, rows } = position.rules;
  const before = (columns - 1) * rows + cell.row - 1;
  return (before - position.ply) % 2 === 0 ? position.toMove : otherColour(position.toMove);
}

/** @param {Position} position @param {Colour} colour */
export function hasOpenLine(position, colour) {
  const other = otherColour(colour);
  return allLines(position.rules).some((line) => {
    const owners = line.map((cell) => position.at(cell.column, cell.row));
    return !owners.includes(other) && owners.includes(null);
  });
}

/** The cells of all lines of some colours, sorted. @param {Position} position @param {Colour[]} colours */
export function cellsInLines(position, colours) {
  const cells = position.runs.filter((run) => colours.includes(run.colour)).flatMap((run) => run.cells);
  return cells.sort(compare).filter((cell, i) => i === 0 || !isSame(cell, cells[i - 1]));
}

/** @param {Cell[]} cells */
export function columnsIn(cells) {
  return [...new Set(cells.map((cell) => cell.column))].sort((a, b) => a - b);
}

/** @param {Cell} a @param {Cell} b */
function compare(a, b) {
  return a.column - b.column || a.row - b.row;
}

/** @param {Cell} a @param {Cell} b */
export function isSame(a, b) {
  return a.column === b.column && a.row === b.row;
}

/** @param {Cell} cell @returns {Cell} */
export function above({ column, row }) {
  return { column, row: row + 1 };
}
