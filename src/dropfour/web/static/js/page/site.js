// Where this page comes from: a server with its API, or plain files that `dropfour site` has written.

/** The folder that the page lies in; all addresses of the page begin with its path. */
export const ROOT = new URL('../../../', import.meta.url);

/** Whether there is a server to store games. */
export const hasServer = document.documentElement.dataset.server !== 'none';
