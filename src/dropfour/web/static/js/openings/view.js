// The opening explorer: for each column the exact score, and how your games and those of the engines continued.

import { emptyString, formatMoves, parseMoves } from '../board/notation.js';
import { Position, playAll } from '../board/rules.js';
import { hasServer } from '../page/site.js';
import { placeAddress } from '../page/address.js';
import { CLASSIC, changerOf, newGame, speak, state } from '../page/store.js';
import { open } from '../game/play.js';
import { showSetup } from '../game/setup.js';
import { capital, counted, reasonOf, scoreSentence } from '../page/words.js';
import { analysisOf } from '../puzzles/proof.js';
import { createStage, still } from '../puzzles/stage.js';
import { goTo } from '../router.js';
import { setStudy } from '../study/study.js';
import { Latest } from '../page/tasks.js';
import { button, el, set, setText, show, showText, within } from '../ui/dom.js';
import { continuationsOf } from './counts.js';
import { openingName } from './names.js';

/** @import {Analysis} from '../core/analysis.js' */
/** @import {Continuation, Count} from './counts.js' */

/** @typedef {{moves: number[], position: Position, problem: string, analysis: Analysis | null,
 *   continuations: Continuation[] | null}} Shown */

const EMPTY = Position.empty(CLASSIC);

/** @type {Shown} */
const shown = { moves: [], position: EMPTY, problem: '', analysis: null, continuations: null };
/** @type {string | null} */
let asked = null;
const looking = new Latest();

const change = changerOf(shown);

/** @param {string} text  the moves */
function look(text) {
  const signal = looking.begin();
  try {
    const moves = parseMoves(text);
    const position = playAll(EMPTY, moves);
    change({ moves, position, problem: '', analysis: null, continuations: null });
  } catch (error) {
    change({ moves: [], position: EMPTY, problem: `There is no opening “${text}”: ${reasonOf(error)}.`, analysis: null, continuations: null });
  }
  const { moves, position } = shown;
  if (position.isOver) return;
  const fail = (/** @type {unknown} */ error) => {
    if (!signal.aborted) change({ problem: `Some of the numbers could not be loaded: ${reasonOf(error)}.` });
  };
  analysisOf(position, signal).then((analysis) => {
    if (!signal.aborted) change({ analysis });
  }, fail);
  continuationsOf(moves, position, signal).then((continuations) => {
    if (!signal.aborted) change({ continuations });
  }, fail);
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
  else speak(`Column ${column} cannot be played.`);
}

function back() {
  follow();
  goToMoves(shown.moves.slice(0, -1));
}

/** @param {HTMLElement} root */
export function createView(root) {
  const stage = createStage(root, 'Openings', {
    drop,
    key: (key) => {
      if (key !== 'u') return false;
      back();
      return true;
    },
  });
  const undo = button('Back', back);
  const reset = button('To the start', () => goToMoves([]));
  const play = button('Play from here …', () => void showSetup({ start: emptyString(CLASSIC), moves: shown.moves }), '.primary');
  const study = button('Study from here', studyHere);
  stage.tools.append(undo, reset, play, study);
  const problem = el('p.problem', { role: 'alert' });
  const rows = el('tbody');
  const headers = ['Column', 'Best play', 'Your games', 'Engines'].map((name) => el('th', { scope: 'col' }, name));
  root.append(el('div.panel', {}, problem, el('section.card', { 'aria-labelledby': 'next-title' },
    el('h2', { id: 'next-title' }, 'The next move'),
    el('table.next-moves', {}, el('thead', {}, el('tr', {}, ...headers)), rows),
    el('p.soft', {}, 'Wins of red, draws and wins of yellow in finished games that began with these moves: yours, and those in which an '
      + `engine made the next move, ${hasServer ? 'on this server' : 'in this browser'} and among thousands of games of the levels against each other.`),
    el('p', {}, within(el('a', { href: placeAddress('trainer') }, 'Trainer'), () => goTo('trainer')), ': answer the mistakes that people make.'),
  )));
  let listed = '';

  return function render() {
    if (state.view !== 'openings') return;
    follow();
    const { position, moves, analysis, continuations } = shown;
    stage.render({
      ...still(position),
      title: moves.length ? `Openings: ${moves.join(' ')}` : 'Openings',
      text: sentencesOf(analysis !== null),
      canDrop: !position.isOver,
      analysis,
    });
    showText(problem, shown.problem);
    for (const each of [undo, reset]) set(each, 'aria-disabled', moves.length ? null : 'true');
    for (const each of [play, study]) show(each, !position.isOver);
    const columns = position.legalColumns;
    if (listed !== columns.join()) {
      listed = columns.join();
      rows.replaceChildren(...columns.map(nextMove));
    }
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
  const button = el('button.step', { type: 'button', 'aria-label': `Play column ${column}`, click: () => drop(column) }, String(column));
  return el('tr', {}, el('th', { scope: 'row' }, button), el('td'), el('td'), el('td'));
}

/** The name of the opening and who is to move. @param {boolean} isAnalysed */
function sentencesOf(isAnalysed) {
  const { position, moves } = shown;
  const name = openingName(formatMoves(moves));
  const mover = position.isOver ? 'The game is over' : `${capital(position.toMove)} to move`;
  const rest = isAnalysed || position.isOver ? '' : ' Searching for the exact scores …';
  return `${name ? `${name}. ` : ''}${mover}.${rest}`;
}

/** Open the position with its scores, to try moves of both sides. */
function studyHere() {
  open(newGame({ moves: shown.moves, isAnalysis: true }), 'push');
  setStudy(true);
}

/** A bar with the shares of wins of red, draws and wins of yellow, and the numbers, such as 3 · 1 · 2.
 * @param {Element} cell @param {Count | null} count  null: not known yet */
function renderCount(cell, count) {
  const total = count ? count.red + count.draw + count.yellow : 0;
  const words = count ? (total ? `${count.red} · ${count.draw} · ${count.yellow}` : '–') : '…';
  if (cell.textContent === words) return;
  const parts = Object.entries(count ?? {}).filter(([, each]) => each);
  const bar = el('span.results-bar', { title: counted(total, 'game') }, ...parts.map(([colour, each]) => {
    const part = el('i', { 'data-colour': colour });
    part.style.flexGrow = String(each);
    return part;
  }));
  cell.replaceChildren(...(total ? [bar] : []), words);
}
