// The variations in the list of moves, and what can be done with the one on the screen. Loaded with the first
// variation.

import { parseMoves, parsePosition } from '../board/notation.js';
import { LONGEST_COMMENT, moverAfter, treeOf } from '../board/tree.js';
import { gamePly, isInVariation, onChange, state, watch } from '../page/store.js';
import { button, el, pip, set, show } from '../ui/dom.js';
import { canBranch, canPromote, deleteShown, promoteShown, rename, restoreDeleted, shownPath, showPath } from './branch.js';

/** @import {Branch} from '../board/tree.js' */

/** Add what could be played to the list of moves. @param {HTMLElement} list @param {HTMLElement[]} items  the moves
 * @param {Game} game */
export function addVariations(list, items, game) {
  const first = (/** @type {Branch} */ branch) => branch.next[0];
  const start = parsePosition(game.start);
  let here = treeOf(game.moves, game.variations);
  for (const item of items) {
    const [, ...others] = here.next;
    here = first(here);
    if (here.name) item.append(el('span.move-name', {}, here.name));
    if (others.length) item.after(variations(others, start));
  }
  if (here.next.length) list.append(variations(here.next, start));
}

/** @param {Branch[]} branches  alternatives to each other @param {Position} start */
function variations(branches, start) {
  return el('li.variations', {}, el('ul', { 'aria-label': 'Variations' }, ...branches.map((branch) => variation(branch, start))));
}

/** @param {Branch} branch @param {Position} start */
function variation(branch, start) {
  const item = el('li.variation', {}, move(branch, start, true));
  let others = /** @type {Branch[]} */ ([]);
  for (let here = branch; here.next.length; ) {
    [here, ...others] = here.next;
    item.append(move(here, start, false));
    if (others.length) item.append(el('ul', { 'aria-label': 'Variations' }, ...others.map((each) => variation(each, start))));
  }
  return item;
}

/** @param {Branch} branch @param {Position} start @param {boolean} isFirst */
function move({ path, name }, start, isFirst) {
  const ply = path.length;
  const colour = moverAfter(start, ply - 1);
  const [column] = parseMoves(path.slice(-1));
  const disc = pip(colour);
  const button = el('button.move', { type: 'button', 'data-path': path, click: () => showPath(path) },
    el('span.unseen', {}, isFirst ? 'Variation, move ' : 'Move '),
    el('span.ply', {}, String(ply)),
    disc,
    el('span.unseen', {}, `: ${colour}, column `),
    el('span', {}, String(column)),
  );
  if (name) button.append(el('span.unseen', {}, ', '), el('span.move-name', {}, name));
  return button;
}

/** Mark the move on the screen. @param {HTMLElement} list */
export function renderVariations(list) {
  const path = isInVariation() ? shownPath() : null;
  for (const button of list.querySelectorAll('[data-path]')) {
    set(button, 'aria-current', button.getAttribute('data-path') === path ? 'step' : null);
  }
}

// --- the variation on the screen ------------------------------------------------------------------

/** @param {HTMLElement} card */
export function addVariationTools(card) {
  const input = el('textarea', {
    id: 'variation-name', rows: 1, maxlength: LONGEST_COMMENT, autocomplete: 'off', placeholder: 'Name or comment',
    keydown: (event) => {
      if (/** @type {KeyboardEvent} */ (event).key !== 'Enter') return;
      event.preventDefault();
      form.requestSubmit();
    },
  });
  const form = el('form.link-row', {
    submit: (event) => {
      event.preventDefault();
      rename(input.value);
    },
  }, el('label.unseen', { for: 'variation-name' }, 'Name of this position, or a comment'), input, el('button', { type: 'submit' }, 'Save'));
  const promote = button('Promote', promoteShown);
  promote.title = 'Show this variation before its alternatives';
  const remove = button('Delete', deleteShown);
  const restore = button('Restore', restoreDeleted);
  const back = button('Back to the game', () => showPath(shownPath().slice(0, gamePly())));
  const tools = el('div.card-actions', { role: 'group', 'aria-label': 'Variation' }, back, promote, remove, restore);
  card.append(form, tools);
  let named = '';

  function render() {
    const { game, deleted } = state;
    const isFocused = form.contains(document.activeElement) || tools.contains(document.activeElement);
    const isOn = canBranch() && game.variations.length > 0;
    show(form, isOn && (isInVariation() || nameShown() !== ''));
    show(remove, isOn && isInVariation());
    show(promote, isOn && isInVariation() && canPromote());
    show(back, isInVariation());
    show(restore, deleted !== null && deleted.game === game.id);
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
