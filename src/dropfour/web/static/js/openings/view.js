// The opening explorer: for each column the exact score, and how your games and those of the engines continued.

import { formatMoves, parseMoves } from '../board/notation.js';
import { Position, playAll } from '../board/rules.js';
import { hasServer } from '../page/site.js';
import { placeAddress } from '../page/address.js';
import { CLASSIC, changerOf, speak, state } from '../page/store.js';
import { capital, reasonOf, scoreSentence } from '../page/words.js';
import { analysisOf } from '../puzzles/proof.js';
import { createStage, still } from '../puzzles/stage.js';
import { goTo } from '../router.js';
import { Latest } from '../page/tasks.js';
import { button, el, set, setText, showText, within } from '../ui/dom.js';
import { continuationsOf } from './counts.js';

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
  stage.tools.append(undo, reset);
  const problem = el('p.problem', { role: 'alert' });
  const rows = el('tbody');
  const headers = ['Column', 'Best play', 'Your games', 'Engines'].map((name) => el('th', { scope: 'col' }, name));
  root.append(el('div.panel', {}, problem, el('section.card', { 'aria-labelledby': 'next-title' },
    el('h2', { id: 'next-title' }, 'The next move'),
    el('table.next-moves', {}, el('thead', {}, el('tr', {}, ...headers)), rows),
    el('p.soft', {}, 'Wins of red, draws and wins of yellow in finished games that began with these moves: yours, and all '
      + `games ${hasServer ? 'on this server' : 'in this browser'} in which an engine made the next move.`),
    el('p', {}, within(el('a', { href: placeAddress('trainer') }, 'Trainer'), () => goTo('trainer')), ': answer the mistakes that people make.'),
  )));
  let listed = '';

  return function render() {
    if (state.view !== 'openings') return;
    follow();
    const { position, moves, analysis, continuations } = shown;
    const mover = position.isOver ? 'The game is over' : `${capital(position.toMove)} to move`;
    stage.render({
      ...still(position),
      title: moves.length ? `Openings: ${moves.join(' ')}` : 'Openings',
      text: analysis || position.isOver ? `${mover}.` : `${mover}. Searching for the exact scores …`,
      canDrop: !position.isOver,
      analysis,
    });
    showText(problem, shown.problem);
    for (const each of [undo, reset]) set(each, 'aria-disabled', moves.length ? null : 'true');
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
      setText(yours, counts ? countWords(counts.yours) : '…');
      setText(engines, counts ? countWords(counts.engines) : '…');
    });
  };
}

/** @param {number} column */
function nextMove(column) {
  const button = el('button.step', { type: 'button', 'aria-label': `Play column ${column}`, click: () => drop(column) }, String(column));
  return el('tr', {}, el('th', { scope: 'row' }, button), el('td'), el('td'), el('td'));
}

/** @param {Count} count  such as 3 · 1 · 2, for wins of red, draws and wins of yellow */
function countWords({ red, draw, yellow }) {
  return red + draw + yellow ? `${red} · ${draw} · ${yellow}` : '–';
}
