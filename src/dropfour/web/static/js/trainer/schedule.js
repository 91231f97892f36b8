// When a blunder comes back: after growing intervals, until it has been answered right after the
// longest one. A wrong answer starts again. Nothing here is stored or drawn; days are counted by
// the calendar of the user.

import { parseMoves } from '../board/notation.js';
import { COLOURS, playAll } from '../board/rules.js';
import { CLASSIC, EMPTY } from '../model/game.js';
import { keysOf } from '../study/solution.js';

/** A position in which you went wrong: *wrong* is the column, null if you asked for a hint. *stage*
 * counts the right answers since then; *due* and *seen* are days: when it comes back, and when it
 * was played last. *game* is the id of the game in which it happened; null: in training.
 * @typedef {{moves: string, wrong: number | null, stage: number, due: number, seen: number, game: string | null}} Card */
/** @typedef {Record<string, Card>} Cards  by the position, see `keyOf` */

/** How many days a card stays away at each stage. */
export const INTERVALS = [1, 3, 7, 16, 35];
// Blunders found in many games at the same time are spread over the next days.
const MOST_A_DAY = 10;
const MOST_CARDS = 1000;
const DAY_MS = 86_400_000;

/** The number of a day. @param {Date} date */
export function dayOf(date) {
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS);
}

/** The beginning of a day. @param {number} day */
export function dateOf(day) {
  const date = new Date(day * DAY_MS);
  return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
}

/** The position after moves on the classic board; may raise an Error. @param {string} moves */
export function positionAfter(moves) {
  return playAll(EMPTY, parseMoves(moves));
}

/** Names a position, its mirror image, and other orders of its moves. @param {string} moves */
export function keyOf(moves) {
  return keysOf(parseMoves(moves)).key;
}

/** @param {Card} card @returns {Colour} */
export function colourOf({ moves }) {
  return moves.length % 2 === 0 ? 'red' : 'yellow';
}

/** @param {Card} card */
export function isLearnt({ stage }) {
  return stage >= INTERVALS.length;
}

/** The cards after a wrong answer in training. @param {Cards} cards @param {string} moves
 * @param {number | null} wrong @param {number} day @returns {Cards} */
export function afterWrong(cards, moves, wrong, day) {
  const key = keyOf(moves);
  const game = cards[key]?.game ?? null;
  return withCard(cards, key, { moves, wrong, stage: 0, due: day + INTERVALS[0], seen: day, game });
}

/** The cards after a right answer at the first try; one that is not due stays as it is.
 * @param {Cards} cards @param {string} moves @param {number} day @returns {Cards} */
export function afterRight(cards, moves, day) {
  const key = keyOf(moves);
  const card = cards[key];
  if (!card || isLearnt(card) || card.due > day) return cards;
  const stage = card.stage + 1;
  return { ...cards, [key]: { ...card, stage, due: day + (INTERVALS[stage] ?? 0), seen: day } };
}

/** The cards after a blunder was found in a game that was played on the day *played*. It is asked today, or on the next
 * day that is not full. @param {Cards} cards @param {string} moves @param {number} wrong
 * @param {{id: string, played: number}} game @param {number} day @returns {Cards} */
export function afterBlunder(cards, moves, wrong, { id, played }, day) {
  const key = keyOf(moves);
  if (cards[key] && cards[key].seen >= played) return cards;
  let due = day;
  const countOn = (/** @type {number} */ each) =>
    Object.values(cards).filter((card) => !isLearnt(card) && card.due === each).length;
  while (countOn(due) >= MOST_A_DAY) due += 1;
  return withCard(cards, key, { moves, wrong, stage: 0, due, seen: played, game: id });
}

/** @param {Cards} cards @param {string} key @param {Card} card @returns {Cards} */
function withCard(cards, key, card) {
  return limited({ ...cards, [key]: card });
}

/** At most so many cards; those that are learnt, and then those seen longest ago, are dropped.
 * @param {Cards} cards @returns {Cards} */
function limited(cards) {
  const all = Object.entries(cards);
  if (all.length <= MOST_CARDS) return cards;
  all.sort(([, a], [, b]) => Number(isLearnt(a)) - Number(isLearnt(b)) || b.seen - a.seen);
  return Object.fromEntries(all.slice(0, MOST_CARDS));
}

/** What is asked on a day, the most overdue first. @param {Cards} cards @param {Colour} colour @param {number} day */
export function dueCards(cards, colour, day) {
  return Object.values(cards)
    .filter((card) => !isLearnt(card) && card.due <= day && colourOf(card) === colour)
    .sort((a, b) => a.due - b.due || a.moves.length - b.moves.length || a.moves.localeCompare(b.moves));
}

/** How many cards there are; *next* is the first day after today on which one comes back.
 * @param {Cards} cards @param {number} day */
export function overview(cards, day) {
  const all = Object.values(cards);
  const open = all.filter((card) => !isLearnt(card));
  const later = open.filter((card) => card.due > day).map((card) => card.due);
  const [red, yellow] = COLOURS.map((colour) => dueCards(cards, colour, day).length);
  const next = later.length ? Math.min(...later) : null;
  return { red, yellow, open: open.length, learnt: all.length - open.length, next };
}

/** The cards of two browsers; of a position that both have, the one seen last. @param {Cards} a @param {Cards} b @returns {Cards} */
export function merged(a, b) {
  const newer = Object.entries(b).filter(([key, card]) => !a[key] || card.seen > a[key].seen);
  return limited({ ...a, ...Object.fromEntries(newer) });
}

/** The cards among what was read from storage or a file, by their position; anything else is left
 * out. @param {unknown} found @returns {Cards} */
export function readCards(found) {
  const all = found && typeof found === 'object' ? Object.values(found).flatMap(readCard) : [];
  return limited(Object.fromEntries(all.map((card) => [keyOf(card.moves), card])));
}

/** @param {any} found @returns {Card[]} the card, or nothing */
function readCard(found) {
  const { moves, wrong, stage, due, seen, game } = found ?? {};
  const isDay = (/** @type {unknown} */ day) => Number.isInteger(day) && Math.abs(Number(day)) < 1e6;
  const isStage = Number.isInteger(stage) && stage >= 0 && stage <= INTERVALS.length;
  const isColumn = wrong === null || (Number.isInteger(wrong) && wrong >= 1 && wrong <= CLASSIC.columns);
  const isGame = game === null || (typeof game === 'string' && /^[\w-]{1,60}$/.test(game));
  if (typeof moves !== 'string' || !isStage || !isDay(due) || !isDay(seen) || !isColumn || !isGame) return [];
  try {
    if (positionAfter(moves).isOver) return [];
  } catch {
    return [];
  }
  return [{ moves, wrong, stage, due, seen, game }];
}
