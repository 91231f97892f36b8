// Move strings, position strings and diagrams, as dropfour.notation writes them.

import { t } from '../ui/words.js';
import { Position } from './rules.js';

const CHARACTERS = '123456789abcdefghijk';

/** @param {string} text @returns {number[]} the columns; raises an Error with an explanation */
export function parseMoves(text) {
  return [...text.trim().toLowerCase()].map((character) => {
    const column = CHARACTERS.indexOf(character) + 1;
    if (column === 0) throw new Error(t('board.not a column', { character }));
    return column;
  });
}

/** @param {number[]} columns */
export function formatMoves(columns) {
  return columns.map((column) => CHARACTERS[column - 1]).join('');
}

/** @param {Rules} rules */
export function sizeOf(rules) {
  return `${rules.columns}x${rules.rows}`;
}

/** @param {Rules} rules */
export function emptyString(rules) {
  return positionString(Position.empty(rules));
}

/** @param {Position} position @returns {string} such as 7x6.4.first-line.3-ryr-yr-2.y */
export function positionString(position) {
  const { rules } = position;
  /** @type {string[]} */
  const columns = [];
  let empty = 0;
  const flush = () => {
    if (empty) columns.push(String(empty));
    empty = 0;
  };
  for (let column = 1; column <= rules.columns; column += 1) {
    let stones = '';
    for (let row = 1; position.at(column, row); row += 1) {
      stones += position.at(column, row) === 'red' ? 'r' : 'y';
    }
    if (!stones) {
      empty += 1;
    } else {
      flush();
      columns.push(stones);
    }
  }
  flush();
  const mover = position.toMove === 'red' ? 'r' : 'y';
  return [sizeOf(rules), rules.connect, rules.objective, columns.join('-'), mover].join('.');
}

/** @param {string} text @returns {Position} raises an Error with an explanation */
export function parsePosition(text) {
  const match = /^(\d{1,2})x(\d{1,2})\.(\d{1,2})\.(first-line|most-lines)\.([ry\d-]+)\.([ry])$/.exec(text);
  if (!match) throw new Error(t('board.not a position'));
  const [columns, rows, connect] = match.slice(1, 4).map(Number);
  const rules = checkedRules({ columns, rows, connect, objective: /** @type {Objective} */ (match[4]) });
  /** @type {(Colour | null)[]} */
  const owners = [];
  for (const item of match[5].split('-')) {
    const blanks = /^\d+$/.test(item) ? Number(item) : 0;
    const stones = [...(blanks ? '' : item)];
    for (let column = 0; column < (blanks || 1); column += 1) {
      for (let row = 0; row < rules.rows; row += 1) {
        owners.push(stones[row] ? (stones[row] === 'r' ? 'red' : 'yellow') : null);
      }
    }
  }
  if (owners.length !== rules.columns * rules.rows) throw new Error(t('board.not a position'));
  return new Position(rules, owners, match[6] === 'r' ? 'red' : 'yellow');
}

/** @param {Rules} rules @returns {Rules} the same; raises an Error for values out of range */
export function checkedRules(rules) {
  const inside = (/** @type {number} */ n, /** @type {number} */ low, /** @type {number} */ high) =>
    Number.isInteger(n) && n >= low && n <= high;
  if (!inside(rules.columns, 1, 20) || !inside(rules.rows, 1, 20)) {
    throw new Error(t('board.limits'));
  }
  if (!['first-line', 'most-lines'].includes(rules.objective)) throw new Error(t('board.objectives'));
  if (!inside(rules.connect, 3, 10)) throw new Error(t('board.line limits'));
  return rules;
}

/** @param {Position} position @returns {string} rows of . R and Y, the top one first */
export function diagram(position) {
  const { columns, rows } = position.rules;
  let text = '';
  for (let row = rows; row >= 1; row -= 1) {
    for (let column = 1; column <= columns; column += 1) {
      text += position.at(column, row)?.[0].toUpperCase() ?? '.';
    }
    text += '\n';
  }
  return text;
}
