// The dialog with all options of a new game; loaded when first opened.

import { emptyString } from '../board/notation.js';
import { CHARACTERS, characterOf } from '../page/characters.js';
import { keepOpponent } from '../page/memory.js';
import { livePosition, positionsOf, state } from '../page/store.js';
import { reasonOf, sentence } from '../page/words.js';
import { BadEngine, checkEngine } from '../server/answers.js';
import { choices, colourChoice } from '../ui/choices.js';
import { button, byId, el, setText, show } from '../ui/dom.js';
import { field } from '../ui/form.js';
import { begin } from './play.js';
import { createBoardForm } from './rulesform.js';
import { aboutOpponent, characterChoice, peopleLabel } from './setup.js';

/** @import {Origin} from './setup.js' */

/** The choice among all opponents. */
function createOpponentForm() {
  const opponent = choices('setup-opponent', 'Opponent', [
    ...CHARACTERS.map(characterChoice), ['', peopleLabel('Another person')], ['*', 'Any engine …'],
  ], render);
  opponent.root.classList.add('characters', 'all');
  const about = el('p.soft.about');
  const engines = el('datalist', { id: 'setup-engines' });
  const spec = el('input', {
    type: 'text', id: 'setup-spec', maxlength: 200, placeholder: 'alphabeta:lines,depth=6', list: engines.id, autocomplete: 'off', spellcheck: 'false',
  });
  const specField = field('Engine', spec);
  const colour = choices('setup-colour', 'Your colour', [colourChoice('red'), colourChoice('yellow'), ['random', 'Random']]);
  const colourField = field('Your colour', colour.root);

  function render() {
    const { value } = opponent;
    show(specField, value === '*');
    show(colourField, value !== '');
    setText(about, aboutOpponent(value || null));
    show(about, value !== '*');
  }

  return {
    fields: [opponent.root, about, specField, engines, colourField],
    spec,
    /** The chosen engine; null for a person. Raises an Error with an explanation. */
    async engine() {
      if (opponent.value !== '*') return opponent.value || null;
      const engine = spec.value.trim();
      if (engine === '') throw new Error('enter an engine, for example alphabeta:lines,depth=6');
      await checkEngine(engine);
      return engine;
    },
    /** @returns {Colour} */
    colour() {
      const isRed = colour.value === 'random' ? Math.random() < 0.5 : colour.value === 'red';
      return opponent.value === '' || isRed ? 'red' : 'yellow';
    },
    /** Choose the opponent of the game on the screen. */
    reset() {
      const { game } = state;
      const current = game.red.engine ?? game.yellow.engine;
      const isListed = current === null || characterOf(current) !== null;
      engines.replaceChildren(...state.engines.map(({ name, description }) => el('option', { value: name }, description)));
      opponent.value = isListed ? (characterOf(current)?.level ?? '') : '*';
      spec.value = isListed ? '' : (current ?? '');
      colour.value = game.red.engine === null ? 'red' : 'yellow';
      render();
    },
  };
}

/** @type {((origin: Origin | null) => void) | null} */
let openDialog = null;

/** @param {Origin | null} origin  a position to play from, else a new game is begun */
export function showSetupDialog(origin) {
  openDialog ??= createDialog(/** @type {HTMLDialogElement} */ (byId('setup-dialog')));
  openDialog(origin);
}

/** @param {HTMLDialogElement} dialog */
function createDialog(dialog) {
  /** @type {Origin | null} */
  let origin = null;
  const title = el('h2', { id: 'setup-title' });
  const opponent = createOpponentForm();
  const form = createBoardForm('setup');
  const problem = el('p.problem', { role: 'alert' });
  const rulesFields = el('div', {}, ...form.fields, button('Set up a position …', openEditor, '.quiet'));
  dialog.append(el('form.setup', { method: 'dialog', novalidate: true, submit: (event) => void start(event) },
    title, el('div.setup-columns', {}, el('div', {}, ...opponent.fields), rulesFields),
    el('div.dialog-end', {}, button('Cancel', () => dialog.close(), '.quiet'), el('button.primary', { type: 'submit' }, 'Start'), problem)));

  async function openEditor() {
    dialog.close();
    const { showEditor } = await import('./editor.js');
    showEditor(showDialog);
  }

  /** @param {Event} event */
  async function start(event) {
    event.preventDefault();
    try {
      const { rules } = form;
      const engine = await opponent.engine();
      if (!dialog.open) return;
      keepOpponent(engine);
      dialog.close();
      const { start: from, moves } = origin ?? { start: emptyString(rules), moves: [] };
      begin(engine, opponent.colour(), from, moves);
    } catch (error) {
      setText(problem, sentence(reasonOf(error)));
      if (error instanceof BadEngine) opponent.spec.focus();
    }
  }

  /** @param {Origin | null} from */
  function showDialog(from) {
    origin = from;
    const mover = from && positionsOf(from)[from.moves.length].toMove;
    setText(title, mover ? `Play from here: ${mover} to move` : 'New game');
    show(rulesFields, !from);
    opponent.reset();
    form.rules = livePosition(state.game).rules;
    setText(problem, '');
    dialog.showModal();
  }
  return showDialog;
}
