// An instance of the core's module: its memory, and the little that it asks of a system.

// Of shared memory, in pages of 64 KiB: what the module with threads declares (Makefile).
const INITIAL_PAGES = 512;
const MAXIMUM_PAGES = 16384;

/** What the module may call: *report* gets the nodes that a long search has visited.
 * @typedef {{memory: WebAssembly.Memory | null, report: (nodes: number) => void}} Link */

/** What the module asks of a system: only a clock is ever used. @param {Link} core */
function system(core) {
  const none = () => 52; // ENOSYS
  return {
    clock_time_get: (/** @type {number} */ _clock, /** @type {bigint} */ _precision, /** @type {number} */ result) => {
      // Since the same moment in all workers.
      const nanoseconds = BigInt(Math.round((performance.timeOrigin + performance.now()) * 1e3)) * 1000n;
      new DataView(/** @type {WebAssembly.Memory} */ (core.memory).buffer).setBigUint64(result, nanoseconds, true);
      return 0;
    },
    fd_close: none,
    fd_fdstat_get: none,
    fd_prestat_dir_name: none,
    fd_prestat_get: () => 8, // EBADF: there are no open directories
    fd_read: none,
    fd_seek: none,
    fd_write: none,
    environ_get: none,
    environ_sizes_get: none,
    proc_exit: () => {
      throw new Error('the core has stopped');
    },
  };
}

/** Start an instance of the core, which has the memory of *link* if that has one.
 * @param {WebAssembly.Module} module @param {Link} link */
export async function start(module, link) {
  const page = { progress: (/** @type {number} */ nodes) => link.report(nodes) };
  const env = link.memory ? { memory: link.memory } : {};
  const { exports } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: system(link), page, env });
  link.memory ??= /** @type {WebAssembly.Memory} */ (exports.memory);
  return { exports: /** @type {Record<string, any>} */ (exports) };
}

/** Memory for a core with threads. Only what is used takes space. */
export function sharedMemory() {
  return new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: MAXIMUM_PAGES, shared: true });
}
