// Waiting for the next attempt.

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
