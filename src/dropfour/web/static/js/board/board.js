// The board that can be played on: the picture with a button over each column, and scores above. It
// draws a BoardState and reports what a person does; it knows nothing about the game.

import { el, set, whenSettled } from '../ui/dom.js';
import { listed, t } from '../ui/words.js';
import { shake } from './fall.js';
import { createPicture, labelsOf } from './picture.js';
import { columnsOf } from './rules.js';

/** *notes* are added to the names of the columns. *chips* are the scores above them, null for none.
 * @typedef {Picture & {
 *   canDrop: (column: number) => boolean, isBusy: boolean,
 *   notes?: string[], chips?: (Chip | null)[] | null, refused?: {column: number, count: number} | null,
 * }} BoardState */
/** *far* is how far away a loss is, from 0 to 3.
 * @typedef {{kind: string, label: string, value: string, best: boolean, far?: number}} Chip */

// How far beside the board a finger may be lifted.
const SLACK_PX = 60;

// The width of a column up to which its chip has room for small words, and for none.
const [SMALL_PX, NARROW_PX] = [38, 25];

/** What a chip without words shows in place of its label, so that its colour is not all there is. @type {Record<string, string>} */
const SIGNS = { win: '+', loss: '−', draw: '=', estimate: '≈', open: '?' };

/** @param {HTMLElement} root
 * @param {{drop: (column: number) => void, point: (column: number | null) => void} & Parameters<typeof createPicture>[1]} handlers */
export function createBoard(root, handlers) {
  const chips = el('div.chips', { 'aria-hidden': 'true' });
  root.append(chips);
  new ResizeObserver(([{ contentRect }]) => {
    const width = contentRect.width / chips.children.length;
    set(chips, 'data-narrow', width > SMALL_PX ? null : width > NARROW_PX ? 'words' : 'signs');
  }).observe(chips);
  const picture = createPicture(root, handlers);
  const columns = createColumns(handlers);
  picture.well.append(columns.root);
  return {
    focus: columns.focus,
    /** @param {BoardState} state */
    render(state) {
      picture.render(state);
      columns.render(state);
      renderChips(chips, state);
    },
  };
}

/** The buttons over the columns. Arrow keys move the focus from one to the next, and a digit drops
 * a disc, unless a listener before has used the key.
 * @param {Pick<Parameters<typeof createBoard>[1], 'drop' | 'point'>} handlers */
function createColumns({ drop, point }) {
  const root = el('div.columns', { role: 'group', 'aria-label': t('board.columns') });
  let stop = 1; // the column whose button is the tab stop
  let refusals = 0;

  root.addEventListener('click', (event) => {
    const column = columnOf(event);
    if (column) drop(column);
  });
  root.addEventListener('pointermove', (event) => {
    if (event.pointerType === 'mouse') point(columnOf(event));
  });
  root.addEventListener('pointerleave', () => point(null));
  slideAndRelease(root, drop, point);
  root.addEventListener('focusin', (event) => {
    const column = columnOf(event);
    if (!column) return;
    stop = column;
    whenSettled(renderStop); // at once the browser would compute all styles, since the column has the focus
    if (/** @type {Element} */ (event.target).matches(':focus-visible')) point(column);
  });
  root.addEventListener('focusout', () => point(null));
  root.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const count = root.children.length;
    /** @type {Record<string, number>} */
    const targets = { ArrowLeft: stop - 1, ArrowRight: stop + 1, Home: 1, End: count };
    if (event.key in targets) focus(Math.max(1, Math.min(count, targets[event.key])));
    else if (/^[1-9]$/.test(event.key) && Number(event.key) <= count) drop(Number(event.key));
    else return;
    event.preventDefault();
  });

  function renderStop() {
    [...root.children].forEach((button, i) => set(button, 'tabindex', i + 1 === stop ? 0 : -1));
  }

  /** @param {number} [column]  by default the one that had the focus last */
  function focus(column = stop) {
    /** @type {HTMLElement | undefined} */ (root.children[column - 1])?.focus();
  }

  /** @param {BoardState} state */
  function render(state) {
    if (root.children.length !== state.rules.columns) {
      root.replaceChildren(
        ...columnsOf(state).map((column) => el('button.column', { type: 'button', 'data-column': column })),
      );
      stop = Math.ceil(state.rules.columns / 2);
      renderStop();
    }
    for (const column of columnsOf(state)) renderColumn(root.children[column - 1], column, state);
    set(root, 'data-busy', state.isBusy);
    const { column = 0, count = 0 } = state.refused ?? {};
    if (count > refusals) shake(root.children[column - 1]);
    refusals = count;
  }

  return { root, focus, render };
}

/** A finger chooses a column by sliding over the board, and drops a disc where it is lifted; beside
 * the board nothing happens. A finger that does not leave its column clicks it.
 * @param {HTMLElement} root @param {(column: number) => void} drop
 * @param {(column: number | null) => void} point */
function slideAndRelease(root, drop, point) {
  /** @type {number | null} */
  let from = null;
  const isTouch = (/** @type {PointerEvent} */ { pointerType, isPrimary }) => pointerType === 'touch' && isPrimary;
  const under = (/** @type {PointerEvent} */ { clientX, clientY }) => {
    const { left, right, top, bottom } = root.getBoundingClientRect();
    if (clientX < left || clientX >= right || clientY < top - SLACK_PX || clientY > bottom + SLACK_PX) return null;
    return Math.floor(((clientX - left) / (right - left)) * root.children.length) + 1;
  };
  root.addEventListener('pointerdown', (event) => {
    if (!isTouch(event)) return;
    from = columnOf(event);
    point(from);
  });
  root.addEventListener('pointermove', (event) => {
    if (isTouch(event) && from) point(under(event));
  });
  root.addEventListener('pointerup', (event) => {
    if (!isTouch(event) || !from) return;
    const column = under(event);
    if (column && column !== from) drop(column);
    from = null;
    point(null);
  });
  root.addEventListener('pointercancel', () => {
    from = null;
    point(null);
  });
}

/** @param {Element} button @param {number} column @param {BoardState} state */
function renderColumn(button, column, state) {
  const marks = state.marks.filter((mark) => mark.columns?.includes(column));
  const pointed = state.marks.find(({ kind, cells }) => kind === 'ghost' && cells?.[0].column === column);
  const words = [columnName(state, column), state.notes?.[column - 1], ...labelsOf(marks)];
  set(button, 'aria-label', listed(words));
  set(button, 'aria-disabled', state.canDrop(column) ? null : 'true');
  set(button, 'data-pointed', pointed?.colour);
  set(button, 'data-marks', marks.map(({ kind }) => kind).join(' ') || null);
}

/** @param {Element} root @param {BoardState} state */
function renderChips(root, { rules: { columns }, chips = null }) {
  if (root.children.length !== columns) {
    root.replaceChildren(
      ...Array.from({ length: columns }, () => el('div.chip', el('span.chip-label'), el('span.chip-value'))),
    );
  }
  set(root, 'data-shown', chips !== null);
  [...root.children].forEach((element, i) => {
    const chip = chips?.[i] ?? null;
    set(element, 'data-kind', chip?.kind ?? null);
    set(element, 'data-best', chip?.best ?? false);
    set(element, 'data-far', chip?.far || null);
    replaceText(element.children[0], chip?.label ?? '');
    set(element.children[0], 'data-short', chip ? (SIGNS[chip.kind] ?? '') : null);
    replaceText(element.children[1], chip?.value ?? '');
    set(element.children[1], 'data-short', chip?.value.replace('%', ''));
  });
}

/** A text in the middle that changes in place, and its width with it, would count as a shift of the
 * layout. @param {Element} element @param {string} text */
function replaceText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** @param {Event} event @returns {number | null} */
function columnOf(event) {
  const button = /** @type {Element} */ (event.target).closest('[data-column]');
  return button ? Number(button.getAttribute('data-column')) : null;
}

/** A column and its discs from the bottom up, such as Column 4: red, yellow, 4 free.
 * @param {Picture} picture @param {number} column */
function columnName({ rules: { rows }, owners }, column) {
  const discs = owners.slice((column - 1) * rows, column * rows).filter(Boolean);
  const free = rows - discs.length;
  if (!discs.length) return t('board.column, empty', { column });
  const words = listed(discs.map((colour) => colour && t('board.disc', { colour })));
  return free
    ? t('board.column, free', { column, discs: words, free })
    : t('board.column, full', { column, discs: words });
}
