// Where this page comes from: a server with its API, or plain files that `dropfour site` has written.

/** The folder that the page lies in; all addresses of the page begin with its path. */
export const ROOT = new URL('../../../', import.meta.url);

/** Whether there is a server to store games and to answer. */
export const hasServer = document.documentElement.dataset.server !== 'none';

/** Whether this browser has what the core needs. */
const isSupported = 'WebAssembly' in globalThis && 'Worker' in globalThis && 'BigUint64Array' in globalThis;

/** Whether the page asks the server for moves and analyses although the browser could find them: ?engine=server. */
const prefersServer = hasServer && new URLSearchParams(location.search).get('engine') === 'server';

/** Whether the browser finds moves and analyses by itself, unless the core cannot be loaded. */
export const usesCore = isSupported && !prefersServer;
