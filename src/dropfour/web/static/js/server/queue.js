// Changes that the server has not confirmed yet: sent one after the other, each repeated until it is answered.
// The page does not wait for the answers, so two people can go on playing without a connection.

import { formatMoves } from '../board/notation.js';
import { showAddress } from '../page/address.js';
import { forget, remember } from '../page/memory.js';
import { isEnginesTurn, newGame, notify, shownPly, state, update } from '../page/store.js';
import { Refusal, Unreachable, gameOf, getJson, postJson } from './api.js';

/** @import {Game, Task} from '../types.d.ts' */

const RETRY_MS = [300, 600, 1200, 2500, 5000];
// An engine's disc does not fall before the previous one has come to rest.
const SHORTEST_THINKING_MS = 480;

let isSending = false;
let era = 0; // increased when the queue is discarded, so that late answers are ignored
const tabs = new BroadcastChannel('dropfour');

/** @param {Task} task */
export function enqueue(task) {
  update({ queue: [...state.queue, task] });
  remember(state.game, state.queue);
  void sendAll();
}

/** Discard the queue because another game is on the screen. */
export function clearQueue() {
  era += 1;
  isSending = false;
  update({ queue: [], thinking: false });
}

/** Ask the engine to move if it is its turn. */
export function wakeEngine() {
  if (isEnginesTurn(state.game) && !state.queue.some((task) => task.kind === 'engine-move')) {
    if (state.game.id === null && !state.queue.some((task) => task.kind === 'create')) {
      enqueue({ kind: 'create' });
    }
    enqueue({ kind: 'engine-move', ply: state.game.moves.length });
  }
}

/** Send what could not be sent before. */
export function resume() {
  void sendAll();
}

async function sendAll() {
  if (isSending) return;
  isSending = true;
  const ours = era;
  let failures = 0;
  while (state.queue.length && ours === era) {
    const task = state.queue[0];
    const begun = performance.now();
    update({ thinking: task.kind === 'engine-move' });
    try {
      const answer = gameOf(await send(task, state.game), state.game.yours);
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
  isSending = false;
  update({ thinking: false });
}

/** @param {Task} task @param {Game} game */
function send(task, game) {
  if (task.kind === 'create') {
    const { start, red, yellow } = game;
    // The moves after this have tasks of their own.
    const first = state.queue.find((each) => each.kind === 'moves');
    return postJson('/api/games', {}, { start, moves: formatMoves(game.moves.slice(0, first?.ply)), red, yellow });
  }
  if (task.kind === 'moves' && game.live) {
    const { kind: _, ...move } = task;
    return postJson('/api/live/{game_id}/moves', { game_id: String(game.id) }, move);
  }
  const { kind, ...body } = task;
  return postJson(`/api/games/{game_id}/${kind}`, { game_id: String(game.id) }, body);
}

/** @param {Task} task @param {Game} answer */
function settle(task, answer) {
  const queue = state.queue.slice(1);
  // While tasks are left, the page is ahead of the server.
  const game = queue.length ? { ...state.game, id: answer.id } : newest(answer);
  update({ queue, game, offline: false });
  if (task.kind === 'create') showAddress('replace');
  if (queue.length) remember(game, queue);
  else forget(game);
  tabs.postMessage({ id: answer.id });
  if (!queue.length) wakeEngine();
}

/** The game of the answer, or of an event that came before the answer and is later. @param {Game} answer */
function newest(answer) {
  const latest = state.live?.id === answer.id ? state.live.latest : null;
  return latest && latest.version > answer.version ? { ...latest, yours: answer.yours } : answer;
}

/** After a refusal, return to the server's version of the game. @param {Refusal} refusal */
async function recover(refusal) {
  const { id } = state.game;
  forget(state.game);
  update({ queue: [], offline: false });
  notify(`${refusal.message}.`);
  if (id !== null) await refresh(id);
  // A game that was never created, for example because its engine is unknown, becomes one for two people.
  else update({ game: newGame({ start: state.game.start }) });
}

/** Fetch the server's version of the game on the screen. @param {string} id */
async function refresh(id) {
  if (state.queue.length) return;
  try {
    const game = gameOf(await getJson('/api/games/{game_id}', { game_id: id }));
    if (state.game.id !== id || state.queue.length || game.version < state.game.version) return;
    const atEnd = shownPly() === state.game.moves.length;
    if (JSON.stringify(game) === JSON.stringify(state.game)) return;
    update({ game, offline: false, shownPly: atEnd ? null : state.shownPly });
    wakeEngine();
  } catch (error) {
    if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
  }
}

/** Follow the game in other tabs, and refresh it when the user returns to this tab. */
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
