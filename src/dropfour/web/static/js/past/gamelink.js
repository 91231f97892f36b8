// A game in a list: a small board, and a link.

import { parsePosition } from '../board/notation.js';
import { createPicture } from '../board/picture.js';
import { pictureOf } from '../board/rules.js';
import { seatName } from '../model/game.js';
import { storedAddress } from '../page/address.js';
import { openGame } from '../router.js';
import { el, within } from '../ui/dom.js';

/** A position as a small picture. @param {string} text  a position string */
export function thumbnail(text) {
  const root = el('div.board.thumb', { 'aria-hidden': 'true' });
  createPicture(root).render(pictureOf(parsePosition(text)));
  return root;
}

/** The players of a game. @param {Game} game */
export function playerNames(game) {
  return `${seatName(game, 'red')} – ${seatName(game, 'yellow')}`;
}

/** @param {string} id @param {string} position  a position string @param {Game} game  with its seats @param {Child[]} about */
export function gameLink(id, position, game, about) {
  const words = el('span.past-words', el('b', playerNames(game)), about);
  return within(el('a.past-game', { href: storedAddress(id) }, thumbnail(position), words), () => void openGame(id));
}
