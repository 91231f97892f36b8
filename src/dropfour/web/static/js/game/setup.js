// Choosing an opponent: the card beside a new board, and the dialog with all options.

import { el, set, setText, show } from '../ui/dom.js';
import { keepOpponentPreference } from '../page/memory.js';
import { checkedRules, emptyString } from '../board/notation.js';
import { BadEngine, checkEngine } from '../server/answers.js';
import { begin, open } from './play.js';
import { hasServer } from '../page/site.js';
import { livePosition, newGame, positionsOf, state } from '../page/store.js';
import { CHARACTERS, characterOf, levelName } from '../page/characters.js';
import { capital } from '../page/words.js';
import { faceOf } from '../ui/faces.js';

/** @import {Character} from '../page/characters.js' */
/** @import {Colour, Objective} from '../types.d.ts' */

const LEVELS = ['easy', 'medium', 'hard', 'perfect'];
export const BOARDS = ['7x6', '6x5', '8x7', '9x7', '10x8'];

/**
 * A row of radio buttons.
 * @param {string} name @param {string} legend @param {[string, string | Node][]} options
 * @param {(value: string) => void} [changed]
 */
export function choices(name, legend, options, changed) {
  const root = el('fieldset.choices', {}, el('legend.unseen', {}, legend));
  for (const [value, label] of options) {
    const input = el('input', { type: 'radio', name, value, change: () => changed?.(value) });
    root.append(el('label', {}, input, label));
  }
  return {
    root,
    get value() {
      const checked = root.querySelector('input:checked');
      return checked ? /** @type {HTMLInputElement} */ (checked).value : '';
    },
    set value(value) {
      for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (root.querySelectorAll('input'))) {
        input.checked = input.value === value;
      }
    },
  };
}

/** @param {Colour} colour */
export function colourLabel(colour) {
  const disc = el('span', { 'aria-hidden': 'true' });
  disc.className = `disc ${colour} pip`;
  const label = document.createDocumentFragment();
  label.append(disc, capital(colour));
  return label;
}

/** @param {string} name */
function peopleLabel(name) {
  const label = document.createDocumentFragment();
  label.append(el('span.pair', { 'aria-hidden': 'true' }, el('span.disc.red.pip'), el('span.disc.yellow.pip')), name);
  return label;
}

/** Face, name and strength of a character. @param {Character} character */
export function characterLabel(character) {
  const label = document.createDocumentFragment();
  label.append(
    faceOf(character.name),
    el('b', {}, character.name),
    ' ',
    el('span.soft', {}, levelName(character.level)),
    ' ',
    el('span.rating', { title: 'Elo rating in a tournament of all levels' }, String(character.rating)),
  );
  return label;
}

/** @param {Character} character @returns {[string, Node]} */
function characterChoice(character) {
  return [character.level, characterLabel(character)];
}

/** How an opponent plays, in a sentence. @param {string | null} engine */
function aboutOpponent(engine) {
  const character = characterOf(engine);
  if (character) return `${character.name}: ${character.plays}`;
  return engine === null ? 'Two people share this screen.' : '';
}

/** The card shown until the first move. @param {HTMLElement} root @param {() => void} more
 * @param {(mode: 'friend' | 'anybody') => void} playLive */
export function createSetupCard(root, more, playLive) {
  const opponent = choices(
    'opponent',
    'Opponent',
    [...CHARACTERS.filter(({ level }) => LEVELS.includes(level)).map(characterChoice), ['', peopleLabel('Two people')]],
    () => change(),
  );
  const colour = choices(
    'colour',
    'Your colour',
    [
      ['red', colourLabel('red')],
      ['yellow', colourLabel('yellow')],
    ],
    () => change(),
  );
  opponent.root.classList.add('characters');
  const about = el('p.soft.about');
  root.append(
    el('h2', {}, 'Play against'),
    opponent.root,
    about,
    el('div.setup-row', {}, colour.root, el('button.quiet', { type: 'button', click: more }, 'More …')),
  );
  if (hasServer) {
    root.append(el('div.card-actions', {},
      el('button.primary', { type: 'button', click: () => playLive('friend') }, 'Play a friend'),
      el('button', { type: 'button', click: () => playLive('anybody') }, 'Play anybody'),
    ));
  }

  function change() {
    const engine = opponent.value || null;
    const { start } = state.game;
    keepOpponentPreference(engine);
    const person = { name: '', engine: null };
    const other = { name: '', engine };
    const isRed = engine === null || colour.value !== 'yellow';
    open(newGame({ start, red: isRed ? person : other, yellow: isRed ? other : person }), 'replace');
  }

  return function render() {
    const { game } = state;
    const isFresh = game.moves.length === 0 && game.id === null && !state.loading;
    show(root, isFresh && state.queue.length === 0);
    const engine = game.red.engine ?? game.yellow.engine;
    opponent.value = engine === null ? '' : (characterOf(engine)?.level ?? engine);
    setText(about, aboutOpponent(engine));
    colour.value = game.red.engine === null ? 'red' : 'yellow';
    set(colour.root, 'data-off', opponent.value === '');
  };
}

/** @typedef {{start: string, moves: number[]}} Origin  where a game begins */

/** @param {HTMLDialogElement} dialog */
export function createSetupDialog(dialog) {
  /** @type {Origin | null} */
  let origin = null;
  const opponent = choices('setup-opponent', 'Opponent', [
    ...CHARACTERS.map(characterChoice), ['', peopleLabel('Another person')], ['*', 'Any engine …'],
  ], render);
  opponent.root.classList.add('characters', 'all');
  const about = el('p.soft.about');
  const spec = el('input', { type: 'text', id: 'setup-spec', maxlength: 200, placeholder: 'alphabeta:lines,depth=6', list: 'setup-engines', autocomplete: 'off', spellcheck: 'false' });
  const engines = el('datalist', { id: 'setup-engines' });
  const colour = choices('setup-colour', 'Your colour', [
    ['red', colourLabel('red')],
    ['yellow', colourLabel('yellow')],
    ['random', 'Random'],
  ]);
  const objective = choices('setup-objective', 'Game', [
    ['first-line', 'First line wins'],
    ['most-lines', 'Most lines (Max-Connect4)'],
  ]);
  const board = choices('setup-board', 'Board', BOARDS.map((size) => [size, size.replace('x', ' × ')]), fill);
  board.root.classList.add('sizes');
  const number = (/** @type {string} */ id, /** @type {number} */ low, /** @type {number} */ high) =>
    /** @type {HTMLInputElement} */ (
      el('input', { type: 'number', id, min: low, max: high, inputmode: 'numeric', required: true })
    );
  const columns = number('setup-columns', 1, 20);
  const rows = number('setup-rows', 1, 20);
  for (const side of [columns, rows]) side.addEventListener('input', followSize);
  const connect = number('setup-connect', 3, 10);
  const problem = el('p.problem', { role: 'alert' });
  const specField = field('Engine', spec, 'setup-spec');
  const colourField = el('div.field', {}, el('span.field-name', {}, 'Your colour'), colour.root);

  const title = el('h2', { id: 'setup-title' });
  const setUp = el('button.quiet', { type: 'button', click: () => void openEditor() }, 'Set up a position …');
  const rulesFields = el('div', {},
    el('div.field', {}, el('span.field-name', {}, 'Game'), objective.root),
    el('div.field', {}, el('span.field-name', {}, 'Board, columns × rows'), board.root),
    el('div.field-row', {}, field('Columns', columns, 'setup-columns'), field('Rows', rows, 'setup-rows'), field('In a row', connect, 'setup-connect')),
    setUp,
  );

  const form = el(
    'form',
    { method: 'dialog', submit: (event) => void start(event) },
    title,
    opponent.root,
    about,
    specField,
    engines,
    colourField,
    rulesFields,
    problem,
    el(
      'div.dialog-end',
      {},
      el('button.quiet', { type: 'button', click: () => dialog.close() }, 'Cancel'),
      el('button.primary', { type: 'submit' }, 'Start'),
    ),
  );
  dialog.append(form);

  async function openEditor() {
    dialog.close();
    const { showEditor } = await import('./editor.js');
    showEditor(show_);
  }

  /** @param {string} size */
  function fill(size) {
    [columns.value, rows.value] = size.split('x');
  }

  /** Check the preset of the size that was typed, if there is one. */
  function followSize() {
    board.value = `${columns.valueAsNumber}x${rows.valueAsNumber}`;
  }

  function render() {
    const { value } = opponent;
    show(specField, value === '*');
    show(colourField, value !== '');
    setText(about, aboutOpponent(value || null));
    show(about, value !== '*');
  }

  /** @param {Event} event */
  async function start(event) {
    event.preventDefault();
    try {
      const rules = checkedRules({
        columns: columns.valueAsNumber,
        rows: rows.valueAsNumber,
        connect: connect.valueAsNumber,
        objective: /** @type {Objective} */ (objective.value),
      });
      let engine = opponent.value || null;
      if (engine === '*') {
        engine = /** @type {HTMLInputElement} */ (spec).value.trim();
        if (engine === '') throw new Error('enter an engine, for example alphabeta:lines,depth=6');
        await checkEngine(engine);
        if (!dialog.open) return;
      }
      const isRed = colour.value === 'random' ? Math.random() < 0.5 : colour.value === 'red';
      keepOpponentPreference(engine);
      dialog.close();
      const { start: from, moves } = origin ?? { start: emptyString(rules), moves: [] };
      begin(engine, engine === null || isRed ? 'red' : 'yellow', from, moves);
    } catch (error) {
      setText(problem, `${capital(error instanceof Error ? error.message : String(error))}.`);
      if (error instanceof BadEngine) spec.focus();
    }
  }

  /** @param {Origin | null} [from]  a position to play from, else a new game is begun */
  function show_(from = null) {
    origin = from;
    const { game } = state;
    const mover = from && positionsOf(from)[from.moves.length].toMove;
    setText(title, mover ? `Play from here: ${mover} to move` : 'New game');
    show(rulesFields, !from);
    const { rules } = livePosition(game);
    engines.replaceChildren(...state.engines.map(({ name, description }) => el('option', { value: name }, description)));
    const current = game.red.engine ?? game.yellow.engine;
    const isListed = current === null || characterOf(current) !== null;
    opponent.value = isListed ? (characterOf(current)?.level ?? '') : '*';
    /** @type {HTMLInputElement} */ (spec).value = isListed ? '' : (current ?? '');
    colour.value = game.red.engine === null ? 'red' : 'yellow';
    objective.value = rules.objective;
    board.value = `${rules.columns}x${rules.rows}`;
    columns.value = String(rules.columns);
    rows.value = String(rules.rows);
    connect.value = String(rules.connect);
    setText(problem, '');
    render();
    dialog.showModal();
  }
  return show_;
}

/** @param {string} name @param {Node} input @param {string} id */
export function field(name, input, id) {
  return el('div.field', {}, el('label.field-name', { for: id }, name), input);
}
