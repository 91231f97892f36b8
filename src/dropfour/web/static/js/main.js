// The entry point: creates the views, redraws them after each change of the state, and handles the header.

import { createBoard } from './board/board.js';
import { boardState, point } from './game/boardstate.js';
import { branchThrough } from './game/branch.js';
import { createFeel } from './game/feel.js';
import { listenToKeys } from './game/keys.js';
import { createMovesView } from './game/moves.js';
import { drop } from './game/play.js';
import { createPlayers } from './game/players.js';
import { createSetupCard, createSetupDialog } from './game/setup.js';
import { createResultCard, createStatus, createVoice } from './game/status.js';
import { createActions, createTools } from './game/tools.js';
import { keepClocksRunning } from './page/clocks.js';
import { coachPreference, studyPreference } from './page/memory.js';
import { ROOT, hasServer } from './page/site.js';
import { isWatching, notify, state, update, watch } from './page/store.js';
import {
  arrive, goHome, goTo, goToLearn, goToOpenings, goToPuzzles, goToTournament, goToTournaments, openGame, openTournamentGame,
} from './router.js';
import { getJson } from './server/api.js';
import { followOthers } from './server/queue.js';
import { createStudyView } from './study/card.js';
import { createEvalBar } from './study/evalbar.js';
import { dropOldReview } from './study/review.js';
import { followStudy } from './study/study.js';
import { addStyles, byId, set, show, within } from './ui/dom.js';
import { createMenu } from './ui/menu.js';
import { createNotice } from './ui/notice.js';

// How long the page is left alone after it has been loaded.
const QUIET_MS = 1000;

const feel = createFeel(byId('board'));
const board = createBoard(byId('board'), { drop, point, landed: feel.landed });
const showSetup = createSetupDialog(/** @type {HTMLDialogElement} */ (byId('setup-dialog')));
const goes = { open: (/** @type {string} */ id) => void openGame(id, 'push'), show: goTo };
const train = () => goTo('trainer');
const views = [
  createStatus(byId('status')),
  createPlayers(byId('players')),
  createEvalBar(byId('evalbar')),
  createTools(byId('tools')),
  createSetupCard(byId('setup-card'), () => showSetup(), (mode) => void showLive(mode)),
  whenNeeded(() => state.game.id !== null && (state.game.live || isWatching(state.game)), async () => {
    const [{ createLiveCard }, { followGame }] = await Promise.all([import('./live/card.js'), import('./live/follow.js')]);
    const draw = createLiveCard(byId('live-card'));
    return () => {
      followGame(goes.open);
      draw();
    };
  }),
  createResultCard(byId('result-card')),
  createStudyView(byId('study-card'), branchThrough),
  createMovesView(byId('moves-card'), showSetup),
  createActions(byId('actions-card')),
  lazy('past', async () => (await import('./record/past.js')).createPastView(byId('past-view'), goes)),
  lazy('record', async () => (await import('./record/view.js')).createRecordView(byId('record-view'), goes)),
  lazy('live', async () => {
    const { createLiveList, followList } = await import('./live/list.js');
    const draw = createLiveList(byId('live-view'), goes.open, (mode) => void showLive(mode));
    return () => {
      followList();
      draw();
    };
  }),
  whenNeeded(() => state.game.tournament !== null, async () => {
    const { createTournamentCard } = await import('./tournaments/game.js');
    return createTournamentCard(byId('tournament-card'), {
      leave: goToTournament,
      open: (id, number) => void openTournamentGame(id, number, 'push'),
    });
  }),
  lazy('puzzles', async () => (await import('./puzzles/view.js')).createPuzzlesView(byId('puzzles-view'), goToPuzzles)),
  lazy('learn', async () => (await import('./learn/list.js')).createLessonList(byId('learn-view'), goToLearn, goToOpenings, train)),
  lazy('openings', async () => (await import('./openings/view.js')).createOpeningsView(byId('openings-view'), goToOpenings, train)),
  lazy('trainer', async () => (await import('./trainer/view.js')).createTrainerView(byId('trainer-view'), { ...goes, explore: goToOpenings })),
  lazy('lesson', async () => (await import('./learn/view.js')).createLessonView(byId('lesson-view'), goToLearn)),
  lazy('tournaments', async () => {
    const { createTournamentList } = await import('./tournaments/list.js');
    await addStyles('tournaments');
    return followed(() => createTournamentList(byId('tournaments-view'), goToTournament));
  }),
  lazy('tournament', async () => {
    const { createTournamentView } = await import('./tournaments/view.js');
    await addStyles('tournaments');
    return followed(() => createTournamentView(byId('tournament-view'), {
      leave: goToTournaments,
      open: (number) => void openTournamentGame(Number(state.tournaments.id), number, 'push'),
    }));
  }),
];

/** A view of tournaments, which are polled while they are shown. @param {() => () => void} create */
async function followed(create) {
  const { followTournaments } = await import('./tournaments/follow.js');
  const draw = create();
  return () => {
    followTournaments();
    draw();
  };
}

/** Part of a view that is loaded when it is first needed; it is called after each change from then on.
 * @param {() => boolean} isNeeded @param {() => Promise<() => void>} load */
function whenNeeded(isNeeded, load) {
  /** @type {(() => void) | null} */
  let render = null;
  let isLoading = false;
  return () => {
    render?.();
    if (render || isLoading || !isNeeded()) return;
    isLoading = true;
    void load().then(
      (made) => {
        render = made;
        made();
      },
      () => {
        isLoading = false;
      },
    );
  };
}

/** A view that is loaded when it is shown for the first time; it is called after each change from then on. One that
 * could not be loaded is tried again at the next visit.
 * @param {string} name @param {() => Promise<() => void>} load */
function lazy(name, load) {
  /** @type {(() => void) | null} */
  let render = null;
  let isLoading = false;
  let hasFailed = false;
  return () => {
    render?.();
    if (state.view !== name) hasFailed = false;
    if (render || isLoading || hasFailed || state.view !== name) return;
    isLoading = true;
    void addStyles('past').then(load).then(
      (made) => {
        render = made;
        made();
        const isLost = document.activeElement === document.body || !document.activeElement?.checkVisibility();
        if (isLost && state.view === name) byId(`${name}-view`).querySelector('h1')?.focus({ preventScroll: true });
      },
      () => {
        isLoading = false;
        hasFailed = true;
        notify('This page could not be loaded. Check your connection and try again.');
      },
    );
  };
}

/** The views below each link of the header. @type {Record<string, string[]>} */
const LINKS = {
  'open-past': ['past', 'record'],
  'open-live': ['live'],
  'open-tournaments': ['tournaments', 'tournament'],
  'open-puzzles': ['puzzles'],
  'open-learn': ['learn', 'lesson', 'openings', 'trainer'],
};

const speakUp = createVoice(byId('live'));
const showNotice = createNotice(byId('notice'), byId('status'));
let noticed = 0;

function render() {
  dropOldReview();
  followStudy();
  for (const view of ['game', 'past', 'record', 'live', 'tournaments', 'tournament', 'puzzles', 'learn', 'lesson', 'openings', 'trainer']) {
    show(byId(`${view}-view`), state.view === view);
  }
  for (const link of byId('links').children) {
    set(link, 'aria-current', LINKS[link.id].includes(state.view) ? 'page' : null);
  }
  set(byId('game-view'), 'aria-busy', state.loading ? 'true' : null);
  set(byId('game-view'), 'data-drawn', true);
  set(document.documentElement, 'data-study', state.study);
  feel.render();
  board.render(boardState());
  for (const view of views) view();
  speakUp();
  renderNotice();
}

function renderNotice() {
  if (state.notice.count === noticed) return;
  noticed = state.notice.count;
  showNotice(state.notice.text);
}

/** @type {ReturnType<typeof import('./live/dialog.js').createLiveDialog> | null} */
let liveDialog = null;

/** @param {'friend' | 'anybody'} mode */
async function showLive(mode) {
  const { createLiveDialog } = await import('./live/dialog.js');
  liveDialog ??= createLiveDialog(/** @type {HTMLDialogElement} */ (byId('live-dialog')), goes.open);
  liveDialog(mode);
}

/** @type {(() => void) | null} */
let shareDialog = null;

async function showShare() {
  const { createShareDialog } = await import('./game/share.js');
  shareDialog ??= createShareDialog(/** @type {HTMLDialogElement} */ (byId('share-dialog')));
  shareDialog();
}

/** Open a file that is dropped anywhere on the page. */
function acceptDrops() {
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) void import('./game/share.js').then((share) => share.openDropped(file));
  });
}

async function showSettings() {
  const { openSettings } = await import('./game/settings.js');
  openSettings(/** @type {HTMLDialogElement} */ (byId('settings-dialog')));
}

within(byId('home'), goHome);
within(byId('open-past'), () => goTo('past'));
within(byId('open-live'), () => goTo('live'));
within(byId('open-puzzles'), () => goToPuzzles());
within(byId('open-learn'), () => goToLearn());
createMenu(byId('menu'), byId('links'));
within(byId('open-tournaments'), goToTournaments);
byId('open-setup').addEventListener('click', () => showSetup());
byId('open-share').addEventListener('click', () => void showShare());
byId('open-settings').addEventListener('click', showSettings);
window.addEventListener('popstate', arrive);

watch(render);
update({ study: studyPreference(), coach: coachPreference() });
listenToKeys(byId('game-view'), board);
acceptDrops();
followOthers();
keepClocksRunning();
const wantsSetup = new URLSearchParams(location.search).get('view') === 'new';
arrive();
if (wantsSetup) showSetup();
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
