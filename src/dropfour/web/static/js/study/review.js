// Stepping through a game and its review: positions, mistakes, and where to try again; and the reviews of the last games, which
// this browser keeps.

import { isStill } from '../board/fall.js';
import { isAgainstEngine, ownColour, positionsOf } from '../model/game.js';
import { isInVariation, shownGame, shownMoves, shownPly } from '../page/shown.js';
import { speak, state, update } from '../page/state.js';
import { pause } from '../page/tasks.js';
import { keep, readList } from '../storage/storage.js';
import { t } from '../ui/words.js';

/** @typedef {Story['mistakes'][number]} Mistake */

const DISC_MS = 550;
const REVIEWS = 'reviews 2';
const MOST_GAMES = 20;

/** Review the game on the screen, from its end. @param {boolean} [isOpen]  whether it is shown */
export async function startReview(isOpen = true) {
  const { runReview } = await import('./reviewing.js');
  await runReview(isOpen);
}

/** The review on the screen. */
export function shownReview() {
  return state.review?.isOpen ? state.review : null;
}

/** Show the position after *ply* moves. @param {number} ply
 * @param {number[] | null} [variation]  the moves to step through; null for those of the game */
export function goTo(ply, variation = state.variation) {
  const last = (variation ?? state.game.moves).length;
  const wanted = Math.max(0, Math.min(last, ply));
  if (wanted === shownPly() && variation === state.variation) return;
  update({ variation, shownPly: wanted === last ? null : wanted, hint: null, pointed: null, lineShown: null });
  speak(moveSentence(wanted));
}

/** @param {number} steps */
export function step(steps) {
  goTo(shownPly() + steps);
}

// --- mistakes ------------------------------------------------------------------------------------

/** The mistake on the screen: the next move of the game, or the one that led to the position. */
export function shownMistake() {
  const mistakes = isInVariation() ? [] : (shownReview()?.story?.mistakes ?? []);
  const at = (/** @type {number} */ ply) => mistakes.find((each) => each.ply === ply);
  return at(shownPly() + 1) ?? at(shownPly()) ?? null;
}

/** The mistakes to step through: those that could be seen, and the one that decided the game. */
export function plainMistakes() {
  const mistakes = shownReview()?.story?.mistakes ?? [];
  return mistakes.filter((each) => each.sight !== null || isDecisive(each));
}

/** The mistake to look at first: the one that decided the game, else the visitor's first. */
export function firstMistake() {
  const mistakes = plainMistakes();
  return mistakes.find(isDecisive) ?? mistakes.find(({ ply }) => isOwn(ply)) ?? mistakes[0] ?? null;
}

/** Why the game was lost, or else what is proven of it. @param {Story} story */
export function mainSentence({ mistakes, decisive, ending }) {
  return mistakes.find(({ ply }) => ply === decisive)?.text ?? ending;
}

/** Whether a mistake decided the game. @param {Pick<Mistake, 'ply'>} mistake */
export function isDecisive({ ply }) {
  return ply === state.review?.story?.decisive;
}

/** The mistake before or after the position on the screen; after the end of the game comes the one
 * to look at first. @param {1 | -1} direction @returns {Mistake | null} */
export function otherMistake(direction) {
  const mistakes = plainMistakes();
  const here = shownPly() + 1;
  if (direction < 0) return mistakes.filter(({ ply }) => ply < here).at(-1) ?? null;
  const next = mistakes.find(({ ply }) => ply > here);
  if (next || shownPly() < state.game.moves.length) return next ?? null;
  return firstMistake();
}

/** Show what a mistake allows or misses, disc by disc. @param {Mistake | null} mistake */
export function showMistake(mistake) {
  if (!mistake) return false;
  goTo(mistake.ply - 1, null);
  speak(t('study.before move', { ply: mistake.ply, text: mistake.text }));
  void discByDisc(
    mistake.line.length,
    () => shownMistake()?.ply === mistake.ply && shownPly() === mistake.ply - 1,
    (lineShown) => update({ lineShown }),
  );
  return true;
}

/** Show one disc after another while *isOn*. @param {number} count @param {() => boolean} isOn @param {(shown: number) => void} show */
export async function discByDisc(count, isOn, show) {
  for (let shown = isStill() ? Math.max(1, count) : 1; shown <= count && isOn(); shown += 1) {
    show(shown);
    await pause(DISC_MS);
  }
}

/** Whether the visitor made a move, who may have played both sides. @param {number} ply */
export function isOwn(ply) {
  const own = ownColour(state.game);
  return own === null || positionsOf(state.game)[ply - 1].toMove === own;
}

/** The ply from which a mistake is tried again: one's own before the move, an opponent's after it.
 * @param {Pick<Mistake, 'ply'>} mistake */
export function retryPly({ ply }) {
  return isOwn(ply) || positionsOf(state.game)[ply].isOver ? ply - 1 : ply;
}

/** Whether a move of the reviewed game is proven to be a mistake. @param {number} ply */
function isMistake(ply) {
  const verdict = state.review?.moves.get(ply)?.verdict;
  return Boolean(verdict && verdict !== 'best');
}

/** The ply from which the position on the screen is tried again. Two people start before the move
 * shown if it is a mistake, otherwise after it. Against an engine it is the person's turn then:
 * before a mistake of their own, and after the engine's move, which it might not choose again. */
export function againPly() {
  const { game } = state;
  const ply = shownPly();
  const positions = positionsOf(game);
  const mover = positions[ply].toMove;
  if (isAgainstEngine(game) ? game[mover].engine === null : !isMistake(ply)) return ply;
  if (!isAgainstEngine(game) || ply === game.moves.length) return isMistake(ply) ? ply - 1 : ply;
  const isAnswered = !positions[ply + 1].isOver;
  const isAsked = !isMistake(ply) || state.review?.story?.decisive === ply + 1;
  return isAnswered && isAsked ? ply + 1 : Math.max(0, ply - 1);
}

/** A move and its verdict in words. @param {number} ply */
function moveSentence(ply) {
  if (ply === 0) return t('study.start position');
  const positions = positionsOf(shownGame());
  const cell = positions[ply].last;
  const colour = positions[ply - 1].toMove;
  const column = cell?.column ?? shownMoves()[ply - 1];
  if (isInVariation()) return t('study.variation move', { ply, colour, column });
  const verdict = shownReview()?.moves.get(ply)?.verdict;
  return t('study.move', { ply, colour, column, verdict: verdict ? t('game.verdict', { verdict }) : 'none' });
}

// --- kept reviews --------------------------------------------------------------------------------

/** Identifies the moves that a review belongs to. */
export function gameKey() {
  return `${state.game.start}/${state.game.moves.join(',')}`;
}

/** @type {Review[] | null} */
let known = null;

/** What is kept, read once: each move asks for it. @returns {Review[]} */
function keptReviews() {
  known ??= readList(REVIEWS).map((each) => ({ ...each, moves: new Map(each.moves) }));
  return known;
}

/** @param {Review} review */
export function keepReview(review) {
  const reviews = keptReviews();
  const before = reviews.findIndex(({ key }) => key === review.key);
  if (before >= 0) reviews.splice(before, 1);
  reviews.unshift(review);
  reviews.splice(MOST_GAMES);
  keep(
    REVIEWS,
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
  const kept = keptReviews().find((each) => each.key === key) ?? null;
  if (kept || state.review) update({ review: kept });
  if (kept?.isOpen && !kept.done) void startReview();
}
