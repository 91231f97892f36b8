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
// All of them follow the path of the page's folder. Plain files have no addresses but their own, so a page
// without a server uses ?game=ID, ?view=games, ?view=record, ?view=trainer, ?view=puzzles&id=ID and ?view=learn&id=ID instead.

import { checkedRules, formatMoves, parseMoves, parsePosition, emptyString } from '../board/notation.js';
import { playAll } from '../board/rules.js';
import { checkedVariations, cleanName } from '../board/tree.js';
import { ROOT, hasServer } from './site.js';
import { CLASSIC, newGame, state } from './store.js';

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
  const isNew = !game.isAnalysis && game.moves.length === 0 && game.start === emptyString(CLASSIC) && !game.variations.length;
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

/** The words of views in addresses. @type {Partial<Record<State['view'], string>>} */
const WORDS = {
  past: 'games', statistics: 'record', trainer: 'trainer', puzzles: 'puzzles', learn: 'learn', lesson: 'learn', openings: 'openings',
  solution: 'solution',
  live: 'live', tournaments: 'tournaments', club: 'club', ratings: 'ratings',
};
const WORDS_WITH_ITEMS = ['puzzles', 'learn', 'openings', 'solution', 'club'];
const WORDS_OF_SERVER = ['live', 'tournaments', 'club', 'ratings'];

function viewAddress() {
  const { view, item, tournaments: { id } } = state;
  if (view === 'tournament' && id !== null) return tournamentAddress(id);
  const word = WORDS[view];
  return word ? placeAddress(word, item) : gameAddress(state.game);
}

/** The view that a word stands for, and the item in it. @param {string} path @param {URLSearchParams} query */
function readPlace(path, query) {
  const [word, ...items] = path ? path.split('/') : [query.get('view') ?? '', ...query.getAll('id')];
  const views = /** @type {State['view'][]} */ (Object.keys(WORDS)).filter((view) => WORDS[view] === word);
  const isValid = items.length === 0 || (items.length === 1 && WORDS_WITH_ITEMS.includes(word) && /^[\w-]{1,40}$/.test(items[0]));
  if (!views.length || !isValid || (!path && WORDS_OF_SERVER.includes(word))) return null;
  // Only lessons have a view of their own besides that of their list.
  return { view: views[items.length && views.length > 1 ? 1 : 0], item: items[0] ?? null };
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
 * @returns {{view: 'shared' | 'new' | 'nowhere'} | {view: 'game', id: string} | {view: 'moves', game: Game}
 *   | {view: 'tournament', id: number, number: number | null} | {view: 'place', place: {view: State['view'], item: string | null}}}
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
  const found = /^tournament\/(\d{1,9})(?:\/game\/(\d{1,9}))?$/.exec(path);
  if (found) {
    return { view: 'tournament', id: Number(found[1]), number: found[2] ? Number(found[2]) : null };
  }
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
  return { view: 'moves', game: newGame({ start, moves: columns, variations: variations.filter((each) => each.moves), isAnalysis }) };
}

/** @param {URLSearchParams} query @returns {Rules} */
function rulesOf(query) {
  const board = query.get('board') ?? '7x6';
  if (!/^\d{1,4}x\d{1,4}$/.test(board)) throw new Error('a board is written as columns x rows, such as 9x7');
  const [columns, rows] = board.split('x').map(Number);
  const objective = /** @type {Objective} */ (query.get('objective') ?? 'first-line');
  return checkedRules({ columns, rows, connect: Number(query.get('connect') ?? 4), objective });
}
