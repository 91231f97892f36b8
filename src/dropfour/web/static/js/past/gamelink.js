// A link to a game with a small board, for lists.

import { thumbnail } from '../board/thumbnail.js';
import { storedAddress } from '../page/address.js';
import { seatName } from '../page/words.js';
import { openGame } from '../router.js';
import { el, within } from '../ui/dom.js';

/** The players of a game. @param {Game} game */
export function playerNames(game) {
  return `${seatName(game, 'red')} – ${seatName(game, 'yellow')}`;
}

/** @param {string} id @param {string} position  a position string @param {Game} game  with its seats @param {Node[]} about */
export function gameLink(id, position, game, about) {
  const words = el('span.past-words', {}, el('b', {}, playerNames(game)), ...about);
  return within(el('a.past-game', { href: storedAddress(id) }, thumbnail(position), words), () => void openGame(id));
}
