// Which boards a game can have, with explanations: the rules of dropfour.position, which are the reference.

import { otherColour } from './rules.js';

/**
 * What is wrong with a board: `problem` is a clause that explains why no position can look like this, `cells` are
 * those concerned; a board with an unusual number of discs has a `warning` only, since it can be played on.
 * @typedef {{problem: string, warning: string, cells: Cell[]}} Check
 */

/** @param {Position} position  that may not be one of any game @returns {Check} */
export function checkBoard(position) {
  const floating = floatingCells(position);
  if (floating.length) {
    const { column, row } = floating[0];
    return { problem: `the disc in column ${column}, row ${row} has nothing below it`, warning: '', cells: floating };
  }
  const warning = countWarning(position);
  if (position.rules.objective === 'first-line') {
    const problem = winProblem(position);
    const cells = position.runs.flatMap((run) => run.cells);
    if (problem) return { problem, warning, cells };
  }
  if (position.isOver) {
    const { winner } = position;
    const why = winner ? `${winner} has won` : position.isFull ? 'the board is full' : '';
    return { problem: `the game is over here: ${why}`, warning, cells: position.runs.flatMap((run) => run.cells) };
  }
  return { problem: '', warning, cells: [] };
}

/** @param {Position} position @returns {Cell[]} the discs with nothing below them */
function floatingCells(position) {
  const { columns, rows } = position.rules;
  /** @type {Cell[]} */
  const cells = [];
  for (let column = 1; column <= columns; column += 1) {
    for (let row = 2; row <= rows; row += 1) {
      if (position.at(column, row) && !position.at(column, row - 1)) cells.push({ column, row });
    }
  }
  return cells;
}

/** Which lines cannot have been made by the last disc of a game. @param {Position} position */
function winProblem(position) {
  const { toMove, runs } = position;
  const winner = otherColour(toMove);
  const colours = new Set(runs.map((run) => run.colour));
  if (colours.size === 2) return 'both colours have a line, and the first one ends the game';
  if (colours.has(toMove)) return `${toMove} has a line already, so ${toMove} cannot be to move`;
  const lines = runs.flatMap(({ cells }) => Array.from(
    { length: cells.length - position.rules.connect + 1 },
    (_, i) => cells.slice(i, i + position.rules.connect),
  ));
  if (!lines.length) return '';
  const has = (/** @type {Cell[]} */ line, /** @type {Cell} */ cell) =>
    line.some((each) => each.column === cell.column && each.row === cell.row);
  const shared = lines[0].filter((cell) => lines.every((line) => has(line, cell)));
  const isLast = shared.some((cell) => cell.row === position.height(cell.column));
  return isLast ? '' : `${winner} has lines that no single disc can have completed`;
}

/** @param {Position} position */
function countWarning({ owners, toMove }) {
  const red = owners.filter((owner) => owner === 'red').length;
  const yellow = owners.filter((owner) => owner === 'yellow').length;
  const counts = `${red} red and ${yellow} yellow`;
  if (red !== yellow && red !== yellow + 1) {
    return `No game reaches ${counts} discs: red has as many as yellow, or one more`;
  }
  const expected = red === yellow ? 'red' : 'yellow';
  return toMove === expected ? '' : `With ${counts} discs ${expected} is to move in a game`;
}
