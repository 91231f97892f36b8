// Loads the core when the visitor does something, so that it is there at the engine's first move and the first load is
// small. Where the service worker has its copy, which on later visits it has at once, the core need not wait.

import { isReady } from '../core/browser.js';
import { usesCore } from '../page/site.js';

const SIGNS = ['pointermove', 'pointerdown', 'keydown'];

if (usesCore) {
  for (const sign of SIGNS) addEventListener(sign, () => void isReady(), { once: true, passive: true });
  void navigator.serviceWorker?.ready.then(isReady);
}
