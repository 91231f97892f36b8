// Stored in this browser: a game that the server has not received completely, and preferences.

import { newGame } from './store.js';

/** @import {Game, Task} from '../types.d.ts' */

const GAME = 'dropfour.unsent';
const STUDY = 'dropfour.study';
const SETUP = 'dropfour.setup';
const NAME = 'dropfour.name';
const SOUND = 'dropfour.sound';
const VIBRATION = 'dropfour.vibration';

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

/** @param {string | null} engine */
export function keepOpponentPreference(engine) {
  write(SETUP, { engine });
}
