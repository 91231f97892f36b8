// The entry point: creates the views, redraws them after each change, and handles the header.

import { createBoard } from './board/board.js';
import { boardState, point } from './game/boardstate.js';
import { branchThrough } from './game/branch.js';
import { coach } from './game/coaching.js';
import { createEffects } from './game/effects.js';
import { listenToKeys } from './game/keys.js';
import { createMovesView } from './game/moves.js';
import { drop } from './game/play.js';
import { createPlayers } from './game/players.js';
import { createSetupCard, isNewGame, showSetup } from './game/setup.js';
import { createResultCard, createStatus, createVoice } from './game/status.js';
import { createActions, createTools } from './game/tools.js';
import { followsAnything, keepClocksRunning } from './page/live.js';
import { lazy } from './page/tasks.js';
import { ROOT, hasServer } from './page/site.js';
import { preferences } from './storage/storage.js';
import { isWatching } from './model/game.js';
import { isNewcomer } from './storage/games.js';
import { notify, onChange, state, update, watch } from './page/state.js';
import { arrive, goHome, goTo, goToGame } from './router.js';
import { followOthers } from './server/queue.js';
import { createStudyView } from './study/card.js';
import { followReview, shownReview } from './study/review.js';
import { followAnswer } from './study/answer.js';
import { followStudy } from './study/study.js';
import { addStyles, byId, set, show, within } from './ui/dom.js';
import { createNotice } from './ui/notice.js';
import { language, loadWords, t, translate, withWords } from './ui/words.js';

// How long the page is left alone after it has been loaded.
const QUIET_MS = 1000;

/** The views besides the game, each a module that is loaded when it is first shown, their style
 * sheets and the parts of their words.
 * @type {Record<Exclude<State['view'], 'game'>, {load: () => Promise<View>, styles?: string[], words?: string}>}
 * @typedef {{createView: (root: HTMLElement) => (() => void) | Promise<() => void>}} View */
const VIEWS = {
  past: { load: () => import('./past/view.js'), words: 'past' },
  statistics: { load: () => import('./past/statisticsview.js'), words: 'past' },
  live: { load: () => import('./live/lobby.js'), styles: ['live'], words: 'live dialogs' },
  tournaments: { load: () => import('./tournaments/list.js'), styles: ['tournaments', 'live'], words: 'tournaments' },
  tournament: { load: () => import('./tournaments/view.js'), styles: ['tournaments', 'report'], words: 'tournaments' },
  club: { load: () => import('./club/view.js'), styles: ['tournaments', 'live', 'club'], words: 'club live dialogs' },
  ratings: { load: () => import('./club/ratings.js'), styles: ['tournaments', 'live', 'club'], words: 'club live' },
  puzzles: { load: () => import('./puzzles/view.js'), styles: ['learn', 'review'], words: 'puzzles sentences' },
  learn: { load: () => import('./learn/list.js'), styles: ['learn'], words: 'learn' },
  lesson: { load: () => import('./learn/view.js'), styles: ['learn', 'study'], words: 'learn puzzles plans sentences' },
  openings: { load: () => import('./openings/view.js'), styles: ['learn'], words: 'openings puzzles' },
  trainer: { load: () => import('./trainer/view.js'), styles: ['learn'], words: 'trainer puzzles sentences' },
  solution: {
    load: () => import('./solution/view.js'),
    styles: ['learn', 'study', 'solution'],
    words: 'solution puzzles plans sentences',
  },
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

try {
  await Promise.all(['page', 'game', 'board', 'study'].map(loadWords));
  if (language !== 'en') translate(document);
} finally {
  delete document.documentElement.dataset.waiting;
}

const effects = createEffects(byId('board'));
const board = createBoard(byId('board'), {
  drop,
  point,
  landed: effects.landed,
  falling: (isFalling) => set(byId('game-view'), 'data-falling', isFalling),
});
const parts = [
  onChange(renderFrame),
  onChange(() => board.render(boardState())),
  onChange(createStatus(byId('status'))),
  onChange(createPlayers(byId('players'))),
  lazy(
    () => state.study,
    async () => (await import('./study/evalbar.js')).createEvalBar(byId('evalbar')),
  ),
  lazy(
    () => state.coach,
    () => coach().then(() => () => {}),
  ),
  onChange(createTools(byId('tools'))),
  lazy(
    () => state.view === 'game' && isNewGame() && !isNewcomer(),
    async () => (await withStyles('past', withWords('home', import('./home/home.js')))).createHome(byId('home-card')),
  ),
  onChange(createSetupCard(byId('setup-card'))),
  lazy(
    () => state.game.id !== null && (state.game.live || isWatching(state.game)),
    async () => (await withStyles('live', import('./live/card.js'), 'live')).createLiveCard(byId('live-card')),
  ),
  lazy(
    () => state.game.live && state.game.yours.length > 0,
    async () => (await withStyles('live', import('./club/card.js'), 'club')).createPlayersCard(byId('players-card')),
  ),
  lazy(
    () => shownReview() !== null,
    async () => {
      const loading = withWords('review', import('./game/reviewcard.js'));
      return (await withStyles('review', loading)).createReviewCard(byId('review-card'));
    },
  ),
  lazy(followsAnything, async () => (await withStyles('live', import('./live/follow.js'), 'live')).createFollower()),
  onChange(createResultCard(byId('result-card'))),
  onChange(createStudyView(byId('study-card'), branchThrough)),
  onChange(createMovesView(byId('moves-card'))),
  onChange(createActions(byId('actions-card'))),
  lazy(
    () => state.game.tournament !== null,
    async () =>
      (await withWords('tournaments', import('./tournaments/game.js'))).createTournamentCard(byId('tournament-card')),
  ),
  ...VIEW_NAMES.map(lazyView),
];

/** A module with its style sheet and its words. @template Module @param {string} styles
 * @param {Promise<Module>} loading @param {string} [words] */
async function withStyles(styles, loading, words = 'page') {
  const [module] = await Promise.all([withWords(words, loading), addStyles(styles)]);
  return module;
}

/** A module with the words of dialogs. @template Module @param {Promise<Module>} loading */
function dialog(loading) {
  return withWords('dialogs', loading);
}

/** A view that could not be loaded is tried again later. @param {keyof typeof VIEWS} name */
function lazyView(name) {
  const root = byId(`${name}-view`);
  let hasFailed = false;
  const { load, styles = [], words = 'page' } = VIEWS[name];
  const draw = lazy(
    () => state.view === name && !hasFailed,
    async () => {
      try {
        const [{ createView }] = await Promise.all([withWords(words, load()), ...['past', ...styles].map(addStyles)]);
        return await createView(root);
      } catch (error) {
        hasFailed = true;
        notify(t('page.not loaded'));
        throw error;
      }
    },
    () => {
      const isLost = document.activeElement === document.body || !document.activeElement?.checkVisibility();
      if (isLost && state.view === name) root.querySelector('h1')?.focus({ preventScroll: true });
    },
  );
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
  for (const [id, views] of Object.entries(LINKS))
    set(byId(id), 'aria-current', views.includes(state.view) ? 'page' : null);
  set(byId('game-view'), 'aria-busy', state.loading ? 'true' : null);
  set(byId('game-view'), 'data-drawn', true);
  const isFirstVisit = isNewGame() && isNewcomer();
  set(byId('game-view'), 'data-first-visit', isFirstVisit);
  show(byId('home-card'), isNewGame() && !isFirstVisit);
  set(document.documentElement, 'data-study', state.study);
}

function render() {
  followReview();
  followStudy();
  followAnswer();
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
    if (file) void dialog(import('./game/openfile.js')).then(({ openFile }) => openFile(file));
  });
}

within(byId('home'), goHome);
for (const [id, [view]] of Object.entries(LINKS)) within(byId(id), () => (view === 'game' ? goToGame() : goTo(view)));
byId('links').addEventListener('click', () => byId('links').hidePopover());
/** What the other entries of the menu do. @type {Record<string, () => Promise<unknown>>} */
const MENU = {
  'open-setup': () => showSetup(),
  'open-editor': () =>
    withWords('dialogs files', import('./game/editor.js')).then((editor) => editor.showEditor(showSetup)),
  'open-file': () => dialog(import('./game/openfile.js')).then((file) => file.chooseFile()),
  'open-share': () => dialog(import('./game/share.js')).then((share) => share.showShareDialog()),
  'open-settings': () => dialog(import('./game/settings.js')).then((settings) => settings.showSettings()),
  'open-keys': () => dialog(import('./game/keyhelp.js')).then((keys) => keys.showKeyHelp()),
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
  void dialog(import('./game/openfile.js')).then((shared) => shared.takeLaunchedFiles());
}

// It can wait, so that it does not delay the first move.
const register = async () => {
  await navigator.serviceWorker?.register(new URL('sw.js', ROOT)).catch(() => {});
  const { active } = (await navigator.serviceWorker?.ready) ?? {};
  if (language !== 'en') active?.postMessage(language);
};
setTimeout(() => void register(), QUIET_MS);
