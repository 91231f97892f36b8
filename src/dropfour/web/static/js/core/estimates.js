// Estimates of the columns that a search cannot prove, as dropfour.study.estimates has them.

import { positionString } from '../board/notation.js';

/** @import {Core, Findings} from './native.js' */
/** @import {Pool} from './pool.js' */
/** @import {Position} from '../board/rules.js' */
/** @import {ColumnEstimate} from '../types.d.ts' */

const SHARE_SCALE = 10;
const LINE = 16;
const FIRST_DEPTH = 6;
// The longest search, so that an engine's move never waits for long.
const SLICE_MS = 400;

/** @param {Core} core @param {Position} position @param {{column: number, depth: number, timeMs: number}} job
 * @returns {ColumnEstimate | null} null if the game is over after the column, or there was no time */
export function estimateColumn(core, position, { column, depth, timeMs }) {
  const child = position.play(column);
  if (child.isOver) return null;
  core.set(child);
  const found = core.alphabeta('parity', { depth, timeMs });
  if (!found.depth) return null;
  const isRace = position.rules.objective === 'most-lines';
  const value = searchedValue(core, found);
  const lines = -(found.isSettled ? value : value / LINE) + 0;
  const share = 1 / (1 + Math.exp(Math.max(-50, Math.min(50, value / SHARE_SCALE))));
  return { column, value: isRace ? lines : share, depth: found.depth + 1 };
}

/** The value that a search has found, averaged with that of one ply less: whoever moves last before the evaluation
 * looks better than they are. @param {Core} core @param {Findings} found */
function searchedValue(core, found) {
  if (found.isSettled || found.depth === 1) return found.value;
  return (found.value + core.alphabeta('parity', { depth: found.depth - 1 }).value) / 2;
}

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
