// Changes that the server has not confirmed yet: sent one after the other, each repeated until it
// is answered. The page does not wait for the answers, so one can go on playing without a
// connection. Without a server the game is kept in this browser instead.

import { DRAFT, showAddress } from '../page/address.js';
import { forget, keepGame, keepListed, keptGame, keyOf, newId, remember, sentId, summary } from '../storage/games.js';
import { keepOpponent } from '../storage/opponents.js';
import { hasServer } from '../page/site.js';
import { pause } from '../page/tasks.js';
import { checkEngine as checkHere, chooseMove } from '../core/browser.js';
import { Failure, Unloaded, isSupported } from '../core/load.js';
import { AT_END, isAtEnd } from '../page/shown.js';
import { exchanged, isEnginesTurn, isSwapAhead, livePosition, moverOf, newGame } from '../model/game.js';
import { notify, state, update } from '../page/state.js';
import { gameOf, getJson } from './api.js';
import { confirm, creation, deliverOthers, exclusively, giveUp, send, tabs } from './delivery.js';
import { Refusal, Unreachable, failureOf } from '../page/errors.js';
import { whenSettled } from '../ui/dom.js';
import { sentence, t } from '../ui/words.js';

const RETRY_MS = [300, 600, 1200, 2500, 5000];
// An engine's disc does not fall before the previous one has come to rest.
const SHORTEST_THINKING_MS = 480;
const LEAD_MS = 50;

let isSending = false;
let isThinking = false; // whether the browser is looking for an engine's move
let isLeading = false; // whether this tab waits to let the engine think, or does
let era = 0; // increased when the queue is discarded, so that late answers are ignored

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
  const isNew = keyOf(state.game) === null;
  const game = isNew ? { ...state.game, draft: DRAFT + newId() } : state.game;
  const filled = task.kind === 'create' ? { ...task, game: task.game ?? creation(game) } : task;
  update({ game, queue: [...state.queue, filled] });
  remember(game, state.queue);
  if (isNew) showAddress('replace');
  // A click on the board is answered first; its move is stored in this browser already.
  if (task.kind === 'resign' || game.live) void sendAll();
  else whenSettled(() => void sendAll());
  wakeEngine();
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
  isLeading = false;
  update({ queue: [], thinking: false });
  setTimeout(() => void deliverOthers()); // once the other game is on the screen
}

/** Let the engine move if it is its turn. */
export function wakeEngine() {
  const engine = engineToMove();
  if (engine !== null && !isThinking && !isLeading) void lead(engine);
}

/** Let the engine think in one of the tabs that show the game, which leads until its move is sent.
 * The others follow, and one of them takes over when it is closed. @param {string} engine */
async function lead(engine) {
  const key = state.game.id ?? state.game.draft;
  if (key === null || !navigator.locks) {
    await think(engine);
    return;
  }
  const ours = era;
  const isOurs = () => ours === era;
  let before = '';
  isLeading = true;
  await navigator.locks.request(`dropfour engine ${key}`, async () => {
    if (!isOurs()) return;
    if (state.game.id !== null) await refresh(state.game.id); // another tab may have played meanwhile
    const next = engineToMove();
    if (!isOurs() || next === null) return;
    before = state.game.moves.join();
    await think(next);
    while (isOurs() && state.queue.some((task) => task.kind === 'engine-move')) await pause(LEAD_MS);
  });
  if (!isOurs()) return;
  isLeading = false;
  if (before && before !== state.game.moves.join()) wakeEngine(); // a move was taken back while it was thinking
}

/** Ask the server for the move of an engine that only it has. */
function askServer() {
  const { game, queue } = state;
  if (!isEnginesTurn(game) || queue.some((task) => task.kind === 'engine-move' && task.ply === game.moves.length))
    return;
  if (game.id === null && !queue.some((task) => task.kind === 'create')) enqueue({ kind: 'create' });
  enqueue({ kind: 'engine-move', ply: game.moves.length });
}

/** Check that an engine can be played against; raises a Failure. @param {string} engine */
export async function checkEngine(engine) {
  try {
    await checkHere(engine);
  } catch (error) {
    if (!(error instanceof Failure) || error instanceof Unloaded || !hasServer || !isSupported) throw error;
    await getJson('/api/engines/check', { engine });
  }
}

/** Whether the browser has an engine; without WebAssembly it has none, nor is the server asked.
 * Raises Unloaded. @param {string} engine */
function isHere(engine) {
  return checkHere(engine).then(
    () => true,
    (error) => {
      if (error instanceof Unloaded) throw error; // which says nothing about the engine
      return !hasServer || !isSupported;
    },
  );
}

/** Find the engine's move in this browser. @param {string} engine */
async function think(engine) {
  const ours = era;
  const { start, moves, swapped } = state.game;
  const begun = performance.now();
  isThinking = true;
  update({ thinking: true });
  try {
    const [seed] = crypto.getRandomValues(new BigUint64Array(1));
    const isElsewhere = !(await isHere(engine));
    const choice = isElsewhere
      ? null
      : await chooseMove(engine, livePosition(state.game), seed, isSwapAhead(state.game));
    if (choice !== null) await pause(moves.length ? SHORTEST_THINKING_MS - (performance.now() - begun) : 0);
    if (ours !== era) return;
    isThinking = false;
    update({ thinking: false });
    const { game } = state;
    const isSame = game.start === start && game.moves.join() === moves.join() && game.swapped === swapped;
    if (!isSame || engineToMove() !== engine) {
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
    if (!(error instanceof Failure)) throw error;
    if (error instanceof Unloaded) setTimeout(wakeEngine, RETRY_MS[4]);
    if (!state.offline) notify(t('page.engine cannot move', { reason: error.message }));
  }
}

/** @param {Choice} choice */
function playChoice(choice) {
  const { game } = state;
  const ply = game.moves.length;
  const isNew = game.id === null && !state.queue.some((task) => task.kind === 'create');
  const { swap: _, ...thought } = choice;
  const played = choice.swap
    ? { ...exchanged(game), swapped: true }
    : { ...game, moves: [...game.moves, choice.column] };
  update({ game: { ...played, undone: [], thought: { ...thought, ply: played.moves.length } }, ...AT_END });
  if (isNew && hasServer) enqueue({ kind: 'create', game: creation(game) });
  enqueue({ kind: 'engine-move', ply, choice });
}

/** Send what could not be sent before. */
export function resume() {
  void sendAll();
  void deliverOthers();
}

async function sendAll() {
  const key = keyOf(state.game);
  if (isSending || key === null || !state.queue.length) return;
  isSending = true;
  const ours = era;
  const isFree = await exclusively(key, () => sendQueue(ours));
  if (ours !== era) {
    void deliverOthers(); // the game was left meanwhile: send the rest of its queue
    return;
  }
  isSending = false;
  update({ thinking: isThinking });
  if (!isFree) setTimeout(resume, RETRY_MS[2]);
}

/** @param {number} ours  the era in which this began */
async function sendQueue(ours) {
  adopt(sentId(state.game.draft));
  let failures = 0;
  while (state.queue.length && ours === era) {
    const task = state.queue[0];
    const { game, queue } = state;
    const begun = performance.now();
    const isWaiting = task.kind === 'engine-move' && !task.choice;
    update({ thinking: isThinking || isWaiting });
    try {
      const answer = gameOf(await send(task, game), game.live ? game.yours : null);
      if (isWaiting && ours === era) await pause(SHORTEST_THINKING_MS - (performance.now() - begun));
      if (ours !== era) {
        confirm(game, queue, String(answer.id));
        return;
      }
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
}

/** Use the id that another tab, or an earlier visit, was given for the game on the screen. @param {string | null} id */
function adopt(id) {
  if (id === null || state.game.id !== null) return;
  update({ game: { ...state.game, id }, queue: state.queue.filter((task) => task.kind !== 'create') });
  showAddress('replace');
  if (!state.queue.length) forget(state.game);
}

/** @param {Task} task @param {Game} answer */
function settle(task, answer) {
  const queue = state.queue.slice(1);
  // While tasks are left, the page is ahead of the server.
  confirm(state.game, state.queue, String(answer.id));
  const game = queue.length ? { ...state.game, id: answer.id } : newest(answer);
  update({ queue, game, offline: false });
  if (task.kind === 'create') showAddress('replace');
  const now = new Date().toISOString();
  if (!queue.length) keepListed([summary({ game, created: now, updated: now })]); // for a page without a connection
  tabs.postMessage({ id: answer.id });
  if (!queue.length) wakeEngine();
}

/** The game of the answer, or of an event that came before it and is later. @param {Game} answer */
function newest(answer) {
  const latest = state.live?.id === answer.id ? state.live.latest : null;
  return latest && latest.version > answer.version ? { ...latest, yours: answer.yours } : answer;
}

/** After a refusal, return to the server's version of the game. @param {Refusal} refusal */
async function recover(refusal) {
  const { id, start, moves, variations } = state.game;
  giveUp(state.game, state.queue, refusal.message);
  update({ queue: [], offline: false });
  notify(sentence(refusal.message));
  if (id !== null) await refresh(id);
  else {
    // A game that was never created, such as one whose engine is gone, goes on without one.
    keepOpponent();
    update({ game: newGame({ start, moves, variations, isAnalysis: moves.length > 0 }) });
    showAddress('replace');
  }
}

/** Fetch the server's version of the game on the screen. @param {string} id */
async function refresh(id) {
  if (state.queue.length) return;
  if (!hasServer) {
    const kept = keptGame(id);
    if (kept && JSON.stringify(kept) !== JSON.stringify(state.game)) update({ game: kept, ...AT_END });
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
    failureOf(error);
  }
}

/** Follow the game in other tabs, and refresh it when the user returns to this tab. */
export function followOthers() {
  tabs.addEventListener('message', ({ data }) => {
    if (data.id === state.game.id) void refresh(data.id);
    else if (data.draft && data.draft === state.game.draft) adopt(data.id);
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && state.game.id !== null) void refresh(state.game.id);
  });
  window.addEventListener('online', () => {
    resume();
    wakeEngine(); // which may have failed without a connection
    if (state.game.id !== null) void refresh(state.game.id);
  });
  void deliverOthers();
}
