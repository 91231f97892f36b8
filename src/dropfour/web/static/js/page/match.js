// The score of a match against an engine: games that follow each other by rematch. It is kept in this browser.

import { draftOf } from './memory.js';
import { readList, write } from './storage.js';
import { resultOf } from './store.js';
import { engineOf, isAgainstEngine } from './words.js';

const KEY = 'matches';
const MOST_GAMES = 50;

/** @typedef {{you: number, drawn: number, them: number}} MatchScore */

/** @type {{id: string | null, key: string, score: MatchScore | null}}  what was looked up last */
let known = { id: null, key: '', score: null };
/** @type {MatchScore | null} */
let next = null; // the score before the game on the screen, until that game has a name

/** Count the game on the screen as one of a match. @param {MatchScore | null} score  before the game */
export function setMatch(score) {
  next = score;
}

/** The score of the match before a game; null if it is not a rematch. @param {Game} game @returns {MatchScore | null} */
export function scoreBefore(game) {
  const key = game.draft ?? (known.id === game.id && game.id !== null ? known.key : (draftOf(game.id) ?? game.id));
  if (key === null) return next;
  if (known.key === key && next === null) {
    known.id = game.id;
    return known.score;
  }
  const kept = /** @type {[string, MatchScore][]} */ (readList(KEY));
  if (next !== null) {
    kept.unshift([key, next]);
    write(KEY, kept.slice(0, MOST_GAMES));
    next = null;
  }
  known = { id: game.id, key, score: kept.find(([each]) => each === key)?.[1] ?? null };
  return known.score;
}

/** The score of the match with a game that is over, which may be its first. @param {Game} game @returns {MatchScore} */
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
  const { you, drawn, them } = resultOf(game) ? scoreAfter(game) : before;
  const draws = drawn ? `, ${drawn} drawn` : '';
  return `Match: you ${you} – ${them} ${engineOf(game)}${draws}`;
}
