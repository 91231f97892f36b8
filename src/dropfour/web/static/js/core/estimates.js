// Estimates of the columns that a search cannot prove, as dropfour.study.estimates has them.

import { positionString } from '../board/notation.js';

/** @import {Pool} from './pool.js' */
/** @import {Position} from '../board/rules.js' */
/** @import {ColumnEstimate} from '../types.d.ts' */

const FIRST_DEPTH = 6;
// The longest search, so that an engine's move never waits for long.
const SLICE_MS = 400;

/**
 * Estimate columns, each time with a deeper search, until none gets deeper in its time or the signal is aborted.
 * @param {Pool} pool @param {Position} position @param {() => number[]} columns  those that are not proven yet
 * @param {AbortSignal} signal @param {(estimate: ColumnEstimate) => void} send
 */
export async function estimateColumns(pool, position, columns, signal, send) {
  const text = positionString(position);
  /** @type {Map<number, number>} */
  const reached = new Map();
  for (let depth = FIRST_DEPTH; ; depth += 2) {
    let isDeeper = false;
    for (const column of columns()) {
      if (signal.aborted) return;
      const found = await pool.run('estimate', { position: text, column, depth, timeMs: SLICE_MS }, { signal });
      if (!found || found.depth <= (reached.get(column) ?? 0)) continue;
      reached.set(column, found.depth);
      isDeeper = true;
      send(found);
    }
    if (!isDeeper) return;
  }
}
