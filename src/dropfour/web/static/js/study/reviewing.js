// Runs reviews and tells their stories. Those of the last games are kept in this browser, for a reload or the way back.

import { failureOf } from '../page/errors.js';
import { ownColour } from '../page/results.js';
import { usesCore } from '../page/site.js';
import { speak, state, update } from '../page/store.js';
import { Latest } from '../page/tasks.js';
import { counted } from '../page/words.js';
import { review as reviewGame, tellStory } from '../server/answers.js';
import { gameKey, keepReview } from './keptreviews.js';

/** @import {Review, Story} from '../types.d.ts' */

const running = new Latest();
// The story is told again at most this often while more is proven.
const TELL_MS = 250;

/** Review the game on the screen, or show the review that there is. @param {boolean} isOpen  otherwise nobody has asked for it */
export async function runReview(isOpen) {
  const key = gameKey();
  const before = state.review?.key === key ? state.review : null;
  if (before?.done && !before.problem && (!isOpen || isComplete(before))) {
    change(key, { isOpen: isOpen || before.isOpen });
    if (isOpen) announce(before);
    return;
  }
  if (!isOpen && !usesCore) return; // a server is not kept busy with what nobody has asked for
  if (!isOpen && before) return;
  const signal = running.begin();
  const moves = new Map(before?.moves);
  update({ review: { key, moves, story: before?.story ?? null, isOpen, done: false, problem: '' } });
  const { game } = state;
  let timer = 0;
  const tell = async () => {
    timer = 0;
    const story = await tellStory(game, moves);
    if (story && !signal.aborted) change(key, { story });
  };
  try {
    const told = await reviewGame(game, signal, (move) => {
      if (signal.aborted || isWorse(move, moves.get(move.ply))) return;
      moves.set(move.ply, move);
      change(key, {});
      timer ||= setTimeout(() => void tell().catch(() => {}), TELL_MS);
    }, !isOpen);
    clearTimeout(timer);
    const story = told ?? await tellStory(game, moves);
    if (signal.aborted) return;
    change(key, { story, done: true });
    if (state.review?.isOpen) announce(state.review);
  } catch (error) {
    if (signal.aborted) return;
    change(key, { done: true, problem: failureOf(error) });
  }
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

/** @param {Review} review */
function announce({ story }) {
  if (!story) return;
  const own = ownColour(state.game);
  const sides = own ? [own] : /** @type {const} */ (['red', 'yellow']);
  const found = sides.map((colour) => sideSentence(story, colour, own)).join(' ');
  speak(`The review is complete. ${story.ending} ${found}`);
}

/** @param {Story} story @param {Colour} colour @param {Colour | null} own */
function sideSentence(story, colour, own) {
  const { accuracy, mistakes } = story[colour];
  if (accuracy === null) return '';
  return `${own ? 'Your accuracy' : `Accuracy of ${colour}`}: ${accuracy} percent, ${counted(mistakes, 'mistake')}.`;
}
