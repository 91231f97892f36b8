// A tournament game on the board: its tournament, and the games before and after it.

import { tournamentAddress } from '../page/address.js';
import { button, el, refill, set, setText, show, showText, within } from '../ui/dom.js';
import { parseMoves } from '../board/notation.js';
import { keptVariations } from '../storage/games.js';
import { newGame } from '../model/game.js';
import { state } from '../page/state.js';
import { goTo, openTournamentGame } from '../router.js';
import { parted, sentence, t } from '../ui/words.js';

/** @param {number} id @param {Answer<'/api/tournaments/{tournament_id}/games/{number}'>} json */
export function tournamentGameOf(id, json) {
  const { number, previous, next, ending, reason } = json;
  /** @type {Record<string, Colour>} */
  const winners = { '1-0': 'red', '0-1': 'yellow' };
  return newGame({
    start: json.start,
    moves: parseMoves(json.moves),
    red: { name: json.red, engine: null },
    yellow: { name: json.yellow, engine: null },
    // Other endings are visible on the board.
    declared: ending === 'forfeit' ? { winner: winners[json.result] ?? null, ending, reason } : null,
    tournament: { id, name: json.tournament, number, previous, next },
    variations: keptVariations({ id: null, tournament: { id, number } }) ?? [],
  });
}

/** @param {HTMLElement} root */
export function createTournamentCard(root) {
  const name = within(el('a'), () => goTo('tournament', String(place().id)));
  const heading = el('h2');
  const reason = el('p.soft');
  const back = button(`← ${t('tournaments.previous')}`, () => step('previous'));
  const on = button(`${t('tournaments.next')} →`, () => step('next'));
  set(back, 'aria-label', t('tournaments.previous game'));
  set(on, 'aria-label', t('tournaments.next game'));
  root.append(heading, reason, el('div.card-actions', back, on));

  function place() {
    return /** @type {NonNullable<Game['tournament']>} */ (state.game.tournament);
  }

  /** @param {'previous' | 'next'} which */
  function step(which) {
    const { id, [which]: other } = place();
    if (other !== null) void openTournamentGame(id, other);
  }

  return function render() {
    const { tournament, declared } = state.game;
    show(root, tournament !== null && !state.loading);
    if (!tournament) return;
    const { number } = tournament;
    refill(heading, String(number), () => [parted('tournaments.game of', { number, tournament: name })]);
    setText(name, tournament.name);
    name.setAttribute('href', tournamentAddress(tournament.id));
    showText(reason, declared?.reason ? sentence(declared.reason) : '');
    back.disabled = tournament.previous === null;
    on.disabled = tournament.next === null;
  };
}
