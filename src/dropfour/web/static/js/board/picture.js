// A board drawn from its rules, its cells and marks: the same one for the page, the embedded board,
// the notebook, reports and lists. It knows neither the game nor its players.

import { el, set, show, svg } from '../ui/dom.js';
import { createFalls, hop } from './fall.js';
import { columnsOf } from './rules.js';
import { listed, t } from '../ui/words.js';

/** Something that the board points out, on *cells*, *columns* or both; a screen reader reads the
 * *label* with their names. Kinds on cells: the `last` disc, those that have `won`, a `run` of
 * *colour*, cells that are `lit` or `wrong`, a `preview` of a disc with its *label*, cells to
 * `take` and the two of a `pair`, with their *label*, and the `ghost` of the disc that would fall.
 * Kinds on columns: `lit`, `hint`, an arrow down, and `answer`, an arrow up. A new kind of cell
 * needs an entry in SHAPES; both need rules in board.css, by their class or [data-marks~=kind].
 * @typedef {{kind: string, cells?: Cell[], columns?: number[], colour?: Colour, label?: string}} Mark */
/** *owners* go column by column from the left, each from the bottom up. Columns and rows count from 1; the numbers of the
 * rows are drawn with *hasRows* only.
 * @typedef {{rules: Pick<Rules, 'columns' | 'rows'>, owners: (Colour | null)[], marks: Mark[], hasRows?: boolean}} Picture */

/** What is drawn for a mark; a cell is 1 wide. @type {Record<string, (centres: number[][], mark: Mark) => SVGElement[]>} */
const SHAPES = {
  last: (centres) => centres.map(([cx, cy]) => svg('circle', { class: 'last', cx, cy, r: 0.455 })),
  won: (centres) =>
    centres.flatMap(([cx, cy]) => [
      svg('circle', { class: 'halo', cx, cy, r: 0.5 }),
      svg('circle', { class: 'glow', cx, cy, r: 0.44 }),
    ]),
  run: (centres, { colour }) => {
    const d = linksOf(centres);
    return [svg('path', { class: 'run-edge', d }), svg('path', { class: `run ${colour}`, d })];
  },
  lit: (centres) =>
    centres.map(([x, y]) =>
      svg('rect', { class: 'lit', x: x - 0.46, y: y - 0.46, width: 0.92, height: 0.92, rx: 0.2 }),
    ),
  take: (centres, { label }) =>
    centres.flatMap(([x, y]) => [svg('circle', { class: 'take', cx: x, cy: y, r: 0.3 }), textAt('take', x, y, label)]),
  pair: (centres, { label }) => [
    ...(centres.length === 2 ? [svg('path', { class: 'pair-link', d: linksOf(centres) })] : []),
    ...centres.flatMap(([x, y]) => [
      svg('rect', { class: 'pair', x: x - 0.3, y: y - 0.3, width: 0.6, height: 0.6, rx: 0.12 }),
      textAt('pair', x, y, label),
    ]),
  ],
  wrong: (centres) => centres.map(([cx, cy]) => svg('circle', { class: 'wrong', cx, cy, r: 0.44 })),
  preview: (centres, { colour, label }) =>
    centres.flatMap(([x, y]) => [
      svg('circle', { class: `preview ${colour}`, cx: x, cy: y, r: 0.4 }),
      textAt(`preview ${colour}`, x, y, label),
    ]),
};

/** @param {string} name  the classes @param {number} x @param {number} y @param {string} [text] */
function textAt(name, x, y, text = '') {
  const element = svg('text', { class: name, x, y });
  element.textContent = text;
  return element;
}

/** @param {HTMLElement} root
 * @param {{landed?: () => void, falling?: (isFalling: boolean) => void}} [handlers]  `landed` is called when the disc of a
 *   new move touches the ground, `falling` when discs begin to fall and when all of them lie */
export function createPicture(root, { landed, falling } = {}) {
  const cells = el('div.cells', { role: 'grid', 'aria-label': t('board.board'), 'aria-readonly': 'true' });
  const shapes = svg('svg', { class: 'marks', 'aria-hidden': 'true' });
  const labels = el('div.labels', { 'aria-hidden': 'true' });
  const front = el('div.front', { 'aria-hidden': 'true' });
  const shade = el('div.shade', { 'aria-hidden': 'true' });
  const rowLabels = el('div.row-labels', { 'aria-hidden': 'true', hidden: true });
  const well = el('div.well', cells, front, shade, labels, rowLabels, shapes);
  root.append(well);
  const fall = createFalls((isFalling) => {
    set(well, 'data-falling', isFalling);
    falling?.(isFalling);
  });
  /** @type {Picture | null} */
  let before = null;
  /** What each cell shows, in words. @type {string[]} */
  let drawn = [];

  /** @param {Cell} cell */
  function elementAt({ column, row }) {
    return /** @type {HTMLElement} */ (cells.children[cells.children.length - row].children[column - 1]);
  }

  /** @param {Picture['rules']} rules */
  function build({ columns, rows }) {
    root.style.setProperty('--columns', String(columns));
    root.style.setProperty('--rows', String(rows));
    shapes.setAttribute('viewBox', `0 0 ${columns} ${rows}`);
    const across = columnsOf({ rules: { columns } });
    const down = Array.from({ length: rows }, (_, i) => rows - i);
    const cellAt = (/** @type {number} */ column, /** @type {number} */ row) =>
      el('div.cell', { role: 'gridcell', 'data-cell': `${column},${row}` });
    const drawnRows = down.map((row) => el('div.row', { role: 'row' }, ...across.map((column) => cellAt(column, row))));
    cells.replaceChildren(...drawnRows);
    rowLabels.replaceChildren(...down.map((row) => el('span', String(row))));
    labels.replaceChildren(...across.map((column) => el('span', String(column))));
    before = null;
    drawn = [];
  }

  /** Draw the cells that have changed. @param {Picture} picture */
  function renderCells({ rules: { columns, rows }, owners, marks }) {
    const marked = byCell(marks, rows);
    for (let i = 0; i < columns * rows; i += 1) {
      const here = marked.get(i) ?? [];
      const kinds = here.map(({ kind }) => kind).join(' ');
      const ghost = here.find(({ kind }) => kind === 'ghost')?.colour ?? null;
      const labels = labelsOf(here);
      const owner = owners[i];
      const shown = `${owner}/${labels}/${kinds}/${ghost}`;
      if (drawn[i] === shown) continue;
      drawn[i] = shown;
      const cell = { column: Math.floor(i / rows) + 1, row: (i % rows) + 1 };
      const element = elementAt(cell);
      drawDisc(element, owner, ghost);
      set(element, 'data-marks', kinds || null);
      const words = listed([owner ? t('board.disc', { colour: owner }) : t('board.empty'), ...labels]);
      set(element, 'aria-label', t('board.cell', { ...cell, words }));
    }
  }

  /** Let the disc of a single new move fall; other changes just appear. @param {Picture} picture */
  function letFall({ rules: { rows }, owners, marks }) {
    const fresh = before ? owners.flatMap((owner, i) => (owner && owner !== before?.owners[i] ? [i] : [])) : [];
    const { column, row } = marks.find(({ kind }) => kind === 'last')?.cells?.[0] ?? { column: 0, row: 0 };
    if (fresh.length !== 1 || fresh[0] !== (column - 1) * rows + row - 1) return;
    fall(elementAt({ column, row }).children[0], rows - row + 1, () => {
      landed?.();
      hop(cellsOf(marks, 'won').map((cell) => elementAt(cell).children[0]));
    });
  }

  return {
    well,
    cells,
    elementAt,
    /** @param {Picture} picture */
    render(picture) {
      const { columns, rows } = picture.rules;
      if (before?.rules.columns !== columns || before.rules.rows !== rows) build(picture.rules);
      const won = cellsOf(picture.marks, 'won').length > 0;
      set(well, 'data-won', won);
      show(rowLabels, picture.hasRows ?? false);
      renderCells(picture);
      letFall(picture);
      const centre = (/** @type {Cell} */ { column, row }) => [column - 0.5, rows - row + 0.5];
      const drawnMarks = picture.marks.filter(({ kind }) => kind in SHAPES && !(won && kind === 'last'));
      shapes.replaceChildren(...drawnMarks.flatMap((mark) => SHAPES[mark.kind]((mark.cells ?? []).map(centre), mark)));
      before = picture;
    },
  };
}

/** Marks by the place of their cells in the owners. @param {Mark[]} marks @param {number} rows */
function byCell(marks, rows) {
  /** @type {Map<number, Mark[]>} */
  const found = new Map();
  for (const mark of marks) {
    for (const { column, row } of mark.cells ?? []) {
      const place = (column - 1) * rows + row - 1;
      const here = found.get(place) ?? [];
      if (!here.includes(mark)) found.set(place, [...here, mark]);
    }
  }
  return found;
}

/** @param {Mark[]} marks @param {string} kind */
function cellsOf(marks, kind) {
  return marks.flatMap((mark) => (mark.kind === kind ? (mark.cells ?? []) : []));
}

/** What a screen reader says of marks. @param {Mark[]} marks */
export function labelsOf(marks) {
  return marks.flatMap(({ label }) => (label ? [label] : []));
}

/** @param {Element} cell @param {Colour | null} owner @param {Colour | null} ghost */
function drawDisc(cell, owner, ghost) {
  const name = owner ? `disc ${owner}` : ghost ? `disc ghost ${ghost}` : '';
  if ((cell.firstElementChild?.className ?? '') === name) return;
  cell.replaceChildren(...(name ? [el(`span.${name.replaceAll(' ', '.')}`)] : []));
}

/** A path that links the discs of a run from rim to rim, so that their marks stay visible.
 * @param {number[][]} points */
function linksOf(points) {
  let path = '';
  for (let i = 1; i < points.length; i += 1) {
    const [[x1, y1], [x2, y2]] = [points[i - 1], points[i]];
    const share = 0.33 / Math.hypot(x2 - x1, y2 - y1);
    const between = (/** @type {number} */ t) =>
      `${(x1 + (x2 - x1) * t).toFixed(3)} ${(y1 + (y2 - y1) * t).toFixed(3)}`;
    path += `M${between(share)}L${between(1 - share)}`;
  }
  return path;
}
