// What the opponents say: a short line when they win or lose, fall into a trap, or see a good move,
// from words/en/remarks.json. Loaded with the first of them.

import { explainPosition } from '../core/browser.js';
import { characterOf } from '../model/characters.js';
import { endOf, ownColour, positionsOf, resultOf } from '../model/game.js';
import { update } from '../page/state.js';
import { t } from '../ui/words.js';

/** @typedef {'won' | 'lost' | 'drawn' | 'trapped' | 'block' | 'trap'} Event  to the opponent */

/** What a move of the visitor's means for the opponent, by the facts before and after it.
 * @param {Fact[]} before @param {Fact[]} after @param {number} column @returns {Event | null} */
export function remarkOf(before, after, column) {
  if (after.some(({ kind }) => kind === 'cannot be stopped')) return 'trapped';
  const kinds = before.filter(({ columns }) => columns.includes(column)).map(({ kind }) => kind);
  if (kinds.includes('immediate win')) return null;
  if (kinds.includes('forced block') || kinds.includes('only move')) return 'block';
  return kinds.includes('trap') ? 'trap' : null;
}

/** Let the opponent speak about the last move or the end of a game. @param {Game} game */
export async function comment(game) {
  const own = ownColour(game);
  const them = own === 'red' ? 'yellow' : 'red';
  const name = own && characterOf(game[them].engine)?.name;
  if (!own || !name) return;
  const event = await eventOf(game, own);
  if (event) update({ said: { colour: them, text: t(`remarks.${name} ${event}`) } });
}

/** @param {Game} game @param {Colour} own @returns {Promise<Event | null>} */
async function eventOf(game, own) {
  const end = endOf(game, resultOf(game));
  if (end === 'won') return 'lost';
  if (end === 'lost') return 'won';
  if (end === 'drawn') return 'drawn';
  const positions = positionsOf(game);
  const ply = game.moves.length;
  if (ply === 0 || positions[ply - 1].toMove !== own) return null;
  const { signal } = new AbortController();
  const [before, after] = await Promise.all([ply - 1, ply].map((each) => explainPosition(positions[each], signal)));
  return remarkOf(before, after, game.moves[ply - 1]);
}
