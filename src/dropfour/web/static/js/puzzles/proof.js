// Exact analyses and explanations of positions that are not part of a game.

import { positionString } from '../board/notation.js';
import { newGame } from '../page/store.js';
import { analyse, explain } from '../server/answers.js';

/** @import {Analysis} from '../core/analysis.js' */

const MOST = 200;
/** @type {Map<string, Analysis>} */
const known = new Map();

/** Everything about the columns of a position, proven as far as the time limit allows.
 * @param {Position} position @param {AbortSignal} signal @returns {Promise<Analysis>} */
export async function analysisOf(position, signal) {
  const start = positionString(position);
  const kept = known.get(start);
  if (kept) return kept;
  /** @type {Analysis | null} */
  let found = null;
  await analyse(newGame({ start }), 0, signal, ({ event, data }) => {
    if (event === 'done') found = data;
  });
  if (!found) throw new Error('the search ended early');
  if (known.size >= MOST) known.clear();
  known.set(start, found);
  return found;
}

/** @param {Position} position @param {AbortSignal} signal @returns {Promise<Fact[]>} */
export function factsOf(position, signal) {
  return explain(newGame({ start: positionString(position) }), 0, signal);
}
