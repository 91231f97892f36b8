// The games of a round, and the standings.

import { club, show } from '../live/tournament.js';
import { storedAddress } from '../page/address.js';
import { attempt } from '../page/errors.js';
import { openGame } from '../router.js';
import { getJson, postJson } from '../server/api.js';
import { button, el, pip, within } from '../ui/dom.js';
import { confirmButton, select } from '../ui/form.js';

/** @import {PeopleGame, PeoplePlayer, PeopleTournament} from '../types.d.ts' */

/** @type {Record<string, string>} */
const RESULTS = { '1-0': '1 – 0', '0-1': '0 – 1', '1/2-1/2': '½ – ½', '0-0': '0 – 0' };

/** The games of the last round, or of an earlier one that was chosen. */
export function createRounds() {
  const list = el('ul.club-games');
  const round = select('club-round', [], () => void choose());
  round.setAttribute('aria-label', 'Round');
  const root = el('section.card', { 'aria-label': 'Games' }, el('div.club-head', {}, el('h2', {}, 'Games'), round), list);
  let chosen = 0; // 0 is the last round
  let drawn = '';

  async function choose() {
    const { tournament } = club;
    if (!tournament) return;
    chosen = Number(round.value) === tournament.round ? 0 : Number(round.value);
    if (!chosen) {
      draw(tournament, tournament.games);
      return;
    }
    const found = await attempt(() => getJson('/api/club/{tournament_id}/rounds/{round}', { tournament_id: tournament.id, round: chosen }));
    if (found && found.round === chosen && club.tournament) draw(club.tournament, found.games);
  }

  /** @param {PeopleTournament} tournament @param {PeopleGame[]} games */
  function draw(tournament, games) {
    const names = new Map(tournament.players.map(({ number, name }) => [number, name]));
    list.replaceChildren(...games.map((game) => gameItem(game, names)));
  }

  return {
    root,
    /** @param {PeopleTournament} tournament */
    render(tournament) {
      root.hidden = tournament.round === 0;
      if (round.length !== tournament.round) {
        round.replaceChildren(...Array.from({ length: tournament.round }, (_, i) => new Option(`Round ${i + 1}`, String(i + 1))).reverse());
        round.value = String(chosen || tournament.round);
      }
      const key = `${tournament.id}/${tournament.version}/${club.you?.is_organiser}`;
      if (chosen || key === drawn) return;
      drawn = key;
      draw(tournament, tournament.games);
    },
  };
}

/** @param {PeopleGame} game @param {Map<number, string>} names */
function gameItem(game, names) {
  const { red, yellow, result } = game;
  const nameOf = (/** @type {number} */ number) => names.get(number) ?? '';
  if (yellow === null) return el('li', {}, el('span.club-pairing', {}, nameOf(red), el('span.soft', {}, 'has a bye')));
  const words = result === null ? (game.game ? 'playing' : 'later') : RESULTS[result];
  const pairing = [pip('red'), el('b.name', {}, nameOf(red)), el('span', {}, words), el('b.name', {}, nameOf(yellow)), pip('yellow')];
  const { game: id } = game;
  const line = id === null ? el('span.club-pairing', {}, ...pairing)
    : within(el('a.club-pairing', { href: storedAddress(id) }, ...pairing), () => void openGame(id));
  return el('li', {}, line, ...(result !== null && game.reason ? [el('span.soft', {}, game.reason)] : []),
    ...(result === null && id !== null && club.you?.is_organiser ? [decisions(game, nameOf(red), nameOf(yellow))] : []));
}

/** What the organiser can do about absent players. @param {PeopleGame} game @param {string} red @param {string} yellow */
function decisions({ number }, red, yellow) {
  const decide = (/** @type {'red' | 'yellow' | 'both'} */ loser) => order(() => (
    postJson('/api/club/{tournament_id}/games/{number}/forfeit', { tournament_id: club.id, number }, { loser })));
  return el('details', {}, el('summary', {}, 'Somebody is absent'), el('div.card-actions', {},
    button(red, () => decide('red')), button(yellow, () => decide('yellow')), button('Both', () => decide('both'))));
}

/** Send something that changes the tournament.
 * @param {() => Promise<{tournament: PeopleTournament, you: import('../types.d.ts').YouEvent}>} send */
export async function order(send) {
  const own = await attempt(send);
  if (own) show(own);
}

/** The standings; the organiser can take players out. */
export function createStandings() {
  const head = el('tr', {}, ...['Place', 'Player', 'Points', 'Won – drawn – lost', 'Points of opponents'].map((name) => el('th', { scope: 'col' }, name)), el('td'));
  const body = el('tbody');
  const places = el('p.soft');
  const root = el('section.card', { 'aria-label': 'Standings' }, el('h2', {}, 'Standings'),
    el('div.club-scroll', { tabindex: '0', role: 'group', 'aria-label': 'Table of standings' }, el('table.club-table', {}, el('thead', {}, head), body)), places);
  let drawn = '';
  return {
    root,
    /** @param {PeopleTournament} tournament */
    render(tournament) {
      root.hidden = !tournament.players.length;
      const key = `${tournament.id}/${tournament.version}/${club.you?.is_organiser}/${club.you?.player}`;
      if (key === drawn) return;
      drawn = key;
      places.textContent = tournament.places;
      body.replaceChildren(...tournament.players.map((each) => standing(each, tournament)));
    },
  };
}

/** @param {PeoplePlayer} player @param {PeopleTournament} tournament */
function standing(player, { state }) {
  const { number, name, place, points, wins, draws, losses, opposition, is_out: isOut } = player;
  const changes = club.you?.is_organiser && state !== 'finished' && !isOut
    ? [confirmButton('Take out', 'Really?', () => void order(() => (
      postJson('/api/club/{tournament_id}/players/{number}/leave', { tournament_id: club.id, number }, /** @type {never} */ (null)))))] : [];
  const mark = number === club.you?.player ? ' (you)' : isOut ? ' (out)' : '';
  return el('tr', {}, el('td', {}, String(place)), el('th', { scope: 'row' }, name, el('span.soft', {}, mark)),
    ...[points, `${wins} – ${draws} – ${losses}`, opposition].map((value) => el('td', {}, String(value))), el('td', {}, ...changes));
}
