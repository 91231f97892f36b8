// The service worker: keeps a copy of the page, so that it loads and two people can play without the server.
// While the server answers, its copy is used; tests/web/test_pages.py checks that SHELL is complete.

const CACHE = 'dropfour-3';
const SHELL = [
  '/',
  '/manifest.webmanifest',
  '/static/css/base.css',
  '/static/css/board.css',
  '/static/css/dialogs.css',
  '/static/css/layout.css',
  '/static/css/live.css',
  '/static/css/panel.css',
  '/static/css/past.css',
  '/static/css/tournaments.css',
  '/static/icon.svg',
  '/static/js/board/board.js',
  '/static/js/board/notation.js',
  '/static/js/board/rules.js',
  '/static/js/game/boardstate.js',
  '/static/js/game/keys.js',
  '/static/js/game/moves.js',
  '/static/js/game/past.js',
  '/static/js/game/play.js',
  '/static/js/game/players.js',
  '/static/js/game/setup.js',
  '/static/js/game/share.js',
  '/static/js/game/status.js',
  '/static/js/game/tools.js',
  '/static/js/live/card.js',
  '/static/js/live/dialog.js',
  '/static/js/live/follow.js',
  '/static/js/live/invite.js',
  '/static/js/live/list.js',
  '/static/js/live/play.js',
  '/static/js/main.js',
  '/static/js/page/address.js',
  '/static/js/page/clocks.js',
  '/static/js/page/memory.js',
  '/static/js/page/store.js',
  '/static/js/page/words.js',
  '/static/js/router.js',
  '/static/js/server/api.js',
  '/static/js/server/queue.js',
  '/static/js/study/card.js',
  '/static/js/study/evalbar.js',
  '/static/js/study/graph.js',
  '/static/js/study/review.js',
  '/static/js/study/study.js',
  '/static/js/tournaments/follow.js',
  '/static/js/tournaments/game.js',
  '/static/js/tournaments/list.js',
  '/static/js/tournaments/run.js',
  '/static/js/tournaments/standings.js',
  '/static/js/tournaments/view.js',
  '/static/js/ui/copy.js',
  '/static/js/ui/dom.js',
  '/static/js/ui/theme.js',
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

/** Answer from the server, or from the cache while it cannot be reached. All pages share one shell. */
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
