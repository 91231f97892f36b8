// How exact the moves of a player are, by the figures of a review. Measuring a game reviews it, so that the result is
// kept in this browser.

import { gameOfPast } from '../page/library.js';
import { ownColour } from '../page/results.js';
import { readRecord, write } from '../page/storage.js';
import { review, tellStory } from '../server/answers.js';

const KEY = 'accuracy';
const MOST_GAMES = 1000;

/** What the story of a review says of one side; of several games together, the mean of their moves.
 * @typedef {import('../types.d.ts').Story['red']} Accuracy */

/** By game; figures of older versions are measured again. @returns {Record<string, Accuracy>} */
export function measured() {
  return Object.fromEntries(Object.entries(readRecord(KEY)).filter(([, each]) => each?.accuracy !== undefined));
}

/** What identifies the moves that were measured. @param {PastGame} past */
export function accuracyKey(past) {
  return `${past.id} ${past.moves}`;
}

/** Measure the owner's moves in a game, keep the result, and return the moves.
 * @param {PastGame} past @param {AbortSignal} signal @returns {Promise<ReviewedMove[]>} */
export async function measure(past, signal) {
  /** @type {Map<number, ReviewedMove>} */
  const moves = new Map();
  const game = gameOfPast(past);
  const told = await review(game, signal, (move) => moves.set(move.ply, move));
  const story = told ?? await tellStory(game, moves);
  const colour = ownColour(past);
  const own = [...moves.values()].filter((move) => move.colour === colour);
  const kept = Object.entries(measured()).slice(-MOST_GAMES + 1);
  if (story && colour) write(KEY, Object.fromEntries([...kept, [accuracyKey(past), story[colour]]]));
  return own;
}

/** @param {Accuracy[]} all @returns {Accuracy} */
export function together(all) {
  const total = (/** @type {'moves' | 'mistakes' | 'blunders'} */ name) => all.reduce((sum, each) => sum + each[name], 0);
  const moves = total('moves');
  const points = all.reduce((sum, each) => sum + (each.accuracy ?? 0) * each.moves, 0);
  return { moves, mistakes: total('mistakes'), blunders: total('blunders'), accuracy: moves ? Math.round(points / moves) : null };
}
