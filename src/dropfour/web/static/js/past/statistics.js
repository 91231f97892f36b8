// What a list of games says about a player: results by opponent and colour, streaks and openings.

import { endOf, ownColour } from '../page/results.js';
import { isClassic, opponentOf } from './archive.js';

/** @typedef {{won: number, drawn: number, lost: number}} Tally */
/** @typedef {{opponent: string, red: Tally, yellow: Tally}} OpponentRow */
/** @typedef {{moves: string, colour: Colour, tally: Tally}} Opening */
/**
 * @typedef {{
 *   games: number, total: Tally, opponents: OpponentRow[], openings: Opening[],
 *   streak: {count: number, end: 'won' | 'lost' | 'drawn' | null}, longest: number,
 * }} Statistics
 */

// An opening is its first moves in a classic game.
const OPENING = 3;
const MOST_OPENINGS = 12;

/** @returns {Tally} */
function noGames() {
  return { won: 0, drawn: 0, lost: 0 };
}

/** @param {Tally} tally */
export function countOf(tally) {
  return tally.won + tally.drawn + tally.lost;
}

/** @param {Tally} a @param {Tally} b @returns {Tally} */
export function sumOf(a, b) {
  return { won: a.won + b.won, drawn: a.drawn + b.drawn, lost: a.lost + b.lost };
}

/** The finished games that the owner played against somebody, the last one first.
 * @param {PastGame[]} games */
export function ratedGames(games) {
  return games.filter((game) => ['won', 'lost', 'drawn'].includes(endOf(game, game.result)) && ownColour(game) !== null);
}

/** @param {PastGame[]} games  the last one first @returns {Statistics} */
export function statistics(games) {
  const total = noGames();
  /** @type {Map<string, OpponentRow>} */
  const opponents = new Map();
  /** @type {Map<string, Opening>} */
  const openings = new Map();
  const rated = ratedGames(games);
  for (const game of rated) {
    const end = /** @type {keyof Tally} */ (endOf(game, game.result));
    const colour = /** @type {Colour} */ (ownColour(game));
    const opponent = opponentOf(game) ?? '';
    const row = opponents.get(opponent) ?? { opponent, red: noGames(), yellow: noGames() };
    opponents.set(opponent, row);
    total[end] += 1;
    row[colour][end] += 1;
    const moves = game.moves.slice(0, OPENING);
    if (!isClassic(game) || moves.length < OPENING) continue;
    const key = `${colour} ${moves}`;
    const opening = openings.get(key) ?? { moves, colour, tally: noGames() };
    openings.set(key, opening);
    opening.tally[end] += 1;
  }
  const byCount = (/** @type {Tally} */ a, /** @type {Tally} */ b) => countOf(b) - countOf(a);
  return {
    games: games.length,
    total,
    opponents: [...opponents.values()].sort((a, b) => byCount(sumOf(a.red, a.yellow), sumOf(b.red, b.yellow))),
    openings: [...openings.values()].sort((a, b) => byCount(a.tally, b.tally)).slice(0, MOST_OPENINGS),
    ...streaks(rated),
  };
}

/** @param {PastGame[]} rated  the last one first */
function streaks(rated) {
  const ends = rated.map((game) => endOf(game, game.result));
  const [end] = ends;
  const broken = ends.findIndex((each) => each !== end);
  const count = broken < 0 ? ends.length : broken;
  let longest = 0;
  let current = 0;
  for (const each of ends) {
    current = each === 'won' ? current + 1 : 0;
    longest = Math.max(longest, current);
  }
  return { streak: { count, end: /** @type {keyof Tally | null} */ (end ?? null) }, longest };
}
