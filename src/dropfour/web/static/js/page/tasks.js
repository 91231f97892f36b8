// Waiting, tasks that replace each other, and files and parts of the page that are loaded when they are first needed.

import { reasonOf, t } from '../ui/words.js';
import { onChange, update } from './state.js';

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

  /** Begin a task; unless another one has begun by then, *fail* is told why it failed.
   * @param {(signal: AbortSignal) => Promise<void>} act @param {(reason: string) => void} fail */
  async run(act, fail) {
    const signal = this.begin();
    try {
      await act(signal);
    } catch (error) {
      if (!signal.aborted) fail(reasonOf(error));
    }
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

/** The text of a file that is compressed with gzip. Raises an Error if it cannot be loaded. @param {URL} address */
export async function fetchText(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(t('page.no file'));
  const bytes = await response.arrayBuffer();
  const [first, second] = new Uint8Array(bytes, 0, 2);
  // Some web servers announce the compression, so that the browser has removed it.
  if (first !== 0x1f || second !== 0x8b) return new TextDecoder().decode(bytes);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).text();
}

/** A function to be called after each change: it loads a part once it is needed, and draws it from
 * then on. What could not be loaded is tried again. @param {() => boolean} isNeeded
 * @param {() => Promise<() => void>} load  returns what draws the part
 * @param {() => void} [loaded] */
export function lazy(isNeeded, load, loaded = () => {}) {
  /** @type {(() => void) | null} */
  let render = null;
  let isLoading = false;
  return () => {
    render?.();
    if (render || isLoading || !isNeeded()) return;
    isLoading = true;
    void load().then(
      (made) => {
        render = onChange(made);
        // Drawn with everything else: the state may just have changed, and what follows from that comes
        // first. And what contains the part depends on more from now on.
        update({});
        loaded();
      },
      () => {
        isLoading = false;
      },
    );
  };
}
