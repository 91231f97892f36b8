// Setting up a position by clicking cells, in a dialog of its own; loaded when first opened.

import { checkBoard } from '../board/check.js';
import { checkedRules, emptyString, positionString } from '../board/notation.js';
import { Position } from '../board/rules.js';
import { newGame, notify, shownPosition, speak } from '../page/store.js';
import { capital } from '../page/words.js';
import { el, set, setText, show } from '../ui/dom.js';
import { open } from './play.js';
import { choices, colourLabel, field } from './setup.js';

/** @import {Check} from '../board/check.js' */
/** @import {Origin} from './setup.js' */
/** @import {Colour, Objective, Rules} from '../types.d.ts' */

/** @type {((playFrom: (origin: Origin) => void) => void) | null} */
let show_ = null;

/** Set up a position, beginning with the one on the screen. @param {(origin: Origin) => void} playFrom */
export function showEditor(playFrom) {
  show_ ??= create();
  show_(playFrom);
}

function create() {
  const dialog = /** @type {HTMLDialogElement} */ (el('dialog.editor', { 'aria-labelledby': 'editor-title' }));
  document.body.append(dialog);
  /** @type {Rules} */
  let rules = shownPosition().rules;
  /** @type {(Colour | null)[]} */
  let owners = [];
  let stop = 0; // the cell that is the tab stop
  /** @type {(origin: Origin) => void} */
  let playFrom = () => {};

  const brush = choices('editor-brush', 'Disc to place', [['red', colourLabel('red')], ['yellow', colourLabel('yellow')], ['', 'Erase']]);
  const mover = choices('editor-mover', 'To move', [['red', colourLabel('red')], ['yellow', colourLabel('yellow')]], () => render());
  const objective = choices('editor-objective', 'Game', [['first-line', 'First line wins'], ['most-lines', 'Most lines']], () => resize());
  const number = (/** @type {string} */ id, /** @type {number} */ low, /** @type {number} */ high) =>
    /** @type {HTMLInputElement} */ (el('input', { type: 'number', id, min: low, max: high, inputmode: 'numeric', change: () => resize() }));
  const columns = number('editor-columns', 1, 20);
  const rows = number('editor-rows', 1, 20);
  const connect = number('editor-connect', 3, 10);
  const board = el('div.editor-board', { role: 'grid', 'aria-label': 'Position' });
  const problem = el('p.problem', { role: 'status' });
  const fallen = el('button', { type: 'button', click: () => letFall() }, 'Let discs fall');
  const clear = el('button.quiet', { type: 'button', click: () => replace(owners.map(() => null)) }, 'Clear');
  const study = /** @type {HTMLButtonElement} */ (el('button', { type: 'button', click: () => openHere() }, 'Analyse'));
  const play = /** @type {HTMLButtonElement} */ (el('button.primary', { type: 'button', click: () => playHere() }, 'Play …'));
  dialog.append(
    el('h2', { id: 'editor-title' }, 'Set up a position'),
    el('div.editor-tools', {}, brush.root, el('div.card-actions', {}, fallen, clear)),
    board,
    problem,
    el('div.field', {}, el('span.field-name', {}, 'To move'), mover.root),
    el('details', {}, el('summary', {}, 'Board and rules'),
      el('div.field-row', {}, field('Columns', columns, 'editor-columns'), field('Rows', rows, 'editor-rows'), field('In a row', connect, 'editor-connect')),
      objective.root,
    ),
    el('div.dialog-end', {}, el('button.quiet', { type: 'button', click: () => dialog.close() }, 'Cancel'), study, play),
  );

  board.addEventListener('click', (event) => {
    const cell = /** @type {Element} */ (event.target).closest('[data-index]');
    if (cell) place(Number(cell.getAttribute('data-index')));
  });
  board.addEventListener('keydown', (event) => {
    /** @type {Record<string, number>} */
    const steps = { ArrowLeft: -rules.rows, ArrowRight: rules.rows, ArrowUp: 1, ArrowDown: -1 };
    const { key } = event;
    if (key in steps) moveFocus(key, steps[key]);
    else if (key === 'r' || key === 'y') place(stop, key === 'r' ? 'red' : 'yellow');
    else if (key === 'Delete' || key === 'Backspace') place(stop, null);
    else return;
    event.preventDefault();
  });

  /** @param {string} key @param {number} by */
  function moveFocus(key, by) {
    const isEdge = (key === 'ArrowUp' && stop % rules.rows === rules.rows - 1) || (key === 'ArrowDown' && stop % rules.rows === 0);
    if (isEdge || stop + by < 0 || stop + by >= owners.length) return;
    stop += by;
    render();
    /** @type {HTMLElement | null} */ (board.querySelector(`[data-index="${stop}"]`))?.focus();
  }

  /** Put a disc of the chosen colour into a cell, or take away the one that is there.
   * @param {number} index @param {Colour | null} [colour] */
  function place(index, colour = /** @type {Colour} */ (brush.value) || null) {
    const next = owners.slice();
    next[index] = owners[index] === colour ? null : colour;
    stop = index;
    replace(next);
  }

  /** @param {(Colour | null)[]} next */
  function replace(next) {
    const count = (/** @type {(Colour | null)[]} */ of, /** @type {Colour} */ colour) => of.filter((owner) => owner === colour).length;
    owners = next;
    // The side to move follows the number of discs as long as they decide it.
    const ahead = count(owners, 'red') - count(owners, 'yellow');
    if (ahead === 0 || ahead === 1) mover.value = ahead ? 'yellow' : 'red';
    render();
  }

  function letFall() {
    replace(Array.from({ length: rules.columns }, (_, column) => {
      const discs = owners.slice(column * rules.rows, (column + 1) * rules.rows).filter(Boolean);
      return [...discs, ...new Array(rules.rows - discs.length).fill(null)];
    }).flat());
    speak('The discs have fallen.');
  }

  /** Use the rules that were typed; discs outside the board are removed. */
  function resize() {
    try {
      const wanted = checkedRules({
        columns: columns.valueAsNumber,
        rows: rows.valueAsNumber,
        connect: connect.valueAsNumber,
        objective: /** @type {Objective} */ (objective.value),
      });
      const before = new Position(rules, owners, 'red');
      const next = Position.empty(wanted).owners.map((_, i) => (
        before.at(Math.floor(i / wanted.rows) + 1, (i % wanted.rows) + 1) ?? null
      ));
      rules = wanted;
      stop = 0;
      build();
      replace(next);
    } catch (error) {
      setText(problem, `${capital(error instanceof Error ? error.message : String(error))}.`);
    }
  }

  function build() {
    board.style.setProperty('--columns', String(rules.columns));
    board.replaceChildren();
    for (let row = rules.rows; row >= 1; row -= 1) {
      const cells = el('div.editor-row', { role: 'row' });
      for (let column = 1; column <= rules.columns; column += 1) {
        const index = (column - 1) * rules.rows + row - 1;
        cells.append(el('div', { role: 'gridcell' }, el('button.editor-cell', { type: 'button', 'data-index': index }, el('span'))));
      }
      board.append(cells);
    }
  }

  function check() {
    return checkBoard(rules, owners, /** @type {Colour} */ (mover.value));
  }

  function render() {
    const found = check();
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (board.querySelectorAll('[data-index]'))) {
      const index = Number(button.dataset.index);
      const [column, row] = [Math.floor(index / rules.rows) + 1, (index % rules.rows) + 1];
      const owner = owners[index];
      const isWrong = found.cells.some((cell) => cell.column === column && cell.row === row);
      set(button, 'tabindex', index === stop ? 0 : -1);
      set(button, 'aria-label', `column ${column}, row ${row}: ${owner ?? 'empty'}${isWrong ? ', see below' : ''}`);
      set(button, 'data-wrong', isWrong);
      set(button.children[0], 'class', owner ? `disc ${owner}` : null);
    }
    renderCheck(found);
  }

  /** @param {Check} found */
  function renderCheck({ problem: why, warning }) {
    const sentence = why ? `${capital(why)}.` : warning ? `${warning}. You can play it all the same.` : '';
    setText(problem, sentence);
    set(problem, 'data-warning', !why && Boolean(warning));
    show(fallen, why.endsWith('nothing below it'));
    play.disabled = study.disabled = Boolean(why);
  }

  function start() {
    const position = new Position(rules, owners, /** @type {Colour} */ (mover.value));
    return owners.some(Boolean) || mover.value === 'yellow' ? positionString(position) : emptyString(rules);
  }

  function openHere() {
    dialog.close();
    open(newGame({ start: start() }), 'push');
    notify('The position is on the board.');
  }

  function playHere() {
    dialog.close();
    playFrom({ start: start(), moves: [] });
  }

  return (/** @type {(origin: Origin) => void} */ begin) => {
    playFrom = begin;
    const position = shownPosition();
    rules = position.rules;
    [columns.value, rows.value, connect.value] = [rules.columns, rules.rows, rules.connect].map(String);
    objective.value = rules.objective;
    brush.value = 'red';
    stop = 0;
    build();
    owners = position.owners.slice();
    mover.value = position.toMove;
    render();
    dialog.showModal();
  };
}
