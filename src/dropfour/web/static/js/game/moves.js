// The moves of the game; after a review also its marks, the evaluation graph and the decisive move.

import { button, byId, el, reveal, set, setText, show, showText } from '../ui/dom.js';
import { lazy } from '../page/tasks.js';
import { tryAgainFrom } from './play.js';
import { showSetup } from './setup.js';
import { againPly, decisiveMove, goTo, startReview } from '../study/review.js';
import {
  gamePly, isAtEnd, isHelpOff, isInVariation, positionsOf, resultOf, shownMoves, shownPly, shownPosition, state, update,
} from '../page/store.js';
import { counted, isAgainstEngine, rulesSentence, seatName, sentence, signed, signedLines } from '../page/words.js';

/** @type {Record<string, {sign: string, text: string}>} */
const MARKS = {
  best: { sign: '✓', text: 'best' },
  kept: { sign: '·', text: 'keeps the result' },
  'slower win': { sign: '~', text: 'slower win' },
  'sooner loss': { sign: '~', text: 'sooner loss' },
  'fewer lines': { sign: '~', text: 'fewer lines' },
  blunder: { sign: '✗', text: 'blunder' },
};

// Before that there is nothing to review in a game in progress.
const FEWEST_REVIEWED = 6;

/** @param {HTMLElement} root */
export function createMovesView(root) {
  const count = el('span.soft');
  const start = button('Review', startReview);
  const review = createReviewPart();
  const playOn = button('Play from here …', () => showSetup({ start: state.game.start, moves: shownMoves().slice(0, shownPly()) }));
  const list = el('ol.moves', { tabindex: '0', 'aria-label': 'Moves' });
  root.append(el('div.card-title', {}, el('h2', {}, 'Moves'), count), ...review.texts,
    el('div.card-actions', {}, start, ...review.buttons, playOn), list, review.progress);
  let listed = '';
  /** @type {typeof import('./tree.js') | null} */
  let tree = null;
  /** @type {HTMLElement[]} */
  let items = [];
  const loadTree = lazy(() => state.game.variations.length > 0, async () => {
    tree = await import('./tree.js');
    tree.addVariationTools(root);
    listed = '';
    update({});
    return () => {};
  });

  /** List the moves, each followed by what could be played instead. */
  function listMoves() {
    const { game } = state;
    const key = `${game.start} ${game.moves.join(',')} ${JSON.stringify(game.variations)}`;
    if (key === listed) return;
    listed = key;
    items = game.moves.map((column, i) => moveItem(column, i + 1));
    list.replaceChildren(...items);
    tree?.addVariations(list, items, game);
  }

  return function render() {
    const { game } = state;
    show(root, game.moves.length > 0 || game.variations.length > 0 || game.isAnalysis);
    loadTree();
    listMoves();
    const positions = positionsOf(game);
    items.forEach((item, i) => renderMove(item, i + 1, positions[i].toMove));
    tree?.renderVariations(list);
    scrollToCurrent(list);
    // At the end of a game the button is in the result card.
    show(start, state.review === null && !isHelpOff(game) && resultOf(game) === null && game.moves.length >= FEWEST_REVIEWED);
    setText(count, `${counted(game.moves.length, 'move')} · ${rulesSentence(positions[0].rules)}`);
    show(playOn, !game.live && !shownPosition().isOver && (!isAtEnd() || resultOf(game) !== null || !isAgainstEngine(game)));
    review.render();
  };
}

/** What a review has found: the graph, the decisive move, and the verdict on the move on the screen. */
function createReviewPart() {
  const graph = el('div.graph-host');
  const summary = el('p.verdict');
  const detail = el('p.soft.move-detail');
  const decisive = button('Show it', () => {
    const move = state.review && decisiveMove(state.review);
    if (!move) return;
    goTo(move.ply - 1, null);
    reveal(byId('board'));
  });
  const again = button('Try again from here', () => {
    tryAgainFrom(againPly());
    reveal(byId('board'));
  });
  const progress = el('p.soft');
  const drawGraph = lazy(() => state.review !== null, async () => {
    const made = (await import('../study/graph.js')).createGraph((ply) => goTo(ply, null));
    graph.append(made.root);
    return made.render;
  });
  const plans = el('div');
  const showPlans = lazy(() => state.review !== null, async () => {
    const made = (await import('../study/givenup.js')).createGivenUp();
    plans.append(made.root);
    return made.render;
  });
  let revealed = 0; // 1: that a review has begun, 2: what it has found

  function render() {
    const { game, review } = state;
    drawGraph();
    showPlans();
    for (const each of [graph, summary, detail, plans]) show(each, review !== null);
    setText(summary, review ? summaryOf() : '');
    const move = isInVariation() ? null : review?.moves.get(shownPly());
    setText(detail, move ? moveDetail(move, positionsOf(game)[0].rules) : '');
    const decided = review && decisiveMove(review);
    const stage = !review ? 0 : decided || review.done ? 2 : 1;
    if (stage > revealed) requestAnimationFrame(() => reveal(summary));
    revealed = stage;
    show(decisive, Boolean(decided && (isInVariation() || shownPly() !== decided.ply - 1)));
    show(again, !isInVariation() && (!isAtEnd() || (review !== null && resultOf(game) !== null && againPly() < game.moves.length)));
    showText(progress, progressOf());
  }

  return { texts: [graph, summary, detail, plans], buttons: [decisive, again], progress, render };
}

function progressOf() {
  const { review, game } = state;
  if (!review) return '';
  if (review.problem) return sentence(review.problem);
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
  return el('li', {}, el('button.move', { type: 'button', click: () => goTo(ply, null) },
    el('span.unseen', {}, 'Move '), el('span.ply', {}, String(ply)), el('span', { 'aria-hidden': 'true' }), el('span.unseen'),
    el('span', {}, String(column)), el('span.unseen'), el('span.mark', { 'aria-hidden': 'true' })));
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
  set(button, 'aria-current', gamePly() === ply && !isInVariation() ? 'step' : null);
}

/** @param {HTMLElement} list */
function scrollToCurrent(list) {
  const current = /** @type {HTMLElement | null} */ (list.querySelector('[aria-current]'));
  if (!current) return;
  const top = current.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
  if (top < list.scrollTop || top + current.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top - list.clientHeight / 2;
  }
}
