// A move that the coach holds back until it is known whether it changes the result.

import { notify, shownKey, speak, state, update } from '../page/store.js';
import { isStill } from '../board/fall.js';
import { pause } from '../page/tasks.js';
import { addStyles, byId } from '../ui/dom.js';

const REFUTE_MS = 4000;
const DISC_MS = 550;

/** @type {Promise<typeof import('../study/coach.js')> | null} */
let loading = null;
/** @type {(column: number) => void} */
let playHeld = () => {};

/** The coach, whose panel has its place from now on. */
export function coach() {
  loading ??= Promise.all([import('../study/coach.js'), addStyles('study')]).then(([module]) => {
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
  /** @type {import('../types.d.ts').Held} */
  const asked = { key, column, warning: '', severity: 'loses', reason: '', line: [], shown: 0 };
  update({ held: asked });
  const { reasonOf, refutationOf, warningOf } = await coach();
  const found = await warningOf(column);
  if (!isHeld()) return;
  if (!found) {
    playAnyway();
    return;
  }
  const held = { ...asked, ...found };
  update({ held });
  speak(held.warning);
  const reason = await reasonOf(column).catch(() => '');
  if (!isHeld()) return;
  update({ held: { ...held, reason } });
  if (reason) speak(`${held.warning} ${reason}`);
  const line = await refutationOf(column, AbortSignal.timeout(REFUTE_MS)).catch(() => []);
  await playOut({ ...held, reason, line }, isHeld);
}

/** Show the refutation disc by disc. @param {import('../types.d.ts').Held} held @param {() => boolean} isHeld */
async function playOut(held, isHeld) {
  for (let shown = isStill() ? held.line.length : 1; shown <= held.line.length && isHeld(); shown += 1) {
    update({ held: { ...held, shown } });
    await pause(DISC_MS);
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
