// What this browser remembers of the training: the positions in which you went wrong, and which of your games have
// been looked through.

import { accuracyKey } from '../record/accuracy.js';
import { afterBlunder, dayOf, merged, readCards } from './schedule.js';

/** @import {PastGame, ReviewedMove} from '../types.d.ts' */
/** @import {Cards} from './schedule.js' */

const KEY = 'dropfour.trainer';
const MOST_GAMES = 1000;

/** @type {{cards: Cards, games: string[]} | null} */
let kept = null;

/** @returns {{cards: Cards, games: string[]}} */
function all() {
  kept ??= read();
  return kept;
}

function read() {
  /** @type {any} */
  let found = null;
  try {
    found = JSON.parse(localStorage.getItem(KEY) ?? 'null');
  } catch {
    // What cannot be read is started again.
  }
  const games = Array.isArray(found?.games) ? found.games.filter((/** @type {unknown} */ each) => typeof each === 'string') : [];
  return { cards: readCards(found?.cards), games };
}

/** @param {{cards?: Cards, games?: string[]}} changes */
function keep(changes) {
  kept = { ...all(), ...changes };
  try {
    localStorage.setItem(KEY, JSON.stringify({ cards: Object.values(kept.cards), games: kept.games }));
  } catch {
    // Without storage the training lasts until the page is closed.
  }
}

// Another tab trains with the same cards.
addEventListener('storage', (event) => {
  if (event.key === KEY || event.key === null) kept = null;
});

export function allCards() {
  return all().cards;
}

/** @param {Cards} cards */
export function keepCards(cards) {
  if (cards !== all().cards) keep({ cards });
}

export function today() {
  return dayOf(new Date());
}

/** The games among these that have not been looked through. @param {PastGame[]} games */
export function newGames(games) {
  const seen = new Set(all().games);
  return games.filter((past) => !seen.has(accuracyKey(past)));
}

/** Keep the blunders among your moves in a game; return how many are new. @param {PastGame} past @param {ReviewedMove[]} moves */
export function keepBlunders(past, moves) {
  const game = { id: past.id, played: dayOf(new Date(past.updated_at)) };
  const before = allCards();
  let count = 0;
  const cards = moves.filter(({ verdict }) => verdict === 'blunder').reduce((found, { ply, column }) => {
    const more = afterBlunder(found, past.moves.slice(0, ply - 1), column, game, today());
    if (more !== found) count += 1;
    return more;
  }, before);
  keep({ cards, games: [...all().games, accuracyKey(past)].slice(-MOST_GAMES) });
  return count;
}

/** The cards as a file for another browser. */
export function exportText() {
  return `${JSON.stringify({ dropfour: 'trainer', cards: Object.values(allCards()) }, null, 1)}\n`;
}

/** Add the cards of a file; return how many it has. Raises an Error with an explanation. @param {string} text */
export function importText(text) {
  /** @type {any} */
  let found = null;
  try {
    found = JSON.parse(text);
  } catch {
    // Reported below.
  }
  if (found?.dropfour !== 'trainer') throw new Error('it was not exported by the trainer');
  const cards = readCards(found.cards);
  keepCards(merged(allCards(), cards));
  return Object.keys(cards).length;
}
