// Delivering changes to the server: one task, and in the background games not on the screen.

import { formatMoves, parsePosition, positionString } from '../board/notation.js';
import { allUnsent, forget, keyOf, noteSent, remember, unsent } from '../storage/games.js';
import { hasServer } from '../page/site.js';
import { notify, state } from '../page/state.js';
import { t } from '../ui/words.js';
import { postJson } from './api.js';
import { Refusal, Unreachable } from '../page/errors.js';

const RETRY_MS = 10_000;

/** Tells other tabs which game has changed. */
export const tabs = new BroadcastChannel('dropfour');

/** @type {Set<string>} */
const sending = new Set(); // the games that this tab is sending
/** @type {ReturnType<typeof setTimeout> | undefined} */
let retry;

/** What the server needs to create a game. @param {Game} game */
export function creation({ start, moves, red, yellow, variations, declared, swapped }) {
  const { winner = null, ending, reason = '' } = declared ?? {};
  // Other endings are on the board.
  const isDeclared = ending === 'resignation' || ending === 'agreement' || ending === 'forfeit';
  const end = isDeclared ? { winner, ending, reason } : null;
  return { start, moves: formatMoves(moves), red, yellow, variations, declared: end, swapped };
}

/** @param {Task} task @param {Game} game */
export function send(task, game) {
  if (task.kind === 'create') {
    // Versions before 2.0 kept starts that the server refuses: with a number for each empty column.
    const start = positionString(parsePosition(game.start));
    return postJson('/api/games', {}, { ...(task.game ?? creation(game)), start, draft: game.draft });
  }
  const { kind, ...body } = task;
  return postJson(`/api/games/{game_id}/${kind}`, { game_id: String(game.id) }, body);
}

/** Take a task that was answered off the stored queue of a game. @param {Game} game
 * @param {Task[]} queue  including the task @param {string} id  of the game, from the answer */
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
    await navigator.locks?.request(`dropfour ${key}`, { ifAvailable: true }, async (lock) => {
      isFree = lock !== null;
      if (isFree) await act();
    });
  } finally {
    sending.delete(key);
  }
  return isFree;
}

/** Deliver the unsent changes of games that are not on the screen. */
export async function deliverOthers() {
  if (!hasServer) return;
  clearTimeout(retry);
  for (const { game, refusal } of allUnsent()) {
    const key = keyOf(game);
    if (key !== null && !refusal && key !== keyOf(state.game)) await exclusively(key, () => deliver(key));
  }
}

/** After a refusal: the server has its own version of a game, unless it has refused the game itself, which then stays in
 * this browser. @param {Game} game @param {Task[]} queue @param {string} refusal */
export function giveUp(game, queue, refusal) {
  if (game.id === null && game.moves.length) remember(game, queue, refusal);
  else forget(game);
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
        giveUp(game, queue, error.message);
        notify(t('page.not saved', { reason: error.message }));
      } else if (error instanceof Unreachable) {
        retry = setTimeout(() => void deliverOthers(), RETRY_MS);
      } else {
        throw error;
      }
      return;
    }
  }
}
