// The moves of the game, with the marks of a review.

import { addStyles, button, byId, el, reveal, set, setText, show, whenSettled } from '../ui/dom.js';
import { lazy } from '../page/tasks.js';
import { tryAgainFrom } from './play.js';
import { showSetup } from './setup.js';
import { againPly, goTo, shownReview, startReview } from '../study/review.js';
import {
  gamePly, isAtEnd, isHelpOff, isInVariation, positionsOf, resultOf, shownMoves, shownPly, shownPosition, state, update,
} from '../page/store.js';
import { counted, isAgainstEngine, rulesSentence } from '../page/words.js';

/** Verdicts in signs and words. @type {Record<string, {sign: string, text: string}>} */
export const MARKS = {
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
  const start = button('Review', () => void startReview());
  const again = button('Try again from here', () => {
    tryAgainFrom(againPly());
    reveal(byId('board'));
  });
  const playOn = button('Play from here …', () => showSetup({ start: state.game.start, moves: shownMoves().slice(0, shownPly()) }));
  const list = el('ol.moves', { tabindex: '0', 'aria-label': 'Moves' });
  root.append(el('div.card-title', {}, el('h2', {}, 'Moves'), count), el('div.card-actions', {}, start, again, playOn), list);
  let listed = '';
  /** @type {typeof import('./tree.js') | null} */
  let tree = null;
  /** @type {HTMLElement[]} */
  let items = [];
  const loadTree = lazy(() => state.game.variations.length > 0, async () => {
    [tree] = await Promise.all([import('./tree.js'), addStyles('review')]);
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
    followCurrent(list);
    // At the end of a game the button is in the result card.
    show(start, !shownReview() && !isHelpOff(game) && resultOf(game) === null && game.moves.length >= FEWEST_REVIEWED);
    show(again, !isInVariation() && !isAtEnd());
    setText(count, `${counted(game.moves.length, 'move')} · ${rulesSentence(positions[0].rules)}`);
    show(playOn, !game.live && !shownPosition().isOver && (!isAtEnd() || resultOf(game) !== null || !isAgainstEngine(game)));
  };
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
  const verdict = shownReview()?.moves.get(ply)?.verdict ?? null;
  set(disc, 'class', `disc ${colour} pip`);
  setText(whose, `: ${colour}, column `);
  setText(judged, verdict ? `, ${MARKS[verdict].text}` : '');
  setText(mark, verdict ? MARKS[verdict].sign : '');
  set(button, 'data-verdict', verdict);
  set(button, 'aria-current', gamePly() === ply && !isInVariation() ? 'step' : null);
}

/** @type {Element | null} */
let followed = null;

/** Scroll to the current move if it is another one, after the frame has been painted: looking for its place takes time.
 * @param {HTMLElement} list */
function followCurrent(list) {
  const current = /** @type {HTMLElement | null} */ (list.querySelector('[aria-current]'));
  if (current === followed) return;
  followed = current;
  if (current) whenSettled(() => current === followed && scrollToMove(list, current));
}

/** @param {HTMLElement} list @param {HTMLElement} current */
function scrollToMove(list, current) {
  const top = current.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
  if (top < list.scrollTop || top + current.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top - list.clientHeight / 2;
  }
}
