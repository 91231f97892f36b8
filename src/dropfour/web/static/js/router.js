// The router: the view that an address asks for, and the address of the view on the screen.

import { open } from './game/play.js';
import { readAddress, showAddress, storedAddress, takeToken, viewAddress } from './page/address.js';
import { dropListed, gameOfPast, keptGame, listedGames, sentId, unsent } from './storage/games.js';
import { lastOpponent } from './storage/opponents.js';
import { hasServer } from './page/site.js';
import { newGame, resultOf } from './model/game.js';
import { notify, state, update } from './page/state.js';
import { reasonOf, t, withWords } from './ui/words.js';
import { gameOf, getJson, postJson } from './server/api.js';
import { resume } from './server/queue.js';
import { byId, el, within } from './ui/dom.js';
import { Failure } from './core/load.js';
import { Refusal, Unreachable, attempt } from './page/errors.js';

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
    } else if (asked.view === 'tournament game') {
      void openTournamentGame(asked.id, asked.number, 'replace');
    } else if (asked.view === 'game') {
      const token = takeToken(storedAddress(asked.id));
      if (token) void openTakenOver(asked.id, token);
      else void openGame(asked.id, 'replace');
    } else {
      open(asked.view === 'moves' ? asked.game : freshGame(), 'replace');
      if (asked.view === 'nowhere') notify(t('page.nowhere'));
    }
  } catch (error) {
    open(freshGame(), 'replace');
    notify(t('page.no game', { reason: reasonOf(error) }));
  }
}

/** Open what another app has shared with the installed page. */
async function openSharedGame() {
  open(freshGame(), 'replace');
  const { openShared } = await withWords('dialogs', import('./game/openfile.js'));
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
  await openFetched(
    getJson('/api/games/{game_id}', { game_id: stored }).then(gameOf, (error) => listed(stored, error)),
    how,
  );
}

/** The game as the list had it, without a connection. @param {string} id @param {unknown} error */
function listed(id, error) {
  if (error instanceof Refusal) dropListed(id);
  const past = listedGames().find((each) => each.id === id);
  if (!past || !(error instanceof Unreachable)) throw error;
  notify(t('page.seen last'));
  return gameOfPast(past);
}

/** Open a game whose seat a link moves to this browser. @param {string} id @param {string} token */
async function openTakenOver(id, token) {
  const taken = await attempt(() => postJson('/api/games/{game_id}/take-over', { game_id: id }, { token }));
  if (taken !== null) notify(t('page.taken over'));
  await openGame(id, 'replace');
}

/** Open a game that is kept in this browser. @param {string} id @param {'push' | 'replace'} how */
function openKept(id, how) {
  navigations += 1;
  const kept = keptGame(id);
  open(kept ?? freshGame(), kept ? how : 'replace');
  if (!kept) notify(t('page.not kept'));
}

/** @param {number} id @param {number} number @param {'push' | 'replace'} [how] */
export async function openTournamentGame(id, number, how = 'push') {
  const path = '/api/tournaments/{tournament_id}/games/{number}';
  const loading = import('./tournaments/game.js').catch(() => {
    throw new Unreachable(t('page.no file'));
  });
  const fetched = Promise.all([getJson(path, { tournament_id: id, number }), loading]);
  await openFetched(
    fetched.then(([json, { tournamentGameOf }]) => tournamentGameOf(id, json)),
    how,
  );
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
    notify(t(error instanceof Refusal ? 'page.unknown game' : 'page.no connection'));
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
  update({ view, item, itemTitle: '', loading: false });
}

/** Go to another view. @param {State['view']} view @param {string | null} [item]  see State */
export function goTo(view, item = null) {
  const isNext = state.view === view && ['openings', 'solution'].includes(view); // the focus stays on the board
  navigations += 1;
  showView(view, item);
  showAddress('push');
  if (!isNext) focusTitle(view);
}

/** A link to another view. @template {string} Tag @param {Tag} tag  with classes
 * @param {State['view']} view @param {string | null} item @param {...Child} words */
export function viewLink(tag, view, item, ...words) {
  return within(el(tag, { href: viewAddress(view, item) }, ...words), () => goTo(view, item));
}

function freshGame() {
  return newGame({ yellow: { name: '', engine: lastOpponent() } });
}

/** The clicked link is gone: move the focus to the title. @param {State['view']} view */
function focusTitle(view) {
  requestAnimationFrame(() => {
    byId(`${view}-view`).querySelector('h1')?.focus({ preventScroll: true });
    scrollTo(0, 0);
  });
}
