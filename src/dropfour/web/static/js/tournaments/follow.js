// Following tournaments in the server's database: polled while they are on the screen, and
// transferred only after a change.

import { Latest, pauseUntilWoken } from '../page/tasks.js';
import { getChanged, getJson } from '../server/api.js';
import { changerOf, speak, state } from '../page/state.js';
import { t } from '../ui/words.js';
import { Refusal, failureOf } from '../page/errors.js';

const RUNNING_MS = 1000;
const IDLE_MS = 2000;
const FINISHED_MS = 5000;
export const MOST_GAMES = 1000; // the server's limit

/** What is known of a tournament before it is fetched, and which games are listed at first. */
const UNKNOWN = { one: null, games: [], gameCount: 0, player: '', opponent: '', limit: 20 };

/** The list, and the tournament that was shown last. @type {TournamentsState} */
export const tournaments = { list: null, count: 0, id: null, ...UNKNOWN, problem: '' };

const change = changerOf(tournaments);
let followed = '';
const polling = new Latest();

/** List only the games between these players; an empty name stands for everyone.
 * @param {string} player @param {string} opponent */
export function chooseGames(player, opponent) {
  change({ player, opponent, limit: UNKNOWN.limit });
}

export function listMoreGames() {
  change({ limit: Math.min(2 * tournaments.limit, MOST_GAMES) });
}

/** Poll what is on the screen, and nothing else; called after each change. */
export function followTournaments() {
  const isOne = state.view === 'tournament';
  if (isOne && tournaments.id !== state.item) Object.assign(tournaments, UNKNOWN, { id: state.item });
  const { id, player, opponent, limit } = tournaments;
  const key = isOne ? JSON.stringify([id, player, opponent, limit]) : String(state.view === 'tournaments');
  if (key === followed) return;
  followed = key;
  tournaments.problem = '';
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
      const { tournaments: list, count } = answer.json;
      change({ list, count });
    }
    const isRunning = tournaments.list?.some((each) => each.state === 'running');
    return isRunning ? RUNNING_MS : IDLE_MS;
  };
}

/** @param {number} id @returns {Poll} */
function tournamentPoll(id) {
  let etag = '';
  const { player, opponent, limit } = tournaments;
  const params = { tournament_id: id };
  const filter = { ...params, limit, ...(player ? { player } : {}), ...(opponent ? { opponent } : {}) };
  return async (signal) => {
    const answer = await getChanged('/api/tournaments/{tournament_id}/report', params, etag, signal);
    if (answer) {
      const { games, count } = await getJson('/api/tournaments/{tournament_id}/games', filter, signal);
      if (signal.aborted) return 0;
      etag = answer.etag;
      announceChange(tournaments.one, answer.json);
      change({ one: answer.json, games, gameCount: count });
    }
    return tournaments.one?.state === 'running' ? RUNNING_MS : FINISHED_MS;
  };
}

/** Announce when a tournament starts, stops or ends, but not each game.
 * @param {Tournament | null} before @param {Tournament} now */
function announceChange(before, now) {
  if (!before || before.state === now.state) return;
  speak(t(`tournaments.announced, ${now.state}`, { progress: progressWords(now), name: now.leader ?? '' }));
}

/** @param {TournamentSummary} tournament */
export function progressWords(tournament) {
  const { games_played: played, games_scheduled: count } = tournament;
  // A sequential test may end before all games are played.
  if (tournament.state === 'finished' && played < count) return t('tournaments.games', { count: played });
  return t('tournaments.played of', { played, count });
}

/** @param {Poll} poll @param {AbortSignal} signal */
async function keepPolling(poll, signal) {
  while (!signal.aborted) {
    let pauseMs = FINISHED_MS;
    try {
      pauseMs = await poll(signal);
      if (tournaments.problem && !signal.aborted) change({ problem: '' });
    } catch (error) {
      if (signal.aborted) return;
      change({ problem: failureOf(error) });
      // Asking again does not help if the tournament does not exist.
      if (error instanceof Refusal) return;
    }
    await pauseUntilWoken(pauseMs, signal, { whileHidden: false });
  }
}
