// The evaluation bar beside the board: red from below, yellow from above.

import { set } from '../ui/dom.js';
import { resultOf, isAtEnd, isHelpOff, shownPosition, state } from '../page/store.js';
import { bestEstimate } from './card.js';
import { capital, estimateSentence, scoreSentence } from '../page/words.js';

/** @param {HTMLElement} root */
export function createEvalBar(root) {
  return function render() {
    const isOn = state.study && !isHelpOff(state.game);
    set(root, 'data-shown', isOn);
    const { share, words } = evaluation();
    root.style.setProperty('--red-share', `${((1 + share) * 50).toFixed(1)}%`);
    set(root, 'aria-label', words);
    set(root, 'aria-hidden', isOn ? null : 'true');
    set(root, 'title', isOn ? words : null);
  };
}

/** The evaluation from red's point of view, and in words. */
function evaluation() {
  const position = shownPosition();
  const result = isAtEnd() ? resultOf(state.game) : null;
  const winner = result ? result.winner : position.winner;
  if (winner !== undefined) {
    const share = winner === null ? 0 : winner === 'red' ? 1 : -1;
    return { share, words: winner ? `${capital(winner)} has won` : 'A draw' };
  }
  const { analysis } = state;
  const score = analysis?.score;
  const guess = analysis && bestEstimate(position, analysis);
  if (guess) {
    const { rules } = position;
    const height = rules.objective === 'most-lines' ? Math.tanh(guess.value / 6) : 2 * guess.value - 1;
    const ahead = position.toMove === 'red' ? height : -height;
    return { share: 0.9 * ahead, words: `${capital(position.toMove)}: ${estimateSentence(guess, rules)}` };
  }
  if (!score) return { share: 0, words: 'Not evaluated yet' };
  // What is proven fills the bar, however far the end is.
  const height = score.outcome === 'win' ? 1 : score.outcome === 'loss' ? -1 : 0;
  const share = position.toMove === 'red' ? height : -height;
  return { share, words: `${capital(position.toMove)}: ${scoreSentence(score, position.rules)}` };
}
