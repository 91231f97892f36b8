// The buttons and keys of an exercise.

import { button, set, show, showText } from '../ui/dom.js';

/** @import {Exercise} from './exercise.js' */
/** @import {createStage} from './stage.js' */

/**
 * The buttons below the board; *next* continues once the exercise is solved, or if there is none, unless it has no name.
 * @param {ReturnType<typeof createStage>} stage
 * @param {{exercise: () => Exercise | null, next: () => void, nextName: () => string}} handlers
 */
export function createTools({ tools: root, board }, { exercise, next, nextName }) {
  const hint = button('Hint', () => void exercise()?.hint());
  const solution = button('Solution', () => void exercise()?.reveal(), '.quiet.far');
  const again = button('Try again', () => exercise()?.takeBack(), '.primary');
  const more = button('Next move', () => exercise()?.continueRefutation());
  const other = button('', next, '.primary');
  root.append(hint, again, more, other, solution);

  return function render() {
    const current = exercise();
    const phase = current?.phase ?? 'solved';
    const focused = root.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
    const isOpen = phase === 'try' || phase === 'busy';
    show(hint, isOpen);
    // Whoever has not tried anything yet should not give up by a slip.
    show(solution, phase !== 'solved' && current?.isClean === false && current !== null && current.task.solution !== null);
    show(again, phase === 'refuted');
    show(more, current?.canContinue ?? false);
    showText(other, phase === 'solved' ? nextName() : '');
    for (const each of [hint, solution]) set(each, 'aria-disabled', phase === 'busy' ? 'true' : null);
    // A button that has vanished must not take the focus with it.
    if (!focused?.hidden) return;
    if (!other.hidden) other.focus();
    else board.focus();
  };
}

/** Perform the action of a key; return whether there is one.
 * @param {string} key @param {Exercise | null} exercise @param {() => void} next */
export function exerciseKey(key, exercise, next) {
  if (key === 'h') void exercise?.hint();
  else if (key === 'u') exercise?.takeBack();
  else if (key === 'n' && (exercise?.phase ?? 'solved') === 'solved') next();
  else return false;
  return true;
}
