// Games kept in this browser: all of them for a page without a server, otherwise the list as the server last sent
// it, for a page without a connection.

import { formatMoves, parseMoves, positionString } from '../board/notation.js';
import { keep, readList } from './storage.js';
import { livePosition, newGame, resultOf, resultToken } from './store.js';

const KEY = 'games';
const LISTED = 'past';
const MOST_GAMES = 500;
const MOST_LISTED = 100;
const ID_CHARACTERS = '23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';

/** @typedef {{game: Game, created: string, updated: string}} Kept */

/** @returns {Kept[]} the game that was played last is the first */
function all() {
  return readList(KEY);
}

/** Store a game, under a new id if it has none. @param {Game} game @returns {Game} the game with its id */
export function keepGame(game) {
  const id = game.id ?? newId();
  const others = all().filter((each) => each.game.id !== id);
  const before = all().find((each) => each.game.id === id);
  const now = new Date().toISOString();
  const kept = { game: { ...game, id }, created: before?.created ?? now, updated: now };
  keep(KEY, [kept, ...others].slice(0, MOST_GAMES));
  return kept.game;
}

/** @param {string} id @returns {Game | null} */
export function keptGame(id) {
  const found = all().find((each) => each.game.id === id);
  return found ? newGame(found.game) : null;
}

/** All kept games, as the server lists them. */
export function keptGames() {
  return all().map(summary);
}

/** @param {string} id */
export function dropKept(id) {
  keep(KEY, all().filter((each) => each.game.id !== id));
}

/** The games that the server listed last. @returns {PastGame[]} */
export function listedGames() {
  return readList(LISTED);
}

/** Keep games of the server's list, in place of older versions of them. @param {PastGame[]} games */
export function keepListed(games) {
  const ids = new Set(games.map((game) => game.id));
  const all = [...games, ...listedGames().filter((game) => !ids.has(game.id))];
  all.sort((a, b) => b.updated_at.localeCompare(a.updated_at));
  keep(LISTED, all.slice(0, MOST_LISTED));
}

/** @param {string} id */
export function dropListed(id) {
  keep(LISTED, listedGames().filter((game) => game.id !== id));
}

/** The game of a list, without what can be redone. @param {PastGame} past @returns {Game} */
export function gameOfPast(past) {
  const { id, start, red, yellow, live, yours, result } = past;
  const isOnBoard = result === null || result.ending === 'line' || result.ending === 'full board';
  return newGame({ id, start, moves: parseMoves(past.moves), red, yellow, live, yours, declared: isOnBoard ? null : result });
}

/** A game as the server lists it. @param {Kept} kept @returns {PastGame} */
export function summary({ game, created, updated }) {
  const position = livePosition(game);
  const { rules } = position;
  const result = resultOf(game);
  return {
    id: String(game.id ?? game.draft),
    rules: { ...rules, board: `${rules.columns}x${rules.rows}` },
    moves: formatMoves(game.moves),
    red: game.red,
    yellow: game.yellow,
    result: result && { ...result, token: resultToken(result) },
    lines: { red: position.countLines('red'), yellow: position.countLines('yellow') },
    start: game.start,
    position: positionString(position),
    live: game.live,
    yours: game.yours,
    created_at: created,
    updated_at: updated,
  };
}

export function newId() {
  const numbers = crypto.getRandomValues(new Uint32Array(12));
  return [...numbers].map((number) => ID_CHARACTERS[number % ID_CHARACTERS.length]).join('');
}
