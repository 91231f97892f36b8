// The address bar: every game and every position has its own address.
//
//   /game/ID        a game stored on the server            /games    past games      /live    live games
//   /record         the player's record
//   /?game=draft-…  a game that the server has not received yet
//   /game/ID#take=… moves a seat of a live game to this browser; what follows # is never sent in a request
//   /?moves=4455    moves from the empty board, or from the position &start=…; each &variation=443:Trap has other
//                   moves from there, with the name of the last position
//   /tournaments    the list      /tournament/3    one      /tournament/3/game/17    a game of it
//   /puzzles        the puzzle of the day      /puzzles/2a2a6i    one      /learn    the course      /learn/odd-and-even
//   /openings       the opening explorer       /openings/4455    after these moves      /trainer
//
// All of them follow the path of the page's folder. Plain files have no addresses but their own, so a page
// without a server uses ?game=ID, ?view=games, ?view=record, ?view=trainer, ?view=puzzles&id=ID and ?view=learn&id=ID instead.

import { checkedRules, formatMoves, parseMoves, parsePosition, emptyString } from '../board/notation.js';
import { checkedVariations, cleanName } from '../board/tree.js';
import { ROOT, hasServer } from './site.js';
import { CLASSIC, newGame, state } from './store.js';

/** @import {Game, Objective, Rules} from '../types.d.ts' */

/** What the names of drafts begin with. */
export const DRAFT = 'draft-';

/** The address of the position after *ply* moves, with the moves in it. @param {Game} game */
export function movesAddress(game, ply = game.moves.length) {
  const query = new URLSearchParams();
  query.set('moves', formatMoves(game.moves.slice(0, ply)));
  if (game.start !== emptyString(CLASSIC)) query.set('start', game.start);
  return `${ROOT.pathname}?${query}`;
}

/** The address of the game with its moves and variations in it. @param {Game} game */
export function variationsAddress(game) {
  const query = new URLSearchParams();
  for (const { moves, name } of game.variations) query.append('variation', name ? `${moves}:${name}` : moves);
  return `${movesAddress(game)}${game.variations.length ? '&' : ''}${query}`;
}

/** The address of a stored game. @param {string} id  of the server's, or the name of a draft */
export function storedAddress(id) {
  return hasServer && !id.startsWith(DRAFT) ? `${ROOT.pathname}game/${id}` : `${ROOT.pathname}?game=${id}`;
}

/** @param {Game} game */
function gameAddress(game) {
  const key = game.id ?? game.draft;
  if (key !== null) return storedAddress(key);
  if (game.tournament) return tournamentAddress(game.tournament.id, game.tournament.number);
  const isNew = game.moves.length === 0 && game.start === emptyString(CLASSIC) && !game.variations.length;
  return isNew ? ROOT.pathname : variationsAddress(game);
}

/** @param {number} id @param {number} [number]  of a game in the tournament */
export function tournamentAddress(id, number) {
  const address = `${ROOT.pathname}tournament/${id}`;
  return number === undefined ? address : `${address}/game/${number}`;
}

/** The address of a view without a server's data, and of one item in it. @param {string} view @param {string | null} [id] */
export function placeAddress(view, id = null) {
  if (hasServer) return `${ROOT.pathname}${view}${id === null ? '' : `/${id}`}`;
  return `${ROOT.pathname}?view=${view}${id === null ? '' : `&id=${id}`}`;
}

function viewAddress() {
  if (state.view === 'past') return placeAddress('games');
  if (state.view === 'record' || state.view === 'trainer') return placeAddress(state.view);
  if (state.view === 'puzzles') return placeAddress('puzzles', state.puzzle);
  if (state.view === 'learn') return placeAddress('learn');
  if (state.view === 'lesson') return placeAddress('learn', state.lesson);
  if (state.view === 'openings') return placeAddress('openings', state.opening);
  if (state.view === 'live') return `${ROOT.pathname}live`;
  if (state.view === 'tournaments') return `${ROOT.pathname}tournaments`;
  const { id } = state.tournaments;
  return state.view === 'tournament' && id !== null ? tournamentAddress(id) : gameAddress(state.game);
}

/** Write the address of the current view to the address bar. @param {'push' | 'replace'} how */
export function showAddress(how) {
  const address = viewAddress();
  if (address === location.pathname + location.search) return;
  if (how === 'push') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
}

/**
 * Return the view that an address asks for.
 * @param {Location | URL} place
 * @returns {{view: 'past' | 'record' | 'trainer' | 'shared' | 'live' | 'new' | 'nowhere'}
 *   | {view: 'game', id: string} | {view: 'moves', game: Game}
 *   | {view: 'tournaments'} | {view: 'tournament', id: number, number: number | null}
 *   | {view: 'puzzles' | 'learn' | 'openings', id: string | null}}
 *   raises an Error with an explanation for moves that cannot be played
 */
export function readAddress(place) {
  const query = new URLSearchParams(place.search);
  const path = place.pathname.slice(ROOT.pathname.length);
  const id = /^game\/([0-9A-Za-z]{1,40})$/.exec(path)?.[1] ?? query.get('game');
  if (id) return { view: 'game', id };
  if (path === 'games' || query.get('view') === 'games') return { view: 'past' };
  if (path === 'record' || query.get('view') === 'record') return { view: 'record' };
  if (path === 'trainer' || query.get('view') === 'trainer') return { view: 'trainer' };
  if (query.get('view') === 'shared') return { view: 'shared' };
  const shelf = /^(puzzles|learn|openings)(?:\/([\w-]{1,40}))?$/.exec(path);
  const view = /** @type {'puzzles' | 'learn' | 'openings' | null} */ (shelf?.[1] ?? query.get('view'));
  if (view === 'puzzles' || view === 'learn' || view === 'openings') return { view, id: shelf?.[2] ?? query.get('id') };
  if (path === 'live') return { view: 'live' };
  if (path === 'tournaments') return { view: 'tournaments' };
  const found = /^tournament\/(\d{1,9})(?:\/game\/(\d{1,9}))?$/.exec(path);
  if (found) {
    return { view: 'tournament', id: Number(found[1]), number: found[2] ? Number(found[2]) : null };
  }
  if (path !== '' && path !== 'index.html') return { view: 'nowhere' };
  const moves = query.get('moves') ?? query.get('pos');
  if (moves === null && !['start', 'board', 'variation'].some((name) => query.has(name))) return { view: 'new' };
  const start = query.get('start') ?? emptyString(rulesOf(query));
  const columns = parseMoves(moves ?? '');
  let position = parsePosition(start);
  for (const column of columns) {
    if (!position.canPlay(column)) throw new Error(`a move in column ${column} is not possible there`);
    position = position.play(column);
  }
  const variations = query.getAll('variation').map((text) => {
    const [moves, ...name] = text.split(':');
    return { moves: formatMoves(parseMoves(moves)), name: cleanName(name.join(':')) };
  });
  checkedVariations(parsePosition(start), variations);
  return { view: 'moves', game: newGame({ start, moves: columns, variations: variations.filter((each) => each.moves) }) };
}

/** @param {URLSearchParams} query @returns {Rules} */
function rulesOf(query) {
  const board = query.get('board') ?? '7x6';
  if (!/^\d{1,4}x\d{1,4}$/.test(board)) throw new Error('a board is written as columns x rows, such as 9x7');
  const [columns, rows] = board.split('x').map(Number);
  const objective = /** @type {Objective} */ (query.get('objective') ?? 'first-line');
  return checkedRules({ columns, rows, connect: Number(query.get('connect') ?? 4), objective });
}
