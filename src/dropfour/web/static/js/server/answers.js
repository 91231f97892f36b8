// Analyses, explanations, hints, reviews and engine moves: from the core in this browser, or from the server if
// the browser cannot run it or the page was opened with ?engine=server.

import { hasServer, usesCore } from '../page/site.js';
import { ownColour } from '../page/results.js';
import { positionsOf, resultOf } from '../page/store.js';
import { getJson, startAndMoves, streamEvents } from './api.js';
import { Unreachable } from '../page/errors.js';
import { reasonOf, seatName } from '../page/words.js';

/** @import {Answer, Events, Story} from '../types.d.ts' */

/** Pass on what the core finds; its errors are those of an unreachable server. @template T
 * @param {Promise<T>} answer @param {AbortSignal | null} [signal] @returns {Promise<T>} */
async function here(answer, signal = null) {
  try {
    return await answer;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable(reasonOf(error));
  }
}

/** @typedef {typeof import('../core/browser.js')} Browser */

/** @type {Promise<Browser | null> | null} */
let loading = null;

/** The core in this browser; null if the server is to be asked. Raises Unreachable if neither can answer. */
export async function browserCore() {
  loading ??= load();
  const core = await loading;
  if (core === null && !hasServer) {
    loading = null; // perhaps a file could not be loaded this time
    throw new Unreachable('this browser cannot run the engine');
  }
  return core;
}

/** @returns {Promise<Browser | null>} */
async function load() {
  if (!usesCore) return null;
  try {
    const core = await import('../core/browser.js');
    return (await core.isReady()) ? core : null;
  } catch {
    return null;
  }
}

/** Whether engines' moves are found here, unless only the server has the engine. */
export const playsHere = !hasServer || usesCore;

/** Whether the core in this browser has an engine. @param {string} spec */
export async function isEngineHere(spec) {
  const browser = await browserCore().catch(() => null);
  return Boolean(browser) && browser?.checkEngine(spec).then(() => true, () => false);
}

/** A specification that no engine has; the message says why. */
export class BadEngine extends Error {}

/** Check that a game can be started against an engine; raises BadEngine. The server knows more engines than the
 * browser, which answers if there is no connection. @param {string} engine */
export async function checkEngine(engine) {
  try {
    if (hasServer) await getJson('/api/engines/check', { engine });
    else await (await browserCore())?.checkEngine(engine);
  } catch (error) {
    if (error instanceof Unreachable && await isEngineHere(engine)) return;
    throw new BadEngine(reasonOf(error));
  }
}

/** @param {Game} game @param {number} ply @param {AbortSignal} signal
 * @param {(event: Events['/api/analysis']) => void} send */
export async function analyse(game, ply, signal, send) {
  const browser = await browserCore();
  if (browser) {
    await here(browser.analysePosition(positionsOf(game)[ply], signal, send), signal);
    return;
  }
  for await (const event of streamEvents('/api/analysis', startAndMoves(game, ply), signal)) send(event);
}

/** @param {Game} game @param {number} ply @param {AbortSignal} signal @returns {Promise<Fact[]>} */
export async function explain(game, ply, signal) {
  const browser = await browserCore();
  if (browser) return here(browser.explainPosition(positionsOf(game)[ply], signal), signal);
  const { facts } = await getJson('/api/explanation', startAndMoves(game, ply), signal);
  // Proven scores are shown over the columns already.
  return facts.filter((fact) => fact.kind !== 'proven');
}

/** @param {Game} game @param {number} ply @returns {Promise<Answer<'/api/hint'>>} */
export async function suggest(game, ply) {
  const browser = await browserCore();
  if (browser) return here(browser.suggest(positionsOf(game)[ply]));
  return getJson('/api/hint', startAndMoves(game, ply));
}

/** @param {Game} game @param {AbortSignal} signal @param {(move: ReviewedMove) => void} send
 * @param {boolean} [isBrief]  nobody has asked for it @returns {Promise<Story | null>}  null: see `tellStory` */
export async function review(game, signal, send, isBrief = false) {
  const browser = await browserCore();
  if (browser) {
    await here(browser.reviewGame(positionsOf(game), game.moves, signal, send, isBrief), signal);
    return null;
  }
  const [winner, you] = [resultOf(game)?.winner ?? null, ownColour(game)];
  const query = { ...startAndMoves(game), ...(winner ? { winner } : {}), ...(you ? { you } : {}) };
  for await (const { event, data } of streamEvents('/api/review', query, signal)) {
    if (event === 'move') send(data);
    else return data.story;
  }
  return null;
}

/** What a review tells so far; null if only the server can say. @param {Game} game @param {Map<number, ReviewedMove>} moves
 * @returns {Promise<Story | null>} */
export async function tellStory(game, moves) {
  const browser = await browserCore();
  if (!browser) return null;
  const names = { red: seatName(game, 'red'), yellow: seatName(game, 'yellow') };
  const people = { winner: resultOf(game)?.winner ?? null, reader: ownColour(game), names };
  return here(browser.tellStory(positionsOf(game), game.moves, moves, people));
}

/** The move of the engine whose turn it is; null if only the server has that engine.
 * @param {Game} game @param {string} spec @param {bigint} seed @returns {Promise<Choice | null>} */
export async function chooseMove(game, spec, seed) {
  const browser = await browserCore();
  if (!browser || (hasServer && !(await isEngineHere(spec)))) return null;
  const positions = positionsOf(game);
  return here(browser.chooseMove(spec, positions[positions.length - 1], seed));
}
