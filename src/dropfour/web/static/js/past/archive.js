// All games of this browser's owner: those that the server lists, those that it has not received
// yet, or those that are kept in this browser.

import { emptyString } from '../board/notation.js';
import { DRAFT } from '../page/address.js';
import {
  allUnsent,
  dropKept,
  dropListed,
  forget,
  gameOfPast,
  keepListed,
  keptGames,
  listedGames,
  summary,
} from '../storage/games.js';
import { hasServer } from '../page/site.js';
import { CLASSIC, endOf, ownColour } from '../model/game.js';
import { state } from '../page/state.js';
import { Latest } from '../page/tasks.js';
import { deleteGame, getJson } from '../server/api.js';
import { tabs } from '../server/delivery.js';
import { failureOf } from '../page/errors.js';

const PAGE = 100;
const MOST_GAMES = 5000;

/** *problem* is why the list could not be loaded; the games are then those that this browser knows.
 * @typedef {{games: (PastGame & {refusal?: string})[], problem: string}} Archive */

/** Load all games, the one played last first; *send* gets them after each page.
 * @param {AbortSignal} signal @param {(archive: Archive) => void} send */
export async function loadArchive(signal, send) {
  if (!hasServer) {
    send({ games: keptGames(), problem: '' });
    return;
  }
  /** @type {PastGame[]} */
  let games = [];
  /** @type {string | null} */
  let before = null;
  try {
    do {
      /** @type {{games: PastGame[], next: string | null}} */
      const page = await getJson('/api/games', { limit: PAGE, ...(before ? { before } : {}) }, signal);
      games = [...games, ...page.games];
      before = page.next;
      keepListed(page.games);
      send({ games: withUnsent(games), problem: '' });
    } while (before !== null && games.length < MOST_GAMES);
  } catch (error) {
    if (signal.aborted) return;
    const known = games.length ? games : listedGames();
    send({ games: withUnsent(known), problem: failureOf(error) });
  }
}

// Another tab that plays fast causes one reload.
const RELOAD_MS = 500;

/** A function to be called after each change: it loads the games whenever *view* appears, and when another tab has changed one.
 * @param {State['view']} view @param {(archive: Archive) => void} send */
export function archiveFollower(view, send) {
  const loading = new Latest();
  let isShown = false;
  let timer = 0;
  const load = () => void loadArchive(loading.begin(), send);
  tabs.addEventListener('message', () => {
    clearTimeout(timer);
    timer = setTimeout(() => state.view === view && load(), RELOAD_MS);
  });
  return () => {
    const isOpen = state.view === view;
    if (isOpen && !isShown) load();
    isShown = isOpen;
  };
}

/** The games of a list, and before them those that the server has not received; live games in
 * progress are in the lobby. @param {PastGame[]} games */
function withUnsent(games) {
  const now = new Date().toISOString();
  const unsent = allUnsent().map(({ game, refusal }) => {
    return { ...summary({ game, created: now, updated: now }), refusal };
  });
  const ids = new Set(unsent.map(({ id }) => id));
  return [...unsent, ...games.filter(({ id, live, result }) => !ids.has(id) && !(live && result === null))];
}

/** Whether a game is this browser's own, which can delete it. @param {PastGame} past */
export function canDelete(past) {
  return !past.live && past.yours.length > 0;
}

/** Delete a game; raises Refusal or Unreachable. @param {PastGame} past */
export async function deletePast(past) {
  if (!hasServer) dropKept(past.id);
  else if (past.id.startsWith(DRAFT)) forget({ ...gameOfPast(past), id: null, draft: past.id });
  else await deleteGame(past.id);
  dropListed(past.id);
}

/** Whether a game with the usual rules started from the empty board. @param {PastGame} past */
export function isClassic({ start }) {
  return start === emptyString(CLASSIC);
}

/** Whom the owner played: an engine's spec, “live”, or null for somebody at the same screen. @param {PastGame} past */
export function opponentOf(past) {
  if (past.live) return 'live';
  return past.red.engine ?? past.yellow.engine;
}

/** The finished games that the owner played against somebody, the last one first.
 * @param {PastGame[]} games */
export function ratedGames(games) {
  return games.filter(
    (game) => ['won', 'lost', 'drawn'].includes(endOf(game, game.result)) && ownColour(game) !== null,
  );
}
