// Runs reviews and tells their stories. Those of the last games are kept in this browser, for a reload or the way back.

import { COLOURS } from '../board/rules.js';
import { reviewGame, tellStory } from '../core/browser.js';
import { failureOf } from '../page/errors.js';
import { ownColour, positionsOf, resultOf, seatName } from '../model/game.js';
import { speak, state, update } from '../page/state.js';
import { isAtEnd } from '../page/shown.js';
import { Latest } from '../page/tasks.js';
import { t } from '../ui/words.js';
import { firstMistake, gameKey, keepReview, mainSentence, showMistake } from './review.js';

const running = new Latest();
// The story is told again at most this often while more is proven.
const TELL_MS = 250;

/** Review the game on the screen, or show the review that there is. @param {boolean} isOpen  otherwise nobody has asked for it */
export async function runReview(isOpen) {
  const key = gameKey();
  const before = state.review?.key === key ? state.review : null;
  if (before?.done && !before.problem && (!isOpen || isComplete(before))) {
    change(key, { isOpen: isOpen || before.isOpen });
    if (isOpen) open(before);
    return;
  }
  if (!isOpen && before) return;
  const signal = running.begin();
  const moves = new Map(before?.moves);
  update({ review: { key, moves, story: before?.story ?? null, isOpen, done: false, problem: '' } });
  const { game } = state;
  let timer = 0;
  const tell = async () => {
    timer = 0;
    const story = await storyOf(game, moves);
    if (!signal.aborted) change(key, { story });
  };
  try {
    await reviewGame(
      positionsOf(game),
      game.moves,
      signal,
      (move) => {
        if (signal.aborted || isWorse(move, moves.get(move.ply))) return;
        moves.set(move.ply, move);
        change(key, {});
        timer ||= setTimeout(() => void tell().catch(() => {}), TELL_MS);
      },
      !isOpen,
    );
    clearTimeout(timer);
    const story = await storyOf(game, moves);
    if (signal.aborted) return;
    change(key, { story, done: true });
    if (state.review?.isOpen) open(state.review);
  } catch (error) {
    if (signal.aborted) return;
    change(key, { done: true, problem: failureOf(error) });
  }
}

/** What a review tells so far. @param {Game} game @param {Map<number, ReviewedMove>} moves */
export function storyOf(game, moves) {
  const named = COLOURS.filter((colour) => game[colour].engine !== null || game[colour].name);
  const names = Object.fromEntries(named.map((colour) => [colour, seatName(game, colour)]));
  const people = { winner: resultOf(game)?.winner ?? null, reader: ownColour(game), names };
  return tellStory(positionsOf(game), game.moves, moves, people);
}

/** Whether a report knows less than the one before it. @param {ReviewedMove} move @param {ReviewedMove} [known] */
function isWorse(move, known) {
  return known !== undefined && move.verdict === null && known.verdict !== null;
}

/** @param {Review} review */
function isComplete({ moves }) {
  return moves.size === state.game.moves.length && [...moves.values()].every(({ verdict }) => verdict !== null);
}

/** Stop the review of a game that is no longer on the screen. */
export function stopReview() {
  running.stop();
}

/** @param {string} key @param {Partial<Review>} changes */
function change(key, changes) {
  if (state.review?.key !== key) return;
  const review = { ...state.review, ...changes };
  update({ review });
  if (review.done || 'isOpen' in changes) keepReview(review);
}

/** Show the first mistake, unless the visitor looks at something else. @param {Review} review */
function open({ story }) {
  if (!story) return;
  if (isAtEnd()) showMistake(firstMistake());
  const own = ownColour(state.game);
  const sides = own ? [own] : /** @type {const} */ (['red', 'yellow']);
  const found = sides.map((colour) => sideSentence(story, colour, own)).join(' ');
  speak(t('study.review complete', { text: `${mainSentence(story)} ${found}` }));
}

/** @param {Story} story @param {Colour} colour @param {Colour | null} own */
function sideSentence(story, colour, own) {
  const { accuracy, mistakes: count } = story[colour];
  if (accuracy === null) return '';
  return own ? t('study.your accuracy', { accuracy, count }) : t('study.accuracy of', { colour, accuracy, count });
}
