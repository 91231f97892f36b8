// A tournament game on the board: its tournament, and the games before and after it.

import { tournamentAddress } from '../page/address.js';
import { el, setText, show, showText, within } from '../ui/dom.js';
import { parseMoves } from '../board/notation.js';
import { keptVariations } from '../page/memory.js';
import { newGame, state } from '../page/store.js';
import { goToTournament, openTournamentGame } from '../router.js';
import { sentence } from '../page/words.js';

/** @import {Answer} from '../types.d.ts' */

/**
 * @param {number} id @param {Answer<'/api/tournaments/{tournament_id}/games/{number}'>} json
 * @returns {Game}
 */
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
  const name = within(el('a'), () => goToTournament(place().id));
  const number = el('span');
  const reason = el('p.soft');
  const back = el('button', { type: 'button', 'aria-label': 'Previous game', click: () => step('previous') }, '← Previous');
  const on = el('button', { type: 'button', 'aria-label': 'Next game', click: () => step('next') }, 'Next →');
  root.append(el('h2', {}, number, name), reason, el('div.card-actions', {}, back, on));

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
    setText(number, `Game ${tournament.number} of `);
    setText(name, tournament.name);
    name.setAttribute('href', tournamentAddress(tournament.id));
    showText(reason, declared?.reason ? sentence(declared.reason) : '');
    back.disabled = tournament.previous === null;
    on.disabled = tournament.next === null;
  };
}
