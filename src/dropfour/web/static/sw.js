// The service worker: keeps a copy of the page, so that it loads without the server.
// While the server answers in time, its copy is used. Of the opening books it keeps the small one; the others are kept by the page itself (js/core/books.js).

const ROOT = new URL('./', location.href);
const PREFIX = 'dropfour-';
// A hash of all files, so that each version of the page is kept as a whole; filled in as the list below.
const VERSION = '';
// Other pages of the same site have caches of their own.
const CACHE = `${PREFIX}${VERSION} ${ROOT.pathname}`;
// What another app shares with the installed page; js/game/openfile.js takes it.
const SHARED = `${PREFIX}shared`;
// After this time the copy is used, and for a while without waiting.
const SLOW_MS = 3000;
const SLOW_FOR_MS = 30_000;
const OTHER_BOOKS = ['static/book/7x6.book', 'static/book/7x6-most-lines-small.book'];
/** All files of the page; filled in when the page is served or written (dropfour.web.page.files). @type {string[]} */
const FILES = [];
// Only one of the two cores is ever used: the one with threads is kept when it was fetched.
const LATER = [...OTHER_BOOKS, 'static/core/dropfour-threads.wasm'];
// Of the words it keeps English and the languages that were chosen.
const isOfLanguage = (language) => (name) => name.startsWith(`static/words/${language}/`);
const isForeign = (name) => name.startsWith('static/words/') && !isOfLanguage('en')(name);
const SHELL = ['./', 'manifest.webmanifest', ...FILES.filter((name) => !LATER.includes(name) && !isForeign(name))];
// With these a page may share memory between its workers, also one from a server that cannot send them.
const ISOLATION = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };

self.addEventListener('install', (event) => {
  const stored = caches.open(CACHE).then((cache) => cache.addAll(SHELL));
  event.waitUntil(stored.then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const cleared = caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))));
  event.waitUntil(cleared.then(() => self.clients.claim()));
});

self.addEventListener('message', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.filter(isOfLanguage(event.data)))));
});

/** Whether a cache is one of an earlier version of this page. */
function isOld(name) {
  const isOurs = name.startsWith(PREFIX) && (name.endsWith(` ${ROOT.pathname}`) || /^dropfour-\d+$/.test(name));
  return isOurs && name !== CACHE;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  const path = url.pathname.slice(ROOT.pathname.length);
  if (request.method === 'POST' && path === '' && url.searchParams.get('view') === 'shared') {
    event.respondWith(keepShared(request));
    return;
  }
  if (request.method !== 'GET' || path.startsWith('api/') || OTHER_BOOKS.includes(path)) return;
  // All addresses of the game share one shell; other pages, such as examples, are themselves.
  const isShell = request.mode === 'navigate' && (!path.endsWith('.html') || path === 'index.html');
  event.respondWith(fresh(event, isShell ? ROOT.href : request.url, isShell).then(isolated));
});

// A notification about a live game leads to it: in a tab that is open, or in a new one.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = new URL(event.notification.data, location.href).href;
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then(async (tabs) => {
      const client = tabs.find(({ url }) => url === address) ?? tabs[0];
      if (!client) return self.clients.openWindow(address);
      await client.focus();
      return client.url === address ? client : client.navigate(address);
    }),
  );
});

/** The same response, with the headers above. */
function isolated(response) {
  if (response.type === 'opaqueredirect' || response.type === 'error') return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

let slowUntil = 0;

// Answer from the server, or from the cache while it cannot be reached or is slow. What a shell from the
// server loads is waited for, since the cache may have another version of it.
async function fresh(event, key, isShell) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(key);
  const asked = fetch(event.request).then(async (response) => {
    if (response.ok) await cache.put(key, response.clone());
    return response;
  });
  if (!kept) return asked;
  const answer = asked.then(
    (response) => (response.status >= 500 ? kept : response),
    () => kept,
  );
  event.waitUntil(answer);
  if (Date.now() < slowUntil) return kept;
  if (!isShell) return answer;
  const isSlow = new Promise((resolve) => {
    setTimeout(resolve, SLOW_MS, null);
  });
  const first = await Promise.race([answer, isSlow]);
  if (first) return first;
  slowUntil = Date.now() + SLOW_FOR_MS;
  return kept;
}

/** Keep a shared file, text or address for the page, which is opened instead. */
async function keepShared(request) {
  const data = await request.formData();
  const file = data.get('file');
  const isFile = file instanceof File && file.size > 0;
  const text = isFile
    ? await file.slice(0, 60_001).text()
    : ['url', 'text', 'title'].map((name) => data.get(name) ?? '').join('\n');
  const name = encodeURIComponent(isFile ? file.name : '');
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-name': name };
  await (await caches.open(SHARED)).put(ROOT.href, new Response(text, { headers }));
  return Response.redirect(`${ROOT.href}?view=shared`, 303);
}
