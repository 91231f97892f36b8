// What a person does to the game on the screen. Each act changes the page at once and then tells the
// server; an engine is woken when it is its turn.

import { showAddress } from './address.js';
import { getJson, lineQuery, Refusal, Unreachable } from './api.js';
import { startOver, tell, wakeEngine } from './queue.js';
import {
  isAtEnd,
  isEnginesTurn,
  livePosition,
  moverOf,
  newGame,
  notify,
  positionsOf,
  resultOf,
  shownKey,
  shownPly,
  state,
  update,
} from './store.js';
import { engineName, isAgainstEngine, seatName } from './words.js';

/** @import {Game, Player} from './types.js' */

/** Put another game on the screen. @param {Game} game @param {'push' | 'replace'} how */
export function open(game, how) {
  startOver();
  update({
    view: 'game',
    game,
    loading: false,
    shownPly: null,
    pointed: null,
    hint: null,
    review: null,
    analysis: null,
    facts: null,
    fact: null,
    pinnedFact: null,
    offline: false,
  });
  showAddress(how);
  wakeEngine();
}

/** Drop a disc for the person whose turn it is. @param {number} column */
export function drop(column) {
  const { game } = state;
  if (!isAtEnd()) {
    notify('This is an earlier position. Go to the last move, or play on from here.');
    return;
  }
  const mover = moverOf(game);
  if (mover === null) {
    refuse(column, 'The game is over.');
  } else if (isEnginesTurn(game)) {
    refuse(column, `It is ${seatName(game, mover)}’s turn.`);
  } else if (!livePosition(game).canPlay(column)) {
    refuse(column, `Column ${column} is full.`);
  } else {
    const ply = game.moves.length;
    const isNew = game.id === null && !state.queue.some((task) => task.kind === 'create');
    update({
      game: { ...game, moves: [...game.moves, column], undone: [] },
      shownPly: null,
      hint: null,
      refused: null,
    });
    if (isNew) tell({ kind: 'create' });
    tell({ kind: 'moves', column, ply });
  }
}

/** @param {number} column @param {string} sentence */
function refuse(column, sentence) {
  update({ refused: { column, count: (state.refused?.count ?? 0) + 1 } });
  notify(sentence);
}

// --- taking back ----------------------------------------------------------------------------------

/** Whether it is a person's turn after so many moves. @param {Game} game @param {number} ply */
function isPersonsTurn(game, ply) {
  return game[positionsOf(game)[ply].toMove].engine === null;
}

export function canUndo() {
  return (state.game.moves.length > 0 || state.game.declared !== null) && !state.loading;
}

export function canRedo() {
  return state.game.undone.length > 0 && state.game.declared === null;
}

/** Take moves back until a person is to move; a game that was given up goes on. */
export function undo() {
  const { game } = state;
  if (!canUndo()) {
    notify('There is nothing to undo.');
    return;
  }
  if (state.thinking || state.queue.some((task) => task.kind === 'engine-move')) {
    notify('Wait for the answer first.');
    return;
  }
  const ply = game.moves.length;
  let left = game.declared ? ply : ply - 1;
  const hasPerson = game.red.engine === null || game.yellow.engine === null;
  while (hasPerson && left > 0 && !isPersonsTurn(game, left)) left -= 1;
  update({
    game: {
      ...game,
      declared: null,
      thought: null,
      moves: game.moves.slice(0, left),
      undone: [...game.moves.slice(left), ...game.undone],
    },
    shownPly: null,
    hint: null,
  });
  if (game.id !== null || state.queue.length) tell({ kind: 'undo', ply });
}

/** Play again what was undone, until a person is to move. */
export function redo() {
  const { game } = state;
  if (!canRedo()) {
    notify('There is nothing to redo.');
    return;
  }
  const ply = game.moves.length;
  const all = { ...game, moves: [...game.moves, ...game.undone] };
  let next = ply + 1;
  while (next < all.moves.length && !isPersonsTurn(all, next)) next += 1;
  update({
    game: { ...game, moves: all.moves.slice(0, next), undone: all.moves.slice(next) },
    shownPly: null,
    hint: null,
  });
  if (game.id !== null || state.queue.length) tell({ kind: 'redo', ply });
}

// --- the rest -------------------------------------------------------------------------------------

/** Whose game it would be to give up: the person's against an engine, else the side to move.
 * @param {Game} game @returns {Player | null} */
function resigner(game) {
  const mover = moverOf(game);
  if (mover === null || !isAgainstEngine(game)) return mover;
  return game.red.engine === null ? 'red' : 'yellow';
}

export function resign() {
  const { game } = state;
  const player = resigner(game);
  if (player === null || game.id === null) return;
  const winner = player === 'red' ? 'yellow' : 'red';
  const declared = { winner: /** @type {Player} */ (winner), ending: 'resignation', reason: '' };
  update({ game: { ...game, declared }, hint: null });
  tell({ kind: 'resign', ply: game.moves.length, colour: player });
}

/** Let the two sides change places. */
export function swapSides() {
  const { game } = state;
  update({ game: { ...game, red: game.yellow, yellow: game.red, thought: null } });
  if (game.id !== null) tell({ kind: 'swap', ply: game.moves.length });
  else wakeEngine();
  const mine = game.red.engine === null ? 'yellow' : 'red';
  notify(isAgainstEngine(game) ? `You are ${mine} now.` : 'The players have changed places.');
}

/** Show a good column for the position on the screen. */
export async function giveHint() {
  const key = shownKey();
  const { game } = state;
  if (resultOf(game) && isAtEnd()) {
    notify('The game is over.');
    return;
  }
  try {
    const found = await getJson(`/api/hint?${lineQuery(game.start, game.moves.slice(0, shownPly()))}`);
    if (key !== shownKey()) return;
    update({ hint: { key, column: found.column, exact: found.exact } });
    notify(found.exact ? `Best is column ${found.column}.` : `Column ${found.column} looks good.`);
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
    notify(`No hint: ${error.message}.`);
  }
}

/** Begin a new game from a position of this one, between the same players. @param {number} ply */
export function tryAgainFrom(ply) {
  const { game } = state;
  const { start, red, yellow } = game;
  open(newGame({ start, moves: game.moves.slice(0, ply), red, yellow }), 'push');
  tell({ kind: 'create' });
  notify(`A new game from move ${ply + 1}.`);
}

/** @param {string | null} engine @param {Player} colour  the person's @param {string} [start] */
export function begin(engine, colour, start) {
  const person = { name: '', engine: null };
  const other = { name: '', engine };
  const seats = colour === 'red' ? { red: person, yellow: other } : { red: other, yellow: person };
  open(newGame({ ...(start ? { start } : {}), ...seats }), 'push');
  notify(engine === null ? 'A new game for two.' : `A new game against ${engineName(engine)}.`);
}
