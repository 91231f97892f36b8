// What the players' rows show of a live game: clocks, which run between events, and who is there.

import { isAtEnd, moverOf, resultOf, shownPosition, state, update } from './store.js';

/** @import {Colour} from '../types.d.ts' */

const LOW_MS = 20_000;

/** The time left to a player in milliseconds; null without a clock. @param {Colour} colour */
function leftMs(colour) {
  const { live, game } = state;
  const clock = game.live && live?.id === game.id ? live.info?.clock : null;
  if (!live || !clock) return null;
  const left = colour === 'red' ? clock.red_ms : clock.yellow_ms;
  const isRunning = clock.running === colour && moverOf(game) === colour;
  return isRunning ? Math.max(0, left - (performance.now() - live.infoAt)) : left;
}

/** @param {Colour} colour */
export function clockText(colour) {
  const ms = leftMs(colour);
  if (ms === null) return null;
  if (ms < LOW_MS) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** @param {Colour} colour */
export function isTimeLow(colour) {
  const ms = leftMs(colour);
  return ms !== null && ms < LOW_MS && resultOf(state.game) === null;
}

/** @param {Colour} colour */
export function isAway(colour) {
  const { live } = state;
  return live?.presence != null && live.info?.open !== colour && !live.presence[colour].here;
}

/** What is special about a seat; null if there is nothing. @param {Colour} colour */
export function liveNote(colour) {
  const { game, live } = state;
  if (!game.live || live?.id !== game.id) return null;
  if (live.info?.open === colour) return 'open seat';
  const words = [];
  if (game.yours.includes(colour) && game[colour].name) words.push('you');
  if (live.info?.bots.includes(colour)) words.push('bot');
  const isMine = game.yours.includes(colour);
  if (!isAtEnd()) {
    if (shownPosition().toMove === colour) words.push('to move');
  } else if (resultOf(game) === null) {
    if (!isMine && isAway(colour)) words.push('away');
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

/** Redraw the page while a time on it changes. */
export function keepClocksRunning() {
  setInterval(() => {
    const { game, live } = state;
    if (state.view !== 'game' || !game.live || document.hidden || resultOf(game) !== null) return;
    if (live?.info?.clock?.running || (claimInMs() ?? 0) > 0) update({});
  }, 200);
}
