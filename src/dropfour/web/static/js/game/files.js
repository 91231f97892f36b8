// Game files as dropfour.record and dropfour.notation write and read them.
// tests/web/data/game_files.json lists texts of every kind with what both readers make of them.

import { findProblem } from '../board/check.js';
import {
  checkedRules,
  emptyString,
  formatMoves,
  parseMoves,
  parsePosition,
  positionString,
  sizeOf,
} from '../board/notation.js';
import { Position, columnsOf, playAll } from '../board/rules.js';
import { FORBIDDEN, shortened } from '../board/tree.js';
import { CLASSIC, EMPTY, livePosition, newGame, positionsOf, resultOf, resultToken } from '../model/game.js';
import { t } from '../ui/words.js';
import { RESULT, readMoves, unescaped, writeMoves } from './movetext.js';

const WIDTH = 80;
const ENDS_GAME = new RegExp(`(?:^|[\\s})])(?:${RESULT})\\s*$`);
const HEADER = /^\s*\[\s*([^\s"]+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*$/;
const HEADERS = [
  'Red',
  'Yellow',
  'Date',
  'Board',
  'Connect',
  'Objective',
  'Start',
  'Result',
  'Lines',
  'Termination',
  'Swap',
];
const MOST_SIDE = 20;
const LONGEST_NAME = 40;
const LONGEST_REASON = 200;
// What is longer than this can only be a saved game.
const LONGEST_BOARD = 10_000;

// --- writing -------------------------------------------------------------------------------------

/** The game as a file that dropfour reads. @param {Game} game @param {string} [date]  such as 2026-01-31 */
export function recordText(game, date = '') {
  const [start] = positionsOf(game);
  const { rules } = start;
  const { declared, red, yellow } = game;
  const token = resultToken(resultOf(game));
  const end = livePosition(game);
  const ending = declared && [declared.ending, declared.reason].filter(Boolean).join(': ');
  /** @type {[string, string | number | null][]} */
  const headers = [
    ['Red', red.name || red.engine || 'Red'],
    ['Yellow', yellow.name || yellow.engine || 'Yellow'],
    ['Date', date],
    ['Board', sizeOf(rules)],
    ['Connect', rules.connect],
    ['Objective', rules.objective],
    ['Start', game.start === emptyString(rules) ? null : positionString(start)],
    ['Result', token],
    ['Swap', game.swapped === null ? null : game.swapped ? 'yes' : 'no'],
    ['RedEngine', red.engine],
    ['YellowEngine', yellow.engine],
    ['Termination', ending],
    ['Lines', rules.objective === 'most-lines' ? `${end.countLines('red')}-${end.countLines('yellow')}` : null],
  ];
  const rows = headers
    .filter(([, value]) => value)
    .map(([name, value]) => `[${name} "${String(value).replace(/["\\]/g, '\\$&')}"]`);
  return `${rows.join('\n')}\n\n${folded([...writeMoves(start, game.moves, game.variations), token])}\n`;
}

/** @param {string[]} words */
function folded(words) {
  /** @type {string[]} */
  const rows = [];
  for (const word of words) {
    const last = rows[rows.length - 1];
    if (last !== undefined && last.length + 1 + word.length <= WIDTH) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  return rows.join('\n');
}

// --- reading -------------------------------------------------------------------------------------

/** What a file holds: *engines* are those of its headers, *notice* describes an irregularity.
 * @typedef {{game: Game, notice: string, engines: {red: string, yellow: string}}} Opened */

/** Read a saved game, a position string, a Max-Connect4 file, a diagram or a move string.
 * @param {string} text @returns {Opened} raises an Error with an explanation */
export function readGame(text) {
  const bare = text.replace(/^\ufeff/, '').trim();
  if (!bare) throw new Error(t('files.empty'));
  const isRecord = bare.startsWith('[') || new RegExp(`(${RESULT})$`).test(bare);
  if (!isRecord && bare.length > LONGEST_BOARD) {
    throw new Error(t('files.too long'));
  }
  if (/^[1-9a-k]{1,400}$/i.test(bare)) {
    const moves = parseMoves(bare);
    playAll(EMPTY, moves);
    return opened({ moves });
  }
  if (/^[012\s]+$/.test(bare)) return readMaxConnect4(bare);
  if (/^[^\s.]+(\.[^\s.]+){4}$/.test(bare)) return opened({ start: readStart(bare) });
  return isRecord ? readRecord(bare) : readDiagram(bare);
}

/** @param {Partial<Game>} game @param {string} [notice] @returns {Opened} */
function opened(game, notice = '') {
  return { game: newGame(game), notice, engines: { red: '', yellow: '' } };
}

/** A position string as it is written; raises an Error for one that is written in another way. @param {string} text */
function readStart(text) {
  const plain = text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const start = checkedStart(parsePosition(plain));
  if (start !== plain) throw new Error(t('files.written otherwise', { start }));
  return start;
}

/** @param {Position} position @returns {string} raises an Error if no game can reach it */
function checkedStart(position) {
  const found = findProblem(position);
  if (found) throw new Error(found.problem);
  return positionString(position);
}

/** @param {string} text */
function linesOf(text) {
  return text.split(/\r\n|\r|\n/);
}

// --- boards --------------------------------------------------------------------------------------

/** @param {string[]} rows  characters of cells, the top row first @param {Record<string, Colour | null>} colours
 * @param {Objective} objective @param {Colour} toMove */
function drawnPosition(rows, colours, objective, toMove) {
  const rules = checkedRules({ columns: rows[0].length, rows: rows.length, connect: 4, objective });
  const owners = columnsOf({ rules }).flatMap((column) => rows.map((row) => colours[row[column - 1]]).reverse());
  return new Position(rules, owners, toMove);
}

/** @param {Position} position */
function countsOf({ owners }) {
  const count = (/** @type {Colour} */ colour) => owners.filter((owner) => owner === colour).length;
  return { red: count('red'), yellow: count('yellow') };
}

/** @param {string} text  rows of digits, the top one first, and the player to move */
function readMaxConnect4(text) {
  const lines = linesOf(text)
    .map((line) => line.replace(/\s/g, ''))
    .filter(Boolean);
  const above = lines.slice(0, -1);
  let [columns, height] = [7, 6];
  if (above.length && lines[above.length].length === 1 && above.every((line) => line.length === above[0].length)) {
    const isInOneLine = above.length === 1 && above[0].length === columns * height;
    if (!isInOneLine) [columns, height] = [above[0].length, above.length];
  }
  const count = columns * height;
  const digits = lines.join('');
  let length = 0;
  for (const line of lines) {
    length += line.length;
    if (length % columns && length < count) throw new Error(t('files.digits in a row', { columns, line }));
  }
  if (length !== count + 1 || digits[count] === '0') {
    throw new Error(t('files.rows of digits', { height, columns }));
  }
  const rows = Array.from({ length: height }, (_, i) => digits.slice(columns * i, columns * (i + 1)));
  const turn = Number(digits[count]);
  const toMove = turn === 1 ? 'red' : 'yellow';
  const position = drawnPosition(rows, { 0: null, 1: 'red', 2: 'yellow' }, 'most-lines', toMove);
  const notices = columns === 7 && height === 6 ? [] : [t('files.size', { size: `${columns}x${height}` })];
  const { red, yellow } = countsOf(position);
  if (red - yellow !== turn - 1) {
    const isReached = red === yellow || red === yellow + 1;
    notices.push(t(isReached ? 'files.other turn' : 'files.not reached', { turn, other: 3 - turn, red, yellow }));
  }
  return opened({ start: checkedStart(position) }, notices.join('; '));
}

/** @type {Record<string, Colour | null>} */
const CELLS = {};
for (const character of '._0-') CELLS[character] = null;
for (const character of 'RrXx1') CELLS[character] = 'red';
for (const character of 'YyOo2') CELLS[character] = 'yellow';

/** @param {string} text  rows of cells, the top one first, with or without column numbers */
function readDiagram(text) {
  const lines = linesOf(text.replaceAll('|', ' '))
    .map((line) => line.trim())
    .filter(Boolean);
  if (lines.length > 1 && isColumnNumbers(lines[0], lines[1])) lines.shift();
  if (lines.length > 1 && isColumnNumbers(lines[lines.length - 1], lines[lines.length - 2])) lines.pop();
  const rows = lines.map((line) => line.replace(/\s/g, ''));
  if (!rows.length || !rows.every((row) => [...row].every((character) => character in CELLS))) {
    throw new Error(t('files.unknown'));
  }
  const odd = rows.find((row) => row.length !== rows[0].length);
  if (odd) throw new Error(t('files.cells in a row', { count: rows[0].length, odd }));
  const drawn = drawnPosition(rows, CELLS, 'first-line', 'red');
  const { red, yellow } = countsOf(drawn);
  if (red !== yellow && red !== yellow + 1) {
    throw new Error(t('files.count', { red, yellow }));
  }
  const position = new Position(drawn.rules, drawn.owners, red === yellow ? 'red' : 'yellow');
  return opened({ start: checkedStart(position) });
}

/** Whether *line* numbers the columns of the row next to it, and cannot be cells. @param {string} line @param {string} row */
function isColumnNumbers(line, row) {
  const columns = row.replace(/\s/g, '').length;
  if (columns < 3 || columns > MOST_SIDE) return false;
  const numbers = Array.from({ length: columns }, (_, i) => i + 1);
  const words = line.split(/\s+/);
  const digits = numbers.map((number) => number % 10).join('');
  return words.join(' ') === numbers.join(' ') || [formatMoves(numbers), digits].includes(words.join('').toLowerCase());
}

// --- saved games ---------------------------------------------------------------------------------

/** The games in a text: each ends with a result, or before a header that follows anything but a
 * header. @param {string} text */
export function splitGames(text) {
  /** @type {string[][]} */
  const games = [[]];
  let isAfterHeader = false;
  for (const line of linesOf(text.replace(/^\ufeff/, ''))) {
    const isHeader = isHeaderLine(line);
    const game = games[games.length - 1];
    if (isHeader && !isAfterHeader && game.length) games.push([line]);
    else if (line.trim()) game.push(line);
    if (!isHeader && ENDS_GAME.test(line)) games.push([]);
    isAfterHeader = isHeader;
  }
  return games.filter((lines) => lines.length).map((lines) => lines.join('\n'));
}

/** @param {string} line */
function isHeaderLine(line) {
  return line.trimStart().startsWith('[');
}

/** The headers of a saved game, without those that are damaged. @param {string} text */
export function headersOf(text) {
  const found = linesOf(text).map((line) => HEADER.exec(line));
  return new Map(found.filter((each) => each !== null).map(([, name, value]) => [name, value.replace(/\\(.)/g, '$1')]));
}

/** @param {string} text @returns {Opened} */
function readRecord(text) {
  const games = splitGames(text);
  if (games.length > 1) throw new Error(t('files.one game'));
  const lines = linesOf(games[0]);
  const headers = readHeaders(lines.filter(isHeaderLine));
  const start = startOf(headers);
  const body = lines.filter((line) => !isHeaderLine(line));
  const { moves, variations, result, notice } = readMoves(parsePosition(start), body);
  const red = { name: nameOf(headers, 'Red'), engine: null };
  const yellow = { name: nameOf(headers, 'Yellow'), engine: null };
  const swap = headers.get('Swap');
  const isPossible = swap === 'no' || (swap === 'yes' && moves.length > 0);
  if (swap !== undefined && (!isPossible || parsePosition(start).ply)) throw new Error(t('files.swap'));
  const game = newGame({ start, moves, variations, red, yellow, swapped: swap === undefined ? null : swap === 'yes' });
  checkEnd(headers, game, result);
  const termination = textOf(headers, 'Termination', LONGEST_REASON);
  const declared = resultOf(game) || result === '*' ? null : declaredBy(result, termination);
  const engines = { red: headers.get('RedEngine') ?? '', yellow: headers.get('YellowEngine') ?? '' };
  return { game: { ...game, declared }, notice, engines };
}

/** @param {string[]} lines */
function readHeaders(lines) {
  /** @type {Map<string, string>} */
  const headers = new Map();
  for (const line of lines) {
    const [, name, value] = HEADER.exec(line) ?? [];
    if (name === undefined) throw new Error(t('files.header', { line }));
    const known = HEADERS.find((each) => each.toLowerCase() === name.toLowerCase());
    if (!/^[A-Za-z][\w-]*$/.test(name)) throw new Error(t('files.name of a header', { name }));
    if (known && known !== name) throw new Error(t('files.spelling', { name, known }));
    if (headers.has(name)) throw new Error(t('files.twice', { name }));
    headers.set(name, unescaped(value));
  }
  return headers;
}

/** @param {Map<string, string>} headers @returns {string} */
function startOf(headers) {
  const given = headers.has('Start') ? readStart(headers.get('Start') ?? '') : null;
  const rules = given ? parsePosition(given).rules : CLASSIC;
  const size = /^(\d{1,3})[x×](\d{1,3})$/i.exec((headers.get('Board') ?? sizeOf(rules)).trim());
  if (!size) throw new Error(t('page.board size'));
  const connect = headers.get('Connect') ?? String(rules.connect);
  if (!/^\d{1,2}$/.test(connect)) throw new Error(t('files.connect'));
  const objective = /** @type {Objective} */ (headers.get('Objective') ?? rules.objective);
  const stated = checkedRules({ columns: Number(size[1]), rows: Number(size[2]), connect: Number(connect), objective });
  if (given && emptyString(stated) !== emptyString(rules)) throw new Error(t('files.other rules'));
  return given ?? emptyString(stated);
}

/** A header as it can be stored; raises an Error for characters that cannot.
 * @param {Map<string, string>} headers @param {string} name @param {number} length */
function textOf(headers, name, length) {
  const text = headers.get(name) ?? '';
  if (text.search(FORBIDDEN) >= 0) throw new Error(t('files.forbidden', { name }));
  return shortened(text, length);
}

/** The name of a player; one without a name is called by the colour in a file.
 * @param {Map<string, string>} headers @param {'Red' | 'Yellow'} colour */
function nameOf(headers, colour) {
  const name = textOf(headers, colour, LONGEST_NAME);
  return name === colour ? '' : name;
}

/** Raise an Error if the result contradicts the board or the headers. @param {Map<string, string>} headers @param {Game} game @param {string} result */
function checkEnd(headers, game, result) {
  const onBoard = resultToken(resultOf(game));
  if (onBoard !== '*' && onBoard !== result) throw new Error(t('files.other result', { result, onBoard }));
  if ((headers.get('Result') ?? result) !== result) throw new Error(t('files.result', { result }));
  const end = livePosition(game);
  const lines = `${end.countLines('red')}-${end.countLines('yellow')}`;
  if ((headers.get('Lines') ?? lines) !== lines) throw new Error(t('files.lines', { lines }));
}

/** How a game ended that is not over on the board. @param {string} token @param {string} termination @returns {Result} */
function declaredBy(token, termination) {
  if (token === '1/2-1/2') return { winner: null, ending: 'agreement', reason: '' };
  const winner = token === '1-0' ? 'red' : 'yellow';
  if (['', 'resignation'].includes(termination.split(': ')[0])) return { winner, ending: 'resignation', reason: '' };
  const reason = /^forfeit(?:: (.*))?$/.exec(termination);
  return { winner, ending: 'forfeit', reason: reason ? (reason[1] ?? '') : termination };
}
