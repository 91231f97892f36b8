// The study card: the switch, what is proven about the position on the screen, and facts in words.

import { addStyles, button, el, set, setText, show } from '../ui/dom.js';
import { toggle } from '../ui/choices.js';
import { createFactList } from './facts.js';
import { lazy } from '../page/tasks.js';
import { continueSearch, lightFact, pinBestPlay, pinFact, pointAtBestPlay, setCoach, setStudy } from './study.js';
import { preferences } from '../page/storage.js';
import { isHelpOff, shownPosition, state } from '../page/store.js';
import { capital, estimateSentence, scoreSentence, sentence } from '../page/words.js';

/** @import {Analysis} from '../types.d.ts' */

/** @param {HTMLElement} root @param {(columns: number[], name: string) => void} playThrough  adds a variation */
export function createStudyView(root, playThrough) {
  const study = toggle('Study', 'Exact scores with explanations', setStudy, { id: 'study' });
  const verdict = el('p.verdict');
  const detail = el('p.soft');
  const book = el('p.soft', { role: 'status' });
  const more = button('Continue the search', continueSearch);
  const best = el('button.fact', {
    type: 'button',
    click: pinBestPlay,
    pointerenter: () => pointAtBestPlay(true),
    pointerleave: () => pointAtBestPlay(false),
  });
  const through = button('Play through', () => playThrough(state.analysis?.variation ?? [], 'Best play'));
  const bestRow = el('div.best-play', {}, best, through);
  const list = createFactList({ light: lightFact, pin: pinFact, first: 1 });
  const why = el('div.why-place');
  const renderWhy = lazy(() => state.study, async () => {
    const [{ createWhy }] = await Promise.all([import('./why.js'), addStyles('study')]);
    const made = createWhy(playThrough);
    why.append(made.root);
    return made.render;
  });
  const rest = el('details.more', { open: preferences.more.value }, el('summary', {}, 'More'), list.rest, bestRow, detail);
  rest.addEventListener('toggle', () => {
    preferences.more.value = rest.open;
  });
  const body = el('div.study-body', {}, verdict, book, list.root, more, why, rest);
  const coach = toggle('Coach', 'Warns before mistakes; hints in steps', setCoach, { id: 'coach' });
  root.append(study.root, body, coach.root);

  return function render() {
    show(root, !isHelpOff(state.game));
    study.input.checked = state.study;
    coach.input.checked = state.coach;
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
    // It keeps its place, so that nothing moves.
    setText(book, state.bookShare === null ? '' : `Loading the opening book: ${Math.round(100 * state.bookShare)} % of 8 MB`);
    show(more, analysis !== null && analysis.done && !analysis.exact && !position.isOver);
    list.render(facts, state.pinnedFact);
    renderWhy();
  };
}

/** @param {Position} position @param {Analysis | null} analysis */
function verdictOf(position, analysis) {
  if (position.isOver) {
    const { winner } = position;
    return winner ? `${capital(winner)} has won.` : 'A draw.';
  }
  const mover = capital(position.toMove);
  if (!analysis || analysis.problem) return analysis?.problem ? sentence(analysis.problem) : '…';
  const { score } = analysis;
  const guess = bestEstimate(position, analysis);
  if (guess) return `${mover}: ${estimateSentence(guess, position.rules)}.`;
  if (!score || (score.outcome === null && !analysis.done)) return `Searching for ${mover} …`;
  if (position.rules.objective === 'most-lines') return `${mover}: ${scoreSentence(score, position.rules)}.`;
  if (score.outcome === 'draw') return 'A draw with best play.';
  if (score.outcome === 'win') return `${mover} wins${score.exact ? ` in ${score.stones}` : ''} with best play.`;
  if (score.outcome === 'loss') return `${mover} loses${score.exact ? ` in ${score.stones}` : ''}, even with best play.`;
  return 'Not proven within the time limit.';
}

/** What the side to move can expect by the estimates, if nothing is proven; null until every open column has one.
 * @param {Position} position @param {Analysis} analysis */
export function bestEstimate(position, analysis) {
  const { score } = analysis;
  const isProven = position.rules.objective === 'most-lines' ? score?.exact : score && score.outcome !== null;
  if (isProven) return null;
  const open = position.legalColumns.filter((column) => !analysis.columns.get(column)?.exact);
  const found = open.flatMap((column) => analysis.estimates.get(column) ?? []);
  return found.length < open.length ? null : (found.sort((a, b) => b.value - a.value)[0] ?? null);
}

/** @param {Position} position @param {Analysis | null} analysis */
function detailOf(position, analysis) {
  if (!analysis || position.isOver || analysis.problem) return '';
  if (!analysis.done) {
    const count = `${analysis.columns.size} of ${position.legalColumns.length} columns`;
    return analysis.nodes ? `${count}, ${(analysis.nodes / 1e6).toFixed(1)} million nodes` : count;
  }
  const words = [analysis.exact ? 'Exact' : 'Partly proven'];
  if (analysis.source && analysis.source !== 'search') words.push(`from the ${analysis.source}`);
  return words.join('; ');
}
