// How games continued after the first moves: those of the server or this browser, and games of the
// levels against each other that come with the page (lab/shipped/openings.py plays them and
// describes the file); and the names of openings, each also for its mirror image.

import { formatMoves } from '../board/notation.js';
import { once } from '../core/load.js';
import { hasServer } from '../page/site.js';
import { fetchText } from '../page/tasks.js';
import { isClassic } from '../past/archive.js';
import { getJson } from '../server/api.js';
import { keptGames } from '../storage/games.js';
import { loadWords } from '../ui/words.js';

/** @typedef {Answer<'/api/openings'>['columns'][number]} Continuation */
/** @typedef {Continuation['yours']} Count */
/** *drawn* moves were made at random before the levels played. @typedef {{moves: string, drawn: number, winner: keyof Count}} LevelGame */

const FILE = new URL('../../openings/games.gz', import.meta.url);
const WINNERS = /** @type {Record<string, keyof Count>} */ ({ r: 'red', y: 'yellow', d: 'draw' });
const COLUMNS = 7;

/** All games in the order of their moves. */
export const levelGames = once(async () => parseGames(await fetchText(FILE)));

/** @param {string} text @returns {LevelGame[]} */
export function parseGames(text) {
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => {
      const [head, moves] = row.split(' ');
      return { moves, drawn: Number(head[2]), winner: WINNERS[head[3]] };
    });
}

/** How the games, or their mirror images, continued after some moves that a level could answer: by
 * column. @param {LevelGame[]} games  in the order of their moves @param {string} moves */
export function countLevelGames(games, moves) {
  /** @type {Map<number, Count>} */
  const found = new Map();
  const mirrored = mirror(moves);
  for (const text of new Set([moves, mirrored])) {
    for (let i = firstFrom(games, text); i < games.length && games[i].moves.startsWith(text); i += 1) {
      const { moves: played, drawn, winner } = games[i];
      if (played.length === text.length || drawn > text.length) continue;
      const next = Number(played[text.length]);
      const column = text === moves ? next : COLUMNS + 1 - next;
      const count = found.get(column) ?? { red: 0, draw: 0, yellow: 0 };
      found.set(column, { ...count, [winner]: count[winner] + 1 });
    }
  }
  return found;
}

/** @param {string} moves */
export function mirror(moves) {
  return moves.replace(/\d/g, (column) => String(COLUMNS + 1 - Number(column)));
}

/** The index of the first game whose moves are not before a text. @param {LevelGame[]} games @param {string} text */
function firstFrom(games, text) {
  let low = 0;
  let high = games.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (games[middle].moves < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @param {number[]} moves @param {Position} position  after them @param {AbortSignal} signal */
export async function continuationsOf(moves, position, signal) {
  const [stored, games] = await Promise.all([
    storedContinuations(moves, position, signal),
    levelGames().catch(() => []),
  ]);
  const ofLevels = countLevelGames(games, formatMoves(moves));
  return stored.map((each) => ({ ...each, engines: sumOf(each.engines, ofLevels.get(each.column)) }));
}

/** @param {Count} count @param {Count} [more] @returns {Count} */
function sumOf(count, more = { red: 0, draw: 0, yellow: 0 }) {
  return { red: count.red + more.red, draw: count.draw + more.draw, yellow: count.yellow + more.yellow };
}

/** @param {number[]} moves @param {Position} position @param {AbortSignal} signal */
async function storedContinuations(moves, position, signal) {
  const text = formatMoves(moves);
  if (hasServer) return (await getJson('/api/openings', { moves: text }, signal)).columns;
  const games = keptGames();
  return position.legalColumns.map((column) => {
    const continued = games.filter((game) => isClassic(game) && game.moves.startsWith(text + formatMoves([column])));
    const byEngine = continued.filter((game) => game[position.toMove].engine !== null);
    return { column, yours: countOf(continued), engines: countOf(byEngine) };
  });
}

/** @param {PastGame[]} games @returns {Count} */
function countOf(games) {
  const ended = (/** @type {string} */ token) => games.filter((game) => game.result?.token === token).length;
  return { red: ended('1-0'), draw: ended('1/2-1/2'), yellow: ended('0-1') };
}

// --- names ---------------------------------------------------------------------------------------

/** Those of openings by their moves. @returns {Promise<Record<string, string>>} */
export async function openingNames() {
  return /** @type {Record<string, string>} */ (await loadWords('openingnames'));
}

/** The name of the longest opening with which the moves begin; '' if they do not begin with one.
 * @param {Record<string, string>} names @param {string} moves */
export function openingName(names, moves) {
  for (let length = moves.length; length > 0; length -= 1) {
    const start = moves.slice(0, length);
    const name = names[start] ?? names[mirror(start)];
    if (name) return name;
  }
  return '';
}
