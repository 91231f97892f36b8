// The review of a game as a story: when it turned, how exactly both played, the graph, and the mistakes one by one.

import { MARKS } from './moves.js';
import { tryAgainFrom } from './play.js';
import { ownColour } from '../page/results.js';
import { isAtEnd, isInVariation, notify, positionsOf, shownPly, state } from '../page/store.js';
import { counted, reasonOf, seatName, scoreSentence, sentence } from '../page/words.js';
import { button, byId, el, pip, reveal, revealBelow, set, setText, show } from '../ui/dom.js';
import { createGivenUp } from '../study/givenup.js';
import { createGraph } from '../study/graph.js';
import { firstMistake, goTo, isDecisive, isOwn, otherMistake, retryPly, showMistake, shownMistake, shownReview } from '../study/review.js';

/** @import {Review} from '../types.d.ts' */

const COLOURS = /** @type {Colour[]} */ (['red', 'yellow']);

/** @param {HTMLElement} root */
export function createReviewCard(root) {
  const ending = el('p.verdict');
  const progress = el('span.soft');
  const sides = COLOURS.map(sideRow);
  const graph = createGraph((ply) => goTo(ply, null));
  const text = el('p.mistake');
  const showText = () => requestAnimationFrame(() => revealBelow(text, byId('board')));
  const stepper = createStepper(showText);
  const plans = createGivenUp();
  const retry = button('Retry', () => {
    const mistake = retried();
    if (!mistake) return;
    tryAgainFrom(retryPly(mistake));
    reveal(byId('board'));
  });
  const share = button('Share a picture', () => void sharePicture());
  root.append(
    el('div.card-title', {}, el('h2', {}, 'Review'), progress), ending, el('div.graph-host', {}, graph.root), stepper.root, text,
    el('div.card-actions', {}, retry, share), el('div.review-sides', {}, ...sides.map((each) => each.root)), plans.root,
  );
  let revealed = '';

  return function render() {
    const review = shownReview();
    show(root, review !== null);
    if (!review) return;
    setText(ending, review.story?.ending ?? 'Looking for the turning point …');
    setText(progress, progressOf(review));
    for (const each of sides) each.render(review);
    graph.render();
    stepper.render();
    setText(text, textOf(review));
    plans.render();
    const mistake = retried();
    show(retry, mistake !== null);
    if (mistake) setText(retry, `Retry from move ${retryPly(mistake) + 1}`);
    set(retry, 'class', mistake && isOwn(mistake.ply) ? 'primary' : null);
    set(share, 'disabled', !review.done || !review.story);
    const shown = `${review.key} ${review.story ? 'told' : ''}`;
    if (revealed !== shown) showText();
    revealed = shown;
  };
}

/** The mistake to try again: the one on the screen, else the one to look at first. */
function retried() {
  return shownMistake() ?? firstMistake();
}

/** Accuracy and mistakes of a player. @param {Colour} colour */
function sideRow(colour) {
  const name = el('b');
  const accuracy = el('span.accuracy');
  const counts = el('span.soft');
  const root = el('div.review-side', {}, pip(colour), name, accuracy, counts);
  return {
    root,
    /** @param {Review} review */
    render({ story }) {
      const side = story?.[colour];
      setText(name, seatName(state.game, colour));
      set(root, 'data-own', ownColour(state.game) === colour);
      setText(accuracy, side?.accuracy === null || !side ? '–' : `${side.accuracy} %`);
      set(accuracy, 'title', 'Accuracy: 100 % if every move was the best');
      setText(counts, side ? countsOf(side) : '');
    },
  };
}

/** @param {{mistakes: number, blunders: number}} side */
export function countsOf({ mistakes, blunders }) {
  return `${counted(mistakes, 'mistake')}${blunders ? `, ${counted(blunders, 'blunder')}` : ''}`;
}

/** The buttons that lead from mistake to mistake. @param {() => void} stepped */
function createStepper(stepped) {
  const tool = (/** @type {string} */ label, /** @type {string} */ key, /** @type {1 | -1} */ direction) => (
    el('button', { type: 'button', title: `${label} mistake (${key})`, 'aria-label': `${label} mistake`,
      click: () => showMistake(otherMistake(direction)) && stepped() }, direction < 0 ? '‹' : '›'));
  const back = tool('Previous', 'p', -1);
  const next = tool('Next', 'n', 1);
  const place = el('span');
  return {
    root: el('div.stepper', {}, back, place, next),
    render() {
      const mistakes = shownReview()?.story?.mistakes ?? [];
      const shown = mistakes.findIndex((each) => each === shownMistake());
      setText(place, shown < 0 ? counted(mistakes.length, 'mistake') : `Mistake ${shown + 1} of ${mistakes.length}`);
      back.disabled = !otherMistake(-1);
      next.disabled = !otherMistake(1);
    },
  };
}

/** @param {Review} review */
function progressOf({ done, problem, moves }) {
  if (problem) return sentence(problem);
  return done ? '' : `${moves.size} of ${counted(state.game.moves.length, 'move')} …`;
}

/** What is said about the position on the screen; at the end of the game, about the mistake that decided it. @param {Review} review */
function textOf(review) {
  const first = isAtEnd() ? firstMistake() : null;
  const mistake = shownMistake() ?? (first && isDecisive(first) ? first : null);
  if (mistake) return `${isDecisive(mistake) ? 'Decisive move' : 'Move'} ${mistake.ply}: ${mistake.played} ${mistake.better} ${mistake.reason}`.trim();
  const move = isInVariation() ? undefined : review.moves.get(shownPly());
  return move ? moveDetail(move, positionsOf(state.game)[0].rules) : '';
}

/** @param {ReviewedMove} move @param {Rules} rules */
function moveDetail(move, rules) {
  const words = [`Move ${move.ply}, ${move.colour} in column ${move.column}: ${move.verdict ? MARKS[move.verdict].text : 'not proven'}`];
  if (move.played.value !== null) words.push(scoreSentence(move.played, rules));
  return `${words.join('; ')}.`;
}

async function sharePicture() {
  try {
    const { shareSummary } = await import('./summary.js');
    await shareSummary();
  } catch (error) {
    notify(`The picture cannot be shared: ${reasonOf(error)}.`);
  }
}
