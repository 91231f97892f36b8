// Starting, stopping and continuing tournaments of engines, which only the operator of the server can do.

import { Refusal, Unreachable, postJson } from '../server/api.js';
import { el, setText, show } from '../ui/dom.js';
import { state, update } from '../page/store.js';
import { CHARACTERS } from '../page/characters.js';
import { characterLabel } from '../game/setup.js';
import { capital } from '../page/words.js';

/** @import {Objective} from '../types.d.ts' */

const CHOSEN = ['easy', 'medium', 'hard'];

/** The form that starts a tournament. @param {(id: number) => void} started */
export function createRunForm(started) {
  const levels = el('fieldset.choices.characters.all', {}, el('legend.unseen', {}, 'Levels'));
  const others = /** @type {HTMLTextAreaElement} */ (el('textarea', {
    id: 'run-others', rows: 2, maxlength: 2000, placeholder: 'alphabeta:lines,depth=6', spellcheck: 'false', autocomplete: 'off',
  }));
  const objective = /** @type {HTMLSelectElement} */ (el('select', { id: 'run-objective' },
    el('option', { value: 'first-line' }, 'First line wins'),
    el('option', { value: 'most-lines' }, 'Most lines (Max-Connect4)')));
  const games = number('run-games', { min: 1, max: 1000, placeholder: 'default' });
  const time = number('run-time', { min: 0.01, max: 60, step: 'any', value: 0.5, required: true });
  const title = /** @type {HTMLInputElement} */ (el('input', { type: 'text', id: 'run-name', maxlength: 100, autocomplete: 'off' }));
  const problem = el('p.problem', { role: 'alert' });
  const start = /** @type {HTMLButtonElement} */ (el('button.primary', { type: 'submit' }, 'Start'));
  const form = el('form.t-run', { submit: (event) => void submit(event) },
    el('div.field', {}, el('span.field-name', { 'aria-hidden': 'true' }, 'Levels'), levels),
    field('Other engines, one in each row', others),
    el('div.field-row', {},
      field('Game', objective), field('Games of each pairing', games), field('Seconds per move', time)),
    field('Name (optional)', title),
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
    const id = await attempt(problem, () => postJson('/api/tournaments', {}, {
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
  const stop = button('Stop', '/api/tournaments/{tournament_id}/stop');
  const go = button('Continue', '/api/tournaments/{tournament_id}/continue');
  const root = el('div.t-run-buttons', {}, stop, go, problem);

  /** @param {string} name @param {'/api/tournaments/{tournament_id}/stop' | '/api/tournaments/{tournament_id}/continue'} path */
  function button(name, path) {
    const made = /** @type {HTMLButtonElement} */ (el('button', {
      type: 'button',
      click: async () => {
        made.disabled = true;
        await attempt(problem, () => postJson(path, { tournament_id: Number(state.tournaments.id) }, /** @type {never} */ (undefined)));
        made.disabled = false;
        // Ask for the new state now rather than with the next poll.
        document.dispatchEvent(new Event('visibilitychange'));
      },
    }, name));
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
async function attempt(problem, send) {
  setText(problem, '');
  try {
    return (await send()).id;
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
    setText(problem, `${capital(error.message)}.`);
    return null;
  } finally {
    update({});
  }
}

/** @param {string} id @param {Record<string, string | number | boolean>} limits */
function number(id, limits) {
  return /** @type {HTMLInputElement} */ (el('input', { type: 'number', id, inputmode: 'decimal', ...limits }));
}

/** @param {string} name @param {HTMLElement} control */
function field(name, control) {
  return el('div.field', {}, el('label.field-name', { for: control.id }, name), control);
}
