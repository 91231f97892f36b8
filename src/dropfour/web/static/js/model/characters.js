// The levels as characters. Ratings are the Elo of docs/arena.md, "How strong the levels are" (all
// levels against each other on the classic board), with medium at 1500 as for puzzles;
// tests/web/page/test_look.py compares them.

import { t } from '../ui/words.js';

/** @typedef {{level: string, name: string, rating: number}} Character */

/** @type {Character[]}  from the weakest to the strongest, each under the name that the page gives its level */
export const CHARACTERS = [
  { level: '1', name: 'Pip', rating: 781 },
  { level: 'easy', name: 'Momo', rating: 1180 },
  { level: '3', name: 'Fred', rating: 1304 },
  { level: '4', name: 'Hazel', rating: 1354 },
  { level: 'medium', name: 'Mira', rating: 1500 },
  { level: '6', name: 'Bruno', rating: 1635 },
  { level: '7', name: 'Vera', rating: 1755 },
  { level: 'hard', name: 'Otto', rating: 1904 },
  { level: '9', name: 'Ada', rating: 2011 },
  { level: 'perfect', name: 'Zeno', rating: 2307 },
];

/** @type {Record<string, string>} */
const NUMBERS = { 2: 'easy', 5: 'medium', 8: 'hard', 10: 'perfect' };

/** @param {string | null} engine @returns {Character | null}  null unless *engine* is a level */
export function characterOf(engine) {
  if (engine === null) return null;
  const level = NUMBERS[engine] ?? engine;
  return CHARACTERS.find((each) => each.level === level) ?? null;
}

/** A level in words: Medium, or Level 6. @param {string} level */
export function levelName(level) {
  return t('game.level', { level });
}
