// Stepping through a game and its review: positions, mistakes, and where to try again.

import { ownColour } from '../page/results.js';
import { isInVariation, positionsOf, shownGame, shownMoves, shownPly, speak, state, update } from '../page/store.js';
import { capital, isAgainstEngine } from '../page/words.js';

/** @typedef {import('../types.d.ts').Story['mistakes'][number]} Mistake */

/** Review the game on the screen, from its last move to its first. @param {boolean} [isOpen]  whether it is shown */
export async function startReview(isOpen = true) {
  const { runReview } = await import('./reviewing.js');
  await runReview(isOpen);
}

/** The review on the screen. */
export function shownReview() {
  return state.review?.isOpen ? state.review : null;
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

// --- mistakes -------------------------------------------------------------------------------------

/** The mistake on the screen: the next move of the game, or the one that led to the position. @returns {Mistake | null} */
export function shownMistake() {
  const mistakes = isInVariation() ? [] : shownReview()?.story?.mistakes ?? [];
  const at = (/** @type {number} */ ply) => mistakes.find((each) => each.ply === ply);
  return at(shownPly() + 1) ?? at(shownPly()) ?? null;
}

/** The mistake to look at first: the one that decided the game, else the visitor's first. @returns {Mistake | null} */
export function firstMistake() {
  const mistakes = shownReview()?.story?.mistakes ?? [];
  return mistakes.find(isDecisive) ?? mistakes.find(({ ply }) => isOwn(ply)) ?? mistakes[0] ?? null;
}

/** Whether a mistake decided the game. @param {Pick<Mistake, 'ply'>} mistake */
export function isDecisive({ ply }) {
  return ply === state.review?.story?.turning_point;
}

/** The mistake before or after the position on the screen; after the end of the game comes the one to look at first.
 * @param {1 | -1} direction @returns {Mistake | null} */
export function otherMistake(direction) {
  const mistakes = shownReview()?.story?.mistakes ?? [];
  const here = shownPly() + 1;
  if (direction < 0) return mistakes.filter(({ ply }) => ply < here).at(-1) ?? null;
  const next = mistakes.find(({ ply }) => ply > here);
  if (next || shownPly() < state.game.moves.length) return next ?? null;
  return firstMistake();
}

/** Show the position before a mistake. @param {Mistake | null} mistake */
export function showMistake(mistake) {
  if (!mistake) return false;
  goTo(mistake.ply - 1, null);
  speak(`Before ${isDecisive(mistake) ? 'the decisive ' : ''}move ${mistake.ply}. ${mistake.played} ${mistake.better} ${mistake.reason}`.trim());
  return true;
}

/** Whether the visitor made a move, who may have played both sides. @param {number} ply */
export function isOwn(ply) {
  const own = ownColour(state.game);
  return own === null || positionsOf(state.game)[ply - 1].toMove === own;
}

/** The ply from which a mistake is tried again: one's own before the move, an opponent's after it.
 * @param {Pick<Mistake, 'ply'>} mistake */
export function retryPly({ ply }) {
  return isOwn(ply) || positionsOf(state.game)[ply].isOver ? ply - 1 : ply;
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
  const isAsked = !isMistake(ply) || state.review?.story?.turning_point === ply + 1;
  return isAnswered && isAsked ? ply + 1 : Math.max(0, ply - 1);
}

/** A move and its verdict in words. @param {number} ply */
function moveSentence(ply) {
  if (ply === 0) return 'Start position.';
  const positions = positionsOf(shownGame());
  const cell = positions[ply].last;
  const colour = positions[ply - 1].toMove;
  const verdict = isInVariation() ? null : shownReview()?.moves.get(ply)?.verdict;
  const column = cell?.column ?? shownMoves()[ply - 1];
  return `${isInVariation() ? 'Variation, move' : 'Move'} ${ply}: ${capital(colour)} in column ${column}${verdict ? `, ${verdict}` : ''}.`;
}
