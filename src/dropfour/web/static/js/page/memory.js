// Stored in this browser: games that the server has not received completely, and preferences.

import { newGame } from './store.js';

/** @import {Game, Task} from '../types.d.ts' */

const GAMES = 'dropfour.unsent';
const SENT = 'dropfour.sent';
const MOST_SENT = 50;
const STUDY = 'dropfour.study';
const SETUP = 'dropfour.setup';
const NAME = 'dropfour.name';
const SOUND = 'dropfour.sound';
const VIBRATION = 'dropfour.vibration';

/** @param {string} key @returns {any} */
export function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value */
export function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage one can still play.
  }
}

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
  write(GAMES, [{ game, queue }, ...others(game)]);
}

/** @param {Game} game */
export function forget(game) {
  write(GAMES, others(game));
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
  write(SENT, [[draft, id], ...(read(SENT) ?? [])].slice(0, MOST_SENT));
}

/** The id of a game that was sent, by its name in this browser. @param {string | null} draft @returns {string | null} */
export function sentId(draft) {
  const found = (read(SENT) ?? []).find((/** @type {[string, string]} */ each) => each[0] === draft);
  return found ? found[1] : null;
}

/** The name that a game had before it was sent. @param {string | null} id @returns {string | null} */
export function draftOf(id) {
  const found = (read(SENT) ?? []).find((/** @type {[string, string]} */ each) => each[1] === id);
  return found ? found[0] : null;
}

export function studyPreference() {
  return read(STUDY) === true;
}

/** @param {boolean} on */
export function keepStudyPreference(on) {
  write(STUDY, on);
}

export function soundPreference() {
  return read(SOUND) !== false;
}

/** @param {boolean} on */
export function keepSoundPreference(on) {
  write(SOUND, on);
}

export function vibrationPreference() {
  return read(VIBRATION) !== false;
}

/** @param {boolean} on */
export function keepVibrationPreference(on) {
  write(VIBRATION, on);
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

export function forgetOpponentPreference() {
  localStorage.removeItem(SETUP);
}

/** @param {string | null} engine */
export function keepOpponentPreference(engine) {
  write(SETUP, { engine });
}
