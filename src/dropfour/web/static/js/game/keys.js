// The keyboard. Single keys work only while the board has the focus. Arrow keys step through the game once it
// is over, an earlier position is shown or moves are only tried; with Shift they choose a column all the same. N and P go
// to the next and the previous mistake of a reviewed game.

import { giveHint, redo, undo } from './play.js';
import { goTo, otherMistake, showMistake, step } from '../study/review.js';
import { isAtEnd, resultOf, shownMoves, state } from '../page/store.js';

/** @import {createBoard} from '../board/board.js' */

/** @param {HTMLElement} view @param {ReturnType<typeof createBoard>} board */
export function listenToKeys(view, board) {
  // Before the board, which moves the focus with the same keys.
  view.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isOnBoard = /** @type {Element} */ (event.target).closest('.columns') !== null;
    const isDone = (!event.shiftKey && isSteppable(event) && stepKey(event.key)) || (isOnBoard && actKey(event.key));
    if (isDone) event.preventDefault();
  }, { capture: true });
  document.addEventListener('keydown', (event) => {
    const isFree = document.activeElement === document.body;
    if (event.key === '?' && (isFree || document.activeElement?.closest('.columns'))) void import('./keyhelp.js').then((help) => help.showKeyHelp());
    if (isFree && !event.ctrlKey && !event.metaKey && !event.altKey && state.view === 'game') {
      if (isSteppable(event) ? stepKey(event.key) : enterKey(event.key)) event.preventDefault();
    }
  });

  /** Pressing an arrow key moves the focus to the board if nothing has it. @param {string} key */
  function enterKey(key) {
    if (!['ArrowLeft', 'ArrowRight'].includes(key)) return false;
    board.focus();
    return true;
  }
}

/** @param {KeyboardEvent} event */
function isSteppable(event) {
  const target = /** @type {Element} */ (event.target);
  if (target.closest('input, select, textarea')) return false;
  return state.game.isAnalysis || resultOf(state.game) !== null || !isAtEnd() || target.closest('#moves-card') !== null;
}

/** @param {string} key */
function stepKey(key) {
  if (key === 'ArrowLeft') step(-1);
  else if (key === 'ArrowRight') step(1);
  else if (key === 'Home') goTo(0);
  else if (key === 'End') goTo(shownMoves().length);
  else if (key === 'n') return showMistake(otherMistake(1));
  else if (key === 'p') return showMistake(otherMistake(-1));
  else return false;
  return true;
}

/** @param {string} key */
function actKey(key) {
  if (key === 'u') undo();
  else if (key === 'y') redo();
  else if (key === 'h') void giveHint();
  else return false;
  return true;
}
