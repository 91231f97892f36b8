// What can go wrong although the program is right.

import { Failure } from '../core/load.js';
import { sentence } from '../ui/words.js';
import { notify } from './state.js';

/** The server rejected the request; the message is its explanation. */
export class Refusal extends Failure {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** The server cannot be reached, or has a problem of its own. */
export class Unreachable extends Failure {}

/** Why something was refused or not reached; raises any other error again. @param {unknown} error */
export function failureOf(error) {
  if (error instanceof Failure) return error.message;
  throw error;
}

/** Send something, and show why it was refused. @template Answer
 * @param {() => Promise<Answer>} send @returns {Promise<Answer | null>} */
export async function attempt(send) {
  try {
    return await send();
  } catch (error) {
    notify(sentence(failureOf(error)));
    return null;
  }
}
