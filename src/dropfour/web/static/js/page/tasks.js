// Waiting, tasks that replace each other, and parts of the page that are loaded when they are first needed.

import { onChange, update } from './store.js';

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

/** A function to be called after each change: it loads a part once it is needed, and draws it from then on. What could not
 * be loaded is tried again.
 * @param {() => boolean} isNeeded @param {() => Promise<() => void>} load  returns what draws the part
 * @param {() => void} [loaded] */
export function lazy(isNeeded, load, loaded = () => {}) {
  /** @type {(() => void) | null} */
  let render = null;
  let isLoading = false;
  return () => {
    render?.();
    if (render || isLoading || !isNeeded()) return;
    isLoading = true;
    void load().then((made) => {
      render = onChange(made);
      // Drawn with everything else: the state may just have changed, and what follows from that comes first. And what
      // contains the part depends on more from now on.
      update({});
      loaded();
    }, () => {
      isLoading = false;
    });
  };
}
