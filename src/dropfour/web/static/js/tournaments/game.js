// A tournament game on the board: its tournament, and the games before and after it.

import { tournamentAddress } from '../page/address.js';
import { el, setText, show, within } from '../ui/dom.js';
import { parseMoves } from '../board/notation.js';
import { keptVariations } from '../page/memory.js';
import { newGame, state } from '../page/store.js';
import { capital } from '../page/words.js';

/** @import {Answer, Colour, Game} from '../types.d.ts' */

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

/**
 * @param {HTMLElement} root
 * @param {{leave: (id: number) => void, open: (id: number, number: number) => void}} handlers
 */
export function createTournamentCard(root, handlers) {
  const name = within(el('a'), () => handlers.leave(place().id));
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
    if (other !== null) handlers.open(id, other);
  }

  return function render() {
    const { tournament, declared } = state.game;
    show(root, tournament !== null && !state.loading);
    if (!tournament) return;
    setText(number, `Game ${tournament.number} of `);
    setText(name, tournament.name);
    name.setAttribute('href', tournamentAddress(tournament.id));
    setText(reason, declared?.reason ? `${capital(declared.reason)}.` : '');
    show(reason, Boolean(declared?.reason));
    /** @type {HTMLButtonElement} */ (back).disabled = tournament.previous === null;
    /** @type {HTMLButtonElement} */ (on).disabled = tournament.next === null;
  };
}
