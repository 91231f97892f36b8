// The engines of the page in the browser: the same names, options and moves as dropfour.engines.registry.

import { Effort, Solver, notWorse } from './solver.js';
import { bestOf, columnsFromMiddle, legalColumns } from './scores.js';
import { levelOf, parseSpec } from './specs.js';

/** @import {Core, Findings, Limits} from './native.js' */
/** @import {Position} from '../board/rules.js' */
/** @import {Choice, EngineScore} from '../types.d.ts' */

const TOP = 10;
const WIN = 1_000_000;

// Milliseconds, where no other limit is set.
const LEVEL_MS = 900;
const EXACT_MS = 900;
const PROOF_SHARE = 0.75;
const SEARCH_MS = 1000;

/**
 * Let an engine choose a column; raises an Error for a spec that the browser does not have.
 * @param {Solver} solver @param {string} text  the spec @param {Position} position
 * @param {bigint} chance  the seed of engines that have none of their own @param {Limits} [limits]
 * @returns {Choice}
 */
export function choose(solver, text, position, chance, limits = {}) {
  const { name, options } = parseSpec(text);
  const started = performance.now();
  const { core } = solver;
  const seed = 'seed' in options ? BigInt(options.seed) : null;
  const number = levelOf(name);
  core.set(position);
  /** @type {Omit<Choice, 'time_s' | 'mood'>} */
  let found;
  if (name === 'exact' || number === TOP) {
    found = chooseExact(solver, position, number === TOP ? (seed ?? chance) : seed, limits);
  } else if (number !== null) {
    const { column, value, depth, nodes } = core.level(number, seed ?? chance, { ...limits, timeMs: limits.timeMs ?? LEVEL_MS });
    found = { column, score: levelScore(position, value), depth, nodes, variation: [column] };
  } else if (name === 'random') {
    const columns = legalColumns(position);
    const column = columns[core.draw(seed ?? chance, columns.length)];
    found = { column, score: null, depth: null, nodes: 0, variation: [] };
  } else {
    found = chooseBySearch(core, name, options, position, limits);
  }
  const time_s = (performance.now() - started) / 1000;
  return { ...found, time_s, mood: found.score && core.mood(found.score.value, found.score.scale) };
}

/** @param {Core} core @param {string} name @param {Record<string, string>} options @param {Position} position
 * @param {Limits} given */
function chooseBySearch(core, name, options, position, given) {
  const limits = { ...given };
  if (options.depth) limits.depth = Math.min(Number(options.depth), given.depth ?? Infinity);
  if (options.playouts) limits.nodes = Math.min(Number(options.playouts), given.nodes ?? Infinity);
  if (limits.depth === undefined && limits.nodes === undefined && limits.timeMs === undefined) {
    if (name === 'minimax' || name === 'averaging') limits.depth = 4;
    else limits.timeMs = SEARCH_MS;
  }
  const evaluation = options.evaluation ?? 'parity';
  const discount = Number(options.discount ?? 1);
  /** @type {Findings} */
  let found;
  if (name === 'averaging') found = core.average(limits);
  else if (name === 'mcts') found = core.searchTree(BigInt(options.seed ?? 0), limits);
  else found = core.search(name === 'minimax' ? 'minimax' : 'alphabeta', evaluation, discount, limits);
  const scale = name === 'averaging' ? 'threats' : name === 'mcts' ? 'playouts' : evaluation;
  const proves = scale === evaluation && name !== 'averaging' && name !== 'mcts' && discount === 1;
  return {
    column: found.column,
    score: searchScore(position, found, scale, proves),
    depth: found.depth || null,
    nodes: found.nodes,
    variation: found.variation.length ? found.variation : [found.column],
  };
}

/** @param {Solver} solver @param {Position} position @param {bigint | null} seed @param {Limits} limits */
function chooseExact(solver, position, seed, limits) {
  const timeMs = limits.timeMs ?? EXACT_MS;
  const started = performance.now();
  const effort = new Effort(timeMs * PROOF_SHARE);
  const ranked = solver.rank(position, effort);
  const candidates = notWorse(position, ranked);
  const known = bestOf(ranked.values());
  const proven = candidates.filter((column) => (ranked.get(column)?.low ?? -Infinity) >= known.high);
  const pick = (/** @type {number[]} */ columns) => {
    if (seed === null) return /** @type {number} */ (columnsFromMiddle(position).find((each) => columns.includes(each)));
    solver.core.set(position);
    return columns[solver.core.draw(seed, columns.length)];
  };
  /** @type {EngineScore | null} */
  let score = known.low === known.high ? { value: known.low, exact: true, scale: 'exact' } : null;
  let { nodes } = effort;
  let column = 0;
  if (proven.length) {
    column = solver.prefer(position, proven) ?? pick(proven);
  } else {
    const leftMs = Math.max(10, timeMs - (performance.now() - started) - 20);
    solver.core.set(position);
    const advice = chooseBySearch(solver.core, 'alphabeta', {}, position, { ...limits, timeMs: leftMs });
    nodes += advice.nodes;
    const isCandidate = candidates.includes(advice.column);
    column = isCandidate ? advice.column : pick(candidates);
    if (isCandidate) score ??= advice.score;
  }
  return { column, score, depth: null, nodes, variation: [column] };
}

// --- scores ---------------------------------------------------------------------------------------

/** @param {Position} position @param {number} value @returns {EngineScore} */
function levelScore(position, value) {
  if (position.rules.objective === 'first-line' && Math.abs(value) >= WIN / 2) {
    return { value: value > 0 ? value - WIN : value + WIN, exact: true, scale: 'exact' };
  }
  return { value, exact: false, scale: 'parity' };
}

/** @param {Position} position @param {Findings} found @param {string} scale @param {boolean} proves
 * @returns {EngineScore | null} */
function searchScore(position, found, scale, proves) {
  if (!found.depth) return null;
  const value = found.value + 0; // -0 becomes 0
  if (!proves || !found.isSettled) return { value, exact: false, scale };
  const isWon = position.rules.objective === 'first-line' && value !== 0;
  return { value: isWon ? value - Math.sign(value) * WIN : value, exact: true, scale: 'exact' };
}
