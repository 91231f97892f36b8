// What a worker does: each job is about one position and has a plain object as its result. Where the page cannot
// stop a search through shared memory, a long proof runs in slices, so that the worker hears when it is no longer
// wanted; its table keeps what the slices have proven.

import { parsePosition } from '../board/notation.js';
import { both } from './scores.js';

/** @import {Core, Glance, Range} from './native.js' */
/** @import {BareRule, Choice, ColumnEstimate} from '../types.d.ts' */

/**
 * The jobs, and their results.
 * @typedef {{
 *   glance: {job: {position: string}, result: Glance},
 *   solve: {job: {position: string, window: Range | null, timeMs: number}, result: Range & {nodes: number, source: string}},
 *   estimate: {job: {position: string, column: number, depth: number, timeMs: number}, result: ColumnEstimate | null},
 *   variation: {job: {position: string, best: number[], score: number, timeMs: number}, result: number[]},
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

/** @param {Core} core @param {Job} job @param {Watch} watch @returns {Promise<unknown>} */
export async function perform(core, job, watch) {
  if (job.kind === 'book') return core.openBook(new Uint8Array(job.bytes));
  const position = parsePosition(job.position);
  if (job.kind === 'solve') return prove(core, position, job, watch);
  if (job.kind === 'explain') return core.facts(position);
  if (job.kind === 'plan') return findPlan(core, position, job, watch);
  if (job.kind === 'planReply') return core.planReply(position, job.rules, job.last);
  if (job.kind === 'planWords') return core.describePlan(position, job.colour, job.promise, job.rules);
  if (job.kind === 'strategy') {
    return core.findStrategy(position, job.colour, job.promise, job.mostPlans, { timeMs: job.timeMs }, watch.report);
  }
  if (job.kind === 'choose') return core.choose(position, job.spec, job.seed, { timeMs: job.timeMs ?? undefined });
  if (job.kind === 'estimate') return core.estimateColumn(position, job.column, job.depth, job.timeMs);
  if (job.kind === 'variation') return core.findVariation(position, job.best, job.score, job.timeMs);
  return core.glance(position);
}

/** @param {Core} core @param {Position} position @param {Jobs['solve']['job']} job @param {Watch} watch
 * @returns {Promise<Jobs['solve']['result']>} */
async function prove(core, position, { window: given, timeMs }, watch) {
  const endsAt = performance.now() + timeMs;
  const leftMs = () => Math.max(0, endsAt - performance.now());
  let known = core.byRules(position);
  let [nodes, isSearched] = [0, false];
  const window = given ?? known;
  const sliceNodes = core.stopsAt === null ? SLICE_NODES : undefined;
  do {
    core.set(position);
    const before = nodes;
    const found = core.solve(window, { timeMs: leftMs(), nodes: sliceNodes }, (count) => watch.report(before + count));
    known = both(known, found);
    nodes += found.nodes;
    isSearched ||= !found.isLookedUp;
    watch.report(nodes);
    await pause();
  } while (known.low < known.high && known.low < window.high && known.high > window.low && leftMs() && !watch.isStopped());
  return { ...known, nodes, source: isSearched ? 'search' : 'book' };
}

/** Look for a plan, with another seed in each slice. @param {Core} core @param {Position} position
 * @param {Jobs['plan']['job']} job @param {Watch} watch */
async function findPlan(core, position, { colour, promise, timeMs }, watch) {
  const endsAt = performance.now() + timeMs;
  for (let seed = 0n; performance.now() < endsAt && !watch.isStopped(); seed += 1n) {
    const plan = core.findPlan(position, colour, promise, seed, { timeMs: Math.min(PLAN_SLICE_MS, endsAt - performance.now()) });
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
