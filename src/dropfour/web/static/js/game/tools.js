// The buttons below the board, and the card with actions on the game.

import { button, el, set, show, svg } from '../ui/dom.js';
import { canRedo, canUndo, giveHint, isFixed, redo, resign, swapSides, undo } from './play.js';
import { goTo, step } from '../study/review.js';
import { confirmButton } from '../ui/form.js';
import { t } from '../ui/words.js';
import { canMove, isAtEnd, shownMoves, shownPly, shownPosition } from '../page/shown.js';
import { canSwap, isHelpOff, isWatching, moverOf, resultOf } from '../model/game.js';
import { state } from '../page/state.js';

const ICONS = {
  undo: 'M9 7 4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 0 8h-2',
  redo: 'M15 7l4.5 4.5L15 16M19 11.5h-9a5 5 0 0 0 0 8h2',
  hint: 'M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.1 1 1.9v.2h5v-.2c0-.8.4-1.4 1-1.9A6 6 0 0 0 12 3z',
  first: 'M18 6l-6 6 6 6M11 6l-6 6 6 6',
  back: 'M15 6l-6 6 6 6',
  next: 'M9 6l6 6-6 6',
  last: 'M6 6l6 6-6 6M13 6l6 6-6 6',
};

/** @param {keyof typeof ICONS} name */
function icon(name) {
  return svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: ICONS[name] }));
}

/** @param {HTMLElement} root */
export function createTools(root) {
  /** @param {keyof typeof ICONS} name @param {() => void} click @param {string} [key] */
  const tool = (name, click, key = '') => {
    const label = t(`game.tool, ${name}`);
    const title = key ? t('game.tool with key', { label, key }) : label;
    const shown = el('span', t(`game.tool ${name}`));
    return el('button', { type: 'button', 'aria-label': label, title, click }, icon(name), shown);
  };
  const undoTool = tool('undo', undo, 'u');
  const redoTool = tool('redo', redo, 'y');
  const hintTool = tool('hint', () => void giveHint(), 'h');
  const first = tool('first', () => goTo(0));
  const back = tool('back', () => step(-1));
  const next = tool('next', () => step(1));
  const last = tool('last', () => goTo(shownMoves().length));
  root.append(el('div.tool-group', undoTool, redoTool, hintTool), el('div.tool-group', first, back, next, last));

  return function render() {
    undoTool.disabled = !canUndo() || state.thinking;
    redoTool.disabled = !canRedo() || state.thinking;
    const { game } = state;
    // An empty board has nothing to step through, and leaves the space to the choice of an opponent.
    const isEmpty = shownMoves().length === 0 && shownPosition().ply === 0 && !canRedo();
    show(root, !isEmpty || (game.live && game.yours.length > 0) || state.study || state.coach);
    show(undoTool, !isFixed(game));
    show(redoTool, !isFixed(game));
    hintTool.disabled = isHelpOff(game) || shownPosition().isOver || (isAtEnd() && resultOf(game) !== null);
    first.disabled = back.disabled = shownPly() === 0;
    last.disabled = next.disabled = shownPly() === shownMoves().length;
  };
}

/** @param {HTMLElement} root */
export function createActions(root) {
  const swap = button(t('game.swap'), swapSides, '.quiet');
  const giveUp = confirmButton(t('game.resign'), t('game.really resign'), resign);
  giveUp.classList.add('quiet');
  root.append(swap, giveUp);

  return function render() {
    const isOn = moverOf(state.game) !== null;
    const { game } = state;
    const isByRule = canSwap(game) && canMove(game) && isAtEnd();
    const isLocal = game.moves.length > 0 && !game.isAnalysis && !game.live && !isWatching(game);
    show(root, isOn && (isByRule || isLocal));
    show(giveUp, !game.live);
    giveUp.disabled = state.game.id === null;
    // Two people without names at one screen swap by swapping seats.
    show(swap, isByRule || game.red.engine !== game.yellow.engine || game.red.name !== game.yellow.name);
    set(swap, 'class', isByRule ? 'primary' : 'quiet');
    set(swap, 'disabled', state.thinking);
  };
}
