// Which boards a game can have, and why: the rules of dropfour.position, which are the reference.

import { t } from '../ui/words.js';
import { otherColour } from './rules.js';

/** What is wrong with a board: `problem` is a clause that explains why no position can look like
 * this, `cells` are those concerned, which may float; a board with an unusual number of discs has a
 * `warning` only, a sentence, since it can be played on.
 * @typedef {{problem: string, warning: string, cells: Cell[], floats: boolean}} Check */

/** Why no game can reach a board; null if one can. @param {Position} position */
export function findProblem(position) {
  const floating = floatingCells(position);
  if (floating.length) {
    const { column, row } = floating[0];
    return { problem: t('files.floats', { column, row }), cells: floating, floats: true };
  }
  const problem = position.rules.objective === 'first-line' ? winProblem(position) : '';
  return problem ? { problem, cells: position.runs.flatMap((run) => run.cells), floats: false } : null;
}

/** @param {Position} position  to be played on @returns {Check} */
export function checkBoard(position) {
  const found = findProblem(position);
  const warning = countWarning(position);
  if (found) return { warning, ...found };
  if (!position.isOver) return { problem: '', warning, cells: [], floats: false };
  const { winner } = position;
  const problem = winner ? t('files.has won', { colour: winner }) : t('files.board full');
  return { problem, warning, cells: position.runs.flatMap((run) => run.cells), floats: false };
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
  if (colours.size === 2) return t('files.both have lines');
  if (colours.has(toMove)) return t('files.has a line', { colour: toMove });
  const lines = runs.flatMap(({ cells }) =>
    Array.from({ length: cells.length - position.rules.connect + 1 }, (_, i) =>
      cells.slice(i, i + position.rules.connect),
    ),
  );
  if (!lines.length) return '';
  const has = (/** @type {Cell[]} */ line, /** @type {Cell} */ cell) =>
    line.some((each) => each.column === cell.column && each.row === cell.row);
  const shared = lines[0].filter((cell) => lines.every((line) => has(line, cell)));
  const isLast = shared.some((cell) => cell.row === position.height(cell.column));
  return isLast ? '' : t('files.impossible lines', { colour: winner });
}

/** @param {Position} position */
function countWarning({ owners, toMove }) {
  const red = owners.filter((owner) => owner === 'red').length;
  const yellow = owners.filter((owner) => owner === 'yellow').length;
  if (red !== yellow && red !== yellow + 1) return t('files.impossible count', { red, yellow });
  const expected = red === yellow ? 'red' : 'yellow';
  return toMove === expected ? '' : t('files.other to move', { colour: expected, red, yellow });
}
