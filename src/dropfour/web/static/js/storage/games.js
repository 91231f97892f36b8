// Games in this browser's storage: all of them for a page without a server; otherwise those that the server has not received
// completely, and the list as it last sent it, for a page without a connection.

import { formatMoves, parseMoves, positionString } from '../board/notation.js';
import { livePosition, newGame, resultOf, resultToken } from '../model/game.js';
import { keep, read, readList, readRecord } from './storage.js';

const GAMES = 'games';
const LISTED = 'past';
const MOST_GAMES = 500;
const MOST_LISTED = 100;
const ID_CHARACTERS = '23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';

/** @typedef {{game: Game, created: string, updated: string}} Kept */

/** @returns {Kept[]} the game that was played last is the first */
function all() {
  return readList(GAMES);
}

/** Store a game, under a new id if it has none. @param {Game} game @returns {Game} with its id */
export function keepGame(game) {
  const id = game.id ?? newId();
  const others = all().filter((each) => each.game.id !== id);
  const before = all().find((each) => each.game.id === id);
  const now = new Date().toISOString();
  const kept = { game: { ...game, id }, created: before?.created ?? now, updated: now };
  keep(GAMES, [kept, ...others].slice(0, MOST_GAMES));
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
  const others = all().filter((each) => each.game.id !== id);
  keep(GAMES, others);
}

/** The games that the server listed last. @returns {PastGame[]} */
export function listedGames() {
  return readList(LISTED);
}

/** Keep games of the server's list, in place of older versions. @param {PastGame[]} games */
export function keepListed(games) {
  const ids = new Set(games.map((game) => game.id));
  const all = [...games, ...listedGames().filter((game) => !ids.has(game.id))];
  all.sort((a, b) => b.updated_at.localeCompare(a.updated_at));
  keep(LISTED, all.slice(0, MOST_LISTED));
}

/** @param {string} id */
export function dropListed(id) {
  const others = listedGames().filter((game) => game.id !== id);
  keep(LISTED, others);
}

/** The game of a list, without what can be redone. @param {PastGame} past @returns {Game} */
export function gameOfPast(past) {
  const { id, start, red, yellow, live, yours, result, swapped } = past;
  const isOnBoard = result === null || result.ending === 'line' || result.ending === 'full board';
  const [moves, declared] = [parseMoves(past.moves), isOnBoard ? null : result];
  return newGame({ id, start, moves, red, yellow, live, yours, declared, swapped });
}

/** Whether nothing was played, solved or read in this browser yet. */
export function isNewcomer() {
  return [GAMES, LISTED, UNSENT, 'setup', 'puzzles', 'course', 'trainer'].every((name) => read(name) === null);
}

/** The game that was played last and is not over, against an engine or at one screen. @returns {PastGame | null} */
export function lastUnfinished() {
  const unsent = allUnsent().map(({ game }) => summary({ game, created: '', updated: '' }));
  const known = [...unsent, ...keptGames(), ...listedGames()];
  return known.find(({ result, moves, live, yours }) => !result && moves && !live && yours.length > 0) ?? null;
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
    swapped: game.swapped,
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

// --- what the server has not received ------------------------------------------------------------

const UNSENT = 'unsent';
const SENT = 'sent';
const MOST_SENT = 50;
const VARIATIONS = 'variations';
const MOST_VARIED = 100;

/** A game with what the server has not received, and why it has refused the game, if it has.
 * @typedef {{game: Game, queue: Task[], refusal: string}} Unsent */

/** What identifies a game in this browser. @param {Game} game */
export function keyOf(game) {
  return game.draft ?? game.id;
}

/** Games with changes not received by the server, the last one first. @returns {Unsent[]} */
export function allUnsent() {
  const kept = read(UNSENT);
  const list = Array.isArray(kept) ? kept : kept ? [kept] : [];
  return list
    .filter((each) => each.queue.length)
    .map(({ game, queue, refusal = '' }) => ({ game: newGame(game), queue, refusal }));
}

/** @param {Game} game @param {Task[]} queue @param {string} [refusal] */
export function remember(game, queue, refusal = '') {
  keep(UNSENT, [{ game, queue, refusal }, ...others(game)]);
}

/** @param {Game} game */
export function forget(game) {
  keep(UNSENT, others(game));
}

/** @param {Game} game */
function others(game) {
  return allUnsent().filter((each) => keyOf(each.game) !== keyOf(game));
}

/** The stored game with that id or name if it has unsent changes. @param {string} key @returns {Unsent | null} */
export function unsent(key) {
  return allUnsent().find(({ game }) => game.id === key || game.draft === key) ?? null;
}

/** Note the id that the server has given to a game. @param {string} draft @param {string} id */
export function noteSent(draft, id) {
  keep(SENT, [[draft, id], ...readList(SENT)].slice(0, MOST_SENT));
}

/** The id of a game that was sent, by its name in this browser. @param {string | null} draft @returns {string | null} */
export function sentId(draft) {
  return readList(SENT).find(([each]) => each === draft)?.[1] ?? null;
}

/** The name that a game had before it was sent. @param {string | null} id @returns {string | null} */
export function draftOf(id) {
  return readList(SENT).find(([, each]) => each === id)?.[0] ?? null;
}

/** @param {{id: string | null, tournament?: Pick<TournamentPlace, 'id' | 'number'> | null}} game */
function variationsKey({ id, tournament }) {
  return tournament ? `tournament/${tournament.id}/${tournament.number}` : String(id);
}

/** The variations that this browser has of somebody else's game; null if there are none.
 * @param {Parameters<typeof variationsKey>[0]} game @returns {Variation[] | null} */
export function keptVariations(game) {
  return readRecord(VARIATIONS)[variationsKey(game)] ?? null;
}

/** Keep the variations of somebody else's game, of the last games only. @param {Game} game @param {Variation[]} variations */
export function keepVariations(game, variations) {
  const { [variationsKey(game)]: _, ...others } = readRecord(VARIATIONS);
  const last = Object.entries(others).slice(1 - MOST_VARIED);
  keep(VARIATIONS, { ...Object.fromEntries(last), [variationsKey(game)]: variations });
}
