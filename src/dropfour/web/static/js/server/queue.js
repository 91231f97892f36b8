// Changes that the server has not confirmed yet: sent one after the other, each repeated until it is answered.
// The page does not wait for the answers, so one can go on playing without a connection. Without a server the
// game is kept in this browser instead.

import { formatMoves } from '../board/notation.js';
import { showAddress } from '../page/address.js';
import { keepGame, keptGame } from '../page/library.js';
import { forget, remember } from '../page/memory.js';
import { hasServer } from '../page/site.js';
import { isAtEnd, isEnginesTurn, moverOf, newGame, notify, state, update } from '../page/store.js';
import { chooseMove, playsHere } from './answers.js';
import { Refusal, Unreachable, gameOf, getJson, postJson } from './api.js';

/** @import {Choice, Game, Task} from '../types.d.ts' */

const RETRY_MS = [300, 600, 1200, 2500, 5000];
// An engine's disc does not fall before the previous one has come to rest.
const SHORTEST_THINKING_MS = 480;

let isSending = false;
let isThinking = false; // whether the browser is looking for an engine's move
let era = 0; // increased when the queue is discarded, so that late answers are ignored
const tabs = new BroadcastChannel('dropfour');

/** @param {Task} task */
export function enqueue(task) {
  if (!hasServer) {
    const game = keepGame(state.game);
    update({ game });
    showAddress('replace');
    tabs.postMessage({ id: game.id });
    wakeEngine();
    return;
  }
  update({ queue: [...state.queue, task] });
  remember(state.game, state.queue);
  void sendAll();
  const engine = engineToMove();
  if (engine !== null && playsHere(engine)) wakeEngine();
}

/** The engine whose turn it is, or null. */
function engineToMove() {
  const mover = moverOf(state.game);
  return mover === null ? null : state.game[mover].engine;
}

/** Discard the queue because another game is on the screen. */
export function clearQueue() {
  era += 1;
  isSending = false;
  isThinking = false;
  update({ queue: [], thinking: false });
}

/** Let the engine move if it is its turn. */
export function wakeEngine() {
  const engine = engineToMove();
  if (engine === null || isThinking) return;
  if (playsHere(engine)) void think(engine);
  else askServer();
}

/** Ask the server for the engine's move. */
function askServer() {
  const { game, queue } = state;
  if (!isEnginesTurn(game) || queue.some((task) => task.kind === 'engine-move' && task.ply === game.moves.length)) return;
  if (game.id === null && !queue.some((task) => task.kind === 'create')) enqueue({ kind: 'create' });
  enqueue({ kind: 'engine-move', ply: game.moves.length });
}

/** Find the engine's move in this browser. @param {string} engine */
async function think(engine) {
  const ours = era;
  const { start, moves } = state.game;
  const begun = performance.now();
  isThinking = true;
  update({ thinking: true });
  try {
    const [seed] = crypto.getRandomValues(new BigUint64Array(1));
    const choice = await chooseMove(state.game, engine, seed);
    await pause(moves.length ? SHORTEST_THINKING_MS - (performance.now() - begun) : 0);
    if (ours !== era) return;
    isThinking = false;
    update({ thinking: false });
    const { game } = state;
    if (game.start !== start || game.moves.join() !== moves.join() || engineToMove() !== engine) {
      wakeEngine();
    } else if (choice === null) {
      askServer();
    } else {
      playChoice(choice);
    }
  } catch (error) {
    if (ours !== era) return;
    isThinking = false;
    update({ thinking: false });
    if (!(error instanceof Unreachable)) throw error;
    if (hasServer) askServer();
    else notify(`The engine cannot move: ${error.message}.`);
  }
}

/** @param {Choice} choice */
function playChoice(choice) {
  const { game } = state;
  const ply = game.moves.length;
  const isNew = game.id === null && !state.queue.some((task) => task.kind === 'create');
  const thought = { ply: ply + 1, ...choice };
  update({ game: { ...game, moves: [...game.moves, choice.column], undone: [], thought }, shownPly: null, variation: null, hint: null });
  if (isNew && hasServer) enqueue({ kind: 'create' });
  enqueue({ kind: 'engine-move', ply, choice });
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
    const isWaiting = task.kind === 'engine-move' && !task.choice;
    update({ thinking: isThinking || isWaiting });
    try {
      const answer = gameOf(await send(task, state.game), state.game.yours);
      if (isWaiting) {
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
  update({ thinking: isThinking });
}

/** @param {Task} task @param {Game} game */
function send(task, game) {
  if (task.kind === 'create') {
    const { start, red, yellow, variations } = game;
    // The moves after this have tasks of their own.
    const first = state.queue.find((each) => each.kind === 'moves' || (each.kind === 'engine-move' && each.choice));
    const moves = first && 'ply' in first ? game.moves.slice(0, first.ply) : game.moves;
    return postJson('/api/games', {}, { start, moves: formatMoves(moves), red, yellow, variations });
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
  if (!hasServer) {
    const kept = keptGame(id);
    if (kept && JSON.stringify(kept) !== JSON.stringify(state.game)) update({ game: kept, shownPly: null, variation: null });
    return;
  }
  try {
    const game = gameOf(await getJson('/api/games/{game_id}', { game_id: id }));
    if (state.game.id !== id || state.queue.length || game.version < state.game.version) return;
    const atEnd = isAtEnd();
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
