// What is still to be told to the server: one task after the other, each repeated until it is answered.
// The page does not wait: it shows a move at once, and two people can go on without a connection.

import { showAddress } from '../page/address.js';
import { Refusal, Unreachable, gameOf, getJson, postJson } from './api.js';
import { formatMoves } from '../board/notation.js';
import { forget, remember } from '../page/memory.js';
import { isEnginesTurn, newGame, notify, shownPly, state, update } from '../page/store.js';

/** @import {Game, Task} from '../types.js' */

const RETRY_MS = [300, 600, 1200, 2500, 5000];
// An engine's disc waits until the one before it has come to rest.
const SHORTEST_THINKING_MS = 480;

let isPumping = false;
let era = 0; // counts up when the queue is thrown away, so that a late answer is not taken
const tabs = new BroadcastChannel('dropfour');

/** @param {Task} task */
export function tell(task) {
  update({ queue: [...state.queue, task] });
  remember(state.game, state.queue);
  void pump();
}

/** Forget what is still to be told: another game is on the screen. */
export function startOver() {
  era += 1;
  isPumping = false;
  update({ queue: [], thinking: false });
}

/** Ask the engine to move, if it is its turn. */
export function wakeEngine() {
  if (isEnginesTurn(state.game) && !state.queue.some((task) => task.kind === 'engine-move')) {
    if (state.game.id === null && !state.queue.some((task) => task.kind === 'create')) {
      tell({ kind: 'create' });
    }
    tell({ kind: 'engine-move', ply: state.game.moves.length });
  }
}

/** Take up what could not be told the last time. */
export function resume() {
  void pump();
}

async function pump() {
  if (isPumping) return;
  isPumping = true;
  const ours = era;
  let failures = 0;
  while (state.queue.length && ours === era) {
    const task = state.queue[0];
    const begun = performance.now();
    update({ thinking: task.kind === 'engine-move' });
    try {
      const answer = gameOf(await send(task, state.game));
      if (task.kind === 'engine-move') {
        await pause(SHORTEST_THINKING_MS - (performance.now() - begun));
      }
      if (ours !== era) return;
      failures = 0;
      settle(task, answer);
    } catch (error) {
      if (ours !== era) return;
      if (error instanceof Refusal) {
        await recover(error);
        break;
      }
      if (!(error instanceof Unreachable)) throw error;
      update({ offline: true });
      await pause(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]);
      failures += 1;
    }
  }
  if (ours !== era) return;
  isPumping = false;
  update({ thinking: false });
}

/** @param {Task} task @param {Game} game @returns {Promise<any>} */
function send(task, game) {
  if (task.kind === 'create') {
    const { start, red, yellow } = game;
    // What was played since is told by the tasks that follow.
    const played = state.queue.filter((each) => each.kind === 'moves').length;
    const moves = formatMoves(played ? game.moves.slice(0, firstPly()) : game.moves);
    return postJson('/api/games', { start, moves, red, yellow });
  }
  const { kind, ...body } = task;
  return postJson(`/api/games/${game.id}/${kind}`, body);
}

/** The ply of the first move that is still to be told. */
function firstPly() {
  const first = state.queue.find((task) => task.kind === 'moves');
  return first ? first.ply : state.game.moves.length;
}

/** @param {Task} task @param {Game} answer */
function settle(task, answer) {
  const queue = state.queue.slice(1);
  // As long as more is to be told, the page knows better than the server what is on the board.
  const game = queue.length ? { ...state.game, id: answer.id } : answer;
  update({ queue, game, offline: false });
  if (task.kind === 'create') showAddress('replace');
  if (queue.length) remember(game, queue);
  else forget(game);
  tabs.postMessage({ id: answer.id });
  if (!queue.length) wakeEngine();
}

/** The server refused: what it has counts. @param {Refusal} refusal */
async function recover(refusal) {
  const { id } = state.game;
  forget(state.game);
  update({ queue: [], offline: false });
  notify(`${refusal.message}.`);
  if (id !== null) await refresh(id);
  // A game that cannot be begun, with an engine that there is not, is one for two people.
  else update({ game: newGame({ start: state.game.start }) });
}

/** Look at the server's copy of the game on the screen. @param {string} id */
export async function refresh(id) {
  if (state.queue.length) return;
  try {
    const game = gameOf(await getJson(`/api/games/${id}`));
    if (state.game.id !== id || state.queue.length) return;
    const atEnd = shownPly() === state.game.moves.length;
    if (JSON.stringify(game) === JSON.stringify(state.game)) return;
    update({ game, offline: false, shownPly: atEnd ? null : state.shownPly });
    wakeEngine();
  } catch (error) {
    if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
  }
}

/** Follow the same game in other tabs, and look again when somebody comes back to this one. */
export function followOthers() {
  tabs.addEventListener('message', ({ data }) => {
    if (data.id === state.game.id) void refresh(data.id);
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && state.game.id !== null) void refresh(state.game.id);
  });
  window.addEventListener('online', resume);
}

/** @param {number} ms */
function pause(ms) {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, ms));
  });
}
