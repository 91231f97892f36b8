// The live games in progress in which this browser has a seat, and whether it offers one in the lobby. Both are kept, so that
// every page and every tab follows them.

import { hasServer } from './site.js';
import { preferences, read, readList, write } from './storage.js';
import { isWatching, moverOf, resultOf, state, update } from './store.js';

const SEATS = 'seats';
const OFFERING = 'offering';
const MOST_SEATS = 10;

let kept = { ids: /** @type {string[]} */ (readList(SEATS)), offering: read(OFFERING) === true };

// Another tab has changed them.
addEventListener('storage', () => {
  kept = { ids: readList(SEATS), offering: read(OFFERING) === true };
});

/** The games that are known to be in progress. */
export function seatIds() {
  return kept.ids;
}

/** @param {string} id */
export function keepSeat(id) {
  if (kept.ids.includes(id)) return;
  kept.ids = [id, ...kept.ids].slice(0, MOST_SEATS);
  write(SEATS, kept.ids);
}

/** @param {string} id */
export function dropSeat(id) {
  if (!kept.ids.includes(id)) return;
  kept.ids = kept.ids.filter((each) => each !== id);
  write(SEATS, kept.ids.length ? kept.ids : undefined);
  const { [id]: gone, ...others } = state.running;
  update({ running: gone ? others : state.running });
}

export function isOffering() {
  return kept.offering;
}

/** @param {boolean} isOpen */
export function setOffering(isOpen) {
  if (kept.offering === isOpen) return;
  kept.offering = isOpen;
  write(OFFERING, isOpen || undefined);
}

/** The id of the game on the screen if it is followed: a live one, or one that this browser only watches. */
export function followedId() {
  const { game } = state;
  const isFollowed = state.view === 'game' && !state.loading && game.id !== null && (game.live || isWatching(game));
  return isFollowed ? game.id : null;
}

/** The id of the tournament between people on the screen, or else of the one that this browser plays in; empty without one. */
export function followedClub() {
  const { view, item, game, live } = state;
  const ofGame = view === 'game' && live?.id === game.id ? (live?.info?.tournament ?? '') : '';
  return (view === 'club' && item) || ofGame || preferences.club.value;
}

/** Whether the page has anything to follow. */
export function followsAnything() {
  return hasServer && (state.view === 'live' || kept.offering || kept.ids.length > 0 || followedId() !== null || followedClub() !== '');
}

/** The games in progress that are not on the screen; first those in which it is this browser's turn. @returns {Running[]} */
export function runningElsewhere() {
  const running = Object.values(state.running).filter(({ game }) => (
    game.id !== followedId() && game.yours.length > 0 && resultOf(game) === null));
  return [...running.filter(isYourTurn), ...running.filter((each) => !isYourTurn(each))];
}

/** Whether the person at this screen is to move in a game, on the screen or not. @param {Running} running */
export function isYourTurn({ game, info }) {
  const mover = moverOf(game);
  return mover !== null && info.open === null && game.yours.includes(mover);
}
