// What this browser remembers of the training: the positions in which you went wrong, which of your
// games have been looked through, and what you know of the solution.

import { readRecord, write } from '../storage/storage.js';
import { accuracyKey } from '../past/accuracy.js';
import { t } from '../ui/words.js';
import { afterBlunder, dayOf, merged, readCards } from './schedule.js';

/** @import {Cards} from './schedule.js' */

const KEY = 'trainer';
const MOST_GAMES = 1000;

/** The positions of the solution in which you went wrong, and the keys of those that you know, see
 * `keysOf` there. @typedef {{cards: Cards, known: Set<string>}} Solved */
/** @typedef {{cards: Cards, games: string[], solution: Solved}} Kept */

/** @type {Kept | null} */
let kept = null;

/** @returns {Kept} */
function all() {
  if (!kept) {
    const { cards, games, solution } = readRecord(KEY);
    kept = { cards: readCards(cards), games: readTexts(games), solution: readSolved(solution) };
  }
  return kept;
}

/** @param {unknown} found @returns {string[]} */
function readTexts(found) {
  return Array.isArray(found) ? found.filter((each) => typeof each === 'string') : [];
}

/** @param {any} found @returns {Solved} */
function readSolved(found) {
  return { cards: readCards(found?.cards), known: new Set(readTexts(found?.known)) };
}

/** @param {Solved} solved */
function writtenSolved({ cards, known }) {
  return { cards: Object.values(cards), known: [...known] };
}

/** @param {Partial<Kept>} changes */
function store(changes) {
  kept = { ...all(), ...changes };
  write(KEY, { cards: Object.values(kept.cards), games: kept.games, solution: writtenSolved(kept.solution) });
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

export function keptSolution() {
  return all().solution;
}

/** @param {Solved} solution */
export function keepSolution(solution) {
  store({ solution });
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
  const cards = moves
    .filter(({ verdict }) => verdict === 'blunder')
    .reduce((found, { ply, column }) => {
      const more = afterBlunder(found, past.moves.slice(0, ply - 1), column, game, today());
      if (more !== found) count += 1;
      return more;
    }, before);
  store({ cards, games: [...all().games, accuracyKey(past)].slice(-MOST_GAMES) });
  return count;
}

/** The cards as a file for another browser. */
export function exportText() {
  const { cards, solution } = all();
  return `${JSON.stringify({ dropfour: 'trainer', cards: Object.values(cards), solution: writtenSolved(solution) }, null, 1)}\n`;
}

/** Add the cards of a file; return how many it has, or raise an Error. @param {string} text */
export function importText(text) {
  /** @type {any} */
  let found = null;
  try {
    found = JSON.parse(text);
  } catch {
    // Reported below.
  }
  if (found?.dropfour !== 'trainer') throw new Error(t('trainer.not exported'));
  const cards = readCards(found.cards);
  keepCards(merged(allCards(), cards));
  const [ours, theirs] = [keptSolution(), readSolved(found.solution)];
  keepSolution({ cards: merged(ours.cards, theirs.cards), known: new Set([...ours.known, ...theirs.known]) });
  return Object.keys(cards).length;
}
