// How a game ended, said to the visitor.

import { resultOf } from './store.js';
import { seatName } from './words.js';

/** The colour that the visitor played; null if they played both, or only watched.
 * @param {Pick<Game, 'yours' | 'red' | 'yellow'>} game @returns {Colour | null} */
export function ownColour(game) {
  const seats = /** @type {Colour[]} */ (['red', 'yellow']).filter((colour) => game.yours.includes(colour) && game[colour].engine === null);
  return seats.length === 1 ? seats[0] : null;
}

/** How a game ended for the visitor. @param {Pick<Game, 'yours' | 'red' | 'yellow'>} game @param {Pick<Result, 'winner'> | null} result
 * @returns {'won' | 'lost' | 'drawn' | 'over' | 'open'} */
export function endOf(game, result) {
  if (!result) return 'open';
  if (result.winner === null) return 'drawn';
  const colour = ownColour(game);
  if (colour === null) return 'over';
  return result.winner === colour ? 'won' : 'lost';
}

/** How live games are forfeited: for the winner, for the loser, and for anybody else. @type {Record<string, [string, string, string]>} */
const FORFEITS = {
  'ran out of time': ['You won on time', 'You lost, on time', 'on time'],
  'left the game': ['You won: the other player left', 'You lost: you left the game', 'because the other player left'],
};

/** The result in a few words; empty while the game goes on. @param {Game} game @param {Result | null} [result] */
export function resultSentence(game, result = resultOf(game)) {
  const end = endOf(game, result);
  if (!result || end === 'open') return '';
  if (result.winner === null) return result.ending === 'agreement' ? 'A draw by agreement' : 'A draw';
  const { ending, reason } = result;
  const forfeit = ending === 'forfeit' ? FORFEITS[reason] : undefined;
  if (end === 'over') {
    const how = { resignation: ' by resignation', 'full board': ' with more lines', forfeit: ` ${forfeit?.[2] ?? 'by forfeit'}` };
    return `${seatName(game, result.winner)} wins${how[/** @type {keyof typeof how} */ (ending)] ?? ''}`;
  }
  const isWon = end === 'won';
  if (forfeit) return forfeit[isWon ? 0 : 1];
  if (ending === 'resignation') return isWon ? 'You won by resignation' : 'You resigned';
  if (ending === 'full board') return isWon ? 'You won with more lines' : 'You lost with fewer lines';
  return `${isWon ? 'You won' : 'You lost'}${ending === 'forfeit' ? ' by forfeit' : ''}`;
}
