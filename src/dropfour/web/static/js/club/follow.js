// The tournament between people that this browser follows: the one on the screen, or the one it takes part in. A game of one's
// own opens by itself, wherever one is on the page.

import { keepConnected } from '../live/stream.js';
import { preferences } from '../page/storage.js';
import { changerOf, notify, resultOf, state } from '../page/store.js';
import { Latest } from '../page/tasks.js';
import { openGame } from '../router.js';

/** @import {PeopleTournament, YouEvent} from '../types.d.ts' */

/** What is known of the tournament. @type {{id: string, tournament: PeopleTournament | null, you: YouEvent | null}} */
export const club = { id: '', tournament: null, you: null };
const change = changerOf(club);
const following = new Latest();
let opened = ''; // the game that was opened last

/** Follow the tournament on the screen, or else one's own; called after each change. */
export function followClub() {
  const { view, item, game, live } = state;
  const ofGame = view === 'game' && live?.id === game.id ? (live?.info?.tournament ?? '') : '';
  const id = (view === 'club' && item) || ofGame || preferences.club.value;
  if (id === club.id) return;
  const signal = following.begin();
  Object.assign(club, { id, tournament: null, you: null });
  if (id) void keepConnected('/api/club/{tournament_id}/events', { tournament_id: id }, signal, receive, () => {});
}

/** Show the answer to a request at once. @param {{tournament: PeopleTournament, you: YouEvent}} own */
export function show(own) {
  if (own.tournament.id !== club.id || own.tournament.version < (club.tournament?.version ?? 0)) return;
  change(own);
  remember();
}

/** @param {import('../types.d.ts').Events['/api/club/{tournament_id}/events']} message */
function receive({ event, data }) {
  if (event === 'tournament') change({ tournament: data });
  if (event !== 'you') return;
  change({ you: data });
  remember();
  openOwnGame();
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
  const isBusy = state.view === 'game' && state.game.live && state.game.yours.length > 0 && resultOf(state.game) === null;
  if (!game || game === opened || (isBusy && state.game.id !== game)) return;
  opened = game;
  if (state.view === 'game' && state.game.id === game) return;
  notify(`Round ${tournament?.round}: your game has begun.`);
  void openGame(game);
}
