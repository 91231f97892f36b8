// The review of a game: why it was lost, the mistakes, and behind a click what perfect play says.

import { COLOURS } from '../board/rules.js';
import { verdictWords } from './moves.js';
import { tryAgainFrom } from './play.js';
import { ownColour, positionsOf, seatName } from '../model/game.js';
import { isAtEnd, isInVariation, shownPly } from '../page/shown.js';
import { notify, state } from '../page/state.js';
import { listed, reasonOf, sentence, t } from '../ui/words.js';
import { scoreSentence } from '../board/studied.js';
import { button, byId, el, pip, reveal, revealBelow, set, setText, show } from '../ui/dom.js';
import { createGivenUp } from '../study/givenup.js';
import { createGraph } from '../study/graph.js';
import {
  firstMistake,
  goTo,
  isOwn,
  otherMistake,
  plainMistakes,
  retryPly,
  showMistake,
  shownMistake,
  shownReview,
} from '../study/review.js';

/** @param {HTMLElement} root */
export function createReviewCard(root) {
  const text = el('p.verdict.mistake');
  const exact = el('p.soft');
  const progress = el('span.soft');
  const sides = COLOURS.map(sideRow);
  const graph = createGraph((ply) => goTo(ply, null));
  const keepText = keptInView(text);
  const stepper = createStepper(keepText);
  const plans = createGivenUp();
  const retry = button('', () => {
    const mistake = retried();
    if (!mistake) return;
    tryAgainFrom(retryPly(mistake));
    reveal(byId('board'));
  });
  const share = button(t('review.share'), () => void sharePicture());
  const title = el('div.card-title', el('h2', t('page.review')), progress);
  const accuracy = el('div.review-sides', ...sides.map((each) => each.root));
  const behind = [el('summary', t('review.perfect play')), exact, graph.root, accuracy, plans.root];
  root.append(title, text, stepper.root, el('div.card-actions', retry, share), el('details.exact', behind));
  let revealed = '';

  return function render() {
    const review = shownReview();
    show(root, review !== null);
    if (!review) return;
    setText(exact, [shownMistake()?.exact, review.story?.ending].filter(Boolean).join(' '));
    setText(progress, progressOf(review));
    for (const each of sides) each.render(review);
    graph.render();
    stepper.render();
    setText(text, textOf(review));
    plans.render();
    const mistake = retried();
    show(retry, mistake !== null);
    if (mistake) setText(retry, t('review.retry from', { ply: retryPly(mistake) + 1 }));
    set(retry, 'class', mistake && isOwn(mistake.ply) ? 'primary' : null);
    set(share, 'disabled', !review.done || !review.story);
    const shown = `${review.key} ${review.story ? 'told' : ''}`;
    if (revealed !== shown) keepText();
    revealed = shown;
  };
}

/** A function that shows an element below the board; it stays in view while the page changes, until
 * the visitor scrolls. @param {HTMLElement} element */
function keptInView(element) {
  let isKept = false;
  const keep = () => {
    isKept = true;
    requestAnimationFrame(() => element.offsetParent && revealBelow(element, byId('board')));
  };
  new IntersectionObserver(([{ intersectionRatio }]) => isKept && intersectionRatio < 1 && keep(), {
    threshold: [0, 0.5, 0.9, 0.99, 1],
  }).observe(element);
  for (const moved of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
    addEventListener(moved, () => (isKept = false), { passive: true });
  }
  return keep;
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
  const root = el('div.review-side', pip(colour), name, accuracy, counts);
  return {
    root,
    /** @param {Review} review */
    render({ story }) {
      const side = story?.[colour];
      setText(name, seatName(state.game, colour));
      set(root, 'data-own', ownColour(state.game) === colour);
      setText(accuracy, accuracyWords(side));
      set(accuracy, 'title', t('review.accuracy, about'));
      setText(counts, side ? countsOf(side) : '');
    },
  };
}

/** @param {{accuracy: number | null} | undefined} side */
export function accuracyWords(side) {
  return side && side.accuracy !== null ? t('review.accuracy', { percent: side.accuracy }) : '–';
}

/** @param {{mistakes: number, blunders: number}} side */
export function countsOf({ mistakes, blunders }) {
  return listed([t('review.mistakes', { count: mistakes }), blunders > 0 && t('review.blunders', { count: blunders })]);
}

/** The buttons that lead from mistake to mistake. @param {() => void} stepped */
function createStepper(stepped) {
  /** @param {string} label @param {string} key @param {1 | -1} direction */
  const tool = (label, key, direction) => {
    const click = () => showMistake(otherMistake(direction)) && stepped();
    const sign = direction < 0 ? '‹' : '›';
    return el('button', { type: 'button', title: `${label} (${key})`, 'aria-label': label, click }, sign);
  };
  const back = tool(t('review.previous mistake'), 'p', -1);
  const next = tool(t('review.next mistake'), 'n', 1);
  const place = el('span');
  return {
    root: el('div.stepper', back, place, next),
    render() {
      const mistakes = plainMistakes();
      const shown = mistakes.findIndex((each) => each === shownMistake());
      const count = mistakes.length;
      setText(place, shown < 0 ? t('review.mistakes', { count }) : t('review.mistake of', { place: shown + 1, count }));
      back.disabled = !otherMistake(-1);
      next.disabled = !otherMistake(1);
    },
  };
}

/** @param {Review} review */
function progressOf({ done, problem, moves }) {
  if (problem) return sentence(problem);
  return done ? '' : t('review.progress', { done: moves.size, count: state.game.moves.length });
}

/** What is said about the position on the screen; at the end of the game, about the mistake to look at first. @param {Review} review */
function textOf({ story, moves }) {
  const mistake = shownMistake() ?? (isAtEnd() ? firstMistake() : null);
  if (mistake) return t('review.mistake', { ply: mistake.ply, text: mistake.text });
  const move = isInVariation() || isAtEnd() ? undefined : moves.get(shownPly());
  if (move) return moveDetail(move, positionsOf(state.game)[0].rules);
  return story?.ending ?? t('review.looking');
}

/** @param {ReviewedMove} move @param {Rules} rules */
function moveDetail(move, rules) {
  const { ply, colour, column, verdict, played } = move;
  const judged = verdict ? verdictWords(verdict) : t('review.not proven');
  const text = t('review.move', { ply, colour, column, verdict: judged });
  const score = played.value === null ? '' : scoreSentence(played, rules);
  return sentence(score ? t('review.move and score', { text, score }) : text);
}

async function sharePicture() {
  try {
    const { shareSummary } = await import('./summary.js');
    await shareSummary();
  } catch (error) {
    notify(t('review.not shared', { reason: reasonOf(error) }));
  }
}
