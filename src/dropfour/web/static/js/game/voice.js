// What the opponents say: a short line when they win or lose, fall into a trap, or see a good move. Loaded with the first of them.

import { characterOf } from '../page/characters.js';
import { endOf, ownColour } from '../page/results.js';
import { positionsOf, resultOf, update } from '../page/store.js';
import { browserCore } from '../server/answers.js';

/** @typedef {'won' | 'lost' | 'drawn' | 'trapped' | 'block' | 'trap'} Event  what happened, to the opponent */

/** @type {Record<string, Record<Event, string>>} */
const LINES = {
  Pip: { won: 'Did I win? I won!', lost: 'You are so good at this.', drawn: 'Full! Is that allowed?', trapped: 'Oh no. There are two of them.', block: 'You saw that?', trap: 'What is that for?' },
  Momo: { won: 'Bananas for me!', lost: 'Again, again!', drawn: 'We share the bananas.', trapped: 'I have only two hands!', block: 'Hey, my line!', trap: 'Hmm, I do not like that.' },
  Fred: { won: 'One leap ahead.', lost: 'Well jumped.', drawn: 'We both landed softly.', trapped: 'Nowhere left to leap.', block: 'Quick eyes.', trap: 'That smells like a swamp.' },
  Hazel: { won: 'I watched that coming.', lost: 'I watched the wrong side.', drawn: 'Quiet in the woods.', trapped: 'I looked away once …', block: 'Nicely watched.', trap: 'I should have seen this.' },
  Mira: { won: 'Traps are my trade.', lost: 'Caught by my own trick.', drawn: 'Neither of us bit.', trapped: 'A trap, for me?', block: 'You saw my trap.', trap: 'Clever. I respect that.' },
  Bruno: { won: 'Slow and solid.', lost: 'You earned that.', drawn: 'A fair game.', trapped: 'That is a heavy one.', block: 'Good wall.', trap: 'Strong cell, that.' },
  Vera: { won: 'Two threats, one answer.', lost: 'Outfoxed.', drawn: 'Nothing got through.', trapped: 'My favourite trick, against me!', block: 'Just in time.', trap: 'Now that is sly.' },
  Otto: { won: 'Eight arms help.', lost: 'I ran out of arms.', drawn: 'All arms tied.', trapped: 'Not enough arms for both.', block: 'You reached it first.', trap: 'An elegant grip.' },
  Ada: { won: 'As calculated.', lost: 'I must revise my notes.', drawn: 'Balanced to the end.', trapped: 'An oversight of mine.', block: 'Correct.', trap: 'A beautiful idea.' },
  Zeno: { won: 'It was solved long ago.', lost: 'You have solved me.', drawn: 'A perfect line.', trapped: 'I did not lose it. You won it.', block: 'The only move. Well done.', trap: 'Exact.' },
};

/** The lines of a character, for tests. @param {string} name */
export function linesOf(name) {
  return LINES[name];
}

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
  if (event) update({ said: { key: keyOf(game), colour: them, text: LINES[name][event] } });
}

/** @param {Game} game @param {Colour} own @returns {Promise<Event | null>} */
async function eventOf(game, own) {
  const end = endOf(game, resultOf(game));
  if (end === 'won') return 'lost';
  if (end === 'lost') return 'won';
  if (end === 'drawn') return 'drawn';
  const positions = positionsOf(game);
  const ply = game.moves.length;
  const browser = ply > 0 && positions[ply - 1].toMove === own ? await browserCore().catch(() => null) : null;
  if (!browser) return null;
  const { signal } = new AbortController();
  const [before, after] = await Promise.all([ply - 1, ply].map((each) => browser.explainPosition(positions[each], signal)));
  return remarkOf(before, after, game.moves[ply - 1]);
}

/** @param {Game} game */
function keyOf(game) {
  return `${game.start}/${game.moves.length}`;
}
