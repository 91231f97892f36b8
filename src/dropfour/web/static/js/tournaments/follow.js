// Following tournaments in the server's database: polled while they are on the screen, and transferred only
// after a change.

import { pauseUntilWoken } from '../page/retry.js';
import { Latest } from '../page/tasks.js';
import { getChanged, getJson } from '../server/api.js';
import { noTournament, speak, state, update } from '../page/store.js';
import { capital, counted } from '../page/words.js';
import { Refusal, failureOf } from '../page/errors.js';

const RUNNING_MS = 1000;
const IDLE_MS = 2000;
const FINISHED_MS = 5000;
export const MOST_GAMES = 1000; // the server's limit

let followed = '';
const polling = new Latest();

/** @param {Partial<TournamentsState>} changes */
function change(changes) {
  update({ tournaments: { ...state.tournaments, ...changes } });
}

/** List only the games between these players; an empty name stands for everyone.
 * @param {string} player @param {string} opponent */
export function chooseGames(player, opponent) {
  change({ player, opponent, limit: noTournament.limit });
}

export function listMoreGames() {
  change({ limit: Math.min(2 * state.tournaments.limit, MOST_GAMES) });
}

/** Poll what is on the screen, and nothing else; called after each change. */
export function followTournaments() {
  const { id, player, opponent, limit } = state.tournaments;
  const isOne = state.view === 'tournament';
  const key = isOne ? JSON.stringify([id, player, opponent, limit]) : String(state.view === 'tournaments');
  if (key === followed) return;
  followed = key;
  const signal = polling.begin();
  if (state.view === 'tournaments') void keepPolling(listPoll(), signal);
  if (isOne) void keepPolling(tournamentPoll(Number(id)), signal);
}

/** @typedef {(signal: AbortSignal) => Promise<number>} Poll  Asks once; returns the pause before the next time. */

/** @returns {Poll} */
function listPoll() {
  let etag = '';
  return async (signal) => {
    const answer = await getChanged('/api/tournaments', {}, etag, signal);
    if (answer && !signal.aborted) {
      etag = answer.etag;
      const { tournaments, count, command, is_operator: isOperator } = answer.json;
      change({ list: tournaments, count, command, isOperator });
    }
    const isRunning = state.tournaments.list?.some((each) => each.state === 'running');
    return isRunning ? RUNNING_MS : IDLE_MS;
  };
}

/** @param {number} id @returns {Poll} */
function tournamentPoll(id) {
  let etag = '';
  const { player, opponent, limit } = state.tournaments;
  const path = '/api/tournaments/{tournament_id}';
  const params = { tournament_id: id };
  const filter = { limit, ...(player ? { player } : {}), ...(opponent ? { opponent } : {}) };
  return async (signal) => {
    const answer = await getChanged(path, params, etag, signal);
    if (answer) {
      const { games, count } = await getJson(`${path}/games`, { ...params, ...filter }, signal);
      if (signal.aborted) return 0;
      etag = answer.etag;
      announceChange(state.tournaments.one, answer.json);
      change({ one: answer.json, games, gameCount: count });
    }
    return state.tournaments.one?.state === 'running' ? RUNNING_MS : FINISHED_MS;
  };
}

/** Announce when a tournament starts, stops or ends, but not each game.
 * @param {Tournament | null} before @param {Tournament} now */
function announceChange(before, now) {
  if (!before || before.state === now.state) return;
  const first = now.state === 'finished' && now.standings[0] ? ` First is ${now.standings[0].player}.` : '';
  speak(`${capital(now.state)}: ${progressSentence(now)}.${first}`);
}

/** @param {TournamentSummary} tournament */
export function progressSentence(tournament) {
  const { games_played: played, games_scheduled: scheduled } = tournament;
  // A sequential test may end before all games are played.
  if (tournament.state === 'finished' && played < scheduled) return counted(played, 'game');
  return `${played} of ${counted(scheduled, 'game')}`;
}

/** @param {Poll} poll @param {AbortSignal} signal */
async function keepPolling(poll, signal) {
  while (!signal.aborted) {
    let pauseMs = FINISHED_MS;
    try {
      pauseMs = await poll(signal);
      if (state.tournaments.problem && !signal.aborted) change({ problem: '' });
    } catch (error) {
      if (signal.aborted) return;
      change({ problem: failureOf(error) });
      // Asking again does not help if the tournament does not exist.
      if (error instanceof Refusal && error.status !== 429) return;
    }
    await pauseUntilWoken(pauseMs, signal, { whileHidden: false });
  }
}
