// Choosing an opponent: the card beside a new board, and the dialog with all options.

import { emptyString, sizeOf } from '../board/notation.js';
import { CHARACTERS, characterOf, levelName } from '../page/characters.js';
import { keepOpponent } from '../page/memory.js';
import { hasServer } from '../page/site.js';
import { livePosition, newGame, positionsOf, seatsOf, state } from '../page/store.js';
import { reasonOf, sentence } from '../page/words.js';
import { BadEngine, checkEngine } from '../server/answers.js';
import { button, el, set, setText, show } from '../ui/dom.js';
import { faceOf } from '../ui/faces.js';
import { choices, colourChoice, field, fragment } from '../ui/form.js';
import { begin, open } from './play.js';
import { createRulesForm } from './rulesform.js';

/** @import {Character} from '../page/characters.js' */

const LEVELS = ['easy', 'medium', 'hard', 'perfect'];
/** Sizes of boards to choose from. @type {[string, string][]} */
export const BOARDS = ['7x6', '6x5', '8x7', '9x7', '10x8'].map((size) => [size, size.replace('x', ' × ')]);

/** @param {string} name */
function peopleLabel(name) {
  return fragment(el('span.pair', { 'aria-hidden': 'true' }, el('span.disc.red.pip'), el('span.disc.yellow.pip')), name);
}

/** Face, name and strength of a character. @param {Character} character */
export function characterLabel({ name, level, rating }) {
  return fragment(faceOf(name), el('b', {}, name), ' ', el('span.soft', {}, levelName(level)), ' ',
    el('span.rating', { title: 'Elo rating in a tournament of all levels' }, String(rating)));
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

/** The buttons that begin a live game. */
export function liveButtons() {
  const play = async (/** @type {'friend' | 'anybody'} */ mode) => (await import('../live/dialog.js')).showLiveDialog(mode);
  return el('div.card-actions', {}, button('Play a friend', () => play('friend'), '.primary'), button('Play anybody', () => play('anybody')));
}

/** The card shown until the first move. @param {HTMLElement} root @param {() => void} more */
export function createSetupCard(root, more) {
  const characters = CHARACTERS.filter(({ level }) => LEVELS.includes(level)).map(characterChoice);
  const opponent = choices('opponent', 'Opponent', [...characters, ['', peopleLabel('Two people')]], change);
  const colour = choices('colour', 'Your colour', [colourChoice('red'), colourChoice('yellow')], change);
  opponent.root.classList.add('characters');
  const about = el('p.soft.about');
  root.append(el('h2', {}, 'Play against'), opponent.root, about,
    el('div.setup-row', {}, colour.root, button('More …', more, '.quiet')),
    ...(hasServer ? [liveButtons()] : []));

  function change() {
    const engine = opponent.value || null;
    keepOpponent(engine);
    const isRed = engine === null || colour.value !== 'yellow';
    open(newGame({ start: state.game.start, ...seatsOf(engine, isRed ? 'red' : 'yellow') }), 'replace');
  }

  return function render() {
    const { game } = state;
    show(root, game.moves.length === 0 && game.id === null && !state.loading && state.queue.length === 0);
    const engine = game.red.engine ?? game.yellow.engine;
    opponent.value = engine === null ? '' : (characterOf(engine)?.level ?? engine);
    setText(about, aboutOpponent(engine));
    colour.value = game.red.engine === null ? 'red' : 'yellow';
    set(colour.root, 'data-off', opponent.value === '');
  };
}

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

/** @typedef {{start: string, moves: number[]}} Origin  where a game begins */

/** @param {HTMLDialogElement} dialog */
export function createSetupDialog(dialog) {
  /** @type {Origin | null} */
  let origin = null;
  const title = el('h2', { id: 'setup-title' });
  const opponent = createOpponentForm();
  const form = createRulesForm('setup');
  const board = choices('setup-board', 'Board', BOARDS, (size) => {
    [form.columns.value, form.rows.value] = size.split('x');
  });
  board.root.classList.add('sizes');
  // The preset of the size that was typed, if there is one, is checked.
  for (const side of [form.columns, form.rows]) {
    side.addEventListener('input', () => {
      board.value = `${form.columns.valueAsNumber}x${form.rows.valueAsNumber}`;
    });
  }
  const problem = el('p.problem', { role: 'alert' });
  const rulesFields = el('div', {}, field('Game', form.objective), field('Board, columns × rows', board.root), form.sizes,
    button('Set up a position …', openEditor, '.quiet'));
  dialog.append(el('form', { method: 'dialog', submit: (event) => void start(event) },
    title, ...opponent.fields, rulesFields, problem,
    el('div.dialog-end', {}, button('Cancel', () => dialog.close(), '.quiet'), el('button.primary', { type: 'submit' }, 'Start'))));

  async function openEditor() {
    dialog.close();
    const { showEditor } = await import('./editor.js');
    showEditor(showSetup);
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

  /** @param {Origin | null} [from]  a position to play from, else a new game is begun */
  function showSetup(from = null) {
    origin = from;
    const mover = from && positionsOf(from)[from.moves.length].toMove;
    setText(title, mover ? `Play from here: ${mover} to move` : 'New game');
    show(rulesFields, !from);
    opponent.reset();
    form.rules = livePosition(state.game).rules;
    board.value = sizeOf(form.rules);
    setText(problem, '');
    dialog.showModal();
  }
  return showSetup;
}
