// The evaluation bar beside the board: red from below, yellow from above.

import { set } from '../ui/dom.js';
import { isHelpOff, resultOf } from '../model/game.js';
import { isAtEnd, shownPosition } from '../page/shown.js';
import { state } from '../page/state.js';
import { bestEstimate } from './card.js';
import { t } from '../ui/words.js';
import { estimateSentence, scoreSentence } from '../board/studied.js';

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
    return { share, words: winner ? t('study.won', { colour: winner }) : t('study.draw') };
  }
  const { analysis } = state;
  const score = analysis?.score;
  const guess = analysis && bestEstimate(position, analysis);
  if (guess) {
    const { rules } = position;
    const height = rules.objective === 'most-lines' ? Math.tanh(guess.value / 6) : 2 * guess.value - 1;
    const ahead = position.toMove === 'red' ? height : -height;
    const words = t('study.scored', { colour: position.toMove, score: estimateSentence(guess, rules) });
    return { share: 0.9 * ahead, words };
  }
  if (!score) return { share: 0, words: t('study.not evaluated') };
  // What is proven fills the bar, however far the end is.
  const height = score.outcome === 'win' ? 1 : score.outcome === 'loss' ? -1 : 0;
  const share = position.toMove === 'red' ? height : -height;
  return { share, words: t('study.scored', { colour: position.toMove, score: scoreSentence(score, position.rules) }) };
}
