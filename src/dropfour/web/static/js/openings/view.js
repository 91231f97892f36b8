// The opening explorer: for each column the exact score, and how your games and those of the engines continued.

import { analysisOf } from '../core/browser.js';
import { emptyString, formatMoves, parseMoves } from '../board/notation.js';
import { playAll } from '../board/rules.js';
import { hasServer } from '../page/site.js';
import { CLASSIC, EMPTY, newGame } from '../model/game.js';
import { changerOf, speak, state } from '../page/state.js';
import { open } from '../game/play.js';
import { showSetup } from '../game/setup.js';
import { parted, reasonOf, t } from '../ui/words.js';
import { scoreSentence } from '../board/studied.js';
import { createStage, still } from '../puzzles/stage.js';
import { goTo, viewLink } from '../router.js';
import { setStudy } from '../study/study.js';
import { Latest } from '../page/tasks.js';
import { button, card, el, refill, row, set, setText, show, table } from '../ui/dom.js';
import { continuationsOf, openingName, openingNames } from './database.js';

/** @import {Continuation, Count} from './database.js' */

/** @typedef {{moves: number[], position: Position, problem: string, analysis: FoundAnalysis | null,
 *   continuations: Continuation[] | null, names: Record<string, string>}} Shown */

/** @type {Shown} */
const shown = { moves: [], position: EMPTY, problem: '', analysis: null, continuations: null, names: {} };
/** @type {string | null} */
let asked = null;
const looking = new Latest();

const change = changerOf(shown);

/** @param {string} text  the moves */
function look(text) {
  const signal = looking.begin();
  change({ moves: [], position: EMPTY, problem: '', analysis: null, continuations: null });
  try {
    const moves = parseMoves(text);
    change({ moves, position: playAll(EMPTY, moves) });
  } catch (error) {
    change({ moves: [], problem: t('openings.no opening', { text, reason: reasonOf(error) }) });
  }
  const { moves, position } = shown;
  if (position.isOver) return;
  const fail = (/** @type {unknown} */ error) =>
    learn({ problem: t('openings.not loaded', { reason: reasonOf(error) }) });
  const learn = (/** @type {Partial<Shown>} */ found) => {
    if (!signal.aborted) change(found);
  };
  analysisOf(position, signal).then((analysis) => learn({ analysis }), fail);
  openingNames().then((names) => learn({ names }), fail);
  continuationsOf(moves, position, signal).then((continuations) => learn({ continuations }), fail);
}

/** Show the moves of the address. Keys can be faster than the next frame, which draws them. */
function follow() {
  if (asked === (state.item ?? '')) return;
  asked = state.item ?? '';
  look(asked);
}

/** @param {number[]} moves */
function goToMoves(moves) {
  goTo('openings', formatMoves(moves) || null);
}

/** @param {number} column */
function drop(column) {
  follow();
  if (shown.position.canPlay(column)) goToMoves([...shown.moves, column]);
  else speak(t('openings.cannot', { column }));
}

function back() {
  follow();
  goToMoves(shown.moves.slice(0, -1));
}

/** @param {HTMLElement} root */
export function createView(root) {
  const key = (/** @type {string} */ key) => {
    if (key === 'u') back();
    return key === 'u';
  };
  const stage = createStage(root, t('openings.openings'), { drop, key });
  const undo = button(t('openings.back'), back);
  const reset = button(t('openings.start'), () => goToMoves([]));
  const playHere = () => void showSetup({ start: emptyString(CLASSIC), moves: shown.moves });
  const play = button(t('openings.play'), playHere, '.primary');
  const study = button(t('openings.study'), () => {
    open(newGame({ moves: shown.moves, isAnalysis: true }), 'push');
    setStudy(true);
  });
  stage.tools.append(undo, reset, play, study);
  const rows = el('tbody');
  const heads = ['column', 'best play', 'yours', 'engines'].map((name) => t(`openings.${name}`));
  const about = el('p.soft', t(hasServer ? 'openings.about, server' : 'openings.about, here'));
  const trainer = viewLink('a', 'trainer', null, t('openings.name of trainer'));
  const further = el('p', parted('openings.trainer', { trainer }));
  const next = card('next-title', t('openings.next'), table('table.next-moves', heads, rows), about, further);
  stage.fill(next);

  return function render() {
    if (state.view !== 'openings') return;
    follow();
    const { position, moves, analysis, continuations } = shown;
    const title = moves.length ? t('openings.openings after', { moves: moves.join(' ') }) : t('openings.openings');
    const text = sentencesOf(analysis !== null);
    stage.render({ ...still(position), title, text, canDrop: !position.isOver, analysis }, shown.problem);
    for (const each of [undo, reset]) set(each, 'aria-disabled', moves.length ? null : 'true');
    for (const each of [play, study]) show(each, !position.isOver);
    const columns = position.legalColumns;
    refill(rows, columns.join(), () => columns.map(nextMove));
    columns.forEach((column, i) => {
      const [, score, yours, engines] = rows.children[i].children;
      const found = analysis?.columns.find((each) => each.column === column);
      const counts = continuations?.find((each) => each.column === column);
      setText(score, found ? scoreSentence(found.score, position.rules) : '…');
      set(score, 'data-best', analysis?.best.includes(column) ?? false);
      renderCount(yours, counts?.yours ?? null);
      renderCount(engines, counts?.engines ?? null);
    });
  };
}

/** @param {number} column */
function nextMove(column) {
  const play = button(String(column), () => drop(column), '.column-step');
  set(play, 'aria-label', t('openings.play column', { column }));
  return row(play, ['', '', '']);
}

/** The name of the opening and who is to move. @param {boolean} isAnalysed */
function sentencesOf(isAnalysed) {
  const { position, moves } = shown;
  const name = openingName(shown.names, formatMoves(moves));
  const mover = position.isOver ? t('openings.over') : t('openings.to move', { colour: position.toMove });
  const text = isAnalysed || position.isOver ? mover : `${mover} ${t('openings.calculating')}`;
  return name ? t('openings.named', { name, text }) : text;
}

/** A bar with the shares of wins of red, draws and wins of yellow, and the numbers, such as 3 · 1 ·
 * 2. @param {Element} cell @param {Count | null} count  null: not known yet */
function renderCount(cell, count) {
  const total = count ? count.red + count.draw + count.yellow : 0;
  const words = count ? (total ? `${count.red} · ${count.draw} · ${count.yellow}` : '–') : '…';
  if (cell.textContent === words) return;
  const parts = Object.entries(count ?? {}).filter(([, each]) => each);
  const shares = parts.map(([colour, each]) => {
    const part = el('i', { 'data-colour': colour });
    part.style.flexGrow = String(each);
    return part;
  });
  const bar = el('span.results-bar', { title: t('openings.games', { count: total }) }, shares);
  cell.replaceChildren(...(total ? [bar] : []), words);
}
