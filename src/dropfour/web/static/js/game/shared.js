// What other apps share with the installed page, and files opened with it.

import { ROOT } from '../page/site.js';
import { capital, reasonOf } from '../page/words.js';
import { notify } from '../page/store.js';

const CACHE = 'dropfour-shared';

/**
 * Open what was shared: a link to this page, or a game as text or file.
 * @param {(address: string) => void} go  opens an address of this page
 * @returns {Promise<boolean>} whether something was opened
 */
export async function openShared(go) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(ROOT.href);
  if (!kept) return false;
  await cache.delete(ROOT.href);
  const text = await kept.text();
  const link = text.match(/https?:\/\/\S+/g)?.find((each) => each.startsWith(ROOT.href));
  if (link) {
    go(link);
    return true;
  }
  const name = decodeURIComponent(kept.headers.get('x-name') ?? '') || 'what was shared';
  const { openText } = await import('./openfile.js');
  return openText(text, name).then(() => true, (error) => {
    notify(`${capital(`cannot open ${name}`)}: ${reasonOf(error)}.`);
    return false;
  });
}

/** Open the files that the system opens with the installed page. */
export function takeLaunchedFiles() {
  const { launchQueue } = /** @type {{launchQueue?: {setConsumer: (take: (launch: {files?: {getFile: () => Promise<File>}[]}) => void) => void}}} */ (
    /** @type {unknown} */ (window)
  );
  launchQueue?.setConsumer(({ files }) => {
    if (files?.length) void files[0].getFile().then(async (file) => (await import('./openfile.js')).openFile(file));
  });
}
