// Keeps a copy of the page, so that it loads, and two people can play, without the server.
// The server's copy is taken as long as it answers; tests/web checks that this list is complete.

const CACHE = 'dropfour-1';
const SHELL = [
  '/',
  '/manifest.webmanifest',
  '/static/icon.svg',
  '/static/css/base.css',
  '/static/css/board.css',
  '/static/js/address.js',
  '/static/js/api.js',
  '/static/js/board.js',
  '/static/js/copy.js',
  '/static/js/dom.js',
  '/static/js/evalbar.js',
  '/static/js/graph.js',
  '/static/js/keys.js',
  '/static/js/main.js',
  '/static/js/memory.js',
  '/static/js/movesview.js',
  '/static/js/notation.js',
  '/static/js/past.js',
  '/static/js/play.js',
  '/static/js/players.js',
  '/static/js/queue.js',
  '/static/js/review.js',
  '/static/js/standings.js',
  '/static/js/tournament.js',
  '/static/js/tournamentgame.js',
  '/static/js/tournamentlist.js',
  '/static/js/tournaments.js',
  '/static/js/rules.js',
  '/static/js/setup.js',
  '/static/js/share.js',
  '/static/js/status.js',
  '/static/js/store.js',
  '/static/js/study.js',
  '/static/js/studyview.js',
  '/static/js/table.js',
  '/static/js/theme.js',
  '/static/js/tools.js',
  '/static/js/words.js',
  '/static/css/layout.css',
  '/static/css/panel.css',
  '/static/css/dialogs.css',
  '/static/css/past.css',
  '/static/css/tournaments.css',
];

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(SHELL))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (url.pathname.startsWith('/api/')) return;
  event.respondWith(fresh(request));
});

/** The server's answer, or our copy of it; every page is the same shell. */
async function fresh(request) {
  const key = request.mode === 'navigate' ? '/' : request.url;
  try {
    const response = await fetch(request);
    if (response.ok) {
      const cache = await caches.open(CACHE);
      await cache.put(key, response.clone());
    }
    return response;
  } catch (error) {
    const kept = await caches.match(key);
    if (kept) return kept;
    throw error;
  }
}
