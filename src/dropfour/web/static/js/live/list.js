// The list of public live games, asked for while it is on the screen.

import { thumbnail } from '../board/thumbnail.js';
import { storedAddress } from '../page/address.js';
import { newGame, state, update } from '../page/store.js';
import { counted, rulesSentence, seatName } from '../page/words.js';
import { Refusal, Unreachable, getJson } from '../server/api.js';
import { el, setText, show, within } from '../ui/dom.js';

/** @import {LiveSummary} from '../types.d.ts' */

const POLL_MS = 3000;

let isPolling = false;

/** Ask for the list while it is on the screen; called after each change. */
export function followList() {
  if (state.view === 'live' && !isPolling) void poll();
}

async function poll() {
  isPolling = true;
  while (state.view === 'live') {
    try {
      if (!document.hidden || state.liveGames === null) {
        const { games, waiting } = await getJson('/api/live', {});
        update({ liveGames: games, waitingCount: waiting, offline: false });
      }
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
      update({ offline: true });
    }
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS);
    });
  }
  isPolling = false;
}

/** @param {HTMLElement} root @param {(id: string) => void} choose
 * @param {(mode: 'friend' | 'anybody') => void} playLive */
export function createLiveList(root, choose, playLive) {
  const list = el('ul.past-list');
  const empty = el('p.soft', {}, 'No public games are being played right now.');
  const waiting = el('p.soft');
  root.append(
    el('h1.page-title', { tabindex: '-1' }, 'Live games'),
    el('div.card-actions', {},
      el('button.primary', { type: 'button', click: () => playLive('friend') }, 'Play a friend'),
      el('button', { type: 'button', click: () => playLive('anybody') }, 'Play anybody'),
    ),
    waiting, empty, list,
  );
  let listed = '';

  return function render() {
    show(empty, state.liveGames?.length === 0);
    const { waitingCount } = state;
    setText(waiting, waitingCount ? `${counted(waitingCount, 'person').replace('persons', 'people')} waiting for an opponent.` : '');
    show(waiting, waitingCount > 0);
    const key = JSON.stringify(state.liveGames?.map((game) => [game.id, game.moves, game.watchers, game.red, game.yellow]));
    if (key === listed) return;
    listed = key;
    list.replaceChildren(...(state.liveGames ?? []).map((game) => item(game, choose)));
  };
}

/** @param {LiveSummary} live @param {(id: string) => void} choose */
function item(live, choose) {
  const game = newGame({ red: live.red, yellow: live.yellow });
  const link = within(el('a.past-game', { href: storedAddress(live.id) },
    thumbnail(live.position),
    el('span.past-words', {},
      el('b', {}, `${seatName(game, 'red')} – ${seatName(game, 'yellow')}`),
      el('span', {}, `${counted(live.moves.length, 'move')}, ${clockSentence(live)}`),
      el('span.soft', {}, `${rulesSentence(live.rules)} · ${counted(live.watchers, 'watcher')}`),
    ),
  ), () => choose(live.id));
  return el('li', {}, link);
}

/** @param {LiveSummary} live */
function clockSentence({ clock }) {
  if (!clock) return 'no clock';
  return clock.per_move ? `${clock.time_s} s for each move` : `${clock.time_s / 60} min + ${clock.increment_s} s`;
}
