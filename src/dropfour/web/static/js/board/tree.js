// The tree of a game: its moves, and variations that could be played instead. Variations are stored
// as a list of move strings from the start, each with the name of its last position; every position
// on the way is part of the tree.

import { t } from '../ui/words.js';
import { formatMoves, parseMoves } from './notation.js';
import { otherColour } from './rules.js';

export const MOST_VARIATIONS = 100;
// Of a name or comment, and of all those of a game together.
export const LONGEST_COMMENT = 1000;
export const MOST_COMMENTED = 20000;

/** A position in the tree; the first of `next` continues the variation that the position belongs
 * to. @typedef {{path: string, name: string, next: Branch[]}} Branch */

/** @param {number[]} moves  of the game @param {Variation[]} variations @returns {Branch} */
export function treeOf(moves, variations) {
  /** @type {Branch} */
  const root = { path: '', name: '', next: [] };
  for (const { moves: path, name } of [{ moves: formatMoves(moves), name: '' }, ...variations]) {
    let here = root;
    for (let ply = 1; ply <= path.length; ply += 1) {
      const wanted = path.slice(0, ply);
      let found = here.next.find((each) => each.path === wanted);
      if (!found) {
        found = { path: wanted, name: '', next: [] };
        here.next.push(found);
      }
      here = found;
    }
    here.name = name || here.name;
  }
  return root;
}

/** The variations with one more; raises an Error if there are too many.
 * @param {Variation[]} variations @param {string} path @returns {Variation[]} */
export function withVariation(variations, path) {
  if (variations.some((each) => each.moves.startsWith(path))) return variations;
  const others = variations.filter((each) => each.name || !path.startsWith(each.moves));
  if (others.length >= MOST_VARIATIONS) throw new Error(t('board.most variations', { most: MOST_VARIATIONS }));
  return [...others, { moves: path, name: '' }];
}

/** The variations without the position after *path* and all that follow it; what leads to it is
 * kept. @param {Variation[]} variations @param {string} path @returns {Variation[]} */
export function withoutVariation(variations, path) {
  const others = variations.filter((each) => !each.moves.startsWith(path));
  return path.length > 1 ? withVariation(others, path.slice(0, -1)) : others;
}

/** The variations with the one through *path* before its alternatives, so that it is the main one
 * where it begins. @param {Variation[]} variations @param {string} path @returns {Variation[]} */
export function withPromoted(variations, path) {
  const isIt = (/** @type {Variation} */ { moves }) => moves.startsWith(path);
  return [...variations.filter(isIt), ...variations.filter((each) => !isIt(each))];
}

/** The variations with another name or comment for the position after *path*; an empty one removes
 * it. @param {Variation[]} variations @param {string} path @param {string} name */
export function withName(variations, path, name) {
  const others = variations.filter((each) => each.moves !== path);
  const clean = cleanName(name);
  if (!clean) return withVariation(others, path);
  return withinLimits([...others, { moves: path, name: clean }]);
}

// Controls, separators of lines and paragraphs, marks that change the direction of writing, and halves of characters.
export const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ud800-\udfff]/gu;

/** A name or comment as the server accepts it, on one line. @param {string} name */
export function cleanName(name) {
  return shortened(name.replace(FORBIDDEN, ' ').replace(/\s+/g, ' ').trim(), LONGEST_COMMENT);
}

/** A text with at most *length* characters; an ellipsis replaces the rest. @param {string} text @param {number} length */
export function shortened(text, length) {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}

/** The moves of the first variation that leads through *path*, and of *path* itself if there is
 * none. @param {Variation[]} variations @param {string} path */
export function movesThrough(variations, path) {
  return parseMoves(variations.find((each) => each.moves.startsWith(path))?.moves ?? path);
}

/** @param {Variation[]} variations @returns {Variation[]} the same; raises an Error if there are too many, or too long ones */
function withinLimits(variations) {
  if (variations.length > MOST_VARIATIONS) throw new Error(t('board.most variations', { most: MOST_VARIATIONS }));
  const length = variations.reduce((sum, { name }) => sum + [...name].length, 0);
  if (length > MOST_COMMENTED) throw new Error(t('board.most comments', { most: MOST_COMMENTED }));
  return variations;
}

/** Check that every variation can be played; raises an Error with an explanation.
 * @param {Position} start @param {Variation[]} variations @returns {Variation[]} the same */
export function checkedVariations(start, variations) {
  for (const { moves } of withinLimits(variations)) {
    let position = start;
    for (const column of parseMoves(moves)) {
      if (!position.canPlay(column)) throw new Error(t('board.impossible move', { column, moves }));
      position = position.play(column);
    }
  }
  return variations;
}

/** Who moves *ply* moves after *start*. @param {Position} start @param {number} ply */
export function moverAfter(start, ply) {
  return ply % 2 ? otherColour(start.toMove) : start.toMove;
}
