// The entry point: creates the views, redraws them after each change of the state, and handles the header.

import { createBoard } from './board/board.js';
import { boardState, point } from './game/boardstate.js';
import { branchThrough } from './game/branch.js';
import { coach } from './game/coaching.js';
import { createEffects } from './game/effects.js';
import { listenToKeys } from './game/keys.js';
import { createMovesView } from './game/moves.js';
import { drop } from './game/play.js';
import { createPlayers } from './game/players.js';
import { createSetupCard, showSetup } from './game/setup.js';
import { createResultCard, createStatus, createVoice } from './game/status.js';
import { createActions, createTools } from './game/tools.js';
import { keepClocksRunning } from './page/clocks.js';
import { lazy } from './page/tasks.js';
import { ROOT, hasServer } from './page/site.js';
import { followsAnything } from './page/seats.js';
import { preferences } from './page/storage.js';
import { isWatching, notify, onChange, state, update, watch } from './page/store.js';
import { arrive, goHome, goTo, goToGame } from './router.js';
import { getJson } from './server/api.js';
import { followOthers } from './server/queue.js';
import { createStudyView } from './study/card.js';
import { followReview } from './study/keptreviews.js';
import { shownReview } from './study/review.js';
import { followPlan } from './study/plan.js';
import { followStrategy } from './study/strategy.js';
import { followStudy } from './study/study.js';
import { addStyles, byId, set, show, within } from './ui/dom.js';
import { createMenu } from './ui/menu.js';
import { createNotice } from './ui/notice.js';

// How long the page is left alone after it has been loaded.
const QUIET_MS = 1000;

/** The views besides the game, each a module that is loaded when it is first shown, and their style sheets.
 * @type {Record<Exclude<State['view'], 'game'>, {load: () => Promise<View>, styles?: string[]}>}
 * @typedef {{createView: (root: HTMLElement) => (() => void) | Promise<() => void>}} View */
const VIEWS = {
  past: { load: () => import('./past/view.js') },
  statistics: { load: () => import('./past/statisticsview.js') },
  live: { load: () => import('./live/lobby.js'), styles: ['live'] },
  tournaments: { load: () => import('./tournaments/list.js'), styles: ['tournaments', 'live'] },
  tournament: { load: () => import('./tournaments/view.js'), styles: ['tournaments'] },
  club: { load: () => import('./club/view.js'), styles: ['tournaments', 'live', 'club'] },
  ratings: { load: () => import('./club/ratings.js'), styles: ['tournaments', 'live', 'club'] },
  puzzles: { load: () => import('./puzzles/view.js'), styles: ['learn', 'review'] },
  learn: { load: () => import('./learn/list.js'), styles: ['learn'] },
  lesson: { load: () => import('./learn/view.js'), styles: ['learn', 'study'] },
  openings: { load: () => import('./openings/view.js'), styles: ['learn'] },
  trainer: { load: () => import('./trainer/view.js'), styles: ['learn', 'trainer'] },
  solution: { load: () => import('./solution/view.js'), styles: ['learn', 'study', 'solution'] },
};
const VIEW_NAMES = /** @type {(keyof typeof VIEWS)[]} */ (Object.keys(VIEWS));

/** The links of the header with the views below each, the first of which they open. @type {Record<string, State['view'][]>} */
const LINKS = {
  'open-play': ['game'],
  'open-past': ['past', 'statistics'],
  'open-live': ['live'],
  'open-tournaments': ['tournaments', 'tournament', 'club', 'ratings'],
  'open-puzzles': ['puzzles'],
  'open-learn': ['learn', 'lesson', 'openings', 'trainer', 'solution'],
};

const effects = createEffects(byId('board'));
const board = createBoard(byId('board'), {
  drop, point, landed: effects.landed, falling: (isFalling) => set(byId('game-view'), 'data-falling', isFalling),
});
const parts = [
  onChange(renderFrame),
  onChange(() => board.render(boardState())),
  onChange(createStatus(byId('status'))),
  onChange(createPlayers(byId('players'))),
  lazy(() => state.study, async () => (await import('./study/evalbar.js')).createEvalBar(byId('evalbar'))),
  lazy(() => state.coach, async () => {
    await coach();
    return () => {};
  }),
  onChange(createTools(byId('tools'))),
  onChange(createSetupCard(byId('setup-card'))),
  lazy(() => state.game.id !== null && (state.game.live || isWatching(state.game)), async () => (
    (await withStyles('live', import('./live/card.js'))).createLiveCard(byId('live-card')))),
  lazy(() => state.game.live && state.game.yours.length > 0, async () => (
    (await withStyles('live', import('./club/card.js'))).createPlayersCard(byId('players-card')))),
  lazy(() => shownReview() !== null, async () => (
    (await withStyles('review', import('./game/reviewcard.js'))).createReviewCard(byId('review-card')))),
  lazy(followsAnything, async () => (await withStyles('live', import('./live/follow.js'))).createFollower()),
  onChange(createResultCard(byId('result-card'))),
  onChange(createStudyView(byId('study-card'), branchThrough)),
  onChange(createMovesView(byId('moves-card'))),
  onChange(createActions(byId('actions-card'))),
  lazy(() => state.game.tournament !== null, async () => (
    (await import('./tournaments/game.js')).createTournamentCard(byId('tournament-card')))),
  ...VIEW_NAMES.map(lazyView),
];

/** A module with its style sheet. @template Module @param {string} styles @param {Promise<Module>} loading */
async function withStyles(styles, loading) {
  const [module] = await Promise.all([loading, addStyles(styles)]);
  return module;
}

/** A view that could not be loaded is tried again at the next visit. @param {keyof typeof VIEWS} name */
function lazyView(name) {
  const root = byId(`${name}-view`);
  let hasFailed = false;
  const { load, styles = [] } = VIEWS[name];
  const draw = lazy(() => state.view === name && !hasFailed, async () => {
    try {
      const [{ createView }] = await Promise.all([load(), ...['past', ...styles].map(addStyles)]);
      return await createView(root);
    } catch (error) {
      hasFailed = true;
      notify('This page could not be loaded. Check your connection and try again.');
      throw error;
    }
  }, () => {
    const isLost = document.activeElement === document.body || !document.activeElement?.checkVisibility();
    if (isLost && state.view === name) root.querySelector('h1')?.focus({ preventScroll: true });
  });
  return () => {
    if (state.view !== name) hasFailed = false;
    draw();
  };
}

const speakUp = createVoice(byId('live'));
const showNotice = createNotice(byId('notice'), byId('notice-place'));
let noticed = 0;

/** The view on the screen, and its link in the header. */
function renderFrame() {
  for (const view of ['game', ...VIEW_NAMES]) show(byId(`${view}-view`), state.view === view);
  for (const [id, views] of Object.entries(LINKS)) set(byId(id), 'aria-current', views.includes(state.view) ? 'page' : null);
  set(byId('game-view'), 'aria-busy', state.loading ? 'true' : null);
  set(byId('game-view'), 'data-drawn', true);
  set(document.documentElement, 'data-study', state.study);
}

function render() {
  followReview();
  followStudy();
  followPlan();
  followStrategy();
  effects.render();
  for (const part of parts) part();
  speakUp();
  if (state.notice.count === noticed) return;
  noticed = state.notice.count;
  showNotice(state.notice.text);
}

/** Open a file that is dropped anywhere on the page. */
function acceptDrops() {
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) void import('./game/openfile.js').then(({ openFile }) => openFile(file));
  });
}

within(byId('home'), goHome);
for (const [id, [view]] of Object.entries(LINKS)) within(byId(id), () => (view === 'game' ? goToGame() : goTo(view)));
createMenu(byId('menu'), byId('links'));
/** What the other entries of the menu do. @type {Record<string, () => Promise<void>>} */
const MENU = {
  'open-setup': () => showSetup(),
  'open-editor': async () => (await import('./game/editor.js')).showEditor(showSetup),
  'open-file': async () => (await import('./game/openfile.js')).chooseFile(),
  'open-share': async () => (await import('./game/share.js')).showShareDialog(),
  'open-settings': async () => (await import('./game/settings.js')).showSettings(),
  'open-keys': async () => (await import('./game/keyhelp.js')).showKeyHelp(),
};
for (const [id, act] of Object.entries(MENU)) byId(id).addEventListener('click', () => void act());
window.addEventListener('popstate', arrive);

watch(render);
update({ study: preferences.study.value, coach: preferences.coach.value });
listenToKeys(byId('game-view'), board);
acceptDrops();
followOthers();
keepClocksRunning();
const wantsSetup = new URLSearchParams(location.search).get('view') === 'new';
arrive();
if (wantsSetup) void showSetup();
for (const id of ['open-live', 'open-tournaments']) show(byId(id), hasServer);
// Only the installed page is given files.
if ('launchQueue' in window && !matchMedia('(display-mode: browser)').matches) {
  void import('./game/shared.js').then((shared) => shared.takeLaunchedFiles());
}

/** Load what can wait, so that it does not delay the first move. */
function prepareForLater() {
  const engines = hasServer ? getJson('/api/engines', {}) : fetch(new URL('static/core/engines.json', ROOT)).then((found) => found.json());
  void engines.then(update, () => {});
  if ('serviceWorker' in navigator) void navigator.serviceWorker.register(new URL('sw.js', ROOT)).catch(() => {});
}
window.addEventListener('load', () => setTimeout(prepareForLater, QUIET_MS));
