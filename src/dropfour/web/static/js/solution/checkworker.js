// The worker in which the checker runs, so that the page stays free.

import { checkSolution } from './checker.js';

globalThis.addEventListener('message', (/** @type {MessageEvent<string>} */ { data }) => {
  globalThis.postMessage({ report: checkSolution(data, (progress) => globalThis.postMessage({ progress })) });
});
