// Beginning a live game: with a friend, who gets a link, or with anybody who waits for the same game.

import { BOARDS, choices, colourLabel, field } from '../game/setup.js';
import { keepNamePreference, namePreference } from '../page/memory.js';
import { counted } from '../page/words.js';
import { Refusal, Unreachable, postJson, streamEvents } from '../server/api.js';
import { el, setText, show } from '../ui/dom.js';
import { capital } from '../page/words.js';

/** @typedef {'friend' | 'anybody'} Mode */

/** @type {Record<string, {label: string, clock: {time_s: number, increment_s?: number, per_move?: boolean} | null}>} */
const CLOCKS = {
  none: { label: 'No clock', clock: null },
  '180+2': { label: '3 minutes + 2 s a move', clock: { time_s: 180, increment_s: 2 } },
  '300+3': { label: '5 minutes + 3 s a move', clock: { time_s: 300, increment_s: 3 } },
  '600+5': { label: '10 minutes + 5 s a move', clock: { time_s: 600, increment_s: 5 } },
  '15/move': { label: '15 s for each move', clock: { time_s: 15, per_move: true } },
  '60/move': { label: '1 minute for each move', clock: { time_s: 60, per_move: true } },
};

/** @param {HTMLDialogElement} dialog @param {(id: string) => void} openGame
 * @returns {(mode: Mode) => void} */
export function createLiveDialog(dialog, openGame) {
  const title = el('h2', { id: 'live-title' });
  const about = el('p.soft');
  const name = /** @type {HTMLInputElement} */ (
    el('input', { type: 'text', id: 'live-name', maxlength: 40, autocomplete: 'nickname', placeholder: 'What the others see' })
  );
  const colour = choices('live-colour', 'Your colour', [
    ['random', 'Random'],
    ['red', colourLabel('red')],
    ['yellow', colourLabel('yellow')],
  ]);
  const board = choices('live-board', 'Board', BOARDS.map((size) => [size, size.replace('x', ' × ')]));
  const clock = /** @type {HTMLSelectElement} */ (
    el('select', { id: 'live-clock' }, ...Object.entries(CLOCKS).map(([value, { label }]) => el('option', { value }, label)))
  );
  const isPublic = /** @type {HTMLInputElement} */ (el('input', { type: 'checkbox', id: 'live-listed' }));
  const colourField = el('div.field', {}, el('span.field-name', {}, 'Your colour'), colour.root);
  const fields = el('div', {},
    field('Your name', name, 'live-name'),
    colourField,
    el('div.field', {}, el('span.field-name', {}, 'Board, columns × rows'), board.root),
    field('Clock', clock, 'live-clock'),
    el('label.check', {}, isPublic, 'Public: everybody can find it and watch'),
  );
  const problem = el('p.problem', { role: 'alert' });
  const start = /** @type {HTMLButtonElement} */ (el('button.primary', { type: 'submit' }));
  const form = el('form', { method: 'dialog', submit: (event) => begin(event) },
    title, about, fields, problem,
    el('div.dialog-end', {}, el('button.quiet', { type: 'button', click: () => dialog.close() }, 'Cancel'), start),
  );
  dialog.append(form);
  dialog.addEventListener('close', () => waiting.abort());
  /** @type {Mode} */
  let mode = 'friend';
  let waiting = new AbortController();
  colour.value = 'random';
  board.value = '7x6';

  /** @param {Event} event */
  function begin(event) {
    event.preventDefault();
    setText(problem, '');
    keepNamePreference(name.value.trim());
    void (mode === 'friend' ? invite() : wait()).catch((error) => {
      if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
      setText(problem, `${capital(error.message)}.`);
      render(false);
    });
  }

  async function invite() {
    const game = await postJson('/api/live', {}, {
      name: name.value.trim(),
      colour: /** @type {'red' | 'yellow' | 'random'} */ (colour.value),
      board: board.value,
      clock: CLOCKS[clock.value].clock,
      public: isPublic.checked,
    });
    dialog.close();
    openGame(game.id);
  }

  async function wait() {
    waiting.abort();
    waiting = new AbortController();
    const { signal } = waiting;
    const terms = { name: name.value.trim(), board: board.value, public: isPublic.checked, ...CLOCKS[clock.value].clock };
    render(true);
    try {
      for await (const { event, data } of streamEvents('/api/waiting', terms, signal)) {
        if (event === 'waiting') {
          const others = data.others ? ` ${counted(data.others, 'other')} wait for another game.` : '';
          setText(about, `Waiting for somebody who wants the same game …${others}`);
        }
        if (event === 'paired') {
          dialog.close();
          openGame(data.game);
          return;
        }
      }
    } catch (error) {
      if (!signal.aborted) throw error;
      return;
    }
    if (!signal.aborted) throw new Unreachable('the connection was lost: try again');
  }

  /** @param {boolean} isWaiting */
  function render(isWaiting) {
    const isFriend = mode === 'friend';
    setText(title, isFriend ? 'Play a friend' : 'Play anybody');
    setText(about, isFriend
      ? 'You get a link to send. Whoever opens it first plays you.'
      : 'You are paired with somebody who waits for the same game.');
    setText(start, isFriend ? 'Make the link' : 'Find an opponent');
    show(colourField, isFriend);
    show(fields, !isWaiting);
    show(start, !isWaiting);
  }

  return function showDialog(wanted) {
    mode = wanted;
    name.value = namePreference();
    setText(problem, '');
    render(false);
    dialog.showModal();
  };
}
