// A worker: an instance of the native core that performs one job after the other. The page talks to it with
// pool.js.

import { perform } from './jobs.js';
import { Core } from './native.js';
// What those import is named here, too, so that the browser fetches all files at the same time.
import './scores.js';
import '../board/notation.js';
import '../board/rules.js';

/** @import {Job} from './jobs.js' */

/** @type {Core | null} */
let core = null;
/** @type {Set<number>} */
const stopped = new Set();
/** @type {Promise<void>} */
let busy = Promise.resolve();

/** What a worker needs to start; *memory* if it is shared with other workers, its threads.
 * @typedef {{module: WebAssembly.Module, memory: WebAssembly.Memory | null, threads: number, tableMib: number}} Start */
/** @typedef {Start | {stop: number} | {id: number, job: Job}} Order */

globalThis.addEventListener('message', (/** @type {MessageEvent<Order>} */ { data }) => {
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
  const watch = {
    isStopped: () => stopped.has(id),
    report: (/** @type {number} */ nodes) => globalThis.postMessage({ id, nodes }),
  };
  try {
    if (!core) throw new Error('the core has not been started');
    if (watch.isStopped()) throw new Error('the job was stopped');
    globalThis.postMessage({ id, result: await perform(core, job, watch) });
  } catch (error) {
    // After a trap the module cannot be used any more: the page starts another worker.
    const isBroken = error instanceof WebAssembly.RuntimeError;
    globalThis.postMessage({ id, problem: error instanceof Error ? error.message : String(error), isBroken });
  }
  stopped.delete(id);
}
