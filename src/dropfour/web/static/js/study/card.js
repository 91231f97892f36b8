// The study card: the switch, what is proven about the position on the screen, and facts in words.

import { addStyles, button, el, set, setText, show } from '../ui/dom.js';
import { toggle } from '../ui/form.js';
import { createFactList } from './facts.js';
import { lazy } from '../page/tasks.js';
import { continueSearch, lightFact, pinBestPlay, pinFact, pointAtBestPlay, setCoach, setStudy } from './study.js';
import { preferences } from '../storage/storage.js';
import { isHelpOff } from '../model/game.js';
import { shownPosition } from '../page/shown.js';
import { state } from '../page/state.js';
import { listed, number, sentence, t, withWords } from '../ui/words.js';
import { estimateSentence, scoreSentence } from '../board/studied.js';

/** @param {HTMLElement} root @param {(columns: number[], name: string) => void} playThrough */
export function createStudyView(root, playThrough) {
  const study = toggle(t('study.study'), t('study.study, about'), setStudy, { id: 'study' });
  const verdict = el('p.verdict');
  const detail = el('p.soft');
  const book = el('p.soft', { role: 'status' });
  const more = button(t('study.continue'), continueSearch);
  const best = el('button.fact', {
    type: 'button',
    click: pinBestPlay,
    pointerenter: () => pointAtBestPlay(true),
    pointerleave: () => pointAtBestPlay(false),
  });
  const through = button(t('study.play through'), () =>
    playThrough(state.analysis?.variation ?? [], t('study.best play')),
  );
  const bestRow = el('div.best-play', best, through);
  const list = createFactList({ light: lightFact, pin: pinFact, first: 1 });
  const why = el('div.why-place');
  const renderWhy = lazy(
    () => state.study,
    async () => {
      const loading = Promise.all([withWords('sentences plans', import('./why.js')), addStyles('study')]);
      const [{ createWhy }] = await loading;
      const made = createWhy(playThrough);
      why.append(made.root);
      return made.render;
    },
  );
  const rest = el('details.more', el('summary', t('study.more')), list.rest, bestRow, detail);
  rest.open = preferences.more.value;
  rest.addEventListener('toggle', () => {
    preferences.more.value = rest.open;
  });
  const body = el('div.study-body', verdict, book, list.root, more, why, rest);
  const coach = toggle(t('study.coach'), t('study.coach, about'), setCoach, { id: 'coach' });
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
    const moves = `${variation.slice(0, 10).join(' ')}${variation.length > 10 ? ' …' : ''}`;
    setText(best, t('study.best play is', { moves }));
    set(best, 'aria-pressed', state.bestPlay === 'pinned' ? 'true' : 'false');
    const percent = Math.round(100 * (state.bookShare ?? 0));
    setText(book, state.bookShare === null ? '' : t('study.loading book', { percent })); // it keeps its place, too
    show(more, analysis !== null && analysis.done && !analysis.exact && !position.isOver);
    list.render(facts, state.pinnedFact);
    renderWhy();
  };
}

/** @param {Position} position @param {Analysis | null} analysis */
function verdictOf(position, analysis) {
  if (position.isOver) {
    const { winner } = position;
    return sentence(winner ? t('study.won', { colour: winner }) : t('study.draw'));
  }
  const colour = position.toMove;
  if (!analysis || analysis.problem) return analysis?.problem ? sentence(analysis.problem) : '…';
  const { score } = analysis;
  const guess = bestEstimate(position, analysis);
  if (guess) return sentence(t('study.scored', { colour, score: estimateSentence(guess, position.rules) }));
  if (!score || (score.outcome === null && !analysis.done)) return t('study.calculating');
  const { outcome, exact, stones } = score;
  if (position.rules.objective === 'most-lines') return sentence(linesVerdict(colour, score, position.rules));
  const isCounted = exact && stones !== null && outcome !== null && outcome !== 'draw';
  if (isCounted) return sentence(t('study.outcome in', { colour, outcome, stones }));
  return sentence(t('study.outcome', { colour, outcome: outcome ?? 'open' }));
}

/** Who ends with more lines. @param {Colour} colour @param {Score} score @param {Rules} rules */
function linesVerdict(colour, score, rules) {
  if (!score.exact) return t('study.scored', { colour, score: scoreSentence(score, rules) });
  const side = score.low > 0 ? 'ahead' : score.low < 0 ? 'behind' : 'equal';
  return t('study.lines', { colour, side, count: Math.abs(score.low) });
}

/** What the side to move can expect by the estimates, if nothing is proven; null until every open
 * column has one. @param {Position} position @param {Analysis} analysis */
export function bestEstimate(position, analysis) {
  const { score } = analysis;
  const isProven = (/** @type {Score | null | undefined} */ known) =>
    Boolean(position.rules.objective === 'most-lines' ? known?.exact : known?.outcome);
  if (isProven(score)) return null;
  const open = position.legalColumns.filter((column) => !isProven(analysis.columns.get(column)));
  const found = open.flatMap((column) => analysis.estimates.get(column) ?? []);
  return found.length < open.length ? null : (found.sort((a, b) => b.value - a.value)[0] ?? null);
}

/** @param {Position} position @param {Analysis | null} analysis */
function detailOf(position, analysis) {
  if (!analysis || position.isOver || analysis.problem) return '';
  if (!analysis.done) {
    const count = t('study.columns done', { done: analysis.columns.size, count: position.legalColumns.length });
    return listed([count, analysis.nodes > 0 && t('study.nodes', { millions: millions(analysis.nodes) })]);
  }
  const { source } = analysis;
  return analysis.exact ? t('study.exact', { source }) : t('study.partly proven', { source });
}

/** @param {number} count */
export function millions(count) {
  return number(count / 1e6, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}
