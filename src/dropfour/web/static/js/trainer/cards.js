// What this browser remembers of the training: the positions in which you went wrong, and which of your games have
// been looked through.

import { readRecord, write } from '../page/storage.js';
import { accuracyKey } from '../past/accuracy.js';
import { afterBlunder, dayOf, merged, readCards } from './schedule.js';

/** @import {Cards} from './schedule.js' */

const KEY = 'trainer';
const MOST_GAMES = 1000;

/** @type {{cards: Cards, games: string[]} | null} */
let kept = null;

/** @returns {{cards: Cards, games: string[]}} */
function all() {
  if (!kept) {
    const { cards, games } = readRecord(KEY);
    kept = { cards: readCards(cards), games: Array.isArray(games) ? games.filter((each) => typeof each === 'string') : [] };
  }
  return kept;
}

/** @param {{cards?: Cards, games?: string[]}} changes */
function store(changes) {
  kept = { ...all(), ...changes };
  write(KEY, { cards: Object.values(kept.cards), games: kept.games });
}

// Another tab trains with the same cards.
addEventListener('storage', (event) => {
  if (event.key === null || event.key.endsWith(KEY)) kept = null;
});

export function allCards() {
  return all().cards;
}

/** @param {Cards} cards */
export function keepCards(cards) {
  if (cards !== all().cards) store({ cards });
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
  store({ cards, games: [...all().games, accuracyKey(past)].slice(-MOST_GAMES) });
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
