// The dialog with all options of a new game; loaded when first opened.

import { COLOURS } from '../board/rules.js';
import { Failure, once } from '../core/load.js';
import { ROOT, hasServer } from '../page/site.js';
import { getJson } from '../server/api.js';
import { checkEngine } from '../server/queue.js';
import { CHARACTERS, characterOf } from '../model/characters.js';
import { livePosition, positionsOf } from '../model/game.js';
import { state } from '../page/state.js';
import { keepOpponent } from '../storage/opponents.js';
import { button, el, setText, show } from '../ui/dom.js';
import { choices, closing, colourChoice, field, sending, showDialog } from '../ui/form.js';
import { reasonOf, sentence, t, withWords } from '../ui/words.js';
import { begin } from './play.js';
import { createBoardForm } from './rulesform.js';
import { aboutOpponent, characterChoice, peopleLabel } from './setup.js';

/** @import {Origin} from './setup.js' */

/** The engines that can be named. @type {() => Promise<{engines: {name: string, description: string}[]}>} */
const allEngines = once(async () => {
  if (hasServer) return getJson('/api/engines', {});
  return (await fetch(new URL('static/core/engines.json', ROOT))).json();
});

/** The choice among all opponents, at first that of the game on the screen. */
function createOpponentForm() {
  const { game } = state;
  const current = game.red.engine ?? game.yellow.engine;
  const isListed = current === null || characterOf(current) !== null;
  /** @type {[string, string | Node][]} */
  const options = [
    ...CHARACTERS.map(characterChoice),
    ['', peopleLabel(t('dialogs.another person'))],
    ['*', t('dialogs.any engine')],
  ];
  const opponent = choices('setup-opponent', t('page.opponent'), options, render);
  opponent.root.classList.add('characters', 'all');
  opponent.value = isListed ? (characterOf(current)?.level ?? '') : '*';
  const about = el('p.soft.about');
  const engines = el('datalist', { id: 'setup-engines', lang: 'en' }); // described as in Python
  const suggest = (/** @type {{name: string, description: string}[]} */ known) =>
    engines.append(...known.map(({ name, description }) => el('option', { value: name }, description)));
  void allEngines().then(
    (found) => suggest(found.engines),
    () => {},
  );
  const props = { maxlength: 200, placeholder: 'alphabeta:lines,depth=6', autocomplete: 'off', spellcheck: 'false' };
  const value = isListed ? '' : current;
  const spec = el('input', { type: 'text', id: 'setup-spec', list: engines.id, value, ...props });
  const specField = field(t('dialogs.engine'), spec);
  const colours = [...COLOURS.map(colourChoice), /** @type {[string, string]} */ (['random', t('dialogs.random')])];
  const colour = choices('setup-colour', t('game.your colour'), colours);
  colour.value = game.red.engine === null ? 'red' : 'yellow';
  const colourField = field(t('game.your colour'), colour.root);

  function render() {
    const { value } = opponent;
    show(specField, value === '*');
    show(colourField, value !== '');
    setText(about, aboutOpponent(value || null));
    show(about, value !== '*');
  }
  render();

  return {
    fields: [opponent.root, about, specField, engines, colourField],
    spec,
    /** The chosen engine; null for a person. Raises an Error with an explanation. */
    async engine() {
      if (opponent.value !== '*') return opponent.value || null;
      const engine = spec.value.trim();
      if (engine === '') throw new Error(t('dialogs.no engine', { example: props.placeholder }));
      await checkEngine(engine);
      return engine;
    },
    /** @returns {Colour} */
    colour() {
      const isRed = colour.value === 'random' ? Math.random() < 0.5 : colour.value === 'red';
      return opponent.value === '' || isRed ? 'red' : 'yellow';
    },
  };
}

/** @param {Origin | null} origin  a position to play from, else a new game is begun */
export function showSetupDialog(origin) {
  const mover = origin && positionsOf(origin)[origin.moves.length].toMove;
  const opponent = createOpponentForm();
  const form = createBoardForm('setup');
  form.rules = livePosition(state.game).rules;
  const problem = el('p.problem', { role: 'alert' });
  const rulesFields = origin
    ? null
    : el('div', form.fields, form.fair, button(t('dialogs.set up'), openEditor, '.quiet'));

  async function openEditor() {
    dialog.close();
    (await withWords('files', import('./editor.js'))).showEditor(showSetupDialog);
  }

  async function start() {
    try {
      const { start: from, swap } = await form.begin();
      const engine = await opponent.engine();
      if (!dialog.open) return;
      keepOpponent(engine);
      dialog.close();
      if (origin) begin(engine, opponent.colour(), origin.start, origin.moves);
      else begin(engine, opponent.colour(), from, [], swap);
    } catch (error) {
      setText(problem, sentence(reasonOf(error)));
      if (error instanceof Failure) opponent.spec.focus();
    }
  }

  const title = mover ? t('dialogs.play from here', { colour: mover }) : t('dialogs.new game');
  const parts = [el('div.setup-columns', el('div', opponent.fields), rulesFields)];
  const actions = [closing(t('page.cancel')), sending(t('dialogs.start')), problem];
  const dialog = showDialog('setup', title, parts, actions, start);
}
