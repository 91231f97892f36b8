// The opening books of 7x6: the small one of the classic game is part of the page; the full one and
// the small one of Max-Connect4 are fetched when they are first needed and kept in the browser.

const FOLDER = new URL('../../book/', import.meta.url);
const CACHE = 'dropfour-books';

// The bytes and the SHA-256 of the files; tests/web/page/core/test_core.py checks them.
export const SMALL = {
  file: '7x6-small.book',
  bytes: 565_447,
  sha256: 'a47fdf757a8210376f54514b7bfcbf81b1a0d1934b3e612c4410b04e8470d99d',
};
export const FULL = {
  file: '7x6.book',
  bytes: 8_225_059,
  sha256: '3f4d03c7718cae249d83c130ab31116e3214b0fcdc994cc590c6e16cfdb309dc',
};
export const LINES = {
  file: '7x6-most-lines-small.book',
  bytes: 210_656,
  sha256: '709b0737a9ada830521016e360dde917003a1ffee6a9c03fa76e7f7f29ed3ca7',
};

/** @param {typeof SMALL} book @returns {string} an address that changes with the contents */
function addressOf(book) {
  return `${new URL(book.file, FOLDER).href}?${book.sha256.slice(0, 12)}`;
}

/** The browser's storage for books; null where it has none, such as on a page without HTTPS. */
async function storage() {
  try {
    return await caches.open(CACHE);
  } catch {
    return null;
  }
}

/** The small book; the service worker keeps it. @param {typeof SMALL} book */
export async function smallBook(book) {
  const bytes = await download(new URL(book.file, FOLDER).href, book.bytes, () => {});
  if (!(await isIntact(bytes, book))) throw new Error('the opening book is damaged');
  return bytes;
}

/** A book from the browser's storage, or fetched and stored; raises an Error if it is not complete.
 * @param {typeof FULL} book @param {(share: number) => void} progress  called with 0 to 1 */
export async function keptBook(book, progress) {
  const kept = await storage();
  const address = addressOf(book);
  const found = await kept?.match(address);
  const bytes = found ? await found.arrayBuffer() : await download(address, book.bytes, progress);
  if (!(await isIntact(bytes, book))) {
    await kept?.delete(address);
    throw new Error('the opening book is damaged');
  }
  if (kept && !found) {
    for (const old of await kept.keys()) {
      if (old.url.startsWith(new URL(book.file, FOLDER).href)) await kept.delete(old);
    }
    // A browser that is short of space can do without.
    await kept.put(address, new Response(bytes)).catch(() => {});
  }
  return bytes;
}

/** @param {string} address @param {number} size @param {(share: number) => void} progress */
async function download(address, size, progress) {
  const response = await fetch(address);
  if (!response.ok || !response.body) throw new Error('the opening book could not be loaded');
  const bytes = new Uint8Array(size);
  let at = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (at + value.length > size) throw new Error('the opening book is damaged');
    bytes.set(value, at);
    at += value.length;
    progress(at / size);
  }
  if (at < size) throw new Error('the opening book is incomplete');
  return bytes.buffer;
}

/** @param {ArrayBuffer} bytes @param {typeof SMALL} book */
async function isIntact(bytes, book) {
  if (bytes.byteLength !== book.bytes) return false;
  if (!globalThis.crypto?.subtle) return true; // without HTTPS there is no way to check more
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('') === book.sha256;
}
