// What the events of the stream change: the game on the screen, the other games of this browser,
// the lobby, and the tournament between people that is followed.

import { dropClub, followClub, receiveTournament, receiveYou } from './tournament.js';
import { showAddress } from '../page/address.js';
import { dropSeat, followedId, keepSeat, seatIds, setOffering } from '../page/live.js';
import { isAtEnd } from '../page/shown.js';
import { changerOf, notify, state, update } from '../page/state.js';
import { resultOf } from '../model/game.js';
import { openGame } from '../router.js';
import { gameOf } from '../server/api.js';
import { addStyles } from '../ui/dom.js';
import { t } from '../ui/words.js';
import { announce, announceElsewhere, announcePairing } from './announce.js';
import { createBanner } from './banner.js';
import { createStream } from './stream.js';

/** @import {StreamEvent} from './stream.js' */
/** @typedef {Extract<StreamEvent, {event: 'game'}>['data']} GameEvent */

/** What is offered in the lobby, and the games that can be watched, while the page follows them.
 * @type {{lobby: LobbyEvent | null, games: LiveSummary[] | null}} */
export const meeting = { lobby: null, games: null };

const changeMeeting = changerOf(meeting);

/** Follow whatever there is to follow, and show the banner of games that are not on the screen.
 * @returns {Promise<() => void>} what is to be called after each change */
export async function createFollower() {
  const followAll = createStream(receive, (connected) => {
    if (state.live && state.live.connected !== connected) change({ connected });
    if (state.view === 'live' && state.offline === connected) update({ offline: !connected });
  });
  await addStyles('past'); // has the small boards
  const drawBanner = createBanner();
  return () => {
    keepTrack();
    followClub();
    followAll();
    drawBanner();
  };
}

/** Keep the state of the game on the screen apart, and remember it as long as it is in progress. */
function keepTrack() {
  const id = followedId();
  if (id !== (state.live?.id ?? null)) update({ live: id === null ? null : liveOf(id) });
  const { game } = state;
  if (id === null || !game.live || !game.yours.length) return;
  if (resultOf(game) === null) keepSeat(id);
  else dropSeat(id);
}

/** What is known of a game, which may have been followed before it was on the screen. @param {string} id @returns {Live} */
function liveOf(id) {
  const now = performance.now();
  const { info = null, infoAt = now, game: latest = null } = state.running[id] ?? {};
  return { id, connected: true, info, infoAt, turnAt: now, latest, presence: null, presenceAt: now };
}

/** @param {StreamEvent} event */
function receive({ event, data }) {
  if (event === 'game') receiveGame(data);
  if (event === 'seat') receiveSeat(data.game, data.yours);
  if (event === 'presence' && data.game === state.live?.id) change({ presence: data, presenceAt: performance.now() });
  if (event === 'gone') receiveGone(data.game);
  if (event === 'seats') data.games.forEach(keepSeat);
  if (event === 'lobby') {
    changeMeeting({ lobby: data });
    setOffering(data.yours !== null);
  }
  if (event === 'games') changeMeeting(data);
  if (event === 'paired') receivePaired(data.game);
  if (event === 'tournament') receiveTournament(data);
  if (event === 'you') receiveYou(data);
}

/** @param {string} id  of a game or a tournament */
function receiveGone(id) {
  dropSeat(id);
  dropClub(id);
  if (id === state.live?.id) notify(t('live.game withdrawn'));
}

/** @param {string} id */
function receivePaired(id) {
  setOffering(false);
  keepSeat(id);
  announcePairing(id);
  if (state.view === 'live') void openGame(id);
}

/** @param {Partial<Live>} changes */
function change(changes) {
  if (state.live) update({ live: { ...state.live, ...changes } });
}

/** @param {string} id @param {Colour[]} yours */
function receiveSeat(id, yours) {
  if (!yours.length) dropSeat(id);
  const running = state.running[id];
  if (running) update({ running: { ...state.running, [id]: { ...running, game: { ...running.game, yours } } } });
  if (id !== state.live?.id) return;
  const hadSeat = state.game.yours.length > 0;
  update({ game: { ...state.game, yours } });
  if (hadSeat && !yours.length) notify(t('live.seat moved'));
}

/** @param {GameEvent} data */
function receiveGame(data) {
  if (data.id === state.live?.id) receiveShown(data);
  if (data.live && seatIds().includes(data.id)) receiveRunning(data, data.live);
}

/** @param {GameEvent} data @param {NonNullable<GameEvent['live']>} info */
function receiveRunning(data, info) {
  const before = state.running[data.id];
  const game = gameOf(data, before?.game.yours ?? (state.live?.id === data.id ? state.game.yours : []));
  const now = { game, info, infoAt: performance.now() };
  update({ running: { ...state.running, [data.id]: now } });
  if (before && before.game.version < game.version) announceElsewhere(before, now);
  if (resultOf(game) !== null) dropSeat(data.id);
}

/** @param {GameEvent} data */
function receiveShown(data) {
  const before = state.live?.info ?? null;
  const latest = gameOf(data, state.game.yours);
  const now = performance.now();
  const hasMoved = data.moves.length !== state.live?.latest?.moves.length;
  change({ info: data.live, infoAt: now, latest, ...(hasMoved ? { turnAt: now } : {}) });
  // While tasks are left, the page is ahead of the server; the answer to the last one is compared with this.
  if (!state.queue.length && latest.version >= state.game.version) {
    update({ game: { ...latest, yours: state.game.yours }, offline: false, ...(isAtEnd() ? { shownPly: null } : {}) });
    showAddress('replace');
  }
  if (before && before.next === null && data.live?.next) void openGame(data.live.next);
  if (data.live && before) announce(before, data.live);
}
