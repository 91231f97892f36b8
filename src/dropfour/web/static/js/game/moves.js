// The moves of the game, with the marks of a review.

import { addStyles, button, byId, el, reveal, set, setText, show, whenSettled } from '../ui/dom.js';
import { lazy } from '../page/tasks.js';
import { tryAgainFrom } from './play.js';
import { showSetup } from './setup.js';
import { againPly, goTo, shownReview, startReview } from '../study/review.js';
import { gamePly, isAtEnd, isInVariation, shownMoves, shownPly, shownPosition } from '../page/shown.js';
import { isAgainstEngine, isHelpOff, positionsOf, resultOf } from '../model/game.js';
import { state, update } from '../page/state.js';
import { dotted, listed, t } from '../ui/words.js';
import { rulesSentence } from '../board/studied.js';

/** @type {Record<string, string>} */
const SIGNS = { best: '✓', kept: '·', 'slower win': '~', 'sooner loss': '~', 'fewer lines': '~', blunder: '✗' };

/** A verdict in words. @param {string} verdict */
export function verdictWords(verdict) {
  return t('game.verdict', { verdict });
}

// Before that there is nothing to review in a game in progress.
const FEWEST_REVIEWED = 6;

/** @param {HTMLElement} root */
export function createMovesView(root) {
  const count = el('span.soft');
  const start = button(t('page.review'), () => void startReview());
  const again = button(t('game.try again'), () => {
    tryAgainFrom(againPly());
    reveal(byId('board'));
  });
  const playOn = button(t('game.play from here'), () =>
    showSetup({ start: state.game.start, moves: shownMoves().slice(0, shownPly()) }),
  );
  const list = el('ol.moves', { tabindex: '0', 'aria-label': t('page.moves') });
  const title = el('div.card-title', el('h2', t('page.moves')), count);
  root.append(title, el('div.card-actions', start, again, playOn), list);
  let listed = '';
  /** @type {typeof import('./tree.js') | null} */
  let tree = null;
  /** @type {HTMLElement[]} */
  let items = [];
  const loadTree = lazy(
    () => state.game.variations.length > 0,
    async () => {
      [tree] = await Promise.all([import('./tree.js'), addStyles('review')]);
      tree.addVariationTools(root);
      listed = '';
      update({});
      return () => {};
    },
  );

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
    setText(count, dotted([t('page.move count', { count: game.moves.length }), rulesSentence(positions[0].rules)]));
    const isElsewhere = !isAtEnd() || resultOf(game) !== null || !isAgainstEngine(game);
    show(playOn, !game.live && !shownPosition().isOver && isElsewhere);
  };
}

/** @param {number} column @param {number} ply */
function moveItem(column, ply) {
  const hidden = { 'aria-hidden': 'true' };
  const parts = [el('span.ply', hidden, String(ply)), el('span', hidden), el('span', hidden, String(column))];
  const props = { type: 'button', click: () => goTo(ply, null) };
  return el('li', el('button.move', props, el('span.unseen'), parts, el('span.mark', hidden)));
}

/** @param {Element} item @param {number} ply @param {Colour} colour */
function renderMove(item, ply, colour) {
  const button = item.children[0];
  const [words, , disc, , mark] = button.children;
  const verdict = shownReview()?.moves.get(ply)?.verdict ?? null;
  set(disc, 'class', `disc ${colour} pip`);
  const move = t('game.listed move', { ply, colour, column: state.game.moves[ply - 1] });
  setText(words, listed([move, verdict && verdictWords(verdict)]));
  setText(mark, verdict ? SIGNS[verdict] : '');
  set(button, 'data-verdict', verdict);
  set(button, 'aria-current', gamePly() === ply && !isInVariation() ? 'step' : null);
}

/** @type {Element | null} */
let followed = null;

/** Scroll to the current move if it is another one, after the frame has been painted: looking for
 * its place takes time. @param {HTMLElement} list */
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
