// The ladder: which of the characters the visitor has beaten, kept in this browser.

import { CHARACTERS, characterOf } from './characters.js';
import { keptGames, listedGames } from './library.js';
import { endOf } from './results.js';
import { readList, write } from './storage.js';
import { resultOf } from './store.js';
import { hasServer } from './site.js';

const KEY = 'beaten';

/** Note the opponent of a game that the visitor has won. @param {Game} game */
export function noteBeaten(game) {
  const level = characterOf(game.red.engine ?? game.yellow.engine)?.level;
  const known = readList(KEY);
  if (level && endOf(game, resultOf(game)) === 'won' && !known.includes(level)) write(KEY, [...known, level]);
}

/** The levels that were beaten, in this browser or in the games that it knows. @returns {Set<string>} */
export function beaten() {
  const games = hasServer ? listedGames() : keptGames();
  const won = games.filter((game) => endOf(game, game.result) === 'won').map((game) => characterOf(game.red.engine ?? game.yellow.engine)?.level);
  return new Set([...readList(KEY), ...won.filter((level) => level !== undefined)]);
}

/** The next one to climb to: the weakest of those above everybody who was beaten, or below them if there is none.
 * @param {Set<string>} levels  those that were beaten @returns {string | null} */
export function nextRung(levels) {
  const rungs = CHARACTERS.map(({ level }) => level);
  const top = rungs.findLastIndex((level) => levels.has(level));
  return rungs[top + 1] ?? rungs.find((level) => !levels.has(level)) ?? null;
}
