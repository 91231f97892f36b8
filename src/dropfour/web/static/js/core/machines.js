// Runs the machines of the native core, which decide what is searched (native/policy/machine.hpp):
// workers answer their questions, as many at a time as there are workers.

/** @import {Core} from './native.js' */
/** @import {Pool} from './pool.js' */

// Estimates begin when the search takes longer than they would.
const ESTIMATE_AFTER_MS = 150;

/**
 * Run a machine to its end, and return what it knows then. Raises what the signal gives as its reason when it is aborted.
 * @param {Pool} pool @param {(core: Core) => number} start  returns the machine
 * @param {{signal?: AbortSignal | null, send?: (event: any) => void, estimates?: Pool | null}} [options]  *send* gets what
 *   happens, the end included; *estimates* are the workers for those @returns {Promise<any>}
 */
export async function runMachine(pool, start, { signal = null, send = () => {}, estimates = null } = {}) {
  const core = await pool.policy();
  const machine = start(core);
  /** @type {any} */
  let end = null;
  const hear = () => {
    for (const event of core.takeEvents(machine)) {
      if (event.event === 'done') end = event.data;
      send(event);
    }
  };

  /** @param {Pool} workers @param {boolean} isEstimate @param {AbortSignal | null} stopped */
  async function work(workers, isEstimate, stopped) {
    /** @type {Set<Promise<void>>} */
    const due = new Set();
    for (;;) {
      while (due.size < (isEstimate ? 1 : workers.size)) {
        const asked = core.nextQuestion(machine, isEstimate);
        if (!asked) break;
        const { id, ...question } = asked;
        const report = (/** @type {number} */ nodes) => {
          core.tellProgress(machine, id, nodes);
          hear();
        };
        const told = workers.run('answer', question, { signal: stopped, report }).then((answer) => {
          due.delete(told);
          core.tell(machine, id, answer);
          hear();
        });
        due.add(told);
      }
      if (!due.size) break;
      await Promise.race(due);
    }
    hear();
  }

  const beside = new AbortController();
  const timer = setTimeout(() => {
    if (estimates) void work(estimates, true, beside.signal).catch(() => {});
  }, ESTIMATE_AFTER_MS);
  try {
    await work(pool, false, signal);
    return end;
  } finally {
    clearTimeout(timer);
    beside.abort();
    core.finish(machine);
  }
}
