// Analyses, explanations, hints, reviews and engine moves: from the core in this browser, or from the server if
// the browser cannot run it or the page was opened with ?engine=server.

import * as browser from '../core/browser.js';
import { hasServer, prefersServer } from '../page/site.js';
import { positionsOf } from '../page/store.js';
import { Unreachable, getJson, startAndMoves, streamEvents } from './api.js';

/** @import {Answer, Choice, Events, Fact, Game, ReviewedMove} from '../types.d.ts' */

/** Pass on what the core finds; its errors are those of an unreachable server. @template T
 * @param {Promise<T>} answer @param {AbortSignal | null} [signal] @returns {Promise<T>} */
async function here(answer, signal = null) {
  try {
    return await answer;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable(error instanceof Error ? error.message : String(error));
  }
}

/** @type {Promise<boolean> | null} */
let deciding = null;

/** Whether this browser answers; decided once. */
export function answersHere() {
  deciding ??= decide();
  return deciding;
}

async function decide() {
  if (prefersServer) return false;
  const isReady = await browser.isReady();
  if (!isReady && !hasServer) {
    deciding = null; // perhaps a file could not be loaded
    throw new Unreachable('this browser cannot run the engine');
  }
  return isReady;
}

/** Whether an engine's moves are found here, as far as is known without waiting. @param {string} spec */
export function playsHere(spec) {
  return !prefersServer && browser.isSupported && (browser.hasEngine(spec) || !hasServer);
}

/** @param {Game} game @param {number} ply @param {AbortSignal} signal
 * @param {(event: Events['/api/analysis']) => void} send */
export async function analyse(game, ply, signal, send) {
  if (await answersHere()) {
    await here(browser.analysePosition(positionsOf(game)[ply], signal, send), signal);
    return;
  }
  for await (const event of streamEvents('/api/analysis', startAndMoves(game, ply), signal)) send(event);
}

/** @param {Game} game @param {number} ply @param {AbortSignal} signal @returns {Promise<Fact[]>} */
export async function explain(game, ply, signal) {
  if (await answersHere()) return here(browser.explainPosition(positionsOf(game)[ply], signal), signal);
  const { facts } = await getJson('/api/explanation', startAndMoves(game, ply), signal);
  // Proven scores are shown over the columns already.
  return facts.filter((fact) => fact.kind !== 'proven');
}

/** @param {Game} game @param {number} ply @returns {Promise<Answer<'/api/hint'>>} */
export async function suggest(game, ply) {
  if (await answersHere()) return here(browser.suggest(positionsOf(game)[ply]));
  return getJson('/api/hint', startAndMoves(game, ply));
}

/** @param {Game} game @param {AbortSignal} signal @param {(move: ReviewedMove) => void} send */
export async function review(game, signal, send) {
  if (await answersHere()) {
    await here(browser.reviewGame(positionsOf(game), game.moves, signal, send), signal);
    return;
  }
  for await (const { event, data } of streamEvents('/api/review', startAndMoves(game), signal)) {
    if (event === 'move') send(data);
  }
}

/** The move of the engine whose turn it is; null if only the server has that engine.
 * @param {Game} game @param {string} spec @param {bigint} seed @returns {Promise<Choice | null>} */
export async function chooseMove(game, spec, seed) {
  if (!(await answersHere())) return null;
  const positions = positionsOf(game);
  return here(browser.chooseMove(spec, positions[positions.length - 1], seed));
}
