// The service worker: keeps a copy of the page, so that it loads without the server.
// While the server answers in time, its copy is used; tests/web/test_pages.py checks that SHELL is complete. Of the
// opening books it keeps the small one; the others are kept by the page itself (js/core/books.js).

const ROOT = new URL('./', location.href);
const PREFIX = 'dropfour-';
// Other pages of the same site have caches of their own.
const CACHE = `${PREFIX}4 ${ROOT.pathname}`;
// What another app shares with the installed page; js/game/shared.js takes it.
const SHARED = `${PREFIX}shared`;
// After this time the copy is used, and for a while without waiting.
const SLOW_MS = 3000;
const SLOW_FOR_MS = 30_000;
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
  'static/css/learn.css',
  'static/css/live.css',
  'static/css/panel.css',
  'static/css/past.css',
  'static/css/themes.css',
  'static/css/tournaments.css',
  'static/css/trainer.css',
  'static/embed.html',
  'static/icon.svg',
  'static/icons/128.png',
  'static/icons/144.png',
  'static/icons/180.png',
  'static/icons/192.png',
  'static/icons/256.png',
  'static/icons/384.png',
  'static/icons/48.png',
  'static/icons/512.png',
  'static/icons/72.png',
  'static/icons/96.png',
  'static/icons/maskable-192.png',
  'static/icons/maskable-512.png',
  'static/js/board/board.js',
  'static/js/board/check.js',
  'static/js/board/fall.js',
  'static/js/board/movetext.js',
  'static/js/board/notation.js',
  'static/js/board/picture.js',
  'static/js/board/rules.js',
  'static/js/board/thumbnail.js',
  'static/js/board/tree.js',
  'static/js/core/analysis.js',
  'static/js/core/books.js',
  'static/js/core/browser.js',
  'static/js/core/engines.js',
  'static/js/core/estimates.js',
  'static/js/core/explain.js',
  'static/js/core/jobs.js',
  'static/js/core/lines.js',
  'static/js/core/native.js',
  'static/js/core/once.js',
  'static/js/core/pool.js',
  'static/js/core/review.js',
  'static/js/core/scores.js',
  'static/js/core/solver.js',
  'static/js/core/specs.js',
  'static/js/core/worker.js',
  'static/js/embed/dropfour-board.js',
  'static/js/game/boardstate.js',
  'static/js/game/branch.js',
  'static/js/game/editor.js',
  'static/js/game/feel.js',
  'static/js/game/files.js',
  'static/js/game/gif.js',
  'static/js/game/held.js',
  'static/js/game/keys.js',
  'static/js/game/moves.js',
  'static/js/game/play.js',
  'static/js/game/players.js',
  'static/js/game/settings.js',
  'static/js/game/setup.js',
  'static/js/game/share.js',
  'static/js/game/shared.js',
  'static/js/game/status.js',
  'static/js/game/tools.js',
  'static/js/game/tree.js',
  'static/js/learn/course.js',
  'static/js/learn/list.js',
  'static/js/learn/view.js',
  'static/js/live/card.js',
  'static/js/live/dialog.js',
  'static/js/live/follow.js',
  'static/js/live/invite.js',
  'static/js/live/list.js',
  'static/js/live/play.js',
  'static/js/main.js',
  'static/js/openings/counts.js',
  'static/js/openings/view.js',
  'static/js/page/address.js',
  'static/js/page/characters.js',
  'static/js/page/clocks.js',
  'static/js/page/library.js',
  'static/js/page/match.js',
  'static/js/page/memory.js',
  'static/js/page/site.js',
  'static/js/page/store.js',
  'static/js/page/studied.js',
  'static/js/page/words.js',
  'static/js/puzzles/collection.js',
  'static/js/puzzles/exercise.js',
  'static/js/puzzles/progress.js',
  'static/js/puzzles/proof.js',
  'static/js/puzzles/rating.js',
  'static/js/puzzles/refutation.js',
  'static/js/puzzles/solving.js',
  'static/js/puzzles/stage.js',
  'static/js/puzzles/tools.js',
  'static/js/puzzles/view.js',
  'static/js/record/accuracy.js',
  'static/js/record/archive.js',
  'static/js/record/past.js',
  'static/js/record/stats.js',
  'static/js/record/view.js',
  'static/js/router.js',
  'static/js/server/answers.js',
  'static/js/server/api.js',
  'static/js/server/delivery.js',
  'static/js/server/queue.js',
  'static/js/server/start.js',
  'static/js/study/card.js',
  'static/js/study/coach.js',
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
  'static/js/trainer/cards.js',
  'static/js/trainer/mistakes.js',
  'static/js/trainer/schedule.js',
  'static/js/trainer/training.js',
  'static/js/trainer/view.js',
  'static/js/ui/copy.js',
  'static/js/ui/dom.js',
  'static/js/ui/faces.js',
  'static/js/ui/flourish.js',
  'static/js/ui/menu.js',
  'static/js/ui/notice.js',
  'static/js/ui/sound.js',
  'static/js/ui/theme.js',
  'static/learn/course.json',
  'static/puzzles/puzzles.gz',
];
const OTHER_BOOKS = ['static/book/7x6.book', 'static/book/7x6-most-lines-small.book'];

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
  if (url.origin !== location.origin) return;
  const path = url.pathname.slice(ROOT.pathname.length);
  if (request.method === 'POST' && path === '' && url.searchParams.get('view') === 'shared') {
    event.respondWith(keepShared(request));
    return;
  }
  if (request.method !== 'GET' || path.startsWith('api/') || OTHER_BOOKS.includes(path)) return;
  // All addresses of the game share one shell; other pages, such as examples, are themselves.
  const isShell = request.mode === 'navigate' && (!path.endsWith('.html') || path === 'index.html');
  event.respondWith(fresh(event, isShell ? ROOT.href : request.url));
});

let slowUntil = 0;

/** Answer from the server, or from the cache while it cannot be reached or is slow. */
async function fresh(event, key) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(key);
  const asked = fetch(event.request).then(async (response) => {
    if (response.ok) await cache.put(key, response.clone());
    return response;
  });
  if (!kept) return asked;
  const answer = asked.then((response) => (response.status >= 500 ? kept : response), () => kept);
  event.waitUntil(answer);
  if (Date.now() < slowUntil) return kept;
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
  const text = isFile ? await file.slice(0, 60_001).text() : ['url', 'text', 'title'].map((name) => data.get(name) ?? '').join('\n');
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-name': encodeURIComponent(isFile ? file.name : '') };
  await (await caches.open(SHARED)).put(ROOT.href, new Response(text, { headers }));
  return Response.redirect(`${ROOT.href}?view=shared`, 303);
}
