// The engines of the page in the browser: those of dropfour.engines.registry, by the same native code.

import { Effort, Solver } from './solver.js';
import { columnsFromMiddle } from './scores.js';

/** @import {Limits} from './native.js' */
/** @import {Position} from '../board/rules.js' */
/** @import {Choice} from '../types.d.ts' */

// Milliseconds of an exact engine where no other limit is set.
const EXACT_MS = 900;
const PROOF_SHARE = 0.75;

/**
 * Let an engine choose a column; raises an Error for a spec that the browser does not have.
 * @param {Solver} solver @param {string} text  the spec @param {Position} position
 * @param {bigint} chance  the seed of engines that have none of their own @param {Limits} [limits]
 * @returns {Choice}
 */
export function choose(solver, text, position, chance, limits = {}) {
  const started = performance.now();
  const { core } = solver;
  const { isExact, level, seed } = core.readSpec(text);
  core.set(position);
  // Only the level varies among equally good columns by itself.
  const found = isExact ? chooseExact(solver, position, level ? (seed ?? chance) : seed, limits) : core.choose(chance, limits);
  return { ...found, time_s: (performance.now() - started) / 1000 };
}

/** @param {Solver} solver @param {Position} position @param {bigint | null} seed @param {Limits} limits
 * @returns {Omit<Choice, 'time_s'>} */
function chooseExact(solver, position, seed, limits) {
  const { core } = solver;
  const timeMs = limits.timeMs ?? EXACT_MS;
  const started = performance.now();
  const effort = new Effort(timeMs * PROOF_SHARE);
  const ranked = solver.rank(position, effort);
  const candidates = core.notWorse(position, ranked);
  const { score: known, best } = core.conclude(position, ranked);
  const pick = (/** @type {number[]} */ columns) => {
    if (seed === null) return /** @type {number} */ (columnsFromMiddle(position).find((each) => columns.includes(each)));
    core.set(position);
    return columns[core.draw(seed, columns.length)];
  };
  const proven = known.value === null ? null
    : { score: { value: known.value, exact: true, scale: 'exact' }, mood: core.mood(known.value) };
  if (best.length) {
    const column = solver.prefer(position, best) ?? pick(best);
    return { column, score: null, mood: null, ...proven, depth: null, nodes: effort.nodes, variation: [column] };
  }
  const leftMs = Math.max(10, timeMs - (performance.now() - started) - 20);
  core.set(position);
  core.readSpec('alphabeta');
  const advice = core.choose(0n, { ...limits, timeMs: leftMs });
  const isCandidate = candidates.includes(advice.column);
  const column = isCandidate ? advice.column : pick(candidates);
  const { score, mood } = proven ?? (isCandidate ? advice : { score: null, mood: null });
  return { column, score, mood, depth: null, nodes: effort.nodes + advice.nodes, variation: [column] };
}
