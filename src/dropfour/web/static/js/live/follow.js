// Following the game on the screen: a live one, or one that this browser only watches. After a lost
// connection the stream continues from the last event seen.

import { showAddress } from '../page/address.js';
import { Refusal, attempt } from '../page/errors.js';
import { pauseUntilWoken } from '../page/retry.js';
import { Latest } from '../page/tasks.js';
import { openGame } from '../router.js';
import { isAtEnd, isWatching, notify, state, update } from '../page/store.js';
import { gameOf, postJson, streamEvents } from '../server/api.js';
import { sentence } from '../page/words.js';
import { preferences } from '../page/storage.js';

/** @import {Events} from '../types.d.ts' */

const RETRY_MS = [300, 600, 1200, 2500];
// The server sends something every 15 seconds.
const SILENT_MS = 35_000;

let followed = '';
const following = new Latest();

/** Follow the game on the screen, and nothing else; called after each change. */
export function followGame() {
  const { game } = state;
  const isFollowed = state.view === 'game' && !state.loading && game.id !== null && (game.live || isWatching(game));
  const id = isFollowed ? String(game.id) : '';
  if (id === followed) return;
  followed = id;
  const signal = following.begin();
  const now = performance.now();
  update({
    live: id === '' ? null : {
      id, connected: true, info: null, infoAt: now, turnAt: now, latest: null, presence: null, presenceAt: now,
    },
  });
  if (id) void keepConnected(id, signal);
}

/** @param {string} id @param {AbortSignal} signal*/
async function keepConnected(id, signal) {
  let failures = 0;
  while (!signal.aborted) {
    const attempt = new AbortController();
    const end = () => attempt.abort();
    signal.addEventListener('abort', end);
    const watchdog = createWatchdog(end);
    try {
      const seen = String(state.live?.latest?.version ?? '');
      for await (const event of streamEvents('/api/games/{game_id}/events', { game_id: id }, attempt.signal, seen)) {
        if (signal.aborted) return;
        watchdog.feed();
        failures = 0;
        if (!state.live?.connected) change({ connected: true });
        receive(id, event);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Refusal && error.status !== 409 && error.status !== 429) {
        notify(sentence(error.message));
        return;
      }
    } finally {
      watchdog.stop();
      signal.removeEventListener('abort', end);
    }
    change({ connected: false });
    await pauseUntilWoken(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)], signal, { whileHidden: true });
    failures += 1;
  }
}

/** Ends a connection that has been silent for too long, as after the lid of a laptop was closed.
 * @param {() => void} end */
function createWatchdog(end) {
  let heardAt = Date.now();
  const timer = setInterval(() => {
    if (Date.now() - heardAt > SILENT_MS) end();
  }, 2000);
  return {
    feed: () => {
      heardAt = Date.now();
    },
    stop: () => clearInterval(timer),
  };
}

/** @param {Partial<Live>} changes */
function change(changes) {
  if (state.live) update({ live: { ...state.live, ...changes } });
}

/** @param {string} id @param {Events['/api/games/{game_id}/events']} event*/
function receive(id, { event, data }) {
  if (event === 'presence') change({ presence: data, presenceAt: performance.now() });
  if (event === 'seat') {
    const hadSeat = state.game.yours.length > 0;
    update({ game: { ...state.game, yours: data.yours } });
    if (hadSeat && !data.yours.length) notify('This seat has moved to another device. You are watching now.');
  }
  if (event !== 'game') return;
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
  if (data.live?.open && !state.game.yours.length && before === null) void join(id);
  if (data.live && before) announce(before, data.live);
}

/** Take the open seat of a game whose link was opened. @param {string} id */
async function join(id) {
  const seat = await attempt(() => postJson('/api/live/{game_id}/join', { game_id: id }, { name: preferences.name.value }));
  if (seat !== null) notify('You have taken the other seat.');
}

/** @param {NonNullable<Live['info']>} before @param {NonNullable<Live['info']>} now */
function announce(before, now) {
  const { yours } = state.game;
  if (before.open && !now.open && yours.length && !yours.includes(before.open)) notify('Your opponent has joined.');
  const { offer } = now;
  if (offer && !before.offer && yours.length && !yours.includes(offer.colour)) {
    notify({ draw: 'Your opponent offers a draw.', 'take-back': 'Your opponent asks to take back a move.', rematch: 'Your opponent offers a rematch.' }[offer.kind]);
  }
  const refused = before.offer;
  const isRefused = refused && now.declined.some((each) => each.kind === refused.kind && each.colour === refused.colour);
  if (refused && isRefused && yours.includes(refused.colour)) notify('Your opponent has declined.');
}
