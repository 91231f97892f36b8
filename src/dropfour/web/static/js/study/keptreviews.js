// The reviews of the last games, kept in this browser.

import { keep, readList } from '../storage/storage.js';
import { state, update } from '../page/state.js';
import { startReview } from './review.js';

const KEY = 'reviews 2';
const MOST_GAMES = 20;

/** Identifies the moves that a review belongs to. */
export function gameKey() {
  return `${state.game.start}/${state.game.moves.join(',')}`;
}

/** @type {Review[] | null} */
let known = null;

/** What is kept, read once: each move asks for it. @returns {Review[]} */
function all() {
  known ??= readList(KEY).map((each) => ({ ...each, moves: new Map(each.moves) }));
  return known;
}

/** @param {Review} review */
export function keepReview(review) {
  const reviews = all();
  const before = reviews.findIndex(({ key }) => key === review.key);
  if (before >= 0) reviews.splice(before, 1);
  reviews.unshift(review);
  reviews.splice(MOST_GAMES);
  keep(
    KEY,
    reviews.map((each) => ({ ...each, moves: [...each.moves] })),
  );
}

let followed = '';

/** Show the review that this browser has of the game on the screen; called after each change. */
export function followReview() {
  const key = gameKey();
  if (key === followed && (state.review === null || state.review.key === key)) return;
  followed = key;
  if (state.review?.key === key) return;
  if (state.review) void import('./reviewing.js').then(({ stopReview }) => stopReview());
  const kept = all().find((each) => each.key === key) ?? null;
  if (kept || state.review) update({ review: kept });
  if (kept?.isOpen && !kept.done) void startReview();
}
