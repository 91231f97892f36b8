// Style sheets of views that are loaded later.

import { ROOT } from '../page/site.js';
import { el } from '../ui/dom.js';

/** Load a style sheet once; resolves when it applies. @param {string} name @returns {Promise<void>} */
export function loadStyle(name) {
  const href = new URL(`static/css/${name}`, ROOT).href;
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = el('link', { rel: 'stylesheet', href, load: () => resolve(), error: () => reject(new Error(`${name} cannot be loaded`)) });
    document.head.append(link);
  });
}
