// The headline above the board, what to do at the end of a game, and announcements to screen readers.

import { button, byId, el, pip, reveal, set, setText, show, showText, whenSettled } from '../ui/dom.js';
import { otherColour } from '../board/rules.js';
import { begin, rematch, tryAgainFrom } from './play.js';
import { noteBeaten } from '../page/ladder.js';
import { matchSentence } from '../page/match.js';
import { preferences } from '../page/storage.js';
import { endOf, ownColour, resultSentence } from '../page/results.js';
import { isYourTurn, runningElsewhere } from '../page/seats.js';
import { isOwn, retryPly, startReview } from '../study/review.js';
import {
  canMove, isAtEnd, isEnginesTurn, isInVariation, isWatching, livePosition, moverOf, positionsOf, resultOf, shownPly, shownPosition, speak,
  state,
} from '../page/store.js';
import { capital, counted, goalSentence, isAgainstEngine, seatName } from '../page/words.js';

function headline() {
  const { game } = state;
  if (state.loading) return 'Loading …';
  if (isInVariation()) return variationHeadline();
  if (!isAtEnd()) return `After ${shownPly()} of ${game.moves.length} moves`;
  const result = resultSentence(game);
  if (result) return result;
  const mover = moverOf(game);
  if (mover === null) return '';
  if (isEnginesTurn(game)) {
    return state.offline ? 'No connection; retrying …' : `${seatName(game, mover)} is thinking …`;
  }
  if (game.live && state.live?.info?.open) return isWatching(game) ? 'You are invited' : 'Waiting for the other player';
  return [game.moves.length < 2 ? goalSentence(shownPosition().rules) : '', turnSentence(game, mover)].filter(Boolean).join('. ');
}

/** @param {Game} game @param {Colour} mover  a person */
function turnSentence(game, mover) {
  if (game.live && canMove(game)) return 'Your turn';
  const name = seatName(game, mover);
  const isNew = game.id === null && game.moves.length === 0 && !game.isAnalysis && !state.queue.length;
  if (name !== 'You') return isNew ? `${name} to move: drop a disc to start` : `${name} to move`;
  if (isNew) return `You are ${mover}. Drop a disc to start`;
  return game.moves.length < 2 ? `You are ${mover}. Your turn` : 'Your turn';
}

function variationHeadline() {
  const { winner } = shownPosition();
  if (winner === undefined) return `Variation, move ${shownPly()}`;
  return winner ? `Variation: ${winner} wins` : 'Variation: a draw';
}

const OFFLINE = 'No connection: your moves are stored in this browser and sent to the server later';
const RECONNECTING = 'No connection to the server: the game continues as soon as there is one';

/** @type {Record<Exclude<State['view'], 'game' | 'tournament'>, string>} */
const TITLES = {
  past: 'Past games', statistics: 'Your record', live: 'Live games', tournaments: 'Tournaments', puzzles: 'Puzzles', learn: 'Learn',
  club: 'Tournaments between people', ratings: 'Ratings',
  lesson: 'Lesson', openings: 'Openings', trainer: 'Trainer', solution: 'The solution',
};

function title() {
  if (state.view === 'game') return headline();
  if (state.view !== 'tournament') return state.itemTitle || TITLES[state.view];
  const { one } = state.tournaments;
  if (!one) return 'Tournament';
  return one.state === 'running' ? `${one.games_played} of ${one.games_scheduled}, ${one.name}` : one.name;
}

/** @param {HTMLElement} root */
export function createStatus(root) {
  const away = el('span.away');
  let drawn = '';
  let titled = '';
  return function render() {
    const result = isAtEnd() ? resultOf(state.game) : null;
    const colour = result ? result.winner : shownPosition().toMove;
    const text = headline();
    if (drawn !== `${colour}/${text}`) {
      drawn = `${colour}/${text}`;
      // New elements: centred ones that change their text would count as a layout shift.
      const disc = colour ? pip(colour) : el('span.disc.pip.none', { 'aria-hidden': 'true' });
      root.replaceChildren(disc, el('span', {}, text), away);
    }
    const isLost = state.live !== null && !state.live.connected && !state.loading;
    setText(away, isLost ? 'reconnecting …' : 'offline');
    set(away, 'title', isLost ? RECONNECTING : OFFLINE);
    show(away, state.offline || isLost);
    set(root, 'data-over', result !== null && !isInVariation());
    set(root, 'data-end', result !== null && !isInVariation() ? endOf(state.game, result) : null);
    const isAwaited = runningElsewhere().some(isYourTurn);
    const words = `${isAwaited ? 'Your turn! ' : ''}${title()} – Dropfour`;
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
  const [same, other] = [el('small', { 'aria-hidden': 'true' }), el('small', { 'aria-hidden': 'true' })];
  const again = el('button.primary', { type: 'button', click: playAgain }, 'Play again', same);
  const swapped = el('button', { type: 'button', click: rematch }, 'Rematch', other);
  const review = button('Review the game', () => void startReview());
  const retry = button('', retryTurningPoint);
  const match = el('p.match');
  const turning = el('p.turning', { role: 'status' });
  root.append(match, turning, el('div.card-actions', {}, again, swapped, review, retry));

  function retryTurningPoint() {
    const ply = ownTurningPoint();
    if (ply !== null) tryAgainFrom(retryPly({ ply }));
  }

  function playAgain() {
    const { game } = state;
    const engine = game.red.engine ?? game.yellow.engine;
    begin(engine, game.red.engine === null ? 'red' : 'yellow', game.start);
  }

  return function render() {
    const { game } = state;
    const canRepeat = game.tournament === null && !game.isAnalysis && !game.live && !isWatching(game);
    const canReview = !state.review?.isOpen && game.moves.length > 0;
    show(root, resultOf(game) !== null && !state.loading && (canRepeat || canReview));
    show(again, canRepeat);
    show(swapped, canRepeat && isAgainstEngine(game));
    const mine = game.red.engine === null ? 'red' : 'yellow';
    sayColour(again, same, isAgainstEngine(game) ? `as ${mine} again` : '');
    sayColour(swapped, other, `as ${otherColour(mine)}, colours swapped`);
    show(review, canReview);
    // A live game has its rematch as its main action.
    set(review, 'class', canRepeat || (game.live && !isWatching(game)) ? null : 'primary');
    const score = matchSentence(game);
    showText(match, score ? `${score}.` : '');
    const result = resultOf(game);
    // Nothing moves when the story is known.
    show(turning, result !== null && ownColour(game) !== null && !state.review?.isOpen);
    setText(turning, turningSentence(endOf(game, result)));
    const ply = canRepeat && canReview ? ownTurningPoint() : null;
    show(retry, ply !== null);
    setText(retry, `Retry from move ${ply}`);
  };
}

/** @param {HTMLElement} button @param {HTMLElement} note @param {string} words */
function sayColour(button, note, words) {
  setText(note, words);
  set(button, 'aria-description', words || null);
}

/** The ply of the visitor's move that decided the game; null if there is none. */
function ownTurningPoint() {
  const ply = state.review?.story?.turning_point ?? null;
  return ply !== null && ownColour(state.game) !== null && isOwn(ply) ? ply : null;
}

/** What decided the game, once that is known; a loss ends warmly. @param {ReturnType<typeof endOf>} end */
function turningSentence(end) {
  const story = state.review?.done ? state.review.story : null;
  if (end === 'lost') return `Good game. ${story?.ending ?? ''}`.trim();
  return story?.ending ?? '';
}

// --- announcements --------------------------------------------------------------------------------

/** Announce each move with its cell, and the result. @param {HTMLElement} region */
export function createVoice(region) {
  let spoken = 0;
  let known = { id: /** @type {string | null} */ (null), start: '', moves: 0, over: false };
  return function render() {
    const { game } = state;
    const over = resultOf(game) !== null;
    const isSame = known.start === game.start && (known.id === game.id || known.id === null);
    const grew = isSame && game.moves.length > known.moves;
    const ended = isSame && over && !known.over;
    // An undo announces itself; in a live game the other side agrees to it at some later time.
    const shrank = isSame && game.live && game.moves.length < known.moves;
    const taken = shrank ? `Taken back to move ${game.moves.length}.` : '';
    if (preferences.voice.value && (ended || (grew && !over)) && isAgainstEngine(game)) {
      void import('./voice.js').then(({ comment }) => comment(game)).catch(() => {});
    }
    const moves = grew ? newMoves(game, known.moves) : '';
    const text = [taken, moves, ended ? `${resultSentence(game)}.${finalLines(game)}` : ''].join(' ').trim();
    known = { id: game.id, start: game.start, moves: game.moves.length, over };
    if (text) speak(text);
    if (ended) {
      noteBeaten(game);
      revealEnd();
      if (ownColour(game) !== null) void startReview(false);
    }
    if (state.spoken.count !== spoken) {
      spoken = state.spoken.count;
      // What is outside an open dialog is not announced.
      const place = document.querySelector('dialog[open]') ?? document.body;
      if (region.parentNode !== place) place.append(region);
      // A new element each time: a live region that is given the same text again stays silent.
      region.replaceChildren(el('p', {}, state.spoken.text));
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
  const gained = rules.objective === 'most-lines' ? positions[ply].countLines(mover) - positions[ply - 1].countLines(mover) : 0;
  const lines = gained ? `, ${counted(gained, 'new line')}` : '';
  return `Move ${ply}: ${capital(mover)}, column ${cell?.column}, row ${cell?.row}${lines}.`;
}

/** The score of a game that is won by lines. @param {Game} game */
function finalLines(game) {
  const position = livePosition(game);
  if (position.rules.objective !== 'most-lines') return '';
  const [red, yellow] = [position.countLines('red'), position.countLines('yellow')];
  return ` Red has ${counted(red, 'line')}, yellow ${counted(yellow, 'line')}.`;
}
