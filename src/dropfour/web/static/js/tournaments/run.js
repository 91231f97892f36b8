// Starting, stopping and continuing tournaments of engines, which only the operator of the server can do.

import { postJson } from '../server/api.js';
import { button, el, setText, show } from '../ui/dom.js';
import { state, update } from '../page/store.js';
import { CHARACTERS } from '../page/characters.js';
import { OBJECTIVES } from '../game/rulesform.js';
import { characterLabel } from '../game/setup.js';
import { sentence } from '../page/words.js';
import { field, numberInput, select } from '../ui/form.js';
import { failureOf } from '../page/errors.js';

const CHOSEN = ['easy', 'medium', 'hard'];

/** The form that starts a tournament. @param {(id: number) => void} started */
export function createRunForm(started) {
  const levels = el('fieldset.choices.characters.all', {}, el('legend.unseen', {}, 'Levels'));
  const others = el('textarea', {
    id: 'run-others', rows: 2, maxlength: 2000, placeholder: 'alphabeta:lines,depth=6', spellcheck: 'false', autocomplete: 'off',
  });
  const objective = select('run-objective', OBJECTIVES);
  const games = numberInput('run-games', 1, 1000, { placeholder: 'default' });
  const time = numberInput('run-time', 0.01, 60, { step: 'any', value: 0.5, required: true, inputmode: 'decimal' });
  const title = el('input', { type: 'text', id: 'run-name', maxlength: 100, autocomplete: 'off' });
  const problem = el('p.problem', { role: 'alert' });
  const start = el('button.primary', { type: 'submit' }, 'Start');
  const form = el('form.t-run', { submit: (event) => void submit(event) },
    field('Levels', levels),
    el('div.field-row', {}, field('Game', objective), field('Name (optional)', title)),
    el('details', {}, el('summary', {}, 'Advanced'),
      field('Other engines, one per line', others),
      el('div.field-row', {}, field('Games of each pairing', games), field('Seconds per move', time))),
    problem,
    el('div', {}, start),
  );

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    const checked = /** @type {NodeListOf<HTMLInputElement>} */ (levels.querySelectorAll('input:checked'));
    const rows = others.value.split('\n').map((row) => row.trim()).filter(Boolean);
    const players = [...[...checked].map((input) => input.value), ...rows];
    setText(problem, players.length < 2 ? 'Choose at least two players.' : '');
    if (players.length < 2) return;
    start.disabled = true;
    setText(start, 'Starting …');
    const id = await trySending(problem, () => postJson('/api/tournaments', {}, {
      players,
      objective: /** @type {Objective} */ (objective.value),
      time_s: time.valueAsNumber,
      ...(games.value ? { games: games.valueAsNumber } : {}),
      ...(title.value.trim() ? { title: title.value.trim() } : {}),
    }));
    start.disabled = false;
    setText(start, 'Start');
    if (id !== null) started(id);
  }

  return {
    root: form,
    render() {
      if (levels.children.length > 1) return;
      levels.append(...CHARACTERS.map((character) => el('label', {},
        el('input', { type: 'checkbox', value: character.level, checked: CHOSEN.includes(character.level) }),
        characterLabel(character))));
    },
  };
}

/** The buttons that stop and continue the tournament on the screen. */
export function createRunButtons() {
  const problem = el('p.problem', { role: 'alert' });
  const stop = runButton('Stop', '/api/tournaments/{tournament_id}/stop');
  const go = runButton('Continue', '/api/tournaments/{tournament_id}/continue');
  const root = el('div.t-run-buttons', {}, stop, go, problem);

  /** @param {string} name @param {'/api/tournaments/{tournament_id}/stop' | '/api/tournaments/{tournament_id}/continue'} path */
  function runButton(name, path) {
    const made = button(name, async () => {
      made.disabled = true;
      await trySending(problem, () => postJson(path, { tournament_id: Number(state.tournaments.id) }, /** @type {never} */ (undefined)));
      made.disabled = false;
      // Ask for the new state now rather than with the next poll.
      document.dispatchEvent(new Event('visibilitychange'));
    });
    return made;
  }

  return {
    root,
    render() {
      const { one } = state.tournaments;
      show(root, Boolean(one?.can_stop || one?.can_continue));
      show(stop, Boolean(one?.can_stop));
      show(go, Boolean(one?.can_continue));
    },
  };
}

/** Send a request; return the id of its tournament, or null and say what is wrong.
 * @param {HTMLElement} problem @param {() => Promise<{id: number}>} send @returns {Promise<number | null>} */
async function trySending(problem, send) {
  setText(problem, '');
  try {
    return (await send()).id;
  } catch (error) {
    setText(problem, sentence(failureOf(error)));
    return null;
  } finally {
    update({});
  }
}
