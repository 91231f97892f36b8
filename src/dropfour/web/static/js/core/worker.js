// A worker: an instance of the native core that performs one job after the other. The page talks to
// it with pool.js. Where the page cannot stop a search through shared memory, a long proof runs in
// slices, so that the worker hears when it is no longer wanted; its table keeps what the slices
// have proven.

import { parsePosition } from '../board/notation.js';
import { Core } from './native.js';
// What those import is named here, too, so that the browser fetches all files at the same time.
import './instance.js';
import './load.js';
import '../board/rules.js';
import '../ui/words.js';

/** What the core is asked about a position: a method of it, and what the method is given after the
 * position. @template {'choose' | 'facts' | 'findPlan' | 'describePlan' | 'planReply'} M
 * @typedef {{position: string, args: Parameters<Core[M]> extends [Position, ...infer Rest] ? Rest : never}} About */
/** The jobs and their results: *answer* is one to a machine's question, which the core understands.
 * @typedef {{[M in 'choose' | 'facts' | 'findPlan' | 'describePlan' | 'planReply']:
 *   {job: About<M>, result: ReturnType<Core[M]>}} & {
 *   answer: {job: {question: Uint8Array, isLong: boolean, isDeaf: boolean}, result: Uint8Array},
 *   openBook: {job: {bytes: ArrayBuffer}, result: number},
 * }} Jobs */
/** @typedef {{[kind in keyof Jobs]: {kind: kind} & Jobs[kind]['job']}[keyof Jobs]} Job */
/** @typedef {{isStopped: () => boolean, report: (nodes: number) => void}} Watch */
/** What a worker needs to start; *memory* if it is shared with other workers, its threads.
 * @typedef {{module: WebAssembly.Module, memory: WebAssembly.Memory | null, threads: number, tableMib: number}} Start */
/** @typedef {Start | {stop: number} | {id: number, job: Job}} Order */

const SLICE_NODES = 60_000;

/** @type {Core | null} */
let core = null;
/** @type {Set<number>} */
const stopped = new Set();
/** @type {Promise<void>} */
let busy = Promise.resolve();

/** @param {Core} core @param {Job} job @param {Watch} watch @returns {Promise<unknown>} a plain object or bytes */
export async function perform(core, job, watch) {
  if (job.kind === 'openBook') return core.openBook(new Uint8Array(job.bytes));
  if (job.kind === 'answer') return answer(core, job.question, watch);
  const position = parsePosition(job.position);
  const method = /** @type {(...args: unknown[]) => unknown} */ (core[job.kind]);
  return method.call(core, position, ...job.args);
}

/** @param {Core} core @param {Uint8Array} question @param {Watch} watch */
async function answer(core, question, watch) {
  core.ask(question);
  while (!core.work(core.stopsAt === null ? SLICE_NODES : 0, watch.report)) {
    await pause();
    if (watch.isStopped()) break;
  }
  return core.answer();
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

globalThis.addEventListener?.('message', (/** @type {MessageEvent<Order>} */ { data }) => {
  if ('module' in data) busy = start(data);
  else if ('stop' in data) stopped.add(data.stop);
  else busy = busy.then(() => work(data.id, data.job));
});

/** @param {Start} order */
async function start({ module, memory, threads, tableMib }) {
  try {
    core = await Core.start(module, tableMib, memory, threads);
    globalThis.postMessage({ stopsAt: core.stopsAt });
  } catch {
    // Every job says that there is no core.
  }
}

/** @param {number} id @param {Job} job */
async function work(id, job) {
  const isStopped = () => stopped.has(id);
  const report = (/** @type {number} */ nodes) => globalThis.postMessage({ id, nodes });
  try {
    if (!core) throw new Error('the core has not been started');
    if (isStopped()) throw new Error('the job was stopped');
    globalThis.postMessage({ id, result: await perform(core, job, { isStopped, report }) });
  } catch (error) {
    // After a trap the module cannot be used any more: the page starts another worker.
    const isBroken = error instanceof WebAssembly.RuntimeError;
    globalThis.postMessage({ id, problem: error instanceof Error ? error.message : String(error), isBroken });
  }
  stopped.delete(id);
}
