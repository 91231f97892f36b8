// The keyboard. Column keys and the help work wherever nothing is typed, other single keys while
// the board has the focus. Arrow keys step through the game once it is over, an earlier position is
// shown or moves are only tried; with Shift they choose a column all the same. N and P go to the
// next and the previous mistake of a reviewed game.

import { drop, giveHint, redo, undo } from './play.js';
import { goTo, otherMistake, showMistake, step } from '../study/review.js';
import { isAtEnd, shownMoves, shownPosition } from '../page/shown.js';
import { resultOf } from '../model/game.js';
import { state } from '../page/state.js';
import { preferences } from '../storage/storage.js';
import { withWords } from '../ui/words.js';

// Where digits are text.
const TYPING = 'input:not([type=radio], [type=checkbox]), select, textarea';

/** @import {createBoard} from '../board/board.js' */

/** @param {HTMLElement} view @param {ReturnType<typeof createBoard>} board */
export function listenToKeys(view, board) {
  // Before the board, which moves the focus with the same keys.
  view.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const isOnBoard = /** @type {Element} */ (event.target).closest('.columns') !== null;
      const isDone = (!event.shiftKey && isSteppable(event) && stepKey(event.key)) || (isOnBoard && actKey(event.key));
      if (isDone) event.preventDefault();
    },
    { capture: true },
  );
  document.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const isTyping = /** @type {Element} */ (target).closest?.(TYPING) || document.querySelector('dialog[open]');
    if (event.defaultPrevented || ctrlKey || metaKey || altKey || isTyping) return;
    const isAllowed = preferences.keys.value || /** @type {Element} */ (target).closest?.('.columns');
    if (key === '?' && isAllowed) void withWords('dialogs', import('./keyhelp.js')).then((help) => help.showKeyHelp());
    if (state.view !== 'game') return;
    const isFree = document.activeElement === document.body;
    const isDone = (isAllowed && columnKey(key)) || (isFree && (isSteppable(event) ? stepKey(key) : enterKey(key)));
    if (isDone) event.preventDefault();
  });

  /** Pressing an arrow key moves the focus to the board if nothing has it. @param {string} key */
  function enterKey(key) {
    if (!['ArrowLeft', 'ArrowRight'].includes(key)) return false;
    board.focus();
    return true;
  }
}

/** @param {string} key */
function columnKey(key) {
  if (!/^[1-9]$/.test(key) || Number(key) > shownPosition().rules.columns) return false;
  drop(Number(key));
  return true;
}

/** @param {KeyboardEvent} event */
function isSteppable(event) {
  const target = /** @type {Element} */ (event.target);
  if (target.closest('input, select, textarea')) return false;
  return state.game.isAnalysis || resultOf(state.game) !== null || !isAtEnd() || target.closest('#moves-card') !== null;
}

/** @param {string} key */
function stepKey(key) {
  if (key === 'n' || key === 'p') return showMistake(otherMistake(key === 'n' ? 1 : -1));
  const act = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    Home: () => goTo(0),
    End: () => goTo(shownMoves().length),
  }[key];
  act?.();
  return act !== undefined;
}

/** @param {string} key */
function actKey(key) {
  const act = { u: undo, y: redo, h: giveHint }[key];
  void act?.();
  return act !== undefined;
}
