// Reviewing a game: the value of each move, and stepping through the game.

import { review as reviewGame } from '../server/answers.js';
import { Latest } from '../page/tasks.js';
import { isInVariation, positionsOf, shownGame, shownMoves, shownPly, speak, state, update } from '../page/store.js';
import { capital, isAgainstEngine } from '../page/words.js';
import { failureOf } from '../page/errors.js';

const running = new Latest();

/** Identifies the game that a review belongs to. */
function gameKey() {
  return `${state.game.start}/${state.game.moves.join(',')}`;
}

/** Review the game on the screen, from its last move to its first. */
export async function startReview() {
  const signal = running.begin();
  /** @type {Review} */
  const review = { key: gameKey(), moves: new Map(), done: false, problem: '' };
  update({ review });
  try {
    await reviewGame(state.game, signal, (move) => {
      if (signal.aborted) return;
      review.moves.set(move.ply, move);
      update({ review: { ...review } });
    });
    if (!signal.aborted) update({ review: { ...review, done: true } });
  } catch (error) {
    if (signal.aborted) return;
    update({ review: { ...review, done: true, problem: failureOf(error) } });
  }
}

/** Discard the review when another game is on the screen; called after each change. */
export function dropOldReview() {
  if (state.review && state.review.key !== gameKey()) {
    running.stop();
    update({ review: null });
  }
}

/** Show the position after *ply* moves. @param {number} ply
 * @param {number[] | null} [variation]  the moves to step through; null for those of the game */
export function goTo(ply, variation = state.variation) {
  const last = (variation ?? state.game.moves).length;
  const wanted = Math.max(0, Math.min(last, ply));
  if (wanted === shownPly() && variation === state.variation) return;
  update({ variation, shownPly: wanted === last ? null : wanted, hint: null, pointed: null });
  speak(moveSentence(wanted));
}

/** @param {number} steps */
export function step(steps) {
  goTo(shownPly() + steps);
}

/** The last blunder, which decided the game. @param {Review} review @returns {ReviewedMove | null} */
export function decisiveMove(review) {
  const blunders = [...review.moves.values()].filter((move) => move.verdict === 'blunder');
  return blunders.sort((a, b) => b.ply - a.ply)[0] ?? null;
}

/** Whether a move of the reviewed game is proven to be a mistake. @param {number} ply */
function isMistake(ply) {
  const verdict = state.review?.moves.get(ply)?.verdict;
  return Boolean(verdict && verdict !== 'best');
}

/** The ply from which the position on the screen is tried again. Two people start before the move shown if it is
 * a mistake, otherwise after it. Against an engine it is the person's turn then: before a mistake of their own,
 * and after the engine's move, which it might not choose again. */
export function againPly() {
  const { game } = state;
  const ply = shownPly();
  const positions = positionsOf(game);
  const mover = positions[ply].toMove;
  if (isAgainstEngine(game) ? game[mover].engine === null : !isMistake(ply)) return ply;
  if (!isAgainstEngine(game) || ply === game.moves.length) return isMistake(ply) ? ply - 1 : ply;
  const isAnswered = !positions[ply + 1].isOver;
  const isAsked = !isMistake(ply) || (state.review && decisiveMove(state.review)?.ply === ply + 1);
  return isAnswered && isAsked ? ply + 1 : Math.max(0, ply - 1);
}

/** A move and its verdict in words. @param {number} ply */
function moveSentence(ply) {
  if (ply === 0) return 'Start position.';
  const positions = positionsOf(shownGame());
  const cell = positions[ply].last;
  const colour = positions[ply - 1].toMove;
  const verdict = isInVariation() ? null : state.review?.moves.get(ply)?.verdict;
  const column = cell?.column ?? shownMoves()[ply - 1];
  return `${isInVariation() ? 'Variation, move' : 'Move'} ${ply}: ${capital(colour)} in column ${column}${verdict ? `, ${verdict}` : ''}.`;
}
