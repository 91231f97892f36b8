// What goes with a move: sounds, vibration, and confetti when somebody at this screen has won.

import { isStill } from '../board/fall.js';
import { endOf, resultOf, createFollower } from '../model/game.js';
import { state } from '../page/state.js';
import { preferences } from '../storage/storage.js';

/** What a result sounds like: two people at one screen hear that somebody has won.
 * @type {Record<ReturnType<typeof endOf>, 'win' | 'loss' | 'draw'>} */
const SOUNDS = { won: 'win', over: 'win', open: 'draw', drawn: 'draw', lost: 'loss' };

/** @param {'drop' | 'win' | 'draw' | 'loss'} name @param {number | number[]} pattern */
function give(name, pattern) {
  // Browsers allow neither sound nor vibration before a click or key.
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  if (preferences.sound.value) void import('../ui/sound.js').then(({ play }) => setTimeout(() => play(name))); // after the frame
  if (preferences.vibration.value) navigator.vibrate?.(pattern);
}

/** @param {HTMLElement} board */
export function createEffects(board) {
  const follow = createFollower();
  let isEnding = false;
  // The first disc of a visit should be heard, too.
  addEventListener('pointerdown', () => void (preferences.sound.value && import('../ui/sound.js')), { once: true });

  function end() {
    const result = resultOf(state.game);
    isEnding = false;
    if (!result) return;
    const how = SOUNDS[endOf(state.game, result)];
    give(how, how === 'win' ? [30, 60, 30, 60, 90] : 60);
    if (how !== 'win' || isStill()) return;
    void import('../ui/flourish.js').then(({ confetti }) =>
      confetti([...board.querySelectorAll('.cell[data-marks~=won]')]),
    );
  }

  return {
    /** Call before the board is drawn. */
    render() {
      if (!follow(state.game).ended) return;
      isEnding = true;
      if (state.game.declared) end();
    },
    /** Call when a disc touches the ground. */
    landed() {
      give('drop', 9);
      if (isEnding) end();
    },
  };
}
