// The moves of a game file with variations and names, as dropfour.record writes and reads them.

import { formatMoves, parseMoves } from './notation.js';
import { MOST_COMMENTED, MOST_VARIATIONS, cleanName, treeOf } from './tree.js';

/** @import {Branch} from './tree.js' */

const TOKEN = /\{(?<comment>(?:[^}\\]|\\.)*)\}|(?<bracket>[()])|(?<number>\d+\.+)|(?<score>[=~][-+.\de]+)|(?<result>1-0|0-1|1\/2-1\/2|\*)|(?<column>\d+)|(?<other>\S+)/g;
const MOST_NESTED = 100;

// --- writing --------------------------------------------------------------------------------------

/** @param {Position} start @param {number[]} moves @param {Variation[]} variations
 * @returns {string[]} the parts that must not be split */
export function writeMoves(start, moves, variations) {
  const offset = start.toMove === 'yellow' ? 1 : 0;
  const root = treeOf(moves, variations);
  const played = formatMoves(moves);
  /** @type {string[]} */
  const words = [];
  let isNumbered = true;

  /** @param {Branch} branch @param {boolean} [isNamed] */
  const write = ({ path, name }, isNamed = true) => {
    const turn = path.length - 1 + offset;
    const isRed = turn % 2 === 0;
    const [column] = parseMoves(path.slice(-1));
    const number = `${Math.floor(turn / 2) + 1}${isRed ? '.' : '...'} `;
    words.push(`${isRed || isNumbered ? number : ''}${column}`);
    if (name && isNamed) words.push(`{${name.replace(/[\\}]/g, '\\$&')}}`);
    isNumbered = false;
  };
  /** @param {() => void} writeInside */
  const enclosed = (writeInside) => {
    const begin = words.length;
    isNumbered = true;
    writeInside();
    words[begin] = `(${words[begin]}`;
    words[words.length - 1] += ')';
    isNumbered = true;
  };
  /** Write a variation that begins with *first*. @param {Branch} first @param {boolean} [isNamed] */
  const writeVariation = (first, isNamed = true) => enclosed(() => {
    write(first, isNamed);
    continueFrom(first);
  });
  /** @param {Branch} branch */
  const continueFrom = (branch) => {
    for (let here = branch; here.next.length; [here] = here.next) {
      write(here.next[0]);
      for (const other of here.next.slice(1)) writeVariation(other);
    }
  };

  let here = root;
  while (here.path.length < played.length) {
    const [next, ...others] = here.next;
    write(next);
    // What continues the last move is a variation that repeats it.
    if (next.path === played && next.next.length) writeVariation(next, false);
    for (const other of others) writeVariation(other);
    here = next;
  }
  if (!played && root.next.length) enclosed(() => continueFrom(root));
  return words;
}

// --- reading --------------------------------------------------------------------------------------

/** @typedef {{path: string, positions: Position[], comment: string}} Strand  moves that are being read */

/** Read moves up to the result; raises an Error with an explanation.
 * @param {Position} start @param {string} text @returns {{moves: number[], variations: Variation[]}} */
export function readMoves(start, text) {
  /** @type {Strand[]} the game, and the variations that are not closed yet */
  const open = [{ path: '', positions: [start], comment: '' }];
  /** @type {Map<string, string>} */
  const found = new Map();
  const note = (/** @type {string} */ path, /** @type {string} */ name) => {
    found.set(path, cleanName([found.get(path), name].filter(Boolean).join(' ')));
  };
  for (const { groups = {} } of text.matchAll(TOKEN)) {
    const here = open[open.length - 1];
    if (groups.column) {
      step(here, Number(groups.column));
      if (here.comment) note(here.path, here.comment);
      here.comment = '';
    } else if (groups.comment !== undefined) {
      const comment = unescaped(groups.comment);
      if (open.length > 1 && here.positions.length === 1) here.comment = comment;
      else if (here.path) note(here.path, comment);
    } else if (groups.bracket === '(') {
      if (open.length > MOST_NESTED) throw new Error(`variations are nested more than ${MOST_NESTED} deep`);
      if (open.length > 1 && here.positions.length === 1) throw new Error('expected a move before the variation');
      const isStart = here.positions.length === 1;
      const before = here.positions[isStart ? 0 : here.positions.length - 2];
      open.push({ path: isStart ? here.path : here.path.slice(0, -1), positions: [before], comment: '' });
    } else if (groups.bracket === ')') {
      if (open.length === 1) throw new Error('expected a ( before )');
      if (here.positions.length === 1) throw new Error('expected a move in the variation');
      note(here.path, '');
      open.pop();
    } else if (groups.other) {
      throw new Error(`“${groups.other}” is not part of a game`);
    }
  }
  if (open.length > 1) throw new Error('a variation is not closed by )');
  let left = MOST_COMMENTED;
  const variations = [...found].slice(0, MOST_VARIATIONS).map(([moves, name]) => {
    const length = [...name].length;
    const isKept = length <= left;
    left -= isKept ? length : 0;
    return { moves, name: isKept ? name : '' };
  });
  return { moves: parseMoves(open[0].path), variations };
}

/** @param {Strand} strand @param {number} column */
function step(strand, column) {
  const position = strand.positions[strand.positions.length - 1];
  if (!position.canPlay(column)) throw new Error(`a move in column ${column} is not possible there`);
  strand.positions.push(position.play(column));
  strand.path += formatMoves([column]);
}

/** @param {string} text */
function unescaped(text) {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, code, character) => {
    if (code) return String.fromCharCode(parseInt(code, 16));
    return character === 'n' ? '\n' : character;
  });
}
