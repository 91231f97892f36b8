// The board: draws a BoardState and reports clicks. It knows nothing about the game.

import { el, set, setText, svg } from '../ui/dom.js';

/** @import {Cell, Colour, Run} from '../types.d.ts' */

/**
 * What the board draws. Columns count from 1 at the left, rows from 1 at the bottom.
 * @typedef {{
 *   columns: number, rows: number,
 *   owner: (column: number, row: number) => Colour | null,
 *   last: Cell | null,
 *   runs: Run[],
 *   ghost: (Cell & {colour: Colour}) | null,
 *   lit: Cell[],
 *   preview?: (Cell & {colour: Colour, number: number})[],
 *   litColumns: number[],
 *   hint: number | null,
 *   refused: {column: number, count: number} | null,
 *   chips: (Chip | null)[] | null,
 *   columnNames: string[],
 *   canDrop: (column: number) => boolean,
 *   isBusy: boolean,
 * }} BoardState
 */
/** @typedef {{kind: string, label: string, value: string, best: boolean}} Chip */

/**
 * @param {HTMLElement} root
 * @param {{drop: (column: number) => void, point: (column: number | null) => void}} handlers
 */
export function createBoard(root, handlers) {
  const chips = el('div.chips', { 'aria-hidden': 'true' });
  const cells = el('div.cells', { role: 'grid', 'aria-label': 'Board', 'aria-readonly': 'true' });
  const marks = svg('svg', { class: 'marks', 'aria-hidden': 'true' });
  const columns = el('div.columns', { role: 'group', 'aria-label': 'Columns' });
  const labels = el('div.labels', { 'aria-hidden': 'true' });
  const front = el('div.front', { 'aria-hidden': 'true' });
  const rims = el('div.rims', { 'aria-hidden': 'true' });
  const well = el('div.well', {}, cells, front, rims, labels, marks, columns);
  root.append(chips, well);

  /** @type {BoardState | null} */
  let before = null;
  let shape = '';
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

  function setStop() {
    [...columns.children].forEach((button, i) => {
      set(button, 'tabindex', i + 1 === stop ? 0 : -1);
    });
  }

  /** @param {BoardState} state */
  function build(state) {
    root.style.setProperty('--columns', String(state.columns));
    root.style.setProperty('--rows', String(state.rows));
    marks.setAttribute('viewBox', `0 0 ${state.columns} ${state.rows}`);
    cells.replaceChildren();
    for (let row = state.rows; row >= 1; row -= 1) {
      const cellsOfRow = el('div.row', { role: 'row' });
      for (let column = 1; column <= state.columns; column += 1) {
        cellsOfRow.append(el('div.cell', { role: 'gridcell', 'data-cell': `${column},${row}` }));
      }
      cells.append(cellsOfRow);
    }
    columns.replaceChildren();
    chips.replaceChildren();
    labels.replaceChildren();
    for (let column = 1; column <= state.columns; column += 1) {
      columns.append(el('button.column', { type: 'button', 'data-column': column }));
      labels.append(el('span', {}, String(column)));
      chips.append(el('div.chip', {}, el('span.chip-label'), el('span.chip-value')));
    }
    stop = Math.ceil(state.columns / 2);
    setStop();
    before = null;
  }

  /** @param {BoardState} state */
  function render(state) {
    const wanted = `${state.columns}x${state.rows}`;
    if (wanted !== shape) {
      shape = wanted;
      build(state);
    }
    renderCells(state);
    renderMarks(state);
    renderColumns(state);
    renderChips(state);
    before = state;
  }

  /** @param {BoardState} state */
  function renderCells(state) {
    /** @type {Cell[]} */
    const fresh = [];
    const lit = new Set(state.lit.map((cell) => `${cell.column},${cell.row}`));
    for (let row = 1; row <= state.rows; row += 1) {
      for (let column = 1; column <= state.columns; column += 1) {
        const cell = cellAt(state, column, row);
        const owner = state.owner(column, row);
        if (before && owner && owner !== before.owner(column, row)) fresh.push({ column, row });
        drawCell(cell, owner, state.ghost?.column === column && state.ghost.row === row ? state.ghost.colour : null);
        set(cell, 'data-lit', lit.has(`${column},${row}`));
        set(cell, 'aria-label', `column ${column}, row ${row}: ${owner ?? 'empty'}`);
      }
    }
    // Only the disc of a single new move falls; other changes appear without animation.
    const { last } = state;
    if (fresh.length === 1 && last && fresh[0].column === last.column && fresh[0].row === last.row) {
      fall(cellAt(state, last.column, last.row).firstElementChild, state.rows - last.row + 1);
    }
  }

  /** @param {BoardState} state @param {number} column @param {number} row */
  function cellAt(state, column, row) {
    return cells.children[state.rows - row].children[column - 1];
  }

  /** @param {BoardState} state */
  function renderMarks(state) {
    const at = (/** @type {Cell} */ cell) => [cell.column - 0.5, state.rows - cell.row + 0.5];
    const shapes = [];
    if (state.last) {
      const [cx, cy] = at(state.last);
      shapes.push(svg('circle', { class: 'last', cx, cy, r: 0.465 }));
    }
    for (const run of state.runs) {
      const [x1, y1] = at(run.cells[0]);
      const [x2, y2] = at(run.cells[run.cells.length - 1]);
      shapes.push(svg('line', { class: 'run-edge', x1, y1, x2, y2 }));
      shapes.push(svg('line', { class: `run ${run.colour}`, x1, y1, x2, y2 }));
    }
    for (const cell of state.lit) {
      const [cx, cy] = at(cell);
      shapes.push(svg('rect', { class: 'lit', x: cx - 0.46, y: cy - 0.46, width: 0.92, height: 0.92, rx: 0.2 }));
    }
    for (const { number, colour, ...cell } of state.preview ?? []) {
      const [x, y] = at(cell);
      shapes.push(svg('circle', { class: `preview ${colour}`, cx: x, cy: y, r: 0.4 }));
      const text = svg('text', { class: `preview ${colour}`, x, y });
      text.textContent = String(number);
      shapes.push(text);
    }
    marks.replaceChildren(...shapes);
  }

  /** @param {BoardState} state */
  function renderColumns(state) {
    [...columns.children].forEach((button, i) => {
      const column = i + 1;
      set(button, 'aria-label', state.columnNames[i]);
      set(button, 'aria-disabled', state.canDrop(column) ? null : 'true');
      set(button, 'data-pointed', state.ghost?.column === column);
      set(button, 'data-lit', state.litColumns.includes(column));
      set(button, 'data-hint', state.hint === column);
    });
    set(columns, 'data-busy', state.isBusy);
    const { refused } = state;
    if (refused && before && refused.count !== (before.refused?.count ?? 0)) {
      shake(columns.children[refused.column - 1]);
    }
  }

  /** @param {BoardState} state */
  function renderChips(state) {
    set(chips, 'data-shown', state.chips !== null);
    [...chips.children].forEach((element, i) => {
      const chip = state.chips?.[i] ?? null;
      set(element, 'data-kind', chip?.kind ?? null);
      set(element, 'data-best', chip?.best ?? false);
      setText(element.children[0], chip?.label ?? '');
      setText(element.children[1], chip?.value ?? '');
    });
  }

  return {
    render,
    /** @param {number} column */
    focus(column) {
      const button = /** @type {HTMLElement | undefined} */ (columns.children[column - 1]);
      button?.focus();
    },
    /** The column whose button has the focus, or null. */
    focused() {
      const active = document.activeElement;
      return active && columns.contains(active) ? Number(active.getAttribute('data-column')) : null;
    },
    /** Move the focus to the column that had it last. */
    focusStop() {
      this.focus(stop);
    },
  };
}

/** @param {Event} event @returns {number | null} */
function columnOf(event) {
  const button = /** @type {Element} */ (event.target).closest('[data-column]');
  return button ? Number(button.getAttribute('data-column')) : null;
}

/** @param {Element} cell @param {Colour | null} owner @param {Colour | null} ghost */
function drawCell(cell, owner, ghost) {
  const name = owner ? `disc ${owner}` : ghost ? `disc ghost ${ghost}` : '';
  const disc = cell.firstElementChild;
  if ((disc?.className ?? '') === name) return;
  disc?.remove();
  if (name) {
    const fresh = el('span');
    fresh.className = name;
    cell.append(fresh);
  }
}

function isStill() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Let a disc fall from above the board: accelerating, with a small rebound.
 * @param {Element | null} disc @param {number} cells */
function fall(disc, cells) {
  if (!disc || isStill()) return;
  const up = (/** @type {number} */ share) => `translateY(calc(var(--cell) * ${-cells * share}))`;
  disc.animate(
    [
      { transform: up(1), easing: 'cubic-bezier(0.45, 0, 0.9, 0.55)' },
      { transform: 'none', offset: 0.72, easing: 'cubic-bezier(0.1, 0.5, 0.5, 1)' },
      { transform: up(0.06), offset: 0.86, easing: 'cubic-bezier(0.5, 0, 0.9, 0.5)' },
      { transform: 'none' },
    ],
    { duration: 190 + 85 * Math.sqrt(cells) },
  );
}

/** @param {Element | undefined} element */
function shake(element) {
  if (!element) return;
  const steps = isStill() ? [0, 0] : [0, -5, 5, -3, 3, 0];
  element.animate(
    steps.map((x) => ({ transform: `translateX(${x}px)`, background: 'rgb(255 255 255 / 28%)' })),
    { duration: 280 },
  );
}
