// The study card: the switch, what is proven about the position on the screen, and facts in words.

import { el, set, setText, show } from '../ui/dom.js';
import { continueSearch, lightFact, pinBestPlay, pinFact, pointAtBestPlay, setCoach, setStudy } from './study.js';
import { isHelpOff, shownPosition, state } from '../page/store.js';
import { capital, estimateSentence, scoreSentence } from '../page/words.js';

/** @import {Analysis, Fact} from '../types.d.ts' */
/** @import {Position} from '../board/rules.js' */

/** @param {HTMLElement} root @param {(columns: number[], name: string) => void} playThrough */
export function createStudyView(root, playThrough) {
  const toggle = /** @type {HTMLInputElement} */ (
    el('input', { type: 'checkbox', role: 'switch', id: 'study' })
  );
  toggle.addEventListener('change', () => setStudy(toggle.checked));
  const verdict = el('p.verdict');
  const detail = el('p.soft');
  const book = el('p.soft', { role: 'status' });
  const more = el('button', { type: 'button', click: () => continueSearch() }, 'Continue the search');
  const best = el('button.fact', {
    type: 'button',
    click: pinBestPlay,
    pointerenter: () => pointAtBestPlay(true),
    pointerleave: () => pointAtBestPlay(false),
  });
  const through = el('button', {
    type: 'button', click: () => playThrough(state.analysis?.variation ?? [], 'Best play'),
  }, 'Play through');
  const bestRow = el('div.best-play', {}, best, through);
  const list = el('ul.facts');
  const body = el('div.study-body', {}, book, detail, verdict, bestRow, more, list);
  const coach = /** @type {HTMLInputElement} */ (el('input', { type: 'checkbox', id: 'coach' }));
  coach.addEventListener('change', () => setCoach(coach.checked));
  root.append(
    el('label.switch', {}, toggle, el('span.switch-text', {}, el('b', {}, 'Study'), el('span.soft', {}, 'Exact scores with explanations'))),
    body,
    el('label.switch', {}, coach, el('span.switch-text', {}, el('b', {}, 'Coach'), el('span.soft', {}, 'Warns before mistakes; hints in steps'))),
  );
  /** @type {Fact[] | null} */
  let listed = null;

  return function render() {
    show(root, !isHelpOff(state.game));
    toggle.checked = state.study;
    coach.checked = state.coach;
    show(body, state.study);
    if (!state.study) return;
    const position = shownPosition();
    const { analysis, facts } = state;
    setText(verdict, verdictOf(position, analysis));
    setText(detail, detailOf(position, analysis));
    const variation = analysis?.variation ?? [];
    set(bestRow, 'data-empty', variation.length === 0); // it keeps its place, so that nothing moves
    setText(best, `Best play: ${variation.slice(0, 10).join(' ')}${variation.length > 10 ? ' …' : ''}`);
    set(best, 'aria-pressed', state.bestPlay === 'pinned' ? 'true' : 'false');
    // The progress of the book takes the place of the details, so that nothing moves.
    show(book, state.bookShare !== null);
    show(detail, state.bookShare === null);
    setText(book, `Loading the opening book: ${Math.round(100 * (state.bookShare ?? 0))} % of 8 MB`);
    show(more, analysis !== null && analysis.done && !analysis.exact && !position.isOver);
    if (facts !== listed) {
      listed = facts;
      list.replaceChildren(...(facts ?? []).map(factItem));
    }
    [...list.children].forEach((item, i) => {
      set(item.children[0], 'aria-pressed', state.pinnedFact === i ? 'true' : 'false');
    });
  };
}

/** @param {Fact} fact @param {number} i */
function factItem(fact, i) {
  const button = el(
    'button.fact',
    {
      type: 'button',
      'data-colour': fact.colour,
      click: () => pinFact(i),
      pointerenter: () => lightFact(i),
      pointerleave: () => lightFact(null),
    },
    fact.text,
  );
  return el('li', {}, button);
}

/** @param {Position} position @param {Analysis | null} analysis */
function verdictOf(position, analysis) {
  if (position.isOver) {
    const { winner } = position;
    return winner ? `${capital(winner)} has won.` : 'A draw.';
  }
  const mover = capital(position.toMove);
  if (!analysis || analysis.problem) return analysis?.problem ? `${capital(analysis.problem)}.` : '…';
  const score = analysis.score ?? bestSoFar(analysis);
  const guess = bestEstimate(position, analysis);
  if (guess) return `${mover}: ${estimateSentence(guess, position.rules)}.`;
  if (!score || (score.outcome === null && !analysis.done)) return `Searching for ${mover} …`;
  const sentence = scoreSentence(score, position.rules);
  if (position.rules.objective === 'most-lines') return `${mover}: ${sentence}.`;
  if (score.outcome === 'draw') return 'A draw with best play.';
  if (score.outcome === 'win') return `${mover} wins${score.exact ? ` in ${score.stones}` : ''} with best play.`;
  if (score.outcome === 'loss') return `${mover} loses${score.exact ? ` in ${score.stones}` : ''}, even with best play.`;
  return 'Not proven within the time limit.';
}

/** @param {Analysis} analysis */
export function bestSoFar(analysis) {
  const known = [...analysis.columns.values()];
  return known.sort((a, b) => b.low - a.low)[0] ?? null;
}

/** What the side to move can expect by the estimates, if nothing is proven; null if there are none.
 * @param {Position} position @param {Analysis} analysis */
export function bestEstimate(position, analysis) {
  const score = analysis.score ?? bestSoFar(analysis);
  const isProven = position.rules.objective === 'most-lines' ? score?.exact : score && score.outcome !== null;
  if (isProven) return null;
  const open = [...analysis.estimates.values()].filter(({ column }) => !analysis.columns.get(column)?.exact);
  return open.sort((a, b) => b.value - a.value)[0] ?? null;
}

/** @param {Position} position @param {Analysis | null} analysis */
function detailOf(position, analysis) {
  if (!analysis || position.isOver || analysis.problem) return '';
  if (!analysis.done) {
    const count = `${analysis.columns.size} of ${playable(position)} columns`;
    return analysis.nodes ? `${count}, ${(analysis.nodes / 1e6).toFixed(1)} million nodes` : count;
  }
  const words = [analysis.exact ? 'Exact' : 'Partly proven'];
  if (analysis.source && analysis.source !== 'search') words.push(`from the ${analysis.source}`);
  return words.join('; ');
}

/** @param {Position} position */
function playable(position) {
  let count = 0;
  for (let column = 1; column <= position.rules.columns; column += 1) {
    if (position.canPlay(column)) count += 1;
  }
  return count;
}
