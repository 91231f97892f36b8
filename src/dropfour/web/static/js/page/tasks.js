// Waiting, and tasks that replace each other.

/** One task at a time: beginning another one aborts the one before. */
export class Latest {
  constructor() {
    this._control = new AbortController();
  }

  /** Of the task that was begun last. */
  get signal() {
    return this._control.signal;
  }

  /** @returns {AbortSignal} of the new task */
  begin() {
    this.stop();
    this._control = new AbortController();
    return this.signal;
  }

  stop() {
    this._control.abort();
  }
}

/** @param {number} ms @returns {Promise<void>} */
export function pause(ms) {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, ms));
  });
}

/** Wait for *ms*; returning to the tab or to the network, or an abort, ends the wait.
 * @param {number} ms @param {AbortSignal} signal @param {{whileHidden: boolean}} options  false: wait at least until the tab is
 *   visible @returns {Promise<void>} */
export function pauseUntilWoken(ms, signal, { whileHidden }) {
  const done = new AbortController();
  return new Promise((resolve) => {
    const wake = () => {
      if (!whileHidden && document.hidden && !signal.aborted) return;
      clearTimeout(timer);
      done.abort();
      resolve();
    };
    const timer = setTimeout(wake, ms);
    document.addEventListener('visibilitychange', wake, { signal: done.signal });
    window.addEventListener('online', wake, { signal: done.signal });
    signal.addEventListener('abort', wake, { signal: done.signal });
  });
}
