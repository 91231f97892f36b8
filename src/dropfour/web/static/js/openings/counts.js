// How stored games continued after the first moves: from the server, or from the games of this browser.

import { formatMoves } from '../board/notation.js';
import { keptGames } from '../page/library.js';
import { hasServer } from '../page/site.js';
import { isClassic } from '../past/archive.js';
import { getJson } from '../server/api.js';

/** @import {Answer} from '../types.d.ts' */

/** @typedef {Answer<'/api/openings'>['columns'][number]} Continuation */
/** @typedef {Continuation['yours']} Count */

/** @param {number[]} moves @param {Position} position  after them @param {AbortSignal} signal
 * @returns {Promise<Continuation[]>} */
export async function continuationsOf(moves, position, signal) {
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
