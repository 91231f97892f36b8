// Loading what the core needs, and what it says where it cannot run.

import { t } from '../ui/words.js';

/** Something that was not possible; the message is a clause that says why. */
export class Failure extends Error {}

/** A file that could not be fetched: worth another try. */
export class Unloaded extends Failure {}

/** Whether this browser has what the core needs. */
export const isSupported = 'WebAssembly' in globalThis && 'Worker' in globalThis && 'BigUint64Array' in globalThis;

/** Why the core cannot run here. */
export const notSupported = () => t('page.not supported');

/** Whether something succeeds. @param {Promise<unknown>} doing @returns {Promise<boolean>} */
export function succeeds(doing) {
  return doing.then(
    () => true,
    () => false,
  );
}

/** Return a function that loads something on its first call and returns the same promise from then
 * on; after a failure the next call tries again. @template T @template {unknown[]} Args
 * @param {(...args: Args) => Promise<T>} load @returns {(...args: Args) => Promise<T>} */
export function once(load) {
  /** @type {Promise<T> | null} */
  let loading = null;
  return (...args) => {
    loading ??= load(...args).catch((error) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

/** What a request or an import loads; raises Unloaded if that is not possible, as without a
 * connection. @template T @param {Promise<T>} loading @returns {Promise<T>} */
export async function loaded(loading) {
  try {
    return await loading;
  } catch {
    throw new Unloaded(t('page.no file'));
  }
}
