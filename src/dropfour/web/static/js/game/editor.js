// Setting up a position by clicking cells, in a dialog of its own; loaded when first opened.

import { checkBoard } from '../board/check.js';
import { positionString } from '../board/notation.js';
import { createPicture } from '../board/picture.js';
import { newGame, notify, shownPosition, speak } from '../page/store.js';
import { reasonOf, sentence } from '../page/words.js';
import { button, el, set, setText, show } from '../ui/dom.js';
import { choices, colourChoice } from '../ui/choices.js';
import { field } from '../ui/form.js';
import { setStudy } from '../study/study.js';
import { Draft } from './draft.js';
import { open } from './play.js';
import { createRulesForm, unwinnable } from './rulesform.js';

/** @import {Origin} from './setup.js' */

/** @type {((playFrom: (origin: Origin) => void) => void) | null} */
let showDialog = null;

/** Set up a position, beginning with the one on the screen. @param {(origin: Origin) => void} playFrom */
export function showEditor(playFrom) {
  showDialog ??= createDialog();
  showDialog(playFrom);
}

/** A board whose cells can be clicked, or filled with the keys r and y and emptied with Delete.
 * @param {(cell: Cell, colour?: Colour | null) => void} place  *colour* is undefined for that of the brush */
function createCells(place) {
  const root = el('div.board');
  const picture = createPicture(root);
  picture.cells.setAttribute('aria-label', 'Position');
  picture.cells.removeAttribute('aria-readonly');
  let stop = { column: 1, row: 1 }; // the cell that is the tab stop
  picture.cells.addEventListener('click', (event) => {
    const [column, row] = /** @type {Element} */ (event.target).closest('[data-cell]')?.getAttribute('data-cell')?.split(',').map(Number) ?? [];
    if (!row) return;
    stop = { column, row };
    place(stop);
  });
  picture.cells.addEventListener('keydown', (event) => {
    const { column, row } = stop;
    /** @type {Record<string, Cell>} */
    const targets = {
      ArrowLeft: { column: column - 1, row },
      ArrowRight: { column: column + 1, row },
      ArrowUp: { column, row: row + 1 },
      ArrowDown: { column, row: row - 1 },
    };
    const { key } = event;
    if (key in targets) moveTo(targets[key]);
    else if (key === 'Enter' || key === ' ') place(stop);
    else if (key === 'r' || key === 'y') place(stop, key === 'r' ? 'red' : 'yellow');
    else if (key === 'Delete' || key === 'Backspace') place(stop, null);
    else return;
    event.preventDefault();
  });

  /** @param {Cell} cell */
  function moveTo({ column, row }) {
    const { length: rows } = picture.cells.children;
    if (column < 1 || column > picture.cells.children[0].children.length || row < 1 || row > rows) return;
    stop = { column, row };
    setStop();
    picture.elementAt(stop).focus();
  }

  function setStop() {
    for (const cell of picture.cells.querySelectorAll('.cell')) set(cell, 'tabindex', cell === picture.elementAt(stop) ? 0 : -1);
  }

  return {
    root,
    /** @param {Draft} draft @param {Cell[]} wrong */
    render({ rules, owners }, wrong) {
      picture.render({ rules, owners, marks: [{ kind: 'wrong', cells: wrong, label: 'see below' }] });
      if (stop.column > rules.columns || stop.row > rules.rows) stop = { column: 1, row: 1 };
      setStop();
    },
  };
}

/** The board, with the tools that change it. @param {(isPossible: boolean) => void} changed */
function createDraft(changed) {
  let draft = new Draft(shownPosition().rules, shownPosition().owners);
  const brush = choices('editor-brush', 'Disc to place', [colourChoice('red'), colourChoice('yellow'), ['', 'Erase']]);
  const mover = choices('editor-mover', 'To move', [colourChoice('red'), colourChoice('yellow')], () => render());
  const form = createRulesForm('editor', resize);
  const board = createCells((cell, colour = /** @type {Colour} */ (brush.value) || null) => replace(draft.with(cell, colour)));
  const problem = el('p.problem', { role: 'status' });
  const fall = button('Let discs fall', () => {
    replace(draft.settled());
    speak('The discs have fallen.');
  });

  /** @param {Draft} next */
  function replace(next) {
    draft = next;
    mover.value = draft.mover ?? mover.value;
    render();
  }

  /** Use the rules that were typed. */
  function resize() {
    try {
      replace(draft.resized(form.rules));
    } catch (error) {
      setText(problem, sentence(reasonOf(error)));
    }
  }

  const position = () => draft.position(/** @type {Colour} */ (mover.value));

  function render() {
    const { problem: why, warning, cells } = checkBoard(position());
    board.render(draft, cells);
    const unusual = warning ? `${warning}. You can play it anyway.` : unwinnable(draft.rules);
    setText(problem, why ? sentence(why) : unusual);
    set(problem, 'data-warning', !why);
    show(fall, why.endsWith('nothing below it'));
    changed(!why);
  }

  return {
    parts: [
      el('div.editor-tools', {}, brush.root, el('div.card-actions', {}, fall, button('Clear', () => replace(draft.cleared()), '.quiet'))),
      board.root,
      problem,
      field('To move', mover.root),
      el('details', {}, el('summary', {}, 'Board and rules'), form.sizes, form.objective),
    ],
    /** The position as a text. */
    get start() {
      return positionString(position());
    },
    /** Begin with the position that is shown. */
    reset() {
      const { rules, owners, toMove } = shownPosition();
      draft = new Draft(rules, owners);
      form.rules = rules;
      brush.value = 'red';
      mover.value = toMove;
      render();
    },
  };
}

function createDialog() {
  /** @type {(origin: Origin) => void} */
  let playFrom = () => {};
  const draft = createDraft((isPossible) => {
    play.disabled = study.disabled = !isPossible;
  });
  const study = button('Analyse', () => {
    dialog.close();
    open(newGame({ start: draft.start, isAnalysis: true }), 'push');
    setStudy(true);
    notify('The position is on the board. Nothing is saved while you try moves.');
  });
  const play = button('Play …', () => {
    dialog.close();
    playFrom({ start: draft.start, moves: [] });
  }, '.primary');
  const dialog = el('dialog.editor', { 'aria-labelledby': 'editor-title' },
    el('h2', { id: 'editor-title' }, 'Set up a position'),
    ...draft.parts,
    el('div.dialog-end', {}, button('Cancel', () => dialog.close(), '.quiet'), study, play),
  );
  document.body.append(dialog);

  return (/** @type {(origin: Origin) => void} */ begin) => {
    playFrom = begin;
    draft.reset();
    dialog.showModal();
  };
}
