// The puzzles: fetched when they are first opened, and chosen from as dropfour.puzzles.collection does.

import { parseMoves } from '../board/notation.js';
import { once } from '../core/load.js';
import { fetchText } from '../page/tasks.js';
import { CLASSIC } from '../model/game.js';
import { Position, playAll } from '../board/rules.js';
import { t } from '../ui/words.js';

/** A position to solve. *solution* holds the moves of both sides; each move of the side that solves it is the only
 * one that achieves the goal. *stones*: in how many moves it wins, if that is one of the themes.
 * @typedef {{
 *   id: string, moves: number[], objective: Objective, solution: number[], themes: string[], rating: number,
 *   goal: 'win' | 'draw', stones: number | null, isFast: boolean,
 * }} Puzzle */

const FILE = new URL('../../puzzles/puzzles.gz', import.meta.url);
const LONGEST_FAST_WIN = 4;
export const SPREAD = 75; // Elo around the rating asked for, widened until there are puzzles
const FEWEST = 8;

/** By the words of the file. */
export const THEMES = ['trap', 'zugzwang', 'only-move', 'draw', 'max-connect4'].concat(
  [2, 3, 4, 5, 6, 7, 8].map((count) => `win-in-${count}`),
);

/** A theme as an entry has it. @param {string} theme */
function formOf(theme) {
  const count = Number(/^win-in-(\d)$/.exec(theme)?.[1]);
  return count ? { theme: 'win', count } : { theme };
}

/** @param {string} theme */
export function themeName(theme) {
  return t('puzzles.theme', formOf(theme));
}

/** What a theme means; '' if it has no name. @param {string} theme */
export function themeMeaning(theme) {
  return THEMES.includes(theme) ? t('puzzles.meaning', formOf(theme)) : '';
}

/** All puzzles, ordered by their ids. Raises an Error if they cannot be loaded. */
export const allPuzzles = once(async () => parsePuzzles(await fetchText(FILE)));

/** Read the file as dropfour.puzzles.collection writes it; its first row is about the ratings.
 * @param {string} text @returns {Puzzle[]} */
export function parsePuzzles(text) {
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => {
      const [id, moves, solution, words, rating] = row.split(' ');
      const themes = words.split(',');
      const timed = themes.find((theme) => theme.startsWith('win-in-'));
      const stones = timed ? Number(timed.slice(7)) : null;
      return {
        id,
        moves: parseMoves(moves),
        objective: themes.includes('max-connect4') ? 'most-lines' : 'first-line',
        solution: parseMoves(solution),
        themes,
        rating: Number(rating),
        goal: themes.includes('draw') ? 'draw' : 'win',
        stones,
        isFast: stones !== null && stones <= LONGEST_FAST_WIN,
      };
    });
}

/** The position of a puzzle. @param {{moves: number[], objective: Objective}} puzzle */
export function positionOf({ moves, objective }) {
  return playAll(Position.empty({ ...CLASSIC, objective }), moves);
}

/** How many days have passed since the year 1; 1 January of it is day 1. By UTC, so that it is the
 * same everywhere. @param {Date} date */
export function dayNumber(date) {
  return Math.floor(date.getTime() / 86_400_000) + 719_163;
}

/** The date of a day number, in UTC. @param {number} day */
export function dateOfDay(day) {
  return new Date((day - 719_163) * 86_400_000);
}

/** The puzzle of a day: the easiest seventh on Mondays, the hardest on Sundays. @param {Puzzle[]} puzzles @param {number} day */
export function puzzleOfTheDay(puzzles, day) {
  const classic = puzzles.filter((puzzle) => puzzle.objective === 'first-line');
  const easiestFirst = [...classic].sort((a, b) => a.rating - b.rating || (a.id < b.id ? -1 : 1));
  const weekday = (day - 1) % 7;
  const week = (day - 1 - weekday) / 7;
  const from = (/** @type {number} */ seventh) => Math.floor((seventh * easiestFirst.length) / 7);
  const band = easiestFirst
    .slice(from(weekday), Math.max(from(weekday) + 1, from(weekday + 1)))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return band[week % band.length];
}

/** A random puzzle about as hard as *rating*, preferably one that is not in *seen*; null if there
 * is none of the theme. @param {Puzzle[]} puzzles @param {string} theme  '' for any
 * @param {number} rating @param {(id: string) => boolean} isSeen @param {() => number} [chance]  0
 * to 1 */
export function choosePuzzle(puzzles, theme, rating, isSeen, chance = Math.random) {
  const suitable = puzzles.filter((puzzle) => !theme || puzzle.themes.includes(theme));
  const fresh = suitable.filter((puzzle) => !isSeen(puzzle.id));
  const pool = fresh.length ? fresh : suitable;
  if (!pool.length) return null;
  for (let spread = SPREAD; ; spread *= 2) {
    const near = pool.filter((puzzle) => Math.abs(puzzle.rating - rating) <= spread);
    if (near.length >= Math.min(FEWEST, pool.length)) return near[Math.floor(chance() * near.length)];
  }
}

/** What the moves of a puzzle or another task have to achieve.
 * @param {{goal: Aim['goal'], stones: number | null, isFast: boolean}} task @returns {Aim} */
export function aimOf({ goal, stones, isFast }) {
  return { goal, moves: isFast ? stones : null };
}
