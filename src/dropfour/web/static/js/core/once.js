/** Return a function that loads something on its first call and returns the same promise from then on; after a
 * failure the next call tries again. @template T @param {() => Promise<T>} load @returns {() => Promise<T>} */
export function once(load) {
  /** @type {Promise<T> | null} */
  let loading = null;
  return () => {
    loading ??= load().catch((error) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}
