// How games continued after the first moves: those of the server or this browser, and those that come with the page.

import { formatMoves } from '../board/notation.js';
import { keptGames } from '../page/library.js';
import { hasServer } from '../page/site.js';
import { isClassic } from '../past/archive.js';
import { getJson } from '../server/api.js';
import { countLevelGames, levelGames } from './database.js';

/** @import {Answer} from '../types.d.ts' */

/** @typedef {Answer<'/api/openings'>['columns'][number]} Continuation */
/** @typedef {Continuation['yours']} Count */

/** @param {number[]} moves @param {Position} position  after them @param {AbortSignal} signal
 * @returns {Promise<Continuation[]>} */
export async function continuationsOf(moves, position, signal) {
  const [stored, games] = await Promise.all([storedContinuations(moves, position, signal), levelGames().catch(() => [])]);
  const ofLevels = countLevelGames(games, formatMoves(moves));
  return stored.map((each) => ({ ...each, engines: sumOf(each.engines, ofLevels.get(each.column)) }));
}

/** @param {Count} count @param {Count} [more] @returns {Count} */
function sumOf(count, more = { red: 0, draw: 0, yellow: 0 }) {
  return { red: count.red + more.red, draw: count.draw + more.draw, yellow: count.yellow + more.yellow };
}

/** @param {number[]} moves @param {Position} position @param {AbortSignal} signal @returns {Promise<Continuation[]>} */
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
