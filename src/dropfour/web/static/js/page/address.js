// The address bar: every game and every position has its own address.
//
//   /game/ID        a game stored on the server            /games    past games      /live    live games
//   /record         the player's record
//   /?game=draft-…  a game that the server has not received yet
//   /game/ID#take=… moves a seat of a live game to this browser; what follows # is never sent in a request
//   /?moves=4455    moves from the empty board, or from the position &start=…; each &variation=443:Trap has other
//                   moves from there, with the name of the last position
//   /tournaments    the list      /tournament/3    one      /tournament/3/game/17    a game of it
//   /club           tournaments between people      /club/ID    one      /ratings    people
//   /puzzles        the puzzle of the day      /puzzles/2a2a6i    one      /learn    the course      /learn/odd-and-even
//   /openings       the opening explorer       /openings/4455    after these moves      /trainer
//   /solution       the solution               /solution/44      after these moves      /solution/train
//
// All of them follow the path of the page's folder. Plain files have no addresses but their own, so
// a page without a server uses ?game=ID, ?view=games, ?view=record, ?view=trainer,
// ?view=puzzles&id=ID and ?view=learn&id=ID instead.

import { checkedRules, emptyString, formatMoves, parseMoves, parsePosition } from '../board/notation.js';
import { playAll } from '../board/rules.js';
import { checkedVariations, cleanName } from '../board/tree.js';
import { ROOT, hasServer } from './site.js';
import { CLASSIC, newGame } from '../model/game.js';
import { t } from '../ui/words.js';
import { state } from './state.js';

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
  const isNew =
    !game.isAnalysis && game.moves.length === 0 && game.start === emptyString(CLASSIC) && !game.variations.length;
  return isNew ? ROOT.pathname : variationsAddress(game);
}

/** @param {number} id @param {number} [number]  of a game in the tournament */
export function tournamentAddress(id, number) {
  const address = `${ROOT.pathname}tournament/${id}`;
  return number === undefined ? address : `${address}/game/${number}`;
}

/** The address of a view, and of one item in it, by the word of the view. @param {string} view @param {string | null} [id] */
export function placeAddress(view, id = null) {
  if (hasServer) return `${ROOT.pathname}${view}${id === null ? '' : `/${id}`}`;
  return `${ROOT.pathname}?view=${view}${id === null ? '' : `&id=${id}`}`;
}

/** The views besides the game: their word in addresses, and whether they have items and need the server.
 * @type {Record<Exclude<State['view'], 'game'>, {word: string, hasItems?: boolean, isOfServer?: boolean}>} */
export const VIEWS = {
  past: { word: 'games' },
  statistics: { word: 'record' },
  trainer: { word: 'trainer' },
  puzzles: { word: 'puzzles', hasItems: true },
  learn: { word: 'learn' },
  lesson: { word: 'learn', hasItems: true },
  openings: { word: 'openings', hasItems: true },
  solution: { word: 'solution', hasItems: true },
  live: { word: 'live', isOfServer: true },
  tournaments: { word: 'tournaments', isOfServer: true },
  tournament: { word: 'tournament', hasItems: true, isOfServer: true },
  club: { word: 'club', hasItems: true, isOfServer: true },
  ratings: { word: 'ratings', isOfServer: true },
};
// Views of an item alone; others have a list, or their own item for the visitor to begin with.
const ONLY_ITEMS = ['lesson', 'tournament'];

/** The token of a link to another device with which the page was opened; the link works once. @param {string} address  without it */
export function takeToken(address) {
  const token = /^#take=([\w-]{10,60})$/.exec(location.hash)?.[1];
  if (token) history.replaceState(null, '', address);
  return token;
}

/** The address of a view, and of one item in it. @param {State['view']} view @param {string | null} item */
export function viewAddress(view, item) {
  return view === 'game' ? gameAddress(state.game) : placeAddress(VIEWS[view].word, item);
}

/** The view that a word stands for, and the item in it. @param {string} path @param {URLSearchParams} query */
function readPlace(path, query) {
  const [word, ...items] = path ? path.split('/') : [query.get('view') ?? '', ...query.getAll('id')];
  const names = /** @type {(keyof typeof VIEWS)[]} */ (Object.keys(VIEWS));
  const isWord = items.length < 2 && items.every((item) => /^[\w-]{1,40}$/.test(item));
  const fits = (/** @type {keyof typeof VIEWS} */ view) =>
    VIEWS[view].word === word && (items.length ? VIEWS[view].hasItems : !ONLY_ITEMS.includes(view));
  const view = isWord && names.find(fits);
  if (!view || (!path && VIEWS[view].isOfServer)) return null;
  return { view, item: items[0] ?? null };
}

/** Write the address of the current view to the address bar. @param {'push' | 'replace'} how */
export function showAddress(how) {
  const address = viewAddress(state.view, state.item);
  if (address === location.pathname + location.search) return;
  if (how === 'push') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
}

/**
 * Return the view that an address asks for.
 * @param {Location | URL} place
 * @returns {{view: 'shared' | 'new' | 'nowhere'} | {view: 'game', id: string} | {view: 'moves', game: Game}
 *   | {view: 'tournament game', id: number, number: number} | {view: 'place', place: {view: State['view'], item: string | null}}}
 *   raises an Error with an explanation for moves that cannot be played
 */
export function readAddress(place) {
  const query = new URLSearchParams(place.search);
  const path = place.pathname.slice(ROOT.pathname.length).replace(/^index\.html$/, '');
  const id = /^game\/([0-9A-Za-z]{1,40})$/.exec(path)?.[1] ?? query.get('game');
  if (id) return { view: 'game', id };
  const known = readPlace(path, query);
  if (known) return { view: 'place', place: known };
  if (query.get('view') === 'shared') return { view: 'shared' };
  const game = /^tournament\/(\d{1,9})\/game\/(\d{1,9})$/.exec(path);
  if (game) return { view: 'tournament game', id: Number(game[1]), number: Number(game[2]) };
  if (path !== '') return { view: 'nowhere' };
  const moves = query.get('moves') ?? query.get('pos');
  if (moves === null && !['start', 'board', 'variation'].some((name) => query.has(name))) return { view: 'new' };
  const start = query.get('start') ?? emptyString(rulesOf(query));
  const columns = parseMoves(moves ?? '');
  playAll(parsePosition(start), columns);
  const variations = query.getAll('variation').map((text) => {
    const [moves, ...name] = text.split(':');
    return { moves: formatMoves(parseMoves(moves)), name: cleanName(name.join(':')) };
  });
  checkedVariations(parsePosition(start), variations);
  const isAnalysis = columns.length > 0 || variations.length > 0 || parsePosition(start).ply > 0;
  const own = { variations: variations.filter((each) => each.moves), isAnalysis };
  return { view: 'moves', game: newGame({ start, moves: columns, ...own }) };
}

/** @param {URLSearchParams} query @returns {Rules} */
function rulesOf(query) {
  const board = query.get('board') ?? '7x6';
  if (!/^\d{1,4}x\d{1,4}$/.test(board)) throw new Error(t('page.board size'));
  const [columns, rows] = board.split('x').map(Number);
  const objective = /** @type {Objective} */ (query.get('objective') ?? 'first-line');
  return checkedRules({ columns, rows, connect: Number(query.get('connect') ?? 4), objective });
}
