// The games of a round, and the standings.

import { club, show } from '../live/tournament.js';
import { storedAddress } from '../page/address.js';
import { attempt } from '../page/errors.js';
import { openGame } from '../router.js';
import { NOTHING, getJson, postJson } from '../server/api.js';
import { button, card, el, pip, row, setText, table, within } from '../ui/dom.js';
import { confirmButton, select } from '../ui/form.js';
import { t } from '../ui/words.js';

/** @type {Record<string, string>} */
const RESULTS = { '1-0': '1 – 0', '0-1': '0 – 1', '1/2-1/2': '½ – ½', '0-0': '0 – 0' };

/** The games of the last round, or of an earlier one that was chosen. */
export function createRounds() {
  const list = el('ul.club-games');
  const round = select('club-round', [], () => void choose());
  round.setAttribute('aria-label', t('club.choose a round'));
  const head = el('div.club-head', el('h2', t('club.games')), round);
  const root = el('section.card', { 'aria-label': t('club.games') }, head, list);
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
    const found = await attempt(() =>
      getJson('/api/club/{tournament_id}/rounds/{round}', { tournament_id: tournament.id, round: chosen }),
    );
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
        round.replaceChildren(
          ...Array.from({ length: tournament.round }, (_, i) => {
            return new Option(t('club.round', { round: i + 1 }), String(i + 1));
          }).reverse(),
        );
        round.value = String(chosen || tournament.round);
      }
      const key = `${tournament.id}/${tournament.version}/${club.you?.is_organiser}`;
      if (chosen || key === drawn) return;
      drawn = key;
      draw(tournament, tournament.games);
    },
  };
}

/** @param {PeopleGame} game @param {Map<number, string>} known */
function gameItem(game, known) {
  const { red, yellow, result } = game;
  const nameOf = (/** @type {number} */ number) => known.get(number) ?? '';
  if (yellow === null) return el('li', el('span.club-pairing', nameOf(red), el('span.soft', t('club.has a bye'))));
  const words = result === null ? t(game.game ? 'club.playing' : 'club.later') : RESULTS[result];
  const names = [el('b.name', nameOf(red)), el('span', words), el('b.name', nameOf(yellow))];
  const pairing = [pip('red'), ...names, pip('yellow')];
  const { game: id } = game;
  if (id === null) return el('li', el('span.club-pairing', ...pairing));
  const link = within(el('a.club-pairing', { href: storedAddress(id) }, ...pairing), () => void openGame(id));
  const canDecide = result === null && club.you?.is_organiser;
  const decision = canDecide && decisions(game, nameOf(red), nameOf(yellow));
  return el('li', link, result !== null && game.reason && el('span.soft', game.reason), decision);
}

/** What the organiser can do about absent players. @param {PeopleGame} game @param {string} red @param {string} yellow */
function decisions({ number }, red, yellow) {
  const decide = (/** @type {string} */ name, /** @type {'red' | 'yellow' | 'both'} */ loser) =>
    button(name, () => order('/api/club/{tournament_id}/games/{number}/forfeit', { loser }, number));
  const choice = [decide(red, 'red'), decide(yellow, 'yellow'), decide(t('club.both'), 'both')];
  return el('details', el('summary', t('club.somebody is absent')), el('div.card-actions', choice));
}

/** @typedef {Extract<Path, `/api/club/{tournament_id}/${string}`>} ClubPath */

/** Send something that changes the tournament, or one of its players or games. @template {ClubPath} P @param {P} path
 * @param {RequestBody<P>} body @param {number} [number]  of the player or game */
export async function order(path, body, number) {
  const params = /** @type {any} */ ({ tournament_id: club.id, ...(number ? { number } : {}) });
  const own = await attempt(() => postJson(path, params, body));
  if (own) show(/** @type {Parameters<typeof show>[0]} */ (own));
}

/** The standings; the organiser can take players out. */
export function createStandings() {
  const names = ['place', 'player', 'points', 'tally', 'opposition'].map((name) => t(`club.${name}`));
  const body = el('tbody');
  const places = el('p.soft');
  const scroller = { tabindex: '0', role: 'group', 'aria-label': t('club.table of standings') };
  const ranking = el('div.club-scroll', scroller, table('table.club-table', [...names, el('td')], body));
  const root = card('standings-title', t('club.standings'), ranking, places);
  let drawn = '';
  return {
    root,
    /** @param {PeopleTournament} tournament */
    render(tournament) {
      root.hidden = !tournament.players.length;
      const key = `${tournament.id}/${tournament.version}/${club.you?.is_organiser}/${club.you?.player}`;
      if (key === drawn) return;
      drawn = key;
      setText(places, t(`club.places, ${tournament.rules.objective}`));
      body.replaceChildren(...tournament.players.map((each) => standing(each, tournament)));
    },
  };
}

/** @param {PeoplePlayer} player @param {PeopleTournament} tournament */
function standing(player, { state }) {
  const { number, name, place, points, wins, draws, losses, opposition, is_out: isOut } = player;
  const isPlaying = club.you?.is_organiser && state !== 'finished' && !isOut;
  const takeOut = () => void order('/api/club/{tournament_id}/players/{number}/leave', NOTHING, number);
  const mark = number === club.you?.player ? 'you' : isOut ? 'out' : '';
  const figures = [String(points), `${wins} – ${draws} – ${losses}`, String(opposition)];
  const out = isPlaying && confirmButton(t('club.remove'), t('club.really remove'), takeOut);
  return row([name, mark && el('span.soft', ' ', t(`club.mark, ${mark}`))], [...figures, out], String(place));
}
