// A position as a small picture, for lists.

import { el } from '../ui/dom.js';
import { parsePosition } from './notation.js';
import { createPicture } from './picture.js';
import { pictureOf } from './rules.js';

/** @param {string} text  a position string */
export function thumbnail(text) {
  const root = el('div.board.thumb', { 'aria-hidden': 'true' });
  createPicture(root).render(pictureOf(parsePosition(text)));
  return root;
}
