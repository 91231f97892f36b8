// The tournament between people that this browser follows: the one on the screen, or the one it
// takes part in. A game of one's own opens by itself, wherever one is on the page.

import { followedClub } from '../page/live.js';
import { preferences } from '../storage/storage.js';
import { changerOf, notify, state } from '../page/state.js';
import { resultOf } from '../model/game.js';
import { openGame } from '../router.js';
import { t } from '../ui/words.js';

/** What is known of the tournament. @type {{id: string, tournament: PeopleTournament | null, you: YouEvent | null}} */
export const club = { id: '', tournament: null, you: null };
const change = changerOf(club);
let opened = ''; // the game that was opened last

/** Forget what is known of another tournament than the one that is followed; called after each change. */
export function followClub() {
  const id = followedClub();
  if (id !== club.id) Object.assign(club, { id, tournament: null, you: null });
}

/** Show the answer to a request at once. @param {{tournament: PeopleTournament, you: YouEvent}} own */
export function show(own) {
  if (own.tournament.id !== club.id || own.tournament.version < (club.tournament?.version ?? 0)) return;
  change(own);
  remember();
}

/** @param {PeopleTournament} tournament */
export function receiveTournament(tournament) {
  if (tournament.id === club.id) change({ tournament });
}

/** @param {YouEvent} you */
export function receiveYou(you) {
  change({ you });
  remember();
  openOwnGame();
}

/** Follow a tournament that does not exist no more. @param {string} id */
export function dropClub(id) {
  if (preferences.club.value === id) preferences.club.value = '';
  if (state.view === 'club' && state.item === id) notify(t('live.no such tournament'));
}

/** Keep the tournament that this browser plays in, so that its games open on every page. */
function remember() {
  const { id, tournament, you } = club;
  const plays = you?.player != null && !you.is_out && tournament?.state !== 'finished';
  if (plays) preferences.club.value = id;
  else if (preferences.club.value === id) preferences.club.value = '';
}

function openOwnGame() {
  const { tournament, you } = club;
  const game = you?.game ?? '';
  const isBusy =
    state.view === 'game' && state.game.live && state.game.yours.length > 0 && resultOf(state.game) === null;
  if (!game || game === opened || (isBusy && state.game.id !== game)) return;
  opened = game;
  if (state.view === 'game' && state.game.id === game) return;
  notify(t('live.round has begun', { round: tournament?.round ?? 1 }));
  void openGame(game);
}
