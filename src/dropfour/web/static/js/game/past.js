// The list of past games, each with a small board.

import { Refusal, Unreachable, getJson } from '../server/api.js';
import { storedAddress } from '../page/address.js';
import { keepListed, keptGames, listedGames, summary } from '../page/library.js';
import { allUnsent } from '../page/memory.js';
import { hasServer } from '../page/site.js';
import { el, show, svg, within } from '../ui/dom.js';
import { parsePosition } from '../board/notation.js';
import { newGame, notify, state, update } from '../page/store.js';
import { capital, counted, moment, rulesSentence, seatName } from '../page/words.js';

/** @import {PastGame} from '../types.d.ts' */

/** @param {string | null} before  null asks for the first page */
export async function loadPast(before = null) {
  try {
    const { games, next } = hasServer
      ? await getJson('/api/games', { limit: 24, ...(before ? { before } : {}) })
      : keptGames(Number(before), 24);
    if (hasServer) keepListed(games);
    update({ past: before ? [...(state.past ?? []), ...games] : withUnsent(games), morePast: next });
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
    notify(`The list could not be loaded: ${error.message}. These games are known in this browser.`);
    update({ past: withUnsent(listedGames()), morePast: null });
  }
}

/** The games of a list, and before them those that the server has not received. @param {PastGame[]} games */
function withUnsent(games) {
  const now = new Date().toISOString();
  const unsent = allUnsent().map(({ game }) => summary({ game, created: now, updated: now }));
  const ids = new Set(unsent.map(({ id }) => id));
  return [...unsent, ...games.filter(({ id }) => !ids.has(id))];
}

/** @param {HTMLElement} root @param {(id: string) => void} choose */
export function createPastView(root, choose) {
  const list = el('ul.past-list');
  const empty = el('p.soft', {}, 'No games yet. Every game you play is listed here.');
  const more = el('button', { type: 'button', click: () => void loadPast(state.morePast) }, 'More');
  root.append(el('h1.page-title', {}, 'Past games'), list, empty, more);
  /** @type {PastGame[] | null} */
  let listed = null;

  return function render() {
    show(empty, state.past?.length === 0);
    show(more, state.morePast !== null);
    if (state.past === listed) return;
    listed = state.past;
    list.replaceChildren(...(state.past ?? []).map((game) => pastItem(game, choose)));
  };
}

/** @param {PastGame} past @param {(id: string) => void} choose */
function pastItem(past, choose) {
  const game = newGame({ red: past.red, yellow: past.yellow });
  const when = moment(past.updated_at);
  const link = within(el('a.past-game', { href: storedAddress(past.id) },
    thumbnail(past.position),
    el('span.past-words', {},
      el('b', {}, `${seatName(game, 'red')} – ${seatName(game, 'yellow')}`),
      el('span', {}, outcomeOf(past)),
      el('span.soft', {}, `${rulesSentence(past.rules)} · ${counted(past.moves.length, 'move')}`),
      el('time.soft', { datetime: past.updated_at }, when),
    ),
  ), () => choose(past.id));
  return el('li', {}, link);
}

/** @param {PastGame} past */
function outcomeOf(past) {
  if (!past.result) return 'In progress';
  if (past.result.winner === null) return 'Draw';
  const how = past.result.ending === 'resignation' ? ' by resignation' : '';
  return `${capital(past.result.winner)} won${how}`;
}

/** @param {string} text  a position string */
export function thumbnail(text) {
  const position = parsePosition(text);
  const { columns, rows } = position.rules;
  const root = svg('svg', { class: 'thumb', viewBox: `-0.2 -0.2 ${columns + 0.4} ${rows + 0.4}`, 'aria-hidden': 'true' });
  root.append(svg('rect', { class: 'thumb-board', x: -0.2, y: -0.2, width: columns + 0.4, height: rows + 0.4, rx: 0.5 }));
  for (let column = 1; column <= columns; column += 1) {
    for (let row = 1; row <= rows; row += 1) {
      const owner = position.at(column, row) ?? 'hole';
      root.append(svg('circle', { class: `thumb-${owner}`, cx: column - 0.5, cy: rows - row + 0.5, r: 0.4 }));
    }
  }
  return root;
}
