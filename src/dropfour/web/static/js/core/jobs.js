// What a worker does: each job is about one position and has a plain object as its result. A long proof runs in
// slices, so that the worker hears when it is no longer wanted; its table keeps what the slices have proven. What an
// engine's move does not need is loaded when it is first used.

import { parsePosition } from '../board/notation.js';
import { choose } from './engines.js';
import { Effort } from './solver.js';
import { both } from './scores.js';

/** @import {Core, Range} from './native.js' */
/** @import {Solver} from './solver.js' */
/** @import {BareRule, Choice, ColumnEstimate} from '../types.d.ts' */

/**
 * The jobs, and their results.
 * @typedef {{
 *   glance: {job: {position: string}, result: {columns: (Range & {column: number})[], symmetric: boolean,
 *     score: number | null, nodes: number, source: string}},
 *   solve: {job: {position: string, window: Range | null, timeMs: number}, result: Range & {nodes: number, source: string}},
 *   estimate: {job: {position: string, column: number, depth: number, timeMs: number}, result: ColumnEstimate | null},
 *   variation: {job: {position: string, column: number, score: number, timeMs: number}, result: number[]},
 *   choose: {job: {position: string, spec: string, seed: bigint, timeMs: number | null}, result: Choice},
 *   explain: {job: {position: string}, result: ReturnType<Core['facts']>},
 *   plan: {job: {position: string, colour: Colour, promise: 'win' | 'draw', timeMs: number}, result: ReturnType<Core['findPlan']>},
 *   planReply: {job: {position: string, rules: BareRule[], last: number | null}, result: PlanReply},
 *   planWords: {job: {position: string, colour: Colour, promise: 'win' | 'draw', rules: BareRule[]}, result: ReturnType<Core['describePlan']>},
 *   strategy: {job: {position: string, colour: Colour, promise: 'win' | 'draw', mostPlans: number, timeMs: number},
 *     result: ReturnType<Core['findStrategy']>},
 *   book: {job: {bytes: ArrayBuffer}, result: number},
 * }} Jobs
 */
/** @typedef {{[kind in keyof Jobs]: {kind: kind} & Jobs[kind]['job']}[keyof Jobs]} Job */
/** @typedef {{isStopped: () => boolean, report: (nodes: number) => void}} Watch */

const SLICE_NODES = 60_000;
const PLAN_SLICE_MS = 300;

/** @param {Solver} solver @param {Job} job @param {Watch} watch @returns {Promise<unknown>} */
export async function perform(solver, job, watch) {
  if (job.kind === 'book') return solver.core.openBook(new Uint8Array(job.bytes));
  const position = parsePosition(job.position);
  if (job.kind === 'solve') return prove(solver, job, watch);
  if (job.kind === 'explain') return solver.core.facts(position);
  if (job.kind === 'plan') return findPlan(solver.core, position, job, watch);
  if (job.kind === 'planReply') return solver.core.planReply(position, job.rules, job.last);
  if (job.kind === 'planWords') return solver.core.describePlan(position, job.colour, job.promise, job.rules);
  if (job.kind === 'strategy') {
    return solver.core.findStrategy(position, job.colour, job.promise, job.mostPlans, { timeMs: job.timeMs }, watch.report);
  }
  if (job.kind === 'choose') {
    return choose(solver, job.spec, position, job.seed, job.timeMs === null ? {} : { timeMs: job.timeMs });
  }
  if (job.kind === 'estimate') return (await import('./estimates.js')).estimateColumn(solver.core, position, job);
  if (job.kind === 'variation') {
    return solver.variation(position, job.column, job.score, new Effort(job.timeMs));
  }
  const effort = new Effort();
  const found = solver.glance(position, effort);
  return { ...found, nodes: effort.nodes, source: effort.source };
}

/** @param {Solver} solver @param {{kind: 'solve'} & Jobs['solve']['job']} job @param {Watch} watch */
async function prove(solver, job, watch) {
  const position = parsePosition(job.position);
  const effort = new Effort(job.timeMs);
  let known = solver.core.byRules(position);
  const window = job.window ?? known;
  do {
    known = both(known, solver.search(position, window, effort, SLICE_NODES));
    watch.report(effort.nodes);
    await pause();
  } while (known.low < known.high && known.low < window.high && known.high > window.low && !effort.isSpent && !watch.isStopped());
  return { ...known, nodes: effort.nodes, source: effort.source };
}

/** Look for a plan, with another seed in each slice. @param {Core} core @param {Position} position
 * @param {Jobs['plan']['job']} job @param {Watch} watch */
async function findPlan(core, position, { colour, promise, timeMs }, watch) {
  const effort = new Effort(timeMs);
  for (let seed = 0n; !effort.isSpent && !watch.isStopped(); seed += 1n) {
    const plan = core.findPlan(position, colour, promise, seed, { timeMs: Math.min(PLAN_SLICE_MS, effort.leftMs) });
    if (plan) return plan;
    await pause();
  }
  return null;
}

/** Let the messages that have arrived be handled. @returns {Promise<void>} */
function pause() {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
