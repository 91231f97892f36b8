// The board: draws a BoardState and reports clicks. It knows nothing about the game.

import { el, set, setText, svg } from '../ui/dom.js';
import { createFalls, hop, shake } from './fall.js';

/** @import {Cell, Colour, Run} from '../types.d.ts' */

/**
 * What the board draws. Columns count from 1 at the left, rows from 1 at the bottom. `runs` are all lines, `won` the
 * cells of those that have ended the game.
 * @typedef {{
 *   columns: number, rows: number,
 *   owner: (column: number, row: number) => Colour | null,
 *   last: Cell | null,
 *   runs: Run[],
 *   won: Cell[],
 *   ghost: (Cell & {colour: Colour}) | null,
 *   lit: Cell[],
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
 * @param {{drop: (column: number) => void, point: (column: number | null) => void, landed?: () => void}} handlers
 *   `landed` is called when the disc of a new move touches the ground
 */
export function createBoard(root, handlers) {
  const chips = el('div.chips', { 'aria-hidden': 'true' });
  const cells = el('div.cells', { role: 'grid', 'aria-label': 'Board', 'aria-readonly': 'true' });
  const marks = svg('svg', { class: 'marks', 'aria-hidden': 'true' });
  const columns = el('div.columns', { role: 'group', 'aria-label': 'Columns' });
  const labels = el('div.labels', { 'aria-hidden': 'true' });
  const front = el('div.front', { 'aria-hidden': 'true' });
  const shade = el('div.shade', { 'aria-hidden': 'true' });
  const well = el('div.well', {}, cells, front, shade, labels, marks, columns);
  root.append(chips, well);
  const fall = createFalls((isFalling) => set(well, 'data-falling', isFalling));

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
    const lit = keysOf(state.lit);
    const won = keysOf(state.won);
    set(well, 'data-won', won.size > 0);
    for (let row = 1; row <= state.rows; row += 1) {
      for (let column = 1; column <= state.columns; column += 1) {
        const cell = cellAt(state, column, row);
        const owner = state.owner(column, row);
        if (before && owner && owner !== before.owner(column, row)) fresh.push({ column, row });
        drawCell(cell, owner, state.ghost?.column === column && state.ghost.row === row ? state.ghost.colour : null);
        set(cell, 'data-lit', lit.has(`${column},${row}`));
        set(cell, 'data-won', won.has(`${column},${row}`));
        set(cell, 'aria-label', `column ${column}, row ${row}: ${owner ?? 'empty'}`);
      }
    }
    // Only the disc of a single new move falls; other changes appear without animation.
    const { last } = state;
    if (fresh.length === 1 && last && fresh[0].column === last.column && fresh[0].row === last.row) {
      const disc = cellAt(state, last.column, last.row).children[0];
      fall(disc, state.rows - last.row + 1, () => {
        handlers.landed?.();
        hop(state.won.map((cell) => cellAt(state, cell.column, cell.row).children[0]));
      });
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
    if (state.last && !state.won.length) {
      const [cx, cy] = at(state.last);
      shapes.push(svg('circle', { class: 'last', cx, cy, r: 0.455 }));
    }
    for (const cell of state.won) {
      const [cx, cy] = at(cell);
      shapes.push(svg('circle', { class: 'halo', cx, cy, r: 0.5 }), svg('circle', { class: 'glow', cx, cy, r: 0.44 }));
    }
    for (const run of state.runs) {
      const d = linksOf(run.cells.map(at));
      shapes.push(svg('path', { class: 'run-edge', d }), svg('path', { class: `run ${run.colour}`, d }));
    }
    for (const cell of state.lit) {
      const [cx, cy] = at(cell);
      shapes.push(svg('rect', { class: 'lit', x: cx - 0.46, y: cy - 0.46, width: 0.92, height: 0.92, rx: 0.2 }));
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

/** @param {Cell[]} cells */
function keysOf(cells) {
  return new Set(cells.map((cell) => `${cell.column},${cell.row}`));
}

/** A path that links the discs of a run from rim to rim, so that their marks stay visible.
 * @param {number[][]} points */
function linksOf(points) {
  let path = '';
  for (let i = 1; i < points.length; i += 1) {
    const [[x1, y1], [x2, y2]] = [points[i - 1], points[i]];
    const share = 0.33 / Math.hypot(x2 - x1, y2 - y1);
    const between = (/** @type {number} */ t) => `${(x1 + (x2 - x1) * t).toFixed(3)} ${(y1 + (y2 - y1) * t).toFixed(3)}`;
    path += `M${between(share)}L${between(1 - share)}`;
  }
  return path;
}
