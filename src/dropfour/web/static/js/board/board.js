// The board that can be played on: the picture with a button over each column, and scores above. It draws a BoardState
// and reports what a person does; it knows nothing about the game.

import { el, set, setText } from '../ui/dom.js';
import { shake } from './fall.js';
import { createPicture, labelsOf } from './picture.js';
import { columnsOf } from './rules.js';

/**
 * *notes* are added to the names of the columns. *chips* are the scores above them; null: none are shown.
 * @typedef {Picture & {
 *   canDrop: (column: number) => boolean, isBusy: boolean,
 *   notes?: string[], chips?: (Chip | null)[] | null, refused?: {column: number, count: number} | null,
 * }} BoardState
 */
/** @typedef {{kind: string, label: string, value: string, best: boolean}} Chip */

/**
 * Arrow keys move the focus from column to column, and a digit drops a disc, unless a listener before has used the key.
 * @param {HTMLElement} root
 * @param {{drop: (column: number) => void, point: (column: number | null) => void, landed?: () => void}} handlers
 *   `landed` is called when the disc of a new move touches the ground
 */
export function createBoard(root, handlers) {
  const chips = el('div.chips', { 'aria-hidden': 'true' });
  const columns = el('div.columns', { role: 'group', 'aria-label': 'Columns' });
  root.append(chips);
  const picture = createPicture(root, handlers.landed);
  picture.well.append(columns);
  /** @type {BoardState | null} */
  let before = null;
  let stop = 1; // the column whose button is the tab stop

  columns.addEventListener('click', (event) => {
    const column = columnOf(event);
    if (column) handlers.drop(column);
  });
  columns.addEventListener('pointermove', (event) => {
    if (event.pointerType === 'mouse') handlers.point(columnOf(event));
  });
  columns.addEventListener('pointerleave', () => handlers.point(null));
  columns.addEventListener('focusin', (event) => {
    const column = columnOf(event);
    if (!column) return;
    stop = column;
    setStop();
    if (/** @type {Element} */ (event.target).matches(':focus-visible')) handlers.point(column);
  });
  columns.addEventListener('focusout', () => handlers.point(null));
  columns.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const count = columns.children.length;
    /** @type {Record<string, number>} */
    const targets = { ArrowLeft: stop - 1, ArrowRight: stop + 1, Home: 1, End: count };
    if (event.key in targets) focus(Math.max(1, Math.min(count, targets[event.key])));
    else if (/^[1-9]$/.test(event.key) && Number(event.key) <= count) handlers.drop(Number(event.key));
    else return;
    event.preventDefault();
  });

  function setStop() {
    [...columns.children].forEach((button, i) => set(button, 'tabindex', i + 1 === stop ? 0 : -1));
  }

  /** @param {number} [column]  by default the one that had the focus last */
  function focus(column = stop) {
    /** @type {HTMLElement | undefined} */ (columns.children[column - 1])?.focus();
  }

  /** @param {number} count */
  function build(count) {
    columns.replaceChildren(...Array.from({ length: count }, (_, i) => el('button.column', { type: 'button', 'data-column': i + 1 })));
    chips.replaceChildren(...Array.from({ length: count }, () => el('div.chip', {}, el('span.chip-label'), el('span.chip-value'))));
    stop = Math.ceil(count / 2);
    setStop();
  }

  /** @param {BoardState} state */
  function renderColumns(state) {
    const ghost = state.marks.find(({ kind }) => kind === 'ghost')?.cells?.[0].column;
    for (const column of columnsOf(state)) {
      const button = columns.children[column - 1];
      const marks = state.marks.filter((mark) => mark.columns?.includes(column));
      set(button, 'aria-label', [columnName(state, column), state.notes?.[column - 1], ...labelsOf(marks)].filter(Boolean).join(', '));
      set(button, 'aria-disabled', state.canDrop(column) ? null : 'true');
      set(button, 'data-pointed', ghost === column);
      set(button, 'data-marks', marks.map(({ kind }) => kind).join(' ') || null);
    }
    set(columns, 'data-busy', state.isBusy);
    const { refused } = state;
    if (refused && before && refused.count !== (before.refused?.count ?? 0)) shake(columns.children[refused.column - 1]);
  }

  /** @param {BoardState} state */
  function renderChips(state) {
    set(chips, 'data-shown', Boolean(state.chips));
    [...chips.children].forEach((element, i) => {
      const chip = state.chips?.[i] ?? null;
      set(element, 'data-kind', chip?.kind ?? null);
      set(element, 'data-best', chip?.best ?? false);
      setText(element.children[0], chip?.label ?? '');
      setText(element.children[1], chip?.value ?? '');
    });
  }

  return {
    focus,
    /** @param {BoardState} state */
    render(state) {
      if (columns.children.length !== state.rules.columns) build(state.rules.columns);
      picture.render(state);
      renderColumns(state);
      renderChips(state);
      before = state;
    },
  };
}

/** @param {Event} event @returns {number | null} */
function columnOf(event) {
  const button = /** @type {Element} */ (event.target).closest('[data-column]');
  return button ? Number(button.getAttribute('data-column')) : null;
}

/** A column and its discs from the bottom up, such as Column 4: red, yellow, 4 free. @param {Picture} picture
 * @param {number} column */
function columnName({ rules: { rows }, owners }, column) {
  const discs = owners.slice((column - 1) * rows, column * rows).filter(Boolean);
  const free = rows - discs.length;
  return `Column ${column}: ${discs.join(', ') || 'empty'}${discs.length ? `, ${free ? `${free} free` : 'full'}` : ''}`;
}
