// The variations in the list of moves, and what can be done with the one on the screen. Loaded with
// the first variation.

import { parseMoves, parsePosition } from '../board/notation.js';
import { LONGEST_COMMENT, moverAfter, treeOf } from '../board/tree.js';
import { gamePly, isInVariation } from '../page/shown.js';
import { onChange, state, watch } from '../page/state.js';
import { button, el, pip, set, show } from '../ui/dom.js';
import { listed, t } from '../ui/words.js';
import { form, sending } from '../ui/form.js';
import {
  canBranch,
  canPromote,
  canRestore,
  deleteShown,
  promoteShown,
  rename,
  restoreDeleted,
  showPath,
  shownPath,
} from './branch.js';

/** @import {Branch} from '../board/tree.js' */

/** Add what could be played to the list of moves. @param {HTMLElement} list
 * @param {HTMLElement[]} items  the moves @param {Game} game */
export function addVariations(list, items, game) {
  const first = (/** @type {Branch} */ branch) => branch.next[0];
  const start = parsePosition(game.start);
  let here = treeOf(game.moves, game.variations);
  for (const item of items) {
    const [, ...others] = here.next;
    here = first(here);
    if (here.name) item.append(el('span.move-name', here.name));
    if (others.length) item.after(variations(others, start));
  }
  if (here.next.length) list.append(variations(here.next, start));
}

/** @param {Branch[]} branches  alternatives to each other @param {Position} start */
function variations(branches, start) {
  return el('li.variations', listOf(branches, start));
}

/** @param {Branch[]} branches @param {Position} start @returns {HTMLElement} */
function listOf(branches, start) {
  const items = branches.map((branch) => variation(branch, start));
  return el('ul', { 'aria-label': t('game.variations') }, items);
}

/** @param {Branch} branch @param {Position} start */
function variation(branch, start) {
  const item = el('li.variation', move(branch, start, true));
  let others = /** @type {Branch[]} */ ([]);
  for (let here = branch; here.next.length; ) {
    [here, ...others] = here.next;
    item.append(move(here, start, false));
    if (others.length) item.append(listOf(others, start));
  }
  return item;
}

/** @param {Branch} branch @param {Position} start @param {boolean} isFirst */
function move({ path, name }, start, isFirst) {
  const ply = path.length;
  const colour = moverAfter(start, ply - 1);
  const [column] = parseMoves(path.slice(-1));
  const hidden = { 'aria-hidden': 'true' };
  const words = t(isFirst ? 'game.listed variation' : 'game.listed move', { ply, colour, column });
  return el(
    'button.move',
    { type: 'button', 'data-path': path, click: () => showPath(path) },
    el('span.unseen', listed([words, name])),
    el('span.ply', hidden, String(ply)),
    pip(colour),
    el('span', hidden, String(column)),
    name && el('span.move-name', hidden, name),
  );
}

/** Mark the move on the screen. @param {HTMLElement} list */
export function renderVariations(list) {
  const path = isInVariation() ? shownPath() : null;
  for (const button of list.querySelectorAll('[data-path]')) {
    set(button, 'aria-current', button.getAttribute('data-path') === path ? 'step' : null);
  }
}

// --- the variation on the screen -----------------------------------------------------------------

/** @param {HTMLElement} card */
export function addVariationTools(card) {
  const input = el('textarea', {
    id: 'variation-name',
    rows: 1,
    maxlength: LONGEST_COMMENT,
    autocomplete: 'off',
    placeholder: t('game.name or comment'),
    keydown: (event) => {
      if (/** @type {KeyboardEvent} */ (event).key !== 'Enter') return;
      event.preventDefault();
      naming.requestSubmit();
    },
  });
  const label = el('label.unseen', { for: input.id }, t('game.name of the position'));
  const naming = form('form.link-row', () => rename(input.value), label, input, sending(t('game.save'), ''));
  const promote = button(t('game.promote'), promoteShown);
  promote.title = t('game.promote, about');
  const remove = button(t('game.delete'), deleteShown);
  const restore = button(t('game.restore'), restoreDeleted);
  const back = button(t('game.back to the game'), () => showPath(shownPath().slice(0, gamePly())));
  const group = { role: 'group', 'aria-label': t('game.variation tools') };
  const tools = el('div.card-actions', group, back, promote, remove, restore);
  card.append(naming, tools);
  let named = '';

  function render() {
    const { game } = state;
    const isFocused = naming.contains(document.activeElement) || tools.contains(document.activeElement);
    const isOn = canBranch() && game.variations.length > 0;
    show(naming, isOn && (isInVariation() || nameShown() !== ''));
    show(remove, isOn && isInVariation());
    show(promote, isOn && isInVariation() && canPromote());
    show(back, isInVariation());
    show(restore, canRestore());
    const key = `${shownPath()} ${nameShown()}`;
    if (key !== named) {
      named = key;
      input.value = nameShown();
    }
    if (isFocused) keepFocus();
  }

  /** Whoever uses the keyboard continues beside the control that has vanished. */
  function keepFocus() {
    if (document.activeElement !== document.body && document.activeElement?.checkVisibility()) return;
    const next = [remove, restore].find((button) => !button.hidden) ?? card.querySelector('.move[aria-current]');
    if (next instanceof HTMLElement) next.focus();
  }
  watch(onChange(render));
  render();
}

/** The name of the position on the screen. */
function nameShown() {
  return state.game.variations.find((each) => each.moves === shownPath())?.name ?? '';
}
