// Stored in this browser: games that the server has not received completely, and what belongs to single games.

import { keep, read, readList, readRecord, write } from './storage.js';
import { newGame } from './store.js';

/** @import {Task} from '../types.d.ts' */

const GAMES = 'unsent';
const SENT = 'sent';
const MOST_SENT = 50;
const VARIATIONS = 'variations';
const MOST_GAMES = 100;
const OPPONENT = 'setup';

/** @typedef {{game: Game, queue: Task[]}} Unsent */

/** What identifies a game in this browser. @param {Game} game */
export function keyOf(game) {
  return game.draft ?? game.id;
}

/** Games with changes that the server has not received, the one changed last first. @returns {Unsent[]} */
export function allUnsent() {
  const kept = read(GAMES);
  const list = Array.isArray(kept) ? kept : kept ? [kept] : [];
  return list.filter((each) => each.queue.length).map(({ game, queue }) => ({ game: newGame(game), queue }));
}

/** @param {Game} game @param {Task[]} queue */
export function remember(game, queue) {
  keep(GAMES, [{ game, queue }, ...others(game)]);
}

/** @param {Game} game */
export function forget(game) {
  keep(GAMES, others(game));
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
  const last = Object.entries(others).slice(1 - MOST_GAMES);
  keep(VARIATIONS, { ...Object.fromEntries(last), [variationsKey(game)]: variations });
}

/** The last opponent chosen: an engine, or null for a second person. @returns {string | null} */
export function lastOpponent() {
  const { engine } = readRecord(OPPONENT);
  return typeof engine === 'string' || engine === null ? engine : 'medium';
}

/** @param {string | null} [engine]  undefined: nobody has been chosen */
export function keepOpponent(engine) {
  write(OPPONENT, engine === undefined ? undefined : { engine });
}
