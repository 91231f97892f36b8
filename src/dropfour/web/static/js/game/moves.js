// The moves of the game; after a review also its marks, the evaluation graph and the decisive move.

import { byId, el, reveal, set, setText, show } from '../ui/dom.js';
import { createGraph } from '../study/graph.js';
import { tryAgainFrom } from './play.js';
import { againPly, decisiveMove, goTo, startReview } from '../study/review.js';
import { isAtEnd, isHelpOff, positionsOf, resultOf, shownPly, state } from '../page/store.js';
import { capital, counted, rulesSentence, seatName, signed, signedLines } from '../page/words.js';

/** @import {Colour, ReviewedMove, Rules, Score} from '../types.d.ts' */

/** @type {Record<string, {sign: string, text: string}>} */
const MARKS = {
  best: { sign: '✓', text: 'best' },
  kept: { sign: '·', text: 'keeps the result' },
  'slower win': { sign: '~', text: 'slower win' },
  'sooner loss': { sign: '~', text: 'sooner loss' },
  'fewer lines': { sign: '~', text: 'fewer lines' },
  blunder: { sign: '✗', text: 'blunder' },
};

/** @param {HTMLElement} root */
export function createMovesView(root) {
  const count = el('span.soft');
  const heading = el('div.card-title', {}, el('h2', {}, 'Moves'), count);
  const reviewButton = /** @type {HTMLButtonElement} */ (
    el('button', { type: 'button', click: () => void startReview() }, 'Review')
  );
  const graph = createGraph(goTo);
  const summary = el('p.verdict');
  const decisive = el('button', { type: 'button', click: () => showDecisive() }, 'Show it');
  const again = el('button', { type: 'button', click: () => tryAgain() }, 'Try again from here');
  const detail = el('p.soft.move-detail');
  const list = el('ol.moves', { tabindex: '0', 'aria-label': 'Moves' });
  const progress = el('p.soft');
  root.append(
    el('div.card-head', {}, heading, reviewButton),
    graph.root,
    summary,
    detail,
    el('div.card-actions', {}, decisive, again),
    list,
    progress,
  );
  let listed = '';
  let revealed = 0; // 1: that a review has begun, 2: what it has found

  function tryAgain() {
    tryAgainFrom(againPly());
    reveal(byId('board'));
  }

  function showDecisive() {
    const move = state.review && decisiveMove(state.review);
    if (!move) return;
    goTo(move.ply - 1);
    reveal(byId('board'));
  }

  return function render() {
    const { game, review } = state;
    show(root, game.moves.length > 0);
    const key = game.moves.join(',');
    if (key !== listed) {
      listed = key;
      list.replaceChildren(...game.moves.map((column, i) => moveItem(column, i + 1)));
    }
    const positions = positionsOf(game);
    [...list.children].forEach((item, i) => renderMove(item, i + 1, positions[i].toMove));
    scrollToCurrent(list);
    // At the end of a game the button is in the result card.
    show(reviewButton, review === null && !isHelpOff(game) && resultOf(game) === null);
    setText(count, `${counted(game.moves.length, 'move')} · ${rulesSentence(positions[0].rules)}`);
    show(graph.root, review !== null);
    graph.render();
    setText(summary, review ? summaryOf() : '');
    show(summary, review !== null);
    const move = review?.moves.get(shownPly());
    setText(detail, move ? moveDetail(move, positions[0].rules) : '');
    show(detail, review !== null);
    const decided = review && decisiveMove(review);
    const stage = !review ? 0 : decided || review.done ? 2 : 1;
    if (stage > revealed) requestAnimationFrame(() => reveal(summary));
    revealed = stage;
    show(decisive, Boolean(decided && shownPly() !== decided.ply - 1));
    show(again, !isAtEnd() || (review !== null && resultOf(game) !== null && againPly() < game.moves.length));
    setText(progress, progressOf());
    show(progress, progressOf() !== '');
  };
}

function progressOf() {
  const { review, game } = state;
  if (!review) return '';
  if (review.problem) return `${capital(review.problem)}.`;
  if (review.done) return '';
  return `Reviewing: ${review.moves.size} of ${game.moves.length} moves …`;
}

function summaryOf() {
  const { game, review } = state;
  if (!review) return '';
  const move = decisiveMove(review);
  const proven = [...review.moves.values()].filter((each) => each.verdict !== null).length;
  if (!move) {
    if (!review.done) return 'Looking for the decisive move …';
    return proven === game.moves.length
      ? 'Neither player made a mistake that changed the result.'
      : `No mistake among the ${proven} moves with a proven score.`;
  }
  const who = seatName(game, move.colour);
  const change = `${resultWord(move.best)} became ${resultWord(move.played)}`;
  const best = move.best_columns.length ? ` Best was column ${move.best_columns.join(' or ')}.` : '';
  return `Move ${move.ply} decided it: ${who} played column ${move.column}, and ${change}.${best}`;
}

/** @param {Score} score */
function resultWord(score) {
  if (score.outcome === 'win') return 'a win';
  return score.outcome === 'loss' ? 'a loss' : 'a draw';
}

/** @param {ReviewedMove} move @param {Rules} rules */
function moveDetail(move, rules) {
  const mark = move.verdict ? MARKS[move.verdict].text : 'not proven';
  const words = [`Move ${move.ply}, ${move.colour} in column ${move.column}: ${mark}`];
  if (move.verdict && move.verdict !== 'best' && move.best_columns.length) {
    words.push(`best was column ${move.best_columns.join(' or ')}`);
  }
  const score = move.played.value;
  if (score !== null) {
    words.push(rules.objective === 'most-lines' ? signedLines(score) : `score ${signed(score)}`);
  }
  return `${words.join('; ')}.`;
}

/** @param {number} column @param {number} ply */
function moveItem(column, ply) {
  const button = el(
    'button.move',
    { type: 'button', click: () => goTo(ply) },
    el('span.unseen', {}, 'Move '),
    el('span.ply', {}, String(ply)),
    el('span', { 'aria-hidden': 'true' }),
    el('span.unseen'),
    el('span', {}, String(column)),
    el('span.unseen'),
    el('span.mark', { 'aria-hidden': 'true' }),
  );
  return el('li', {}, button);
}

/** @param {Element} item @param {number} ply @param {Colour} colour */
function renderMove(item, ply, colour) {
  const button = item.children[0];
  const [, , disc, whose, , judged, mark] = button.children;
  const verdict = state.review?.moves.get(ply)?.verdict ?? null;
  set(disc, 'class', `disc ${colour} pip`);
  setText(whose, `: ${colour}, column `);
  setText(judged, verdict ? `, ${MARKS[verdict].text}` : '');
  setText(mark, verdict ? MARKS[verdict].sign : '');
  set(button, 'data-verdict', verdict);
  set(button, 'aria-current', shownPly() === ply ? 'step' : null);
}

/** @param {HTMLElement} list */
function scrollToCurrent(list) {
  const current = /** @type {HTMLElement | undefined} */ (list.children[shownPly() - 1]);
  if (!current) return;
  const top = current.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + current.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top - list.clientHeight / 2;
  }
}
