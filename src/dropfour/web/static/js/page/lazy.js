// Parts of the page that are loaded when they are first needed.

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
      render = made;
      made();
      loaded();
    }, () => {
      isLoading = false;
    });
  };
}
