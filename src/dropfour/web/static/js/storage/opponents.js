// What this browser remembers of games against the engines: the last opponent, which of the characters were beaten (the ladder), and
// the score of a match, which is made of games that follow each other by rematch.

import { isSupported } from '../core/load.js';
import { CHARACTERS, characterOf } from '../model/characters.js';
import { endOf, engineOf, isAgainstEngine, resultOf } from '../model/game.js';
import { draftOf, keptGames, listedGames } from './games.js';
import { t } from '../ui/words.js';
import { readList, readRecord, write } from './storage.js';

const OPPONENT = 'setup';
const BEATEN = 'beaten';
const MATCHES = 'matches';
const MOST_MATCHES = 50;

/** The last opponent chosen: an engine, or null for a second person, which is all that a browser
 * without WebAssembly has. @returns {string | null} */
export function lastOpponent() {
  if (!isSupported) return null;
  const { engine } = readRecord(OPPONENT);
  return typeof engine === 'string' || engine === null ? engine : 'medium';
}

/** @param {string | null} [engine]  undefined: nobody has been chosen */
export function keepOpponent(engine) {
  write(OPPONENT, engine === undefined ? undefined : { engine });
}

/** Note the opponent of a game that the visitor has won; return whether that is another rung of the ladder. @param {Game} game */
export function noteBeaten(game) {
  const level = characterOf(game.red.engine ?? game.yellow.engine)?.level;
  if (!level || endOf(game, resultOf(game)) !== 'won') return false;
  const isNew = !beaten().has(level);
  const known = readList(BEATEN);
  if (!known.includes(level)) write(BEATEN, [...known, level]);
  return isNew;
}

/** The levels that were beaten, in this browser or in the games that it knows. */
export function beaten() {
  const won = [...listedGames(), ...keptGames()]
    .filter((game) => endOf(game, game.result) === 'won')
    .map((game) => characterOf(game.red.engine ?? game.yellow.engine)?.level);
  return new Set([...readList(BEATEN), ...won.filter((level) => level !== undefined)]);
}

/** The next one to climb to: the weakest of those above everybody who was beaten, or below them if
 * there is none. @param {Set<string>} levels  those that were beaten @returns {string | null} */
export function nextRung(levels) {
  const rungs = CHARACTERS.map(({ level }) => level);
  const top = rungs.findLastIndex((level) => levels.has(level));
  return rungs[top + 1] ?? rungs.find((level) => !levels.has(level)) ?? null;
}

/** @typedef {{you: number, drawn: number, them: number}} MatchScore */

/** @type {{id: string | null, key: string, score: MatchScore | null}}  what was looked up last */
let known = { id: null, key: '', score: null };
/** @type {MatchScore | null} */
let next = null; // the score before the game on the screen, until that game has a name

/** Count the game on the screen in a match. @param {MatchScore | null} score  before the game */
export function setMatch(score) {
  next = score;
}

/** The score of the match before a game; null if it is not a rematch. @param {Game} game */
export function scoreBefore(game) {
  const key = game.draft ?? (known.id === game.id && game.id !== null ? known.key : (draftOf(game.id) ?? game.id));
  if (key === null) return next;
  if (known.key === key && next === null) {
    known.id = game.id;
    return known.score;
  }
  const kept = /** @type {[string, MatchScore][]} */ (readList(MATCHES));
  if (next !== null) {
    kept.unshift([key, next]);
    write(MATCHES, kept.slice(0, MOST_MATCHES));
    next = null;
  }
  known = { id: game.id, key, score: kept.find(([each]) => each === key)?.[1] ?? null };
  return known.score;
}

/** The score of the match with a game that is over, which may be its first. @param {Game} game */
export function scoreAfter(game) {
  const { you, drawn, them } = scoreBefore(game) ?? { you: 0, drawn: 0, them: 0 };
  const winner = resultOf(game)?.winner ?? null;
  if (winner === null) return { you, drawn: drawn + 1, them };
  return game[winner].engine === null ? { you: you + 1, drawn, them } : { you, drawn, them: them + 1 };
}

/** The score with the names, or null outside a match. @param {Game} game */
export function matchSentence(game) {
  const before = isAgainstEngine(game) ? scoreBefore(game) : null;
  if (before === null) return null;
  const score = resultOf(game) ? scoreAfter(game) : before;
  return t(score.drawn ? 'page.match with draws' : 'page.match', { ...score, name: engineOf(game) });
}
