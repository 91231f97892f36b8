// The router: the view that an address asks for, and the address of the view on the screen.

import { open } from './game/play.js';
import { readAddress, showAddress, storedAddress } from './page/address.js';
import { gameOfPast, keptGame, listedGames } from './page/library.js';
import { opponentPreference, sentId, unsent } from './page/memory.js';
import { hasServer } from './page/site.js';
import { newGame, noTournament, notify, state, update } from './page/store.js';
import { capital } from './page/words.js';
import { Refusal, Unreachable, gameOf, getJson, postJson } from './server/api.js';
import { resume } from './server/queue.js';
import { byId } from './ui/dom.js';

/** @import {Game} from './types.d.ts' */

// Counts navigations: a game that arrives after the user has moved on must not replace the view.
let navigations = 0;

/** Show the view that the address bar asks for. */
export function arrive() {
  navigations += 1;
  try {
    const place = readAddress(location);
    if (place.view === 'past' || place.view === 'record' || place.view === 'live' || place.view === 'trainer') {
      update({ view: place.view, loading: false });
    } else if (place.view === 'shared') {
      void openSharedGame();
    } else if (place.view === 'puzzles') {
      update({ view: 'puzzles', puzzle: place.id, loading: false });
    } else if (place.view === 'openings') {
      update({ view: 'openings', opening: place.id, loading: false });
    } else if (place.view === 'learn') {
      update({ view: place.id === null ? 'learn' : 'lesson', lesson: place.id, loading: false });
    } else if (place.view === 'tournaments') {
      showTournaments();
    } else if (place.view === 'tournament') {
      if (place.number === null) showTournament(place.id);
      else void openTournamentGame(place.id, place.number, 'replace');
    } else if (place.view === 'game') {
      const token = /^#take=([\w-]{10,60})$/.exec(location.hash)?.[1];
      if (token) void openTakenOver(place.id, token);
      else void openGame(place.id, 'replace');
    } else if (place.view === 'moves') {
      open(place.game, 'replace');
    } else {
      open(freshGame(), 'replace');
      if (place.view === 'nowhere') notify('There is no page at that address.');
    }
  } catch (error) {
    open(freshGame(), 'replace');
    notify(`There is no game at that address: ${error instanceof Error ? error.message : error}.`);
  }
}

/** Open what another app has shared with the installed page. */
async function openSharedGame() {
  open(freshGame(), 'replace');
  const { openShared } = await import('./game/shared.js');
  await openShared((address) => {
    history.replaceState(null, '', address);
    arrive();
  });
}

/** @param {string} id @param {'push' | 'replace'} how */
export async function openGame(id, how) {
  if (!hasServer) {
    openKept(id, how);
    return;
  }
  if (openUnsent(id, how)) return;
  const stored = sentId(id) ?? id;
  await openFetched(getJson('/api/games/{game_id}', { game_id: stored }).then(gameOf, (error) => listed(stored, error)), how);
}

/** The game as the list had it, if there is no connection. @param {string} id @param {unknown} error */
function listed(id, error) {
  const past = listedGames().find((each) => each.id === id);
  if (!past || !(error instanceof Unreachable)) throw error;
  notify('No connection to the server. This is the game as this browser saw it last.');
  return gameOfPast(past);
}

/** Open a game whose seat a link moves to this browser. @param {string} id @param {string} token */
async function openTakenOver(id, token) {
  history.replaceState(null, '', storedAddress(id)); // the link works once
  try {
    await postJson('/api/live/{game_id}/take-over', { game_id: id }, { token });
    notify('The seat is on this device now.');
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
    notify(`${capital(error.message)}.`);
  }
  await openGame(id, 'replace');
}

/** Open a game that is kept in this browser. @param {string} id @param {'push' | 'replace'} how */
function openKept(id, how) {
  navigations += 1;
  const kept = keptGame(id);
  open(kept ?? freshGame(), kept ? how : 'replace');
  if (!kept) notify('That game does not exist in this browser.');
}

/** @param {number} id @param {number} number @param {'push' | 'replace'} how */
export async function openTournamentGame(id, number, how) {
  const path = '/api/tournaments/{tournament_id}/games/{number}';
  const loading = import('./tournaments/game.js').catch(() => {
    throw new Unreachable('a file of the page could not be loaded');
  });
  const fetched = Promise.all([getJson(path, { tournament_id: id, number }), loading]);
  await openFetched(fetched.then(([json, { tournamentGameOf }]) => tournamentGameOf(id, json)), how);
}

/** Open the game that the server has not received completely, if it is this one.
 * @param {string} id @param {'push' | 'replace'} how */
function openUnsent(id, how) {
  const kept = unsent(id);
  if (!kept) return false;
  navigations += 1;
  open(kept.game, how);
  update({ queue: kept.queue });
  resume();
  return true;
}

/** @param {Promise<Game>} fetched @param {'push' | 'replace'} how */
async function openFetched(fetched, how) {
  navigations += 1;
  const navigation = navigations;
  update({ view: 'game', loading: true, offline: false });
  try {
    const game = await fetched;
    if (navigation === navigations) open(game, how);
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
    if (navigation !== navigations) return;
    open(freshGame(), 'replace');
    notify(error instanceof Refusal ? 'That game does not exist.' : 'No connection to the server.');
  }
}

export function goHome() {
  navigations += 1;
  open(freshGame(), 'push');
}

/** Show one of the views that an address names alone. @param {'past' | 'record' | 'live' | 'trainer'} view */
export function goTo(view) {
  navigations += 1;
  update({ view, loading: false });
  showAddress('push');
  focusTitle(`${view}-view`);
}

function showTournaments() {
  update({ view: 'tournaments', loading: false, tournaments: { ...state.tournaments, problem: '' } });
}

/** @param {number} id */
function showTournament(id) {
  const before = state.tournaments;
  const shown = id === before.id ? before : { ...before, ...noTournament, id };
  update({ view: 'tournament', loading: false, tournaments: { ...shown, problem: '' } });
}

export function goToTournaments() {
  navigations += 1;
  showTournaments();
  showAddress('push');
  focusTitle('tournaments-view');
}

/** @param {number} id */
export function goToTournament(id) {
  navigations += 1;
  showTournament(id);
  showAddress('push');
  focusTitle('tournament-view');
}

/** @param {string | null} [puzzle]  its id; by default, that of the day */
export function goToPuzzles(puzzle = null) {
  navigations += 1;
  update({ view: 'puzzles', puzzle, loading: false });
  showAddress('push');
  focusTitle('puzzles-view');
}

/** @param {string | null} [opening]  the moves, such as 4455 */
export function goToOpenings(opening = null) {
  const isThere = state.view === 'openings';
  navigations += 1;
  update({ view: 'openings', opening, loading: false });
  showAddress('push');
  if (!isThere) focusTitle('openings-view');
}

/** @param {string | null} [lesson]  its id; by default, the list of lessons */
export function goToLearn(lesson = null) {
  navigations += 1;
  update({ view: lesson === null ? 'learn' : 'lesson', lesson, loading: false });
  showAddress('push');
  focusTitle(lesson === null ? 'learn-view' : 'lesson-view');
}

function freshGame() {
  return newGame({ yellow: { name: '', engine: opponentPreference() } });
}

/** The clicked link is gone, so move the focus to the title of the view. @param {string} view */
function focusTitle(view) {
  requestAnimationFrame(() => {
    byId(view).querySelector('h1')?.focus({ preventScroll: true });
    scrollTo(0, 0);
  });
}
