// A move that the coach holds back until it is known whether it changes the result.

import { notify, speak, state, update } from '../page/state.js';
import { shownKey } from '../page/shown.js';
import { discByDisc } from '../study/review.js';
import { addStyles, byId } from '../ui/dom.js';
import { t, withWords } from '../ui/words.js';

const REFUTE_MS = 4000;

/** @type {Promise<typeof import('../study/coach.js')> | null} */
let loading = null;
/** @type {(column: number) => void} */
let playHeld = () => {};

/** The coach, whose panel has its place from now on. */
export function coach() {
  loading ??= Promise.all([withWords('sentences plans', import('../study/coach.js')), addStyles('study')]).then(
    ([module]) => {
      module.createCoachPanel({ take: takeBack, play: playAnyway });
      return module;
    },
  );
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
  /** @type {Held} */
  const asked = { key, column, warning: '', severity: 'loses', reason: '', line: [], shown: 0 };
  update({ held: asked });
  const { refutationOf, warningOf } = await coach();
  const found = await warningOf(column);
  if (!isHeld()) return;
  if (!found) {
    playAnyway();
    return;
  }
  const held = { ...asked, ...found };
  update({ held });
  speak(held.warning);
  const refuted = await refutationOf(column, AbortSignal.timeout(REFUTE_MS)).catch(() => null);
  if (!isHeld() || !refuted) return;
  speak(`${held.warning} ${refuted.reason}`);
  await discByDisc(refuted.line.length, isHeld, (shown) => update({ held: { ...held, ...refuted, shown } }));
}

function takeBack() {
  const { held } = state;
  update({ held: null });
  notify(t('game.held back'));
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
