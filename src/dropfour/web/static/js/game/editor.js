// Setting up a position by clicking cells, in a dialog of its own; loaded when first opened.

import { checkBoard } from '../board/check.js';
import { COLOURS, Position } from '../board/rules.js';
import { positionString } from '../board/notation.js';
import { createPicture } from '../board/picture.js';
import { newGame } from '../model/game.js';
import { notify, speak } from '../page/state.js';
import { shownPosition } from '../page/shown.js';
import { reasonOf, sentence, t } from '../ui/words.js';
import { button, el, set, setText, show } from '../ui/dom.js';
import { choices, closing, colourChoice, field, showDialog } from '../ui/form.js';
import { setStudy } from '../study/study.js';
import { open } from './play.js';
import { createRulesForm, unwinnable } from './rulesform.js';

/** @import {Origin} from './setup.js' */

// What is set up need not be possible yet: a position with any discs in its cells.

/** With a disc in a cell, or without it if it is there already. @param {Position} position @param {Cell} cell @param {Colour | null} colour */
function withDisc({ rules, owners, toMove }, { column, row }, colour) {
  const i = (column - 1) * rules.rows + row - 1;
  return new Position(rules, owners.with(i, owners[i] === colour ? null : colour), toMove);
}

/** With all discs as far down as they can fall. @param {Position} position */
function settled({ rules, owners, toMove }) {
  const columns = Array.from({ length: rules.columns }, (_, i) => {
    const discs = owners.slice(i * rules.rows, (i + 1) * rules.rows).filter(Boolean);
    return [...discs, ...new Array(rules.rows - discs.length).fill(null)];
  });
  return new Position(rules, columns.flat(), toMove);
}

/** With other rules; discs outside the board are removed. @param {Position} before @param {Rules} rules */
function resized(before, rules) {
  const at = (/** @type {number} */ i) => before.at(Math.floor(i / rules.rows) + 1, (i % rules.rows) + 1) ?? null;
  const owners = Position.empty(rules).owners.map((_, i) => at(i));
  return new Position(rules, owners, before.toMove);
}

/** With another side to move, if the number of discs decides it. @param {Position} position */
function turned({ rules, owners, toMove }) {
  const count = (/** @type {Colour} */ colour) => owners.filter((owner) => owner === colour).length;
  const ahead = count('red') - count('yellow');
  return new Position(rules, owners, ahead === 0 ? 'red' : ahead === 1 ? 'yellow' : toMove);
}

/** A board whose cells can be clicked, or filled with the keys r and y and emptied with Delete.
 * @param {(cell: Cell, colour?: Colour | null) => void} place  *colour* is undefined for that of the brush */
function createCells(place) {
  const root = el('div.board');
  const picture = createPicture(root);
  picture.cells.setAttribute('aria-label', t('dialogs.position'));
  picture.cells.removeAttribute('aria-readonly');
  let stop = { column: 1, row: 1 }; // the cell that is the tab stop
  picture.cells.addEventListener('click', (event) => {
    const [column, row] =
      /** @type {Element} */ (event.target).closest('[data-cell]')?.getAttribute('data-cell')?.split(',').map(Number) ??
      [];
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
    for (const cell of picture.cells.querySelectorAll('.cell'))
      set(cell, 'tabindex', cell === picture.elementAt(stop) ? 0 : -1);
  }

  return {
    root,
    /** @param {Position} position @param {Cell[]} wrong */
    render({ rules, owners }, wrong) {
      picture.render({ rules, owners, marks: [{ kind: 'wrong', cells: wrong, label: t('dialogs.see below') }] });
      if (stop.column > rules.columns || stop.row > rules.rows) stop = { column: 1, row: 1 };
      setStop();
    },
  };
}

/** The board, with the tools that change it, at first as it is on the screen. @param {(isPossible: boolean) => void} changed */
function createDraft(changed) {
  let draft = shownPosition();
  const brush = choices('editor-brush', t('dialogs.brush'), [...COLOURS.map(colourChoice), ['', t('dialogs.erase')]]);
  const mover = choices('editor-mover', t('dialogs.to move'), COLOURS.map(colourChoice), (colour) => {
    draft = new Position(draft.rules, draft.owners, /** @type {Colour} */ (colour));
    render();
  });
  const form = createRulesForm('editor', resize);
  form.rules = draft.rules;
  brush.value = 'red';
  const board = createCells((cell, colour = /** @type {Colour} */ (brush.value) || null) =>
    replace(withDisc(draft, cell, colour)),
  );
  const problem = el('p.problem', { role: 'status' });
  const fall = button(t('dialogs.let fall'), () => {
    replace(settled(draft));
    speak(t('dialogs.fallen'));
  });
  const clear = button(t('dialogs.clear'), () => replace(Position.empty(draft.rules)), '.quiet');

  /** @param {Position} next */
  function replace(next) {
    draft = turned(next);
    render();
  }

  /** Use the rules that were typed. */
  function resize() {
    try {
      replace(resized(draft, form.rules));
    } catch (error) {
      setText(problem, sentence(reasonOf(error)));
    }
  }

  function render() {
    const { problem: why, warning, cells, floats } = checkBoard(draft);
    mover.value = draft.toMove;
    board.render(draft, cells);
    const unusual = warning ? `${warning} ${t('dialogs.play it anyway')}` : unwinnable(draft.rules);
    setText(problem, why ? sentence(why) : unusual);
    set(problem, 'data-warning', !why);
    show(fall, floats);
    changed(!why);
  }
  render();

  return {
    parts: [
      el('div.editor-tools', brush.root, el('div.card-actions', fall, clear)),
      board.root,
      problem,
      field(t('dialogs.to move'), mover.root),
      el('details', el('summary', t('dialogs.board and rules')), form.sizes, form.objective),
    ],
    /** The position as a text. */
    start: () => positionString(draft),
  };
}

/** Set up a position, from the one on the screen. @param {(origin: Origin) => void} playFrom */
export function showEditor(playFrom) {
  const study = button(t('dialogs.analyse'), () => {
    dialog.close();
    open(newGame({ start: draft.start(), isAnalysis: true }), 'push');
    setStudy(true);
    notify(t('dialogs.on the board'));
  });
  const begin = () => {
    dialog.close();
    playFrom({ start: draft.start(), moves: [] });
  };
  const play = button(t('dialogs.play'), begin, '.primary');
  const draft = createDraft((isPossible) => {
    play.disabled = study.disabled = !isPossible;
  });
  const actions = [closing(t('page.cancel')), study, play];
  const dialog = showDialog('editor', t('page.set up a position'), draft.parts, actions);
}
