// A worker that serves as a thread of the core in another worker: both have the same memory. The
// page ends it with that worker.

import { start } from './instance.js';

/** @typedef {{module: WebAssembly.Module, memory: WebAssembly.Memory, number: number}} Thread */

/** Do what the core asks of this thread, forever. @param {Thread} thread */
export async function serve({ module, memory, number }) {
  const { exports } = await start(module, { memory, report: () => {} });
  exports.__stack_pointer.value = exports.stack_of(number);
  exports.serve(number);
}

globalThis.addEventListener?.('message', (/** @type {MessageEvent<Thread>} */ { data }) => {
  // The page hears of a thread that has failed, and ends its search.
  serve(data).catch(() => globalThis.postMessage({ isBroken: true }));
});
