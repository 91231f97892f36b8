// How exact the moves of a player are: their regret, which is the score given away compared with the best move.
// Measuring a game reviews it, so that the result is kept in this browser.

import { gameOfPast } from '../page/library.js';
import { ownColour } from '../page/results.js';
import { readRecord, write } from '../page/storage.js';
import { review } from '../server/answers.js';

const KEY = 'accuracy';
const MOST_GAMES = 1000;

/** Over the moves with an exact score: their number, how many were best, how many kept the result, and the sum of
 * their regrets. @typedef {{moves: number, best: number, kept: number, regret: number}} Accuracy */

/** @returns {Record<string, Accuracy>} by game */
export function measured() {
  return readRecord(KEY);
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
  await review(gameOfPast(past), signal, (move) => moves.set(move.ply, move));
  const colour = ownColour(past);
  const own = [...moves.values()].filter((move) => move.colour === colour);
  const kept = Object.entries(measured()).slice(-MOST_GAMES + 1);
  write(KEY, Object.fromEntries([...kept, [accuracyKey(past), accuracyOf(own)]]));
  return own;
}

/** @param {ReviewedMove[]} moves @returns {Accuracy} */
export function accuracyOf(moves) {
  const sum = { moves: 0, best: 0, kept: 0, regret: 0 };
  for (const { best, played, verdict } of moves) {
    if (best.value === null || played.value === null) continue;
    sum.moves += 1;
    sum.regret += best.value - played.value;
    if (best.value === played.value) sum.best += 1;
    if (verdict !== 'blunder') sum.kept += 1;
  }
  return sum;
}

/** @param {Accuracy[]} all @returns {Accuracy} */
export function together(all) {
  return all.reduce((sum, each) => ({
    moves: sum.moves + each.moves,
    best: sum.best + each.best,
    kept: sum.kept + each.kept,
    regret: sum.regret + each.regret,
  }), { moves: 0, best: 0, kept: 0, regret: 0 });
}
