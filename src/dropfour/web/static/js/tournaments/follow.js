// Tournaments that others play into the server's database: asked for again and again while somebody
// looks at them, and sent only when they have changed.

import { Refusal, Unreachable, getChanged, getJson } from '../server/api.js';
import { speak, state, update } from '../page/store.js';
import { capital, counted } from '../page/words.js';

/** @import {Tournament, TournamentSummary, TournamentsState} from '../types.js' */

const RUNNING_MS = 1000;
const IDLE_MS = 2000;
const FINISHED_MS = 5000;
const FEW_GAMES = 20; // that are listed at first
export const MOST_GAMES = 1000; // that the server lists at once

let followed = '';
let asking = new AbortController();

/** @param {Partial<TournamentsState>} changes */
function change(changes) {
  update({ tournaments: { ...state.tournaments, ...changes } });
}

/** Look at the list. */
export function showTournaments() {
  change({ problem: '' });
  update({ view: 'tournaments', loading: false });
}

/** Look at one tournament. @param {number} id */
export function showTournament(id) {
  const fresh = { id, one: null, games: [], gameCount: 0, player: '', opponent: '', limit: FEW_GAMES };
  change(id === state.tournaments.id ? { problem: '' } : { ...fresh, problem: '' });
  update({ view: 'tournament', loading: false });
}

/** List the games of some players only. @param {string} player @param {string} opponent */
export function chooseGames(player, opponent) {
  change({ player, opponent, limit: FEW_GAMES });
}

export function listMoreGames() {
  change({ limit: Math.min(2 * state.tournaments.limit, MOST_GAMES) });
}

/** Ask for what is on the screen, and for nothing else; called after each change. */
export function followTournaments() {
  const { id, player, opponent, limit } = state.tournaments;
  const isOne = state.view === 'tournament';
  const key = isOne ? JSON.stringify([id, player, opponent, limit]) : String(state.view === 'tournaments');
  if (key === followed) return;
  followed = key;
  asking.abort();
  asking = new AbortController();
  if (state.view === 'tournaments') void keepAsking(listAsker(), asking.signal);
  if (isOne) void keepAsking(tournamentAsker(Number(id)), asking.signal);
}

/** @typedef {(signal: AbortSignal) => Promise<number>} Asker  Asks once, and tells when to ask again. */

/** @returns {Asker} */
function listAsker() {
  let etag = '';
  return async (signal) => {
    const answer = await getChanged('/api/tournaments', etag, signal);
    if (answer && !signal.aborted) {
      etag = answer.etag;
      const { tournaments, count, command } = answer.json;
      change({ list: tournaments, count, command });
    }
    const isRunning = state.tournaments.list?.some((each) => each.state === 'running');
    return isRunning ? RUNNING_MS : IDLE_MS;
  };
}

/** @param {number} id @returns {Asker} */
function tournamentAsker(id) {
  let etag = '';
  const { player, opponent, limit } = state.tournaments;
  const query = new URLSearchParams({ limit: String(limit) });
  if (player) query.set('player', player);
  if (opponent) query.set('opponent', opponent);
  return async (signal) => {
    const answer = await getChanged(`/api/tournaments/${id}`, etag, signal);
    if (answer) {
      const { games, count } = await getJson(`/api/tournaments/${id}/games?${query}`, signal);
      if (signal.aborted) return 0;
      etag = answer.etag;
      tellChange(state.tournaments.one, answer.json);
      change({ one: answer.json, games, gameCount: count });
    }
    return state.tournaments.one?.state === 'running' ? RUNNING_MS : FINISHED_MS;
  };
}

/** Say when a tournament begins to run or ends; to hear every game would be too much.
 * @param {Tournament | null} before @param {Tournament} now */
function tellChange(before, now) {
  if (!before || before.state === now.state) return;
  const first = now.state === 'finished' && now.standings[0] ? ` First is ${now.standings[0].player}.` : '';
  speak(`${capital(now.state)}: ${progressSentence(now)}.${first}`);
}

/** @param {TournamentSummary} tournament */
export function progressSentence(tournament) {
  const { games_played: played, games_scheduled: scheduled } = tournament;
  // A test is decided before all its games are played.
  if (tournament.state === 'finished' && played < scheduled) return counted(played, 'game');
  return `${played} of ${counted(scheduled, 'game')}`;
}

/** @param {Asker} ask @param {AbortSignal} signal */
async function keepAsking(ask, signal) {
  while (!signal.aborted) {
    let pauseMs = FINISHED_MS;
    try {
      pauseMs = await ask(signal);
      if (state.tournaments.problem && !signal.aborted) change({ problem: '' });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
      change({ problem: error.message });
      // The server will not change its mind about what is not there.
      if (error instanceof Refusal && error.status !== 429) return;
    }
    await pause(pauseMs, signal);
  }
}

/** Wait so long, and then until the tab is seen; whoever comes back to it waits no longer.
 * @param {number} ms @param {AbortSignal} signal @returns {Promise<void>} */
function pause(ms, signal) {
  return new Promise((resolve) => {
    const wake = () => {
      if (document.hidden && !signal.aborted) return;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    document.addEventListener('visibilitychange', wake);
    signal.addEventListener('abort', wake);
  });
}
