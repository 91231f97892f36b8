// The moves of a game file with variations and names, as dropfour.record writes and reads them.

import { t } from '../ui/words.js';
import { formatMoves, parseMoves } from '../board/notation.js';
import { playAll } from '../board/rules.js';
import { MOST_COMMENTED, MOST_VARIATIONS, cleanName, treeOf } from '../board/tree.js';

/** @import {Branch} from '../board/tree.js' */

/** The results of games, as a regular expression. */
export const RESULT = '1-0|0-1|1\\/2-1\\/2|\\*';
const TOKEN = new RegExp(
  [
    '\\s*(?:(?<number>[1-9][0-9]{0,3}(?:\\.\\.\\.|\\.))(?!\\.)',
    `(?<result>${RESULT})(?!\\S)`,
    '(?<column>[1-9][0-9]?)(?![^\\s{()])',
    '(?<score>[=~][+-]?[0-9]{1,31}(?:\\.[0-9]{1,31})?(?:e[+-]?[0-9]{1,3})?)(?![^\\s{()])',
    '\\{(?<comment>(?:[^\\\\}]|\\\\.)*)\\}',
    '(?<open>\\()',
    '(?<close>\\)))',
  ].join('|'),
  'y',
);
const MOST_NESTED = 100;

// --- writing -------------------------------------------------------------------------------------

/** The number before a move: `3.` is red's, `3...` yellow's. @param {number} ply  moves since the start @param {Position} start */
function moveNumber(ply, start) {
  const turn = ply + (start.toMove === 'yellow' ? 1 : 0);
  return `${Math.floor(turn / 2) + 1}${turn % 2 ? '...' : '.'}`;
}

/** @param {Position} start @param {number[]} moves @param {Variation[]} variations
 * @returns {string[]} the parts that must not be split */
export function writeMoves(start, moves, variations) {
  const root = treeOf(moves, variations);
  const played = formatMoves(moves);
  /** @type {string[]} */
  const words = [];
  let isNumbered = true;

  /** @param {Branch} branch @param {boolean} [isNamed] */
  const write = ({ path, name }, isNamed = true) => {
    const number = moveNumber(path.length - 1, start);
    const [column] = parseMoves(path.slice(-1));
    words.push(isNumbered || !number.endsWith('...') ? `${number} ${column}` : String(column));
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
  const writeVariation = (first, isNamed = true) =>
    enclosed(() => {
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

// --- reading -------------------------------------------------------------------------------------

/** @typedef {{column: number, comments: string[], hasScore: boolean, variations: Move[][]}} Move */

/** Moves being read; *before* is the path to them, comments and variations precede the first move.
 * @typedef {{before: string, positions: Position[], moves: Move[], comments: string[], variations: Move[][]}} Strand */

/** @param {Position} start @param {string[]} lines
 * @returns {{moves: number[], variations: Variation[], result: string, notice: string}} raises an Error with an explanation */
export function readMoves(start, lines) {
  /** @type {Strand[]} the game, and the variations that are not closed yet */
  const open = [strand('', start)];
  let result = '';
  for (const [kind, text] of tokensOf(lines)) {
    const here = open[open.length - 1];
    const last = here.moves[here.moves.length - 1];
    if (result) throw new Error(t('files.after the result'));
    if (kind === 'column') step(here, Number(text));
    else if (kind === 'comment') (last ?? here).comments.push(unescaped(text));
    else if (kind === 'score') noteScore(last, text);
    else if (kind === 'result') result = text;
    else if (kind === 'number') {
      const expected = moveNumber(here.before.length + here.moves.length, start);
      if (text !== expected) throw new Error(t('files.number', { expected, text }));
    } else if (kind === 'open') {
      if (open.length > MOST_NESTED) throw new Error(t('files.nested', { most: MOST_NESTED }));
      if (open.length > 1 && !last) throw new Error(t('files.before the variation'));
      const before = Math.max(0, here.moves.length - 1);
      const path = formatMoves(here.moves.slice(0, before).map(({ column }) => column));
      open.push(strand(here.before + path, here.positions[before]));
    } else {
      if (open.length === 1) throw new Error(t('files.bracket'));
      if (!last) throw new Error(t('files.in the variation'));
      here.moves[0].comments.unshift(...here.comments);
      open.pop();
      const above = open[open.length - 1];
      (above.moves[above.moves.length - 1] ?? above).variations.push(here.moves);
    }
    if (result && open.length > 1) throw new Error(t('files.not closed'));
  }
  if (!result) throw new Error(t('files.no result'));
  return { moves: open[0].moves.map(({ column }) => column), result, ...variationsOf(open[0]) };
}

/** @param {string} before @param {Position} position @returns {Strand} */
function strand(before, position) {
  return { before, positions: [position], moves: [], comments: [], variations: [] };
}

/** @param {string[]} lines @returns {Generator<[string, string]>} the kind of each token, and its text */
function* tokensOf(lines) {
  for (const line of lines.map((each) => each.trimEnd())) {
    TOKEN.lastIndex = 0;
    while (TOKEN.lastIndex < line.length) {
      const from = TOKEN.lastIndex;
      const groups = TOKEN.exec(line)?.groups;
      if (!groups) throw new Error(t('files.no part', { text: line.slice(from).trim().split(/\s/)[0] }));
      const end = TOKEN.lastIndex;
      for (const [kind, text] of Object.entries(groups)) if (text !== undefined) yield [kind, text];
      TOKEN.lastIndex = end;
    }
  }
}

/** @param {Strand} here @param {number} column */
function step(here, column) {
  const position = here.positions[here.positions.length - 1];
  here.positions.push(playAll(position, [column]));
  here.moves.push({ column, comments: [], hasScore: false, variations: [] });
}

/** Check a score, which is not shown. @param {Move | undefined} move @param {string} text */
function noteScore(move, text) {
  if (!move || move.hasScore) throw new Error(t('files.before the score'));
  const value = Number(text.slice(1));
  const isPlain = !/[.e]/.test(text);
  const isValid = isPlain ? Math.abs(value) < 1e30 : Number.isFinite(value);
  if (!isValid || (text.startsWith('=') && !Number.isInteger(value))) {
    throw new Error(t('files.score'));
  }
  move.hasScore = true;
}

/** The variations of a game, one for each end and each named position. @param {Strand} game */
function variationsOf(game) {
  /** @type {Map<string, string>} */
  const found = new Map();
  /** @param {Move[]} moves @param {string} before @param {boolean} isPlayed */
  const walk = (moves, before, isPlayed) => {
    let path = before;
    for (const [i, { column, comments, variations }] of moves.entries()) {
      const parent = path;
      path += formatMoves([column]);
      const name = comments.filter(Boolean).join(' ');
      if (name || (!isPlayed && i === moves.length - 1)) found.set(path, name || (found.get(path) ?? ''));
      for (const variation of variations) walk(variation, parent, false);
    }
  };
  walk(game.moves, '', true);
  for (const variation of game.variations) walk(variation, '', false);
  let notice = '';
  if (found.size > MOST_VARIATIONS) notice = t('files.cut off', { most: MOST_VARIATIONS, count: found.size });
  let left = MOST_COMMENTED;
  const variations = [...found].slice(0, MOST_VARIATIONS).map(([moves, comment]) => {
    let name = cleanName(comment);
    if ([...name].length > left) {
      name = '';
      notice = t('files.shortened', { most: MOST_COMMENTED });
    }
    left -= [...name].length;
    return { moves, name };
  });
  return { variations, notice };
}

/** The text of a header or comment. @param {string} text */
export function unescaped(text) {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|([n\\"}]))?/g, (whole, code, character) => {
    if (whole === '\\') throw new Error(t('files.escape'));
    if (code) return String.fromCharCode(parseInt(code, 16));
    return character === 'n' ? '\n' : character;
  });
}
