// The page put together: state in, screen out, and the address in between.

import { readAddress, showAddress } from './address.js';
import { Refusal, Unreachable, gameOf, getJson } from './api.js';
import { createBoard } from './board.js';
import { byId, set, setText, show, within } from './dom.js';
import { createEvalBar } from './evalbar.js';
import { listenToKeys } from './keys.js';
import { opponentPreference, studyPreference, unsent } from './memory.js';
import { createMovesView } from './movesview.js';
import { createPastView, loadPast } from './past.js';
import { drop, open } from './play.js';
import { createPlayers } from './players.js';
import { followOthers, resume } from './queue.js';
import { dropOldReview } from './review.js';
import { createSetupCard, createSetupDialog } from './setup.js';
import { acceptDrops, createShareDialog } from './share.js';
import { createResultCard, createStatus, createVoice } from './status.js';
import { newGame, notify, state, update, watch } from './store.js';
import { follow } from './study.js';
import { createStudyView } from './studyview.js';
import { boardState, point } from './table.js';
import { createActions, createTools } from './tools.js';
import { createTournamentView } from './tournament.js';
import { createTournamentCard, tournamentGameOf } from './tournamentgame.js';
import { createTournamentList } from './tournamentlist.js';
import { followTournaments, showTournament, showTournaments } from './tournaments.js';
import { capital } from './words.js';

/** @import {Game} from './types.js' */

const board = createBoard(byId('board'), { drop, point });
const showSetup = createSetupDialog(/** @type {HTMLDialogElement} */ (byId('setup-dialog')));
const showShare = createShareDialog(/** @type {HTMLDialogElement} */ (byId('share-dialog')));
const views = [
  createStatus(byId('status')),
  createPlayers(byId('players')),
  createEvalBar(byId('evalbar')),
  createTools(byId('tools')),
  createSetupCard(byId('setup-card'), showSetup),
  createResultCard(byId('result-card')),
  createStudyView(byId('study-card')),
  createMovesView(byId('moves-card')),
  createActions(byId('actions-card')),
  createPastView(byId('past-view'), (id) => void openGame(id, 'push')),
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
  follow();
  followTournaments();
  for (const view of ['game', 'past', 'tournaments', 'tournament']) {
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

// --- where we are ---------------------------------------------------------------------------------

// Counts where we went: a game that arrives late must not take us back.
let journeys = 0;

/** @param {string} id @param {'push' | 'replace'} how */
async function openGame(id, how) {
  const kept = unsent(id);
  if (kept) {
    journeys += 1;
    open(kept.game, how);
    update({ queue: kept.queue });
    resume();
    return;
  }
  await fetchGame(`/api/games/${id}`, gameOf, how);
}

/** @param {number} id @param {number} number @param {'push' | 'replace'} how */
async function openTournamentGame(id, number, how) {
  await fetchGame(`/api/tournaments/${id}/games/${number}`, (json) => tournamentGameOf(id, json), how);
}

/** @param {string} path @param {(json: any) => Game} read @param {'push' | 'replace'} how */
async function fetchGame(path, read, how) {
  journeys += 1;
  const journey = journeys;
  update({ view: 'game', loading: true, offline: false });
  try {
    const game = read(await getJson(path));
    if (journey === journeys) open(game, how);
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
    if (journey !== journeys) return;
    open(freshGame(), 'replace');
    notify(error instanceof Refusal ? 'That game is not here.' : 'No connection to the server.');
  }
}

function freshGame() {
  return newGame({ yellow: { name: '', engine: opponentPreference() } });
}

/** Show what the address says. */
function arrive() {
  journeys += 1;
  try {
    const place = readAddress(location);
    if (place.view === 'past') {
      showPast();
    } else if (place.view === 'tournaments') {
      showTournaments();
    } else if (place.view === 'tournament') {
      if (place.number === null) showTournament(place.id);
      else void openTournamentGame(place.id, place.number, 'replace');
    } else if (place.view === 'game') {
      void openGame(place.id, 'replace');
    } else if (place.view === 'line') {
      open(place.game, 'replace');
    } else {
      const kept = unsent(null);
      open(kept ? kept.game : freshGame(), 'replace');
      if (kept) {
        update({ queue: kept.queue });
        resume();
      }
    }
  } catch (error) {
    open(freshGame(), 'replace');
    notify(`That address shows no game: ${error instanceof Error ? error.message : error}.`);
  }
}

function showPast() {
  update({ view: 'past', loading: false });
  void loadPast();
}

function goToTournaments() {
  journeys += 1;
  showTournaments();
  showAddress('push');
  focusTitle('tournaments-view');
}

/** @param {number} id */
function goToTournament(id) {
  journeys += 1;
  showTournament(id);
  showAddress('push');
  focusTitle('tournament-view');
}

/** What was clicked is gone: go on reading at the top of the view. @param {string} view */
function focusTitle(view) {
  requestAnimationFrame(() => {
    byId(view).querySelector('h1')?.focus({ preventScroll: true });
    scrollTo(0, 0);
  });
}

within(byId('home'), () => {
  journeys += 1;
  open(freshGame(), 'push');
});
byId('open-setup').addEventListener('click', showSetup);
byId('open-share').addEventListener('click', showShare);
within(byId('open-past'), () => {
  journeys += 1;
  showPast();
  showAddress('push');
});
within(byId('open-tournaments'), goToTournaments);
byId('theme').addEventListener('click', () => {
  const root = document.documentElement;
  const isDark = getComputedStyle(root).getPropertyValue('--page').trim() === '#0a101c';
  const theme = isDark ? 'light' : 'dark';
  root.dataset.theme = theme;
  try {
    localStorage.setItem('dropfour.theme', theme);
  } catch {
    // It holds until the page is left.
  }
  notify(`${capital(theme)} it is.`);
});
window.addEventListener('popstate', arrive);

watch(render);
update({ study: studyPreference() });
listenToKeys(byId('game-view'), board);
acceptDrops();
followOthers();
arrive();
void getJson('/api/engines').then(update, () => {});
if ('serviceWorker' in navigator) void navigator.serviceWorker.register('/sw.js').catch(() => {});
