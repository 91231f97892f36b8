// Beginning a live game: with a friend, who gets a link, or with anybody who waits for the same game.

import { sizeOf } from '../board/notation.js';
import { createBoardForm } from '../game/rulesform.js';
import { CLASSIC } from '../page/store.js';
import { Latest } from '../page/tasks.js';
import { openGame } from '../router.js';
import { reasonOf, sentence } from '../page/words.js';
import { postJson, streamEvents } from '../server/api.js';
import { button, byId, el, setText, show } from '../ui/dom.js';
import { choices, colourChoice } from '../ui/choices.js';
import { field, select } from '../ui/form.js';
import { Unreachable } from '../page/errors.js';
import { preferences } from '../page/storage.js';

/** @typedef {'friend' | 'anybody'} Mode */
/** @typedef {ReturnType<typeof createTerms>} Terms */

/** @type {Record<string, {label: string, clock: {time_s: number, increment_s?: number, per_move?: boolean} | null}>} */
const CLOCKS = {
  none: { label: 'No clock', clock: null },
  '180+2': { label: '3 minutes + 2 s per move', clock: { time_s: 180, increment_s: 2 } },
  '300+3': { label: '5 minutes + 3 s per move', clock: { time_s: 300, increment_s: 3 } },
  '600+5': { label: '10 minutes + 5 s per move', clock: { time_s: 600, increment_s: 5 } },
  '15/move': { label: '15 s per move', clock: { time_s: 15, per_move: true } },
  '60/move': { label: '1 minute per move', clock: { time_s: 60, per_move: true } },
};

/** @type {((mode: Mode) => void) | null} */
let openDialog = null;

/** @param {Mode} mode */
export function showLiveDialog(mode) {
  openDialog ??= createDialog(/** @type {HTMLDialogElement} */ (byId('live-dialog')));
  openDialog(mode);
}

/** @param {string} id @param {() => void} [changed] */
export function nameInput(id, changed = () => {}) {
  return el('input', { type: 'text', id, maxlength: 40, autocomplete: 'nickname', placeholder: 'What the others see', change: changed });
}

/** The terms of a live game. */
function createTerms() {
  const name = nameInput('live-name');
  const colour = choices('live-colour', 'Your colour', [['random', 'Random'], colourChoice('red'), colourChoice('yellow')]);
  const board = createBoardForm('live');
  const clock = select('live-clock', Object.entries(CLOCKS).map(([value, { label }]) => [value, label]));
  const isPublic = el('input', { type: 'checkbox', id: 'live-listed' });
  const colourField = field('Your colour', colour.root);
  colour.value = 'random';
  board.rules = CLASSIC;
  return {
    root: el('div', {}, field('Your name', name), colourField, ...board.fields, field('Clock', clock),
      el('label.check', {}, isPublic, 'Public: anybody can find it and watch')),
    colourField,
    name,
    get clock() {
      return CLOCKS[clock.value].clock;
    },
    get colour() {
      return /** @type {'red' | 'yellow' | 'random'} */ (colour.value);
    },
    /** What both ways to begin a game ask for; raises an Error for a board out of range. */
    get common() {
      const { rules: { connect, objective }, rules } = board;
      return { name: name.value.trim(), board: sizeOf(rules), connect, objective, public: isPublic.checked };
    },
  };
}

/** @param {HTMLDialogElement} dialog @returns {(mode: Mode) => void} */
function createDialog(dialog) {
  const title = el('h2', { id: 'live-title' });
  const about = el('p.soft');
  const terms = createTerms();
  const problem = el('p.problem', { role: 'alert' });
  const submit = el('button.primary', { type: 'submit' });
  const form = el('form', { method: 'dialog', submit: (event) => begin(event) },
    title, about, terms.root, problem,
    el('div.dialog-end', {}, button('Cancel', () => dialog.close(), '.quiet'), submit),
  );
  dialog.append(form);
  dialog.addEventListener('close', () => waiting.stop());
  /** @type {Mode} */
  let mode = 'friend';
  const waiting = new Latest();

  /** @param {Event} event */
  function begin(event) {
    event.preventDefault();
    setText(problem, '');
    preferences.name.value = terms.name.value.trim();
    void start().catch((error) => {
      setText(problem, sentence(reasonOf(error)));
      render(false);
    });
  }

  async function start() {
    const signal = waiting.begin();
    render(mode === 'anybody');
    const game = mode === 'friend' ? await invite(terms) : await paired(terms, signal, (others) => {
      setText(about, `Waiting for somebody who wants the same game …${othersSentence(others)}`);
    });
    if (game === null) return;
    dialog.close();
    void openGame(game);
  }

  /** @param {boolean} isWaiting */
  function render(isWaiting) {
    const isFriend = mode === 'friend';
    setText(title, isFriend ? 'Play a friend' : 'Play anybody');
    setText(about, isFriend
      ? 'You get a link to send. Whoever opens it first plays you.'
      : 'You will be paired with somebody who is waiting for the same game.');
    setText(submit, isFriend ? 'Create the link' : 'Find an opponent');
    show(terms.colourField, isFriend);
    show(terms.root, !isWaiting);
    show(submit, !isWaiting);
  }

  return function showDialog(wanted) {
    mode = wanted;
    terms.name.value = preferences.name.value;
    setText(problem, '');
    render(false);
    dialog.showModal();
  };
}

/** Make a game with a link; resolves with its id. @param {Terms} terms */
async function invite(terms) {
  return (await postJson('/api/live', {}, { ...terms.common, colour: terms.colour, clock: terms.clock })).id;
}

/** Wait for an opponent: resolves with the game, or null if *signal* ends it.
 * @param {Terms} terms @param {AbortSignal} signal @param {(others: number) => void} told */
async function paired(terms, signal, told) {
  try {
    for await (const { event, data } of streamEvents('/api/waiting', { ...terms.common, ...terms.clock }, signal)) {
      if (event === 'waiting') told(data.others);
      if (event === 'paired') return data.game;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  if (signal.aborted) return null;
  throw new Unreachable('the connection was lost: try again');
}

/** Who waits for something else. @param {number} count */
function othersSentence(count) {
  if (!count) return '';
  return count === 1 ? ' One other person is waiting for a different game.' : ` ${count} other people are waiting for different games.`;
}
