// The service worker: keeps a copy of the page, so that it loads without the server.
// While the server answers, its copy is used; tests/web/test_pages.py checks that SHELL is complete. The full
// opening book is kept by the page itself (js/core/books.js).

const ROOT = new URL('./', location.href);
const PREFIX = 'dropfour-';
// Other pages of the same site have caches of their own.
const CACHE = `${PREFIX}3 ${ROOT.pathname}`;
const SHELL = [
  './',
  'manifest.webmanifest',
  'static/book/7x6-small.book',
  'static/core/dropfour.wasm',
  'static/core/engines.json',
  'static/core/sentences.json',
  'static/css/base.css',
  'static/css/board.css',
  'static/css/dialogs.css',
  'static/css/embed.css',
  'static/css/examples.css',
  'static/css/layout.css',
  'static/css/live.css',
  'static/css/panel.css',
  'static/css/past.css',
  'static/css/tournaments.css',
  'static/embed.html',
  'static/icon.svg',
  'static/js/board/board.js',
  'static/js/board/notation.js',
  'static/js/board/rules.js',
  'static/js/core/analysis.js',
  'static/js/core/books.js',
  'static/js/core/browser.js',
  'static/js/core/engines.js',
  'static/js/core/explain.js',
  'static/js/core/jobs.js',
  'static/js/core/lines.js',
  'static/js/core/native.js',
  'static/js/core/pool.js',
  'static/js/core/review.js',
  'static/js/core/scores.js',
  'static/js/core/solver.js',
  'static/js/core/specs.js',
  'static/js/core/worker.js',
  'static/js/embed/dropfour-board.js',
  'static/js/game/boardstate.js',
  'static/js/game/files.js',
  'static/js/game/gif.js',
  'static/js/game/keys.js',
  'static/js/game/moves.js',
  'static/js/game/past.js',
  'static/js/game/play.js',
  'static/js/game/players.js',
  'static/js/game/setup.js',
  'static/js/game/share.js',
  'static/js/game/status.js',
  'static/js/game/tools.js',
  'static/js/live/card.js',
  'static/js/live/dialog.js',
  'static/js/live/follow.js',
  'static/js/live/invite.js',
  'static/js/live/list.js',
  'static/js/live/play.js',
  'static/js/main.js',
  'static/js/page/address.js',
  'static/js/page/clocks.js',
  'static/js/page/library.js',
  'static/js/page/memory.js',
  'static/js/page/site.js',
  'static/js/page/store.js',
  'static/js/page/words.js',
  'static/js/router.js',
  'static/js/server/answers.js',
  'static/js/server/api.js',
  'static/js/server/queue.js',
  'static/js/server/start.js',
  'static/js/study/card.js',
  'static/js/study/evalbar.js',
  'static/js/study/graph.js',
  'static/js/study/review.js',
  'static/js/study/study.js',
  'static/js/tournaments/follow.js',
  'static/js/tournaments/game.js',
  'static/js/tournaments/list.js',
  'static/js/tournaments/run.js',
  'static/js/tournaments/standings.js',
  'static/js/tournaments/view.js',
  'static/js/ui/copy.js',
  'static/js/ui/dom.js',
  'static/js/ui/theme.js',
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
      .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/** Whether a cache is one of an earlier version of this page. */
function isOld(name) {
  const isOurs = name.startsWith(PREFIX) && (name.endsWith(` ${ROOT.pathname}`) || /^dropfour-\d+$/.test(name));
  return isOurs && name !== CACHE;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  const path = url.pathname.slice(ROOT.pathname.length);
  if (path.startsWith('api/') || path === 'static/book/7x6.book') return;
  // All addresses of the game share one shell; other pages, such as examples, are themselves.
  const isShell = request.mode === 'navigate' && (!path.endsWith('.html') || path === 'index.html');
  event.respondWith(fresh(request, isShell ? ROOT.href : request.url));
});

/** Answer from the server, or from the cache while it cannot be reached. */
async function fresh(request, key) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(key, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(key);
    if (kept) return kept;
    throw error;
  }
}
