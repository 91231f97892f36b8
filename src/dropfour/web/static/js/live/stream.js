// The one event stream of the page, on which it follows everything: the game on the screen, the
// other games of this browser, the lobby, and a tournament between people. What is followed changes
// with the view; after a lost connection the stream begins again.

import { Refusal } from '../page/errors.js';
import { Latest, pauseUntilWoken } from '../page/tasks.js';
import { followedClub, followedId, isOffering, seatIds } from '../page/live.js';
import { notify, state, update } from '../page/state.js';
import { sentence } from '../ui/words.js';
import { streamEvents } from '../server/api.js';

/** @typedef {Events['/api/events']} StreamEvent */

const RETRY_MS = [300, 600, 1200, 2500];
// The server sends something every 15 seconds.
const SILENT_MS = 35_000;

/** A function to be called after each change: it keeps the stream of what is followed open.
 * @param {(event: StreamEvent) => void} receive @param {(isConnected: boolean) => void} connected */
export function createStream(receive, connected) {
  const following = new Latest();
  let followed = '';

  return function followAll() {
    const wanted = query();
    const key = JSON.stringify(wanted);
    if (key === followed) return;
    followed = key;
    const signal = following.begin();
    if (wanted) void keepConnected(wanted, signal, receive, connected);
  };
}

// Browsers allow a site few connections: of the hidden tabs that show nothing live, only one
// follows what there is. Browsers have locks on secure pages only.
let isLeader = !navigator.locks;
void navigator.locks?.request('dropfour follow', () => {
  isLeader = true;
  update({});
  return new Promise(() => {}); // until the tab is closed
});

/** What is followed; null for nothing. */
function query() {
  const onScreen = followedId();
  if (document.hidden && !isLeader && onScreen === null && !['live', 'club'].includes(state.view)) return null;
  // The game on the screen is the first: when it becomes another one, the stream begins again with its state.
  const game = [...new Set([...(onScreen ? [onScreen] : []), ...seatIds()])];
  const games = state.view === 'live';
  const lobby = games || isOffering();
  const club = followedClub();
  if (!game.length && !lobby && !club) return null;
  return { game, ...(lobby ? { lobby } : {}), ...(games ? { games } : {}), ...(club ? { club } : {}) };
}

/** Keep a stream open until *signal* ends it. @param {NonNullable<ReturnType<typeof query>>} wanted
 * @param {AbortSignal} signal @param {(event: StreamEvent) => void} receive @param {(isConnected: boolean) => void} connected */
async function keepConnected(wanted, signal, receive, connected) {
  let failures = 0;
  while (!signal.aborted) {
    // A connection may be silent for too long, as after the lid of a laptop was closed.
    const silence = new AbortController();
    let heardAt = Date.now();
    const watchdog = setInterval(() => Date.now() - heardAt > SILENT_MS && silence.abort(), 2000);
    try {
      for await (const event of streamEvents('/api/events', wanted, AbortSignal.any([signal, silence.signal]))) {
        if (signal.aborted) return;
        heardAt = Date.now();
        failures = 0;
        connected(true);
        receive(event);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Refusal && error.status !== 409) {
        notify(sentence(error.message));
        return;
      }
    } finally {
      clearInterval(watchdog);
    }
    connected(false);
    await pauseUntilWoken(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)], signal, { whileHidden: true });
    failures += 1;
  }
}
