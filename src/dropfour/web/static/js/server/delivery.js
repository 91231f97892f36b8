// Delivering changes to the server: one task, and in the background the games that are not on the screen.

import { formatMoves } from '../board/notation.js';
import { allUnsent, forget, keyOf, noteSent, remember, unsent } from '../page/memory.js';
import { hasServer } from '../page/site.js';
import { notify, state } from '../page/store.js';
import { postJson } from './api.js';
import { Refusal, Unreachable } from '../page/errors.js';

/** @import {Task} from '../types.d.ts' */

const RETRY_MS = 10_000;

/** Tells other tabs which game has changed. */
export const tabs = new BroadcastChannel('dropfour');

/** @type {Set<string>} */
const sending = new Set(); // the games that this tab is sending
/** @type {ReturnType<typeof setTimeout> | undefined} */
let retry;

/** What the server needs to create a game. @param {Game} game */
export function creation({ start, moves, red, yellow, variations }) {
  return { start, moves: formatMoves(moves), red, yellow, variations };
}

/** @param {Task} task @param {Game} game */
export function send(task, game) {
  if (task.kind === 'create') return postJson('/api/games', {}, { ...(task.game ?? creation(game)), draft: game.draft });
  if (task.kind === 'moves' && game.live) {
    const { kind: _, ...move } = task;
    return postJson('/api/live/{game_id}/moves', { game_id: String(game.id) }, move);
  }
  const { kind, ...body } = task;
  return postJson(`/api/games/{game_id}/${kind}`, { game_id: String(game.id) }, body);
}

/** Take a task that was answered off the stored queue of a game.
 * @param {Game} game @param {Task[]} queue  including the task @param {string} id  of the game, from the answer */
export function confirm(game, queue, id) {
  if (game.draft) noteSent(game.draft, id);
  const rest = queue.slice(1);
  if (rest.length) remember({ ...game, id }, rest);
  else forget(game);
}

/** Call *act* unless this or another tab is sending the same game; return whether it was called.
 * @param {string} key @param {() => Promise<void>} act @returns {Promise<boolean>} */
export async function exclusively(key, act) {
  if (sending.has(key)) return false;
  sending.add(key);
  let isFree = true;
  try {
    // Browsers have locks on secure pages only.
    if (!navigator.locks) await act();
    else {
      await navigator.locks.request(`dropfour ${key}`, { ifAvailable: true }, async (lock) => {
        isFree = lock !== null;
        if (isFree) await act();
      });
    }
  } finally {
    sending.delete(key);
  }
  return isFree;
}

/** Deliver the unsent changes of games that are not on the screen. */
export async function deliverOthers() {
  if (!hasServer) return;
  clearTimeout(retry);
  for (const { game } of allUnsent()) {
    const key = keyOf(game);
    if (key !== null && key !== keyOf(state.game)) await exclusively(key, () => deliver(key));
  }
}

/** Send a game as long as it is not on the screen. @param {string} key */
async function deliver(key) {
  for (let kept = unsent(key); kept && key !== keyOf(state.game); kept = unsent(key)) {
    const { game, queue } = kept;
    try {
      const answer = await send(queue[0], game);
      confirm(game, queue, answer.id);
      tabs.postMessage({ id: answer.id, draft: game.draft });
    } catch (error) {
      if (error instanceof Refusal) {
        forget(game);
        notify(`A game played without a connection could not be saved: ${error.message}.`);
      } else if (error instanceof Unreachable) {
        retry = setTimeout(() => void deliverOthers(), RETRY_MS);
      } else {
        throw error;
      }
      return;
    }
  }
}
