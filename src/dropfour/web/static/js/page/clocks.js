// What the players' rows show of a live game: clocks, which run between events, and who is there.

import { isAtEnd, moverOf, resultOf, shownPosition, state, update } from './store.js';

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

/** Minutes and seconds, such as 1:05. @param {number} ms */
export function timeText(ms) {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Whether a player has little time, or hardly any. @param {Colour} colour @returns {'soon' | 'now' | null} */
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
  if (live.info?.open === colour) return 'open seat';
  const words = [];
  if (game.yours.includes(colour) && game[colour].name) words.push('you');
  if (live.info?.bots.includes(colour)) words.push('bot');
  if (!isAtEnd()) {
    if (shownPosition().toMove === colour) words.push('to move');
  } else if (resultOf(game) === null) {
    if (isAway(colour)) words.push('away');
    else if (moverOf(game) === colour && !live.info?.open) words.push('to move');
  } else if (resultOf(game)?.winner === colour) {
    words.push('won');
  }
  return words.join(', ');
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
