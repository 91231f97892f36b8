// Stored in this browser: a game that the server has not received completely, and preferences.

import { newGame } from './store.js';

/** @import {Game, Task, TournamentPlace, Variation} from '../types.d.ts' */

const GAME = 'dropfour.unsent';
const STUDY = 'dropfour.study';
const COACH = 'dropfour.coach';
const SETUP = 'dropfour.setup';
const NAME = 'dropfour.name';
const VARIATIONS = 'dropfour.variations';
const MOST_GAMES = 100;

/** @param {string} key @returns {any} */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage one can still play.
  }
}

/** @param {Game} game @param {Task[]} queue */
export function remember(game, queue) {
  write(GAME, { game, queue });
}

/** @param {Game} game */
export function forget(game) {
  const kept = read(GAME);
  if (kept && (kept.game.id === game.id || kept.game.id === null)) localStorage.removeItem(GAME);
}

/** The stored game if it is this one and has unsent changes. @param {string | null} id
 * @returns {{game: Game, queue: Task[]} | null} */
export function unsent(id) {
  const kept = read(GAME);
  if (!kept || kept.game.id !== id || !kept.queue.length) return null;
  return { game: newGame(kept.game), queue: kept.queue };
}

/** @param {{id: string | null, tournament?: Pick<TournamentPlace, 'id' | 'number'> | null}} game */
function variationsKey({ id, tournament }) {
  return tournament ? `tournament/${tournament.id}/${tournament.number}` : String(id);
}

/** The variations that this browser has of somebody else's game; null if there are none.
 * @param {Parameters<typeof variationsKey>[0]} game @returns {Variation[] | null} */
export function keptVariations(game) {
  return read(VARIATIONS)?.[variationsKey(game)] ?? null;
}

/** Keep the variations of somebody else's game, of the last games only. @param {Game} game @param {Variation[]} variations */
export function keepVariations(game, variations) {
  const { [variationsKey(game)]: _, ...others } = read(VARIATIONS) ?? {};
  const last = Object.entries(others).slice(1 - MOST_GAMES);
  write(VARIATIONS, { ...Object.fromEntries(last), [variationsKey(game)]: variations });
}

export function studyPreference() {
  return read(STUDY) === true;
}

/** @param {boolean} on */
export function keepStudyPreference(on) {
  write(STUDY, on);
}

export function coachPreference() {
  return read(COACH) === true;
}

/** @param {boolean} on */
export function keepCoachPreference(on) {
  write(COACH, on);
}

/** The name that others see in live games. */
export function namePreference() {
  const name = read(NAME);
  return typeof name === 'string' ? name : '';
}

/** @param {string} name */
export function keepNamePreference(name) {
  write(NAME, name);
}

/** The last opponent chosen: an engine, or null for a second person. */
export function opponentPreference() {
  const setup = read(SETUP);
  const engine = setup && typeof setup === 'object' ? setup.engine : 'medium';
  return typeof engine === 'string' || engine === null ? engine : 'medium';
}

/** @param {string | null} engine */
export function keepOpponentPreference(engine) {
  write(SETUP, { engine });
}
