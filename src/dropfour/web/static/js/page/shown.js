// The position on the screen: the last one of the game, an earlier one or one of a variation, and what can be done in it.

import { isWatching, moverOf, positionsOf } from '../model/game.js';
import { state } from './state.js';

/** Changes that show the last position of the game. */
export const AT_END = { shownPly: null, variation: null, hint: null };

/** The moves that the user steps through: those of the game, or of a variation. */
export function shownMoves() {
  return state.variation ?? state.game.moves;
}

/** The game with the moves that the user steps through. @returns {Game} */
export function shownGame() {
  return state.variation ? { ...state.game, moves: state.variation } : state.game;
}

/** The ply on the screen: the last one, unless the user steps through the moves. */
export function shownPly() {
  return Math.min(state.shownPly ?? Infinity, shownMoves().length);
}

export function shownPosition() {
  return positionsOf(shownGame())[shownPly()];
}

/** A cache key for the position on the screen. */
export function shownKey() {
  return `${state.game.start}/${shownMoves().slice(0, shownPly()).join(',')}`;
}

/** How many of the moves that lead to the position on the screen are those of the game. */
export function gamePly() {
  const { moves } = state.game;
  const shown = shownMoves().slice(0, shownPly());
  const parting = shown.findIndex((column, i) => column !== moves[i]);
  return parting < 0 ? shown.length : parting;
}

/** Whether the position on the screen is not one of the game. */
export function isInVariation() {
  return gamePly() < shownPly();
}

/** Whether the position on the screen is the last one of the game. */
export function isAtEnd() {
  return shownPly() === state.game.moves.length && !isInVariation();
}

/** Whether the person at this screen is to move. @param {Game} game */
export function canMove(game) {
  const mover = moverOf(game);
  if (mover === null || game[mover].engine !== null || isWatching(game)) return false;
  return !game.live || (game.yours.includes(mover) && state.live?.info?.open === null);
}

/** Whether a move can be planned: in a live game while the other player is to move. @param {Game} game */
export function canPlan(game) {
  const mover = moverOf(game);
  const isTheirs = mover !== null && game.yours.length > 0 && !game.yours.includes(mover);
  return game.live && isTheirs && state.live?.info?.open === null;
}
