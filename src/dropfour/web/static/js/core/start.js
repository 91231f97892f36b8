// Loads the core when the visitor does something, so that it is there at the engine's first move
// and the first load is small. Where the service worker has its copy, which on later visits it has
// at once, the core need not wait.

import { isReady } from './browser.js';
import { isSupported } from './load.js';

const SIGNS = ['pointermove', 'pointerdown', 'keydown'];

/** Load the core, unless the pointer only rests where the page has been drawn, which browsers
 * report as well. @param {Event} event */
function begin(event) {
  if (event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY) return;
  for (const sign of SIGNS) removeEventListener(sign, begin);
  void isReady();
}

if (isSupported) {
  for (const sign of SIGNS) addEventListener(sign, begin, { passive: true });
  void navigator.serviceWorker?.ready.then(isReady);
}
