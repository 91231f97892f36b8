// The headline above the board, what to do after a game, and announcements to screen readers.

import { button, byId, el, pip, reveal, set, setText, show, showText, whenSettled } from '../ui/dom.js';
import { COLOURS, otherColour } from '../board/rules.js';
import { isSupported } from '../core/load.js';
import { begin, rematch, tryAgainFrom } from './play.js';
import { createLadder, isNewGame } from './setup.js';
import { isNewcomer } from '../storage/games.js';
import { matchSentence, noteBeaten } from '../storage/opponents.js';
import { preferences } from '../storage/storage.js';
import {
  canSwap,
  endOf,
  isAgainstEngine,
  isEnginesTurn,
  isWatching,
  isYou,
  livePosition,
  moverOf,
  ownColour,
  positionsOf,
  resultOf,
  resultSentence,
  seatName,
  createFollower,
} from '../model/game.js';
import { isYourTurn, runningElsewhere } from '../page/live.js';
import { gameKey, isOwn, mainSentence, retryPly, startReview } from '../study/review.js';
import { canMove, isAtEnd, isInVariation, shownPly, shownPosition } from '../page/shown.js';
import { notify, speak, state } from '../page/state.js';
import { sentence, t, withWords } from '../ui/words.js';
import { goalWords } from '../board/studied.js';

function headline() {
  const { game } = state;
  if (state.loading) return t('game.loading');
  if (isInVariation()) return variationHeadline();
  if (!isAtEnd()) return t('game.after', { ply: shownPly(), count: game.moves.length });
  const result = resultSentence(game);
  if (result) return result;
  const mover = moverOf(game);
  if (mover === null) return '';
  if (isEnginesTurn(game)) {
    const name = seatName(game, mover);
    if (!isSupported) return t('game.cannot move', { name });
    return state.offline ? t('game.retrying') : t('game.thinking', { name });
  }
  if (game.live && state.live?.info?.open) return t(isWatching(game) ? 'game.invited' : 'game.waiting');
  const { rules } = shownPosition();
  const isUsual = rules.objective === 'first-line' && rules.connect === 4;
  const turn = turnSentence(game, mover);
  return game.moves.length < 2 && !isUsual ? `${sentence(goalWords(rules))} ${turn}` : turn;
}

/** @param {Game} game @param {Colour} mover  a person */
function turnSentence(game, mover) {
  if (canSwap(game) && canMove(game)) return t('game.your turn, swap', { colour: mover });
  if (game.live && canMove(game)) return t('game.your turn');
  const name = seatName(game, mover);
  const isNew = isNewGame();
  if (isNew && isNewcomer()) return t('game.aim');
  if (!isYou(game, mover)) return t(isNew ? 'game.begins' : 'game.moves', { name, colour: mover });
  if (isNew) return t('game.you begin', { colour: mover });
  return game.moves.length < 2 ? t('game.your first turn', { colour: mover }) : t('game.your turn');
}

function variationHeadline() {
  const { winner } = shownPosition();
  if (winner === undefined) return t('game.variation', { ply: shownPly() });
  return winner ? t('game.variation won', { colour: winner }) : t('game.variation drawn');
}

function title() {
  return state.view === 'game' ? headline() : state.itemTitle || t('page.title', { view: state.view });
}

/** @param {HTMLElement} root */
export function createStatus(root) {
  const away = el('span.away');
  let drawn = '';
  let titled = '';
  return function render() {
    const result = isAtEnd() ? resultOf(state.game) : null;
    // Beside "You lost" is your disc.
    const colour = result ? result.winner && (ownColour(state.game) ?? result.winner) : shownPosition().toMove;
    const text = headline();
    if (drawn !== `${colour}/${text}`) {
      drawn = `${colour}/${text}`;
      // New elements: centred ones that change their text would count as a layout shift.
      const disc = colour ? pip(colour) : el('span.disc.pip.none', { 'aria-hidden': 'true' });
      root.replaceChildren(disc, el('span', text), away);
    }
    const isLost = state.live !== null && !state.live.connected && !state.loading;
    setText(away, t(isLost ? 'game.reconnecting' : 'game.offline'));
    set(away, 'title', t(isLost ? 'game.reconnecting, about' : 'game.offline, about'));
    show(away, state.offline || isLost);
    set(root, 'data-over', result !== null && !isInVariation());
    set(root, 'data-end', result !== null && !isInVariation() ? endOf(state.game, result) : null);
    const isAwaited = runningElsewhere().some(isYourTurn);
    const words = `${isAwaited ? `${t('game.awaited')} ` : ''}${title()} – Dropfour`;
    if (titled === words) return;
    titled = words;
    whenSettled(() => {
      document.title = titled;
    });
  };
}

/** @param {HTMLElement} root */
export function createResultCard(root) {
  // Which colour the visitor has then.
  const other = el('small', { 'aria-hidden': 'true' });
  const again = button(t('game.play again'), playAgain);
  const picture = createWinPicture();
  const ladder = createLadder((level) => begin(level, 'red'));
  const swapped = el('button', { type: 'button', click: rematch }, t('game.rematch'), other);
  const review = button(t('game.review'), () => void startReview());
  const retry = button(t('game.try that moment'), retryTurningPoint, '.primary');
  const match = el('p.match');
  const turning = el('p.turning', { role: 'status' });
  root.append(match, turning, ladder.root, el('div.card-actions', retry, again, picture.root, swapped, review));

  function retryTurningPoint() {
    const ply = ownTurningPoint();
    if (ply !== null) tryAgainFrom(retryPly({ ply }));
  }

  function playAgain() {
    const { game } = state;
    const engine = game.red.engine ?? game.yellow.engine;
    begin(engine, game.red.engine === null ? 'red' : 'yellow', game.start, [], game.swapped !== null);
  }

  return function render() {
    const { game } = state;
    const canRepeat = game.tournament === null && !game.isAnalysis && !game.live && !isWatching(game);
    const canReview = !state.review?.isOpen && game.moves.length > 0;
    const isOver = resultOf(game) !== null && !state.loading && (canRepeat || canReview);
    if (isOver && root.hidden) clearPlace();
    show(root, isOver);
    show(again, canRepeat);
    show(swapped, canRepeat && isAgainstEngine(game));
    const mine = game.red.engine === null ? 'red' : 'yellow';
    const asOther = t('game.other colour', { colour: otherColour(mine) });
    setText(other, asOther);
    set(swapped, 'aria-description', asOther);
    show(review, canReview);
    // A live game has its rematch as its main action.
    set(review, 'class', canRepeat || (game.live && !isWatching(game)) ? null : 'primary');
    const score = matchSentence(game);
    showText(match, score ? sentence(score) : '');
    const result = resultOf(game);
    // Nothing moves when the story is known.
    show(turning, result !== null && ownColour(game) !== null && !state.review?.isOpen);
    const end = endOf(game, result);
    setText(turning, turningSentence(end));
    const ply = canRepeat && canReview ? ownTurningPoint() : null;
    // After a loss it has its place while the moment is looked for.
    const isAwaited = end === 'lost' && canRepeat && canReview && !state.review?.done;
    show(retry, ply !== null || isAwaited);
    retry.disabled = ply === null;
    set(again, 'class', canRepeat && retry.hidden ? 'primary' : null);
    picture.render(canRepeat && (end === 'won' || end === 'over'));
    const isClimbed = climbed === gameKey();
    show(ladder.root, isClimbed);
    if (isClimbed) ladder.render(game.red.engine ?? game.yellow.engine, true);
  };
}

/** A small picture of the end of the game, which opens what can be sent. */
function createWinPicture() {
  const summary = () => withWords('review', import('./summary.js'));
  const image = el('img', { alt: '' });
  const label = t('game.send a picture');
  const click = async () => (await summary()).showWin();
  const root = el('button.picture', { type: 'button', 'aria-label': label, title: label, hidden: true, click }, image);
  let drawn = '';
  return {
    root,
    /** @param {boolean} isShown */
    render(isShown) {
      show(root, isShown);
      const key = isShown ? gameKey() : drawn;
      if (key === drawn) return;
      drawn = key;
      void summary().then(
        ({ winPicture }) => key === gameKey() && (image.src = winPicture()),
        () => {},
      );
    },
  };
}

/** Hide the cards below for a moment, so that they appear in their new place. */
function clearPlace() {
  set(byId('game-view'), 'data-ending', true);
  whenSettled(() => set(byId('game-view'), 'data-ending', false));
}

/** The game in which a rung of the ladder was climbed last. */
let climbed = '';

/** The ply of the visitor's move that decided the game; null if there is none. */
function ownTurningPoint() {
  const ply = state.review?.story?.decisive ?? null;
  return ply !== null && ownColour(state.game) !== null && isOwn(ply) ? ply : null;
}

/** What decided the game, once known; a loss ends warmly. @param {ReturnType<typeof endOf>} end */
function turningSentence(end) {
  const story = state.review?.done ? state.review.story : null;
  const told = story ? mainSentence(story) : '';
  return end === 'lost' ? `${t('game.good game')} ${told}`.trim() : told;
}

// --- announcements -------------------------------------------------------------------------------

/** Announce each move with its cell, and the result. @param {HTMLElement} region */
export function createVoice(region) {
  let spoken = 0;
  const follow = createFollower();
  return function render() {
    const { game } = state;
    const { before, moved, ended, swaps } = follow(game);
    if (swaps) notify(t('game.has swapped', { name: seatName(game, 'red'), other: seatName(game, 'yellow') }));
    // An undo announces itself; in a live game the other side agrees to it at some later time.
    const taken = game.live && moved < 0 ? t('game.taken back', { ply: game.moves.length }) : '';
    if (preferences.voice.value && (ended || (moved > 0 && resultOf(game) === null)) && isAgainstEngine(game)) {
      void withWords('remarks', import('./voice.js'))
        .then(({ comment }) => comment(game))
        .catch(() => {});
    }
    const moves = moved > 0 ? newMoves(game, before) : '';
    const text = [taken, moves, ended ? `${sentence(resultSentence(game))} ${finalLines(game)}` : ''].join(' ').trim();
    if (text) speak(text);
    if (ended) {
      climbed = noteBeaten(game) ? gameKey() : '';
      whenSettled(revealEnd); // by then the ladder is there
      if (ownColour(game) !== null) void startReview(false);
    }
    if (state.spoken.count !== spoken) {
      spoken = state.spoken.count;
      // What is outside an open dialog is not announced.
      const place = document.querySelector('dialog[open]') ?? document.body;
      if (region.parentNode !== place) place.append(region);
      // A new element each time: a live region that is given the same text again stays silent.
      region.replaceChildren(el('p', state.spoken.text));
    }
  };
}

/** Scroll to what can be done now, and to the result as well if there is room for both: whoever resigns is far below it. */
function revealEnd() {
  const [status, card] = [byId('status'), byId('result-card')];
  reveal(card);
  const height = card.getBoundingClientRect().bottom - status.getBoundingClientRect().top;
  if (height <= innerHeight) reveal(status);
}

// More moves than a turn has are a game that was loaded.
const MOST_ANNOUNCED = 2;

/** The last moves, after *known* of them. @param {Game} game @param {number} known */
function newMoves(game, known) {
  const last = game.moves.length;
  const plies = Array.from({ length: Math.min(MOST_ANNOUNCED, last - known) }, (_, i) => last - i).reverse();
  return plies.map((ply) => moveSentence(game, ply)).join(' ');
}

/** @param {Game} game @param {number} ply */
function moveSentence(game, ply) {
  const positions = positionsOf(game);
  const { last: cell, rules } = positions[ply];
  const mover = positions[ply - 1].toMove;
  const gained =
    rules.objective === 'most-lines' ? positions[ply].countLines(mover) - positions[ply - 1].countLines(mover) : 0;
  const values = { ply, colour: mover, column: cell?.column ?? 0, row: cell?.row ?? 0, gained };
  return t(gained ? 'game.move with lines' : 'game.move', values);
}

/** The score of a game that is won by lines. @param {Game} game */
function finalLines(game) {
  const position = livePosition(game);
  if (position.rules.objective !== 'most-lines') return '';
  return COLOURS.map((colour) => t('game.lines of', { colour, count: position.countLines(colour) })).join(' ');
}
