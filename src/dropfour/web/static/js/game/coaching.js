// A move that the coach holds back until it is known whether it changes the result.

import { notify, shownKey, speak, state, update } from '../page/store.js';
import { byId } from '../ui/dom.js';

/** @type {Promise<typeof import('../study/coach.js')> | null} */
let loading = null;
/** @type {(column: number) => void} */
let playHeld = () => {};

function coach() {
  loading ??= import('../study/coach.js').then((module) => {
    module.createCoachPanel({ take: takeBack, play: playAnyway });
    return module;
  });
  return loading;
}

/** Play a move unless the coach warns of it. @param {number} column @param {(column: number) => void} play */
export async function holdBack(column, play) {
  const key = shownKey();
  if (state.held?.key === key && state.held.column === column) {
    if (state.held.warning) playAnyway(); // asked for twice
    return;
  }
  playHeld = play;
  const isHeld = () => state.held?.key === key && state.held.column === column && shownKey() === key;
  update({ held: { key, column, warning: '', reason: '' } });
  const { reasonOf, warningOf } = await coach();
  const warning = await warningOf(column);
  if (!isHeld()) return;
  if (!warning) {
    playAnyway();
    return;
  }
  update({ held: { key, column, warning, reason: '' } });
  speak(warning);
  const reason = await reasonOf(column).catch(() => '');
  if (isHeld() && reason) {
    update({ held: { key, column, warning, reason } });
    speak(`${warning} ${reason}`);
  }
}

function takeBack() {
  const { held } = state;
  update({ held: null });
  notify('Taken back. Choose another column.');
  if (held) /** @type {HTMLElement | null} */ (byId('board').querySelector(`[data-column="${held.column}"]`))?.focus();
}

function playAnyway() {
  const { held } = state;
  update({ held: null });
  if (held && held.key === shownKey()) playHeld(held.column);
}

/** The next of the hints in steps. */
export async function coachHint() {
  await (await coach()).nextHint();
}
