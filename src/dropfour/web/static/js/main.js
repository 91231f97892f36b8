// The entry point: creates the views, redraws them after each change of the state, and handles the header.

import { createBoard } from './board/board.js';
import { boardState, point } from './game/boardstate.js';
import { listenToKeys } from './game/keys.js';
import { createMovesView } from './game/moves.js';
import { createPastView } from './game/past.js';
import { drop } from './game/play.js';
import { createPlayers } from './game/players.js';
import { createSetupCard, createSetupDialog } from './game/setup.js';
import { acceptDrops, createShareDialog } from './game/share.js';
import { createResultCard, createStatus, createVoice } from './game/status.js';
import { createActions, createTools } from './game/tools.js';
import { createLiveCard } from './live/card.js';
import { keepClocksRunning } from './page/clocks.js';
import { createLiveDialog } from './live/dialog.js';
import { followGame } from './live/follow.js';
import { createLiveList, followList } from './live/list.js';
import { studyPreference } from './page/memory.js';
import { ROOT, hasServer } from './page/site.js';
import { notify, state, update, watch } from './page/store.js';
import { capital } from './page/words.js';
import {
  arrive, goHome, goToLive, goToPast, goToTournament, goToTournaments, openGame, openTournamentGame,
} from './router.js';
import { getJson } from './server/api.js';
import { followOthers } from './server/queue.js';
import { createStudyView } from './study/card.js';
import { createEvalBar } from './study/evalbar.js';
import { dropOldReview } from './study/review.js';
import { followStudy } from './study/study.js';
import { followTournaments } from './tournaments/follow.js';
import { createTournamentCard } from './tournaments/game.js';
import { createTournamentList } from './tournaments/list.js';
import { createTournamentView } from './tournaments/view.js';
import { byId, set, setText, show, within } from './ui/dom.js';

const board = createBoard(byId('board'), { drop, point });
const showSetup = createSetupDialog(/** @type {HTMLDialogElement} */ (byId('setup-dialog')));
const showLive = createLiveDialog(/** @type {HTMLDialogElement} */ (byId('live-dialog')), (id) => void openGame(id, 'push'));
const showShare = createShareDialog(/** @type {HTMLDialogElement} */ (byId('share-dialog')));
const views = [
  createStatus(byId('status')),
  createPlayers(byId('players')),
  createEvalBar(byId('evalbar')),
  createTools(byId('tools')),
  createSetupCard(byId('setup-card'), showSetup, showLive),
  createLiveCard(byId('live-card')),
  createResultCard(byId('result-card')),
  createStudyView(byId('study-card')),
  createMovesView(byId('moves-card')),
  createActions(byId('actions-card')),
  createPastView(byId('past-view'), (id) => void openGame(id, 'push')),
  createLiveList(byId('live-view'), (id) => void openGame(id, 'push'), showLive),
  createTournamentList(byId('tournaments-view'), goToTournament),
  createTournamentView(byId('tournament-view'), {
    leave: goToTournaments,
    open: (number) => void openTournamentGame(Number(state.tournaments.id), number, 'push'),
  }),
  createTournamentCard(byId('tournament-card'), {
    leave: goToTournament,
    open: (id, number) => void openTournamentGame(id, number, 'push'),
  }),
];
const speakUp = createVoice(byId('live'));
let noticed = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let noticeTimer;

function render() {
  dropOldReview();
  followStudy();
  followTournaments();
  followGame((id) => void openGame(id, 'push'));
  followList();
  for (const view of ['game', 'past', 'live', 'tournaments', 'tournament']) {
    show(byId(`${view}-view`), state.view === view);
  }
  set(byId('game-view'), 'aria-busy', state.loading ? 'true' : null);
  board.render(boardState());
  for (const view of views) view();
  speakUp();
  renderNotice();
}

function renderNotice() {
  if (state.notice.count === noticed) return;
  noticed = state.notice.count;
  const element = byId('notice');
  setText(element, state.notice.text);
  set(element, 'data-shown', true);
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => set(element, 'data-shown', false), 4000);
}

function switchTheme() {
  const root = document.documentElement;
  const isDark = getComputedStyle(root).getPropertyValue('--page').trim() === '#0a101c';
  const theme = isDark ? 'light' : 'dark';
  root.dataset.theme = theme;
  try {
    localStorage.setItem('dropfour.theme', theme);
  } catch {
    // Without storage the theme lasts until the page is closed.
  }
  notify(`${capital(theme)} theme.`);
}

within(byId('home'), goHome);
within(byId('open-past'), goToPast);
within(byId('open-live'), goToLive);
within(byId('open-tournaments'), goToTournaments);
byId('open-setup').addEventListener('click', showSetup);
byId('open-share').addEventListener('click', showShare);
byId('theme').addEventListener('click', switchTheme);
window.addEventListener('popstate', arrive);

watch(render);
update({ study: studyPreference() });
listenToKeys(byId('game-view'), board);
acceptDrops();
followOthers();
keepClocksRunning();
arrive();
const engines = hasServer ? getJson('/api/engines', {}) : fetch(new URL('static/core/engines.json', ROOT)).then((found) => found.json());
void engines.then(update, () => {});
for (const id of ['open-live', 'open-tournaments']) show(byId(id), hasServer);
if ('serviceWorker' in navigator) void navigator.serviceWorker.register(new URL('sw.js', ROOT)).catch(() => {});
