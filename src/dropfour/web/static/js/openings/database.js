// Games of the levels against each other, which come with the page: dropfour.tools.openings plays them and describes the file.

import { once } from '../core/once.js';
import { fetchText } from '../page/compressed.js';

/** @import {Count} from './counts.js' */

/** *drawn* moves were made at random before the levels played. @typedef {{moves: string, drawn: number, winner: keyof Count}} LevelGame */

const FILE = new URL('../../openings/games.gz', import.meta.url);
const WINNERS = /** @type {Record<string, keyof Count>} */ ({ r: 'red', y: 'yellow', d: 'draw' });
const COLUMNS = 7;

/** All games in the order of their moves. */
export const levelGames = once(async () => parseGames(await fetchText(FILE, 'games of the levels')));

/** @param {string} text @returns {LevelGame[]} */
export function parseGames(text) {
  return text.trim().split('\n').slice(1).map((row) => {
    const [head, moves] = row.split(' ');
    return { moves, drawn: Number(head[2]), winner: WINNERS[head[3]] };
  });
}

/** How the games, or their mirror images, continued after some moves that a level could answer: by column.
 * @param {LevelGame[]} games  in the order of their moves @param {string} moves @returns {Map<number, Count>} */
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
