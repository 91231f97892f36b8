// Looking back on a game: what each move was worth, and stepping through it.

import { Refusal, Unreachable, lineQuery, streamEvents } from '../server/api.js';
import { positionsOf, shownPly, speak, state, update } from '../page/store.js';
import { capital } from '../page/words.js';

/** @import {Review, ReviewedMove} from '../types.js' */

let running = new AbortController();

/** What tells one game's review from another's. */
function gameKey() {
  return `${state.game.start}/${state.game.moves.join(',')}`;
}

/** Review the game on the screen, from its last move to its first. */
export async function startReview() {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  /** @type {Review} */
  const review = { key: gameKey(), moves: new Map(), done: false, problem: '' };
  update({ review });
  const query = lineQuery(state.game.start, state.game.moves);
  try {
    for await (const { event, data } of streamEvents(`/api/review?${query}`, signal)) {
      if (signal.aborted) return;
      if (event === 'move') review.moves.set(data.ply, data);
      if (event === 'done') review.done = true;
      update({ review: { ...review } });
    }
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
    update({ review: { ...review, done: true, problem: error.message } });
  }
}

/** Give the review up when another game is on the screen; called after each change. */
export function dropOldReview() {
  if (state.review && state.review.key !== gameKey()) {
    running.abort();
    update({ review: null });
  }
}

/** Show the position after so many moves. @param {number} ply */
export function goTo(ply) {
  const last = state.game.moves.length;
  const wanted = Math.max(0, Math.min(last, ply));
  if (wanted === shownPly()) return;
  update({ shownPly: wanted === last ? null : wanted, hint: null, pointed: null });
  speak(moveSentence(wanted));
}

/** @param {number} steps */
export function step(steps) {
  goTo(shownPly() + steps);
}

/** The blunder that decided the game: the last one. @param {Review} review @returns {ReviewedMove | null} */
export function decisiveMove(review) {
  const blunders = [...review.moves.values()].filter((move) => move.verdict === 'blunder');
  return blunders.sort((a, b) => b.ply - a.ply)[0] ?? null;
}

/** Move and verdict in words. @param {number} ply */
function moveSentence(ply) {
  if (ply === 0) return 'The start.';
  const cell = positionsOf(state.game)[ply].last;
  const player = positionsOf(state.game)[ply - 1].toMove;
  const verdict = state.review?.moves.get(ply)?.verdict;
  const column = cell?.column ?? state.game.moves[ply - 1];
  return `Move ${ply}: ${capital(player)} in column ${column}${verdict ? `, ${verdict}` : ''}.`;
}
