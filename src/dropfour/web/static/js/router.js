// The router: the view that an address asks for, and the address of the view on the screen.

import { open } from './game/play.js';
import { readAddress, showAddress, storedAddress } from './page/address.js';
import { gameOfPast, keptGame, listedGames } from './page/library.js';
import { lastOpponent, sentId, unsent } from './page/memory.js';
import { hasServer } from './page/site.js';
import { newGame, noTournament, notify, resultOf, state, update } from './page/store.js';
import { reasonOf } from './page/words.js';
import { gameOf, getJson, postJson } from './server/api.js';
import { resume } from './server/queue.js';
import { byId } from './ui/dom.js';
import { Failure, Refusal, Unreachable, attempt } from './page/errors.js';

// Counts navigations: a game that arrives after the user has moved on must not replace the view.
let navigations = 0;

/** Show the view that the address bar asks for. */
export function arrive() {
  navigations += 1;
  try {
    const asked = readAddress(location);
    if (asked.view === 'place') {
      showView(asked.place.view, asked.place.item);
    } else if (asked.view === 'shared') {
      void openSharedGame();
    } else if (asked.view === 'tournament') {
      if (asked.number === null) showTournament(asked.id);
      else void openTournamentGame(asked.id, asked.number, 'replace');
    } else if (asked.view === 'game') {
      const token = /^#take=([\w-]{10,60})$/.exec(location.hash)?.[1];
      if (token) void openTakenOver(asked.id, token);
      else void openGame(asked.id, 'replace');
    } else {
      open(asked.view === 'moves' ? asked.game : freshGame(), 'replace');
      if (asked.view === 'nowhere') notify('There is no page at that address.');
    }
  } catch (error) {
    open(freshGame(), 'replace');
    notify(`There is no game at that address: ${reasonOf(error)}.`);
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

/** @param {string} id @param {'push' | 'replace'} [how] */
export async function openGame(id, how = 'push') {
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
  const taken = await attempt(() => postJson('/api/live/{game_id}/take-over', { game_id: id }, { token }));
  if (taken !== null) notify('This seat is on this device now.');
  await openGame(id, 'replace');
}

/** Open a game that is kept in this browser. @param {string} id @param {'push' | 'replace'} how */
function openKept(id, how) {
  navigations += 1;
  const kept = keptGame(id);
  open(kept ?? freshGame(), kept ? how : 'replace');
  if (!kept) notify('That game does not exist in this browser.');
}

/** @param {number} id @param {number} number @param {'push' | 'replace'} [how] */
export async function openTournamentGame(id, number, how = 'push') {
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
    if (!(error instanceof Failure)) throw error;
    if (navigation !== navigations) return;
    open(freshGame(), 'replace');
    notify(error instanceof Refusal ? 'That game does not exist.' : 'No connection to the server.');
  }
}

export function goHome() {
  navigations += 1;
  open(freshGame(), 'push');
}

/** Return to the game on the screen; a new one if that is where one is, or the last one is over. */
export function goToGame() {
  if (state.view === 'game' || resultOf(state.game) || !state.game.moves.length) {
    goHome();
    return;
  }
  navigations += 1;
  update({ view: 'game' });
  showAddress('push');
}

/** @param {State['view']} view @param {string | null} item */
function showView(view, item) {
  update({ view, item, itemTitle: '', loading: false, tournaments: { ...state.tournaments, problem: '' } });
}

/** @param {number} id */
function showTournament(id) {
  const before = state.tournaments;
  update({ tournaments: id === before.id ? before : { ...before, ...noTournament, id } });
  showView('tournament', null);
}

/** Go to another view. @param {State['view']} view @param {string | null} [item]  see State */
export function goTo(view, item = null) {
  const isNext = state.view === view && ['openings', 'solution'].includes(view); // the focus stays on the board
  navigations += 1;
  showView(view, item);
  showAddress('push');
  if (!isNext) focusTitle(view);
}

/** @param {number} id */
export function goToTournament(id) {
  navigations += 1;
  showTournament(id);
  showAddress('push');
  focusTitle('tournament');
}

function freshGame() {
  return newGame({ yellow: { name: '', engine: lastOpponent() } });
}

/** The clicked link is gone, so move the focus to the title of the view. @param {State['view']} view */
function focusTitle(view) {
  requestAnimationFrame(() => {
    byId(`${view}-view`).querySelector('h1')?.focus({ preventScroll: true });
    scrollTo(0, 0);
  });
}
