// The list of public live games, asked for while it is on the screen.

import { liveButtons } from '../game/setup.js';
import { gameLink } from '../past/gamelink.js';
import { pause } from '../page/tasks.js';
import { newGame, state, update } from '../page/store.js';
import { counted, rulesSentence } from '../page/words.js';
import { getJson } from '../server/api.js';
import { el, show, showText } from '../ui/dom.js';
import { Failure } from '../page/errors.js';

const POLL_MS = 3000;

let isPolling = false;

/** Ask for the list while it is on the screen; called after each change. */
function followList() {
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
      if (!(error instanceof Failure)) throw error;
      update({ offline: true });
    }
    await pause(POLL_MS);
  }
  isPolling = false;
}

/** @param {HTMLElement} root */
export function createView(root) {
  const list = el('ul.past-list');
  const empty = el('p.soft', {}, 'No public games are being played right now.');
  const waiting = el('p.soft');
  root.append(el('h1.page-title', { tabindex: '-1' }, 'Live games'), liveButtons(), waiting, empty, list);
  let listed = '';

  return function render() {
    followList();
    show(empty, state.liveGames?.length === 0);
    const { waitingCount } = state;
    const people = waitingCount === 1 ? 'One person is' : `${waitingCount} people are`;
    showText(waiting, waitingCount ? `${people} waiting for an opponent.` : '');
    const key = JSON.stringify(state.liveGames?.map((game) => [game.id, game.moves, game.watchers, game.red, game.yellow]));
    if (key === listed) return;
    listed = key;
    list.replaceChildren(...(state.liveGames ?? []).map(item));
  };
}

/** @param {LiveSummary} live */
function item(live) {
  return el('li', {}, gameLink(live.id, live.position, newGame({ red: live.red, yellow: live.yellow }), [
    el('span', {}, `${counted(live.moves.length, 'move')}, ${clockSentence(live)}`),
    el('span.soft', {}, `${rulesSentence(live.rules)} · ${counted(live.watchers, 'watcher')}`),
  ]));
}

/** @param {LiveSummary} live */
function clockSentence({ clock }) {
  if (!clock) return 'no clock';
  return clock.per_move ? `${clock.time_s} s per move` : `${clock.time_s / 60} min + ${clock.increment_s} s`;
}
