// Game files and pictures, made and read in the browser: what a page without a server offers for sharing.

import { checkedRules, parseMoves, parsePosition, emptyString, sizeOf } from '../board/notation.js';
import { readMoves, writeMoves } from '../board/movetext.js';
import { livePosition, newGame, positionsOf, resultOf, resultToken } from '../page/store.js';
import { isEngineHere } from '../server/answers.js';

const CELL = 64;
const EDGE = 12;
const LABELS = 28;
const WIDTH = 80;

// --- writing --------------------------------------------------------------------------------------

/** The game as a file that dropfour reads. @param {Game} game @param {string} [date]  such as 2026-01-31 */
export function recordText(game, date = '') {
  const [start] = positionsOf(game);
  const { rules } = start;
  const result = resultOf(game);
  const token = resultToken(result);
  /** @type {[string, string | number][]} */
  const headers = [
    ['Red', game.red.name || game.red.engine || 'Red'],
    ['Yellow', game.yellow.name || game.yellow.engine || 'Yellow'],
    ...(date ? /** @type {[string, string][]} */ ([['Date', date]]) : []),
    ['Board', sizeOf(rules)],
    ['Connect', rules.connect],
    ['Objective', rules.objective],
  ];
  if (game.start !== emptyString(rules)) headers.push(['Start', game.start]);
  headers.push(['Result', token]);
  if (game.red.engine !== null) headers.push(['RedEngine', game.red.engine]);
  if (game.yellow.engine !== null) headers.push(['YellowEngine', game.yellow.engine]);
  if (game.declared) headers.push(['Termination', game.declared.ending]);
  if (rules.objective === 'most-lines') {
    const end = livePosition(game);
    headers.push(['Lines', `${end.countLines('red')}-${end.countLines('yellow')}`]);
  }
  const rows = headers.map(([name, value]) => `[${name} "${String(value).replace(/["\\]/g, '\\$&')}"]`);
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

/** A drawing of the position: the picture of dropfour.drawing.draw_svg.
 * @param {Position} position @param {number} [cellPx]  the pixels of a cell */
export function svgText(position, cellPx = CELL) {
  const { columns, rows } = position.rules;
  const width = columns * CELL + 2 * EDGE;
  const height = rows * CELL + 2 * EDGE + LABELS;
  const parts = [`<rect width="${width}" height="${height}" rx="18" fill="#0B2545"/>`];
  for (let column = 1; column <= columns; column += 1) {
    const x = EDGE + (column - 0.5) * CELL;
    for (let row = 1; row <= rows; row += 1) {
      parts.push(...cellShapes(position.at(column, row) ?? null, x, EDGE + (rows - row + 0.5) * CELL));
    }
    parts.push(`<text x="${x}" y="${height - 14}" font-size="24" font-family="sans-serif" text-anchor="middle" fill="#FFF">${column}</text>`);
  }
  const centre = (/** @type {Cell} */ { column, row }) => [EDGE + (column - 0.5) * CELL, EDGE + (rows - row + 0.5) * CELL];
  if (position.last) {
    const [x, y] = centre(position.last);
    parts.push(`<circle cx="${x}" cy="${y}" r="29" fill="none" stroke="#FFF" stroke-width="4"/>`);
  }
  for (const { cells } of position.runs) {
    const [[x1, y1], [x2, y2]] = [centre(cells[0]), centre(cells[cells.length - 1])];
    const ends = `x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke-linecap="round"`;
    parts.push(`<line ${ends} stroke="#0B2545" stroke-width="14"/>`, `<line ${ends} stroke="#FFF" stroke-width="8"/>`);
  }
  const [widthPx, heightPx] = [width, height].map((side) => Math.round((side * cellPx) / CELL));
  const size = `viewBox="0 0 ${width} ${height}" width="${widthPx}" height="${heightPx}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">\n${parts.join('\n')}\n</svg>\n`;
}

/** @param {Colour | null} owner @param {number} x @param {number} y */
function cellShapes(owner, x, y) {
  if (!owner) return [`<circle cx="${x}" cy="${y}" r="26.5" fill="#16386B" stroke="#6A8CBB"/>`];
  if (owner === 'red') {
    return [
      `<circle cx="${x}" cy="${y}" r="25" fill="#D7263D" stroke="#FFD3D8" stroke-width="3"/>`,
      `<circle cx="${x}" cy="${y}" r="13" fill="none" stroke="#FFD3D8" stroke-width="3"/>`,
    ];
  }
  return [
    `<circle cx="${x}" cy="${y}" r="25" fill="#FFE08A" stroke="#C48A00" stroke-width="3"/>`,
    `<path d="M${x} ${y - 13}L${x + 13} ${y}L${x} ${y + 13}L${x - 13} ${y}z" fill="#5B3A00"/>`,
  ];
}

/** The drawing in pixels. @param {string} svg @param {boolean} [isOpaque]  whether the corners have the board's colour */
export async function canvasOf(svg, isOpaque = false) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { willReadFrequently: isOpaque }));
  if (isOpaque) {
    context.fillStyle = '#0B2545';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.drawImage(image, 0, 0);
  return canvas;
}

/** The drawing as a PNG file. @param {string} svg @returns {Promise<Blob>} */
export async function pngOf(svg) {
  const canvas = await canvasOf(svg);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture cannot be drawn'))));
  });
}

// --- reading --------------------------------------------------------------------------------------

/** Read a saved game, a position string, a Max-Connect4 file, a diagram or a move string.
 * @param {string} text @returns {Promise<Game>} raises an Error with an explanation */
export async function readGame(text) {
  const bare = text.replace(/^\ufeff/, '').trim();
  if (!bare) throw new Error('the file is empty');
  if (/^[1-9a-k]{1,400}$/i.test(bare)) return played(newGame(), parseMoves(bare));
  if (/^[012\s]+$/.test(bare)) return newGame({ start: maxConnect4Start(bare) });
  if (/^[^\s.]+(\.[^\s.]+){4}$/.test(bare)) return newGame({ start: checkedStart(bare) });
  if (bare.startsWith('[') || /(1-0|0-1|1\/2-1\/2|\*)$/.test(bare)) return readRecord(bare);
  return newGame({ start: diagramStart(bare) });
}

/** @param {string} start */
function checkedStart(start) {
  parsePosition(start);
  return start;
}

/** @param {Game} game @param {number[]} columns @returns {Game} */
function played(game, columns) {
  let position = parsePosition(game.start);
  /** @type {number[]} */
  const moves = [];
  for (const column of columns) {
    if (!position.canPlay(column)) throw new Error(`move ${moves.length + 1}: column ${column} cannot be played`);
    position = position.play(column);
    moves.push(column);
  }
  return { ...game, moves };
}

/** The games in a text, as dropfour.record splits them: each ends with a result, or before a header that follows
 * anything but a header. @param {string} text */
export function splitGames(text) {
  /** @type {string[][]} */
  const games = [[]];
  let isAfterHeader = false;
  for (const line of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
    const isHeader = line.trimStart().startsWith('[');
    const game = games[games.length - 1];
    if (isHeader && !isAfterHeader && game.length) games.push([line]);
    else if (line.trim()) game.push(line);
    if (!isHeader && /(?:^|[\s})])(?:1-0|0-1|1\/2-1\/2|\*)\s*$/.test(line)) games.push([]);
    isAfterHeader = isHeader;
  }
  return games.filter((lines) => lines.length).map((lines) => lines.join('\n'));
}

/** @param {string} text  a saved game */
export function headersOf(text) {
  return new Map([...text.matchAll(/^\[(\w+) "((?:[^"\\]|\\.)*)"\]\s*$/gm)].map(([, name, value]) => [name, value.replace(/\\(.)/g, '$1')]));
}

/** @param {string} text */
async function readRecord(text) {
  const headers = headersOf(text);
  const body = text.replace(/^\[.*\]\s*$/gm, '');
  const [width, height] = (headers.get('Board') ?? '7x6').split('x').map(Number);
  const objective = /** @type {Objective} */ (headers.get('Objective') ?? 'first-line');
  const rules = checkedRules({ columns: width, rows: height, connect: Number(headers.get('Connect') ?? 4), objective });
  const seat = async (/** @type {string} */ colour) => {
    const engine = headers.get(`${colour}Engine`) ?? '';
    const name = (headers.get(colour) ?? '').slice(0, 40);
    return { name: name === colour ? '' : name, engine: engine && await isEngineHere(engine) ? engine : null };
  };
  const start = checkedStart(headers.get('Start') ?? emptyString(rules));
  const game = newGame({ start, red: await seat('Red'), yellow: await seat('Yellow'), ...readMoves(parsePosition(start), body) });
  /** @type {Colour} */
  const winner = headers.get('Result') === '1-0' ? 'red' : 'yellow';
  if (headers.get('Termination') !== 'resignation') return game;
  return { ...game, declared: { winner, ending: /** @type {const} */ ('resignation'), reason: '' } };
}

/** @param {string} text  six rows of seven digits, the top one first, and the player to move */
function maxConnect4Start(text) {
  const digits = text.replace(/\s/g, '');
  if (!/^[012]{42}[12]$/.test(digits)) throw new Error('a Max-Connect4 file has six rows of seven digits, and the player to move');
  const rows = Array.from({ length: 6 }, (_, i) => digits.slice(7 * i, 7 * i + 7));
  return startOf(rows, (digit) => ({ 0: null, 1: 'r', 2: 'y' })[digit] ?? null, 'most-lines', digits[42] === '1' ? 'r' : 'y');
}

/** @param {string} text  rows of . R and Y, the top one first */
function diagramStart(text) {
  const rows = text.split('\n').map((row) => row.replace(/\s/g, '')).filter(Boolean);
  if (!rows.every((row) => /^[.ry]+$/i.test(row) && row.length === rows[0].length)) {
    throw new Error('that is not a game, a position or a diagram of . R and Y');
  }
  const count = (/** @type {RegExp} */ stones) => (rows.join('').match(stones) ?? []).length;
  const mover = count(/r/gi) > count(/y/gi) ? 'y' : 'r';
  return startOf(rows, (character) => (character === '.' ? null : character.toLowerCase()), 'first-line', mover);
}

/** @param {string[]} rows  the top one first @param {(character: string) => string | null} stoneOf
 * @param {Objective} objective @param {string} mover */
function startOf(rows, stoneOf, objective, mover) {
  const columns = [...rows[0]].map((_, column) => {
    const stones = rows.map((row) => stoneOf(row[column])).reverse();
    const height = stones.findLastIndex((stone) => stone !== null) + 1;
    if (stones.slice(0, height).includes(null)) throw new Error(`a disc in column ${column + 1} has nothing below it`);
    return stones.slice(0, height).join('') || '1';
  });
  return checkedStart([`${columns.length}x${rows.length}`, 4, objective, columns.join('-'), mover].join('.'));
}
