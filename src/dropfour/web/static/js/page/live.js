// Live games as every view shows them: those in progress in which this browser has a seat, whether
// it offers one in the lobby, and the clocks of the game on the screen. Seats and offers are
// stored, so that every page and every tab follows them.

import { isWatching, moverOf, resultOf } from '../model/game.js';
import { preferences, read, readList, write } from '../storage/storage.js';
import { listed, t, timeText } from '../ui/words.js';
import { isAtEnd, shownPosition } from './shown.js';
import { hasServer } from './site.js';
import { changerOf, state, update } from './state.js';

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
  const isWaiting = kept.offering || kept.ids.length > 0;
  return hasServer && (state.view === 'live' || isWaiting || followedId() !== null || followedClub() !== '');
}

/** The games in progress that are not on the screen; first those in which it is this browser's turn. @returns {Running[]} */
export function runningElsewhere() {
  const running = Object.values(state.running).filter(
    ({ game }) => game.id !== followedId() && game.yours.length > 0 && resultOf(game) === null,
  );
  return [...running.filter(isYourTurn), ...running.filter((each) => !isYourTurn(each))];
}

/** Whether the person at this screen is to move in a game, on the screen or not. @param {Running} running */
export function isYourTurn({ game, info }) {
  const mover = moverOf(game);
  return mover !== null && info.open === null && game.yours.includes(mover);
}

/** Moves planned in *game* after *ply* moves: columns by the answer of the other player, '' for
 * any; *replyTo* is the answer for which the next click plans.
 * @typedef {{game: string, ply: number, moves: Record<string, number>}} Planned */
/** @type {{planned: Planned | null, replyTo: string}} */
export const plans = { planned: null, replyTo: '' };

export const changePlans = changerOf(plans);

// --- clocks --------------------------------------------------------------------------------------

const LOW_MS = 20_000;
const URGENT_MS = 10_000;

/** The time left to a player of a game in milliseconds; null without a clock.
 * @param {Game} game @param {Live['info']} info  as it was at *infoAt* @param {number} infoAt @param {Colour} colour */
export function leftMs(game, info, infoAt, colour) {
  const clock = info?.clock;
  if (!clock) return null;
  const left = colour === 'red' ? clock.red_ms : clock.yellow_ms;
  const isRunning = clock.running === colour && moverOf(game) === colour;
  return isRunning ? Math.max(0, left - (performance.now() - infoAt)) : left;
}

/** The same for the game on the screen. @param {Colour} colour */
function shownMs(colour) {
  const { live, game } = state;
  return game.live && live?.id === game.id ? leftMs(game, live.info, live.infoAt, colour) : null;
}

/** @param {Colour} colour */
export function clockText(colour) {
  const ms = shownMs(colour);
  if (ms === null) return null;
  if (ms < LOW_MS) return (Math.floor(ms / 100) / 10).toFixed(1);
  return timeText(ms);
}

/** Whether a player has little time, or hardly any. @param {Colour} colour */
export function lowTime(colour) {
  const ms = shownMs(colour);
  if (ms === null || resultOf(state.game) !== null) return null;
  if (ms < URGENT_MS) return 'now';
  // Of a clock with little time from the beginning, the last quarter is low.
  const lowMs = Math.min(LOW_MS, (state.live?.info?.clock?.time_s ?? 0) * 250);
  return ms < lowMs ? 'soon' : null;
}

/** @param {Colour} colour */
export function isAway(colour) {
  const { game, live } = state;
  const isMine = game.yours.includes(colour);
  return live?.presence != null && live.info?.open !== colour && !isMine && !live.presence[colour].here;
}

/** What is special about a seat; null if there is nothing. @param {Colour} colour */
export function liveNote(colour) {
  const { game, live } = state;
  if (!game.live || live?.id !== game.id) return null;
  if (live.info?.open === colour) return t('game.open seat');
  const words = [];
  if (game.yours.includes(colour) && game[colour].name) words.push(t('game.seat you'));
  if (live.info?.bots.includes(colour)) words.push(t('game.bot'));
  if (!isAtEnd()) {
    if (shownPosition().toMove === colour) words.push(t('game.to move'));
  } else if (resultOf(game) === null) {
    if (isAway(colour)) words.push(t('game.away'));
    else if (moverOf(game) === colour && !live.info?.open) words.push(t('game.to move'));
  } else if (resultOf(game)?.winner === colour) {
    words.push(t('game.winner'));
  }
  return listed(words);
}

/** How long until the player to move, who is away, can be claimed against; null if that is not so. */
export function claimInMs() {
  const { game, live } = state;
  const mover = moverOf(game);
  if (!live?.presence || mover === null || game.yours.includes(mover) || !game.yours.length) return null;
  const { here, claim_in_s: wait } = live.presence[mover];
  if (here || wait === null || live.info?.open) return null;
  return Math.max(0, wait * 1000 - (performance.now() - live.presenceAt));
}

/** Redraw the page while a time on it changes, and once more when a claim has become possible. */
export function keepClocksRunning() {
  let wasCounting = false;
  setInterval(() => {
    const { game, live } = state;
    if (state.view !== 'game' || !game.live || document.hidden || resultOf(game) !== null) return;
    const isCounting = (claimInMs() ?? 0) > 0;
    if (live?.info?.clock?.running || isCounting || wasCounting) update({});
    wasCounting = isCounting;
  }, 200);
}
