// What a person can do with the game on the screen. Each action changes the page immediately and is then
// sent to the server, which is also asked for an engine's moves.

import { otherColour } from '../board/rules.js';
import { showAddress } from '../page/address.js';
import { scoreAfter, setMatch } from '../page/match.js';
import { suggest } from '../server/answers.js';
import { clearQueue, enqueue, wakeEngine } from '../server/queue.js';
import {
  AT_END, canMove, canPlan, isAtEnd, isEnginesTurn, isHelpOff, isWatching, livePosition, moverOf, newGame, notify, positionsOf, resultOf,
  seatsOf, shownGame, shownKey, shownPly, shownPosition, speak, state, update,
} from '../page/store.js';
import { branch, canBranch } from './branch.js';
import { coachHint, holdBack } from './coaching.js';
import { capital, engineName, isAgainstEngine, seatName } from '../page/words.js';
import { failureOf } from '../page/errors.js';

/** @import {Task} from '../types.d.ts' */

/** What is on the screen with another game. */
const AT_START = {
  ...AT_END, view: /** @type {const} */ ('game'), loading: false, offline: false, held: null, advice: null, pointed: null, said: null,
  analysis: null, facts: null, fact: null, pinnedFact: null,
};

/** Put another game on the screen. @param {Game} game @param {'push' | 'replace'} how */
export function open(game, how) {
  clearQueue();
  setMatch(null);
  update({ ...AT_START, game });
  showAddress(how);
  wakeEngine();
}

/** Drop a disc for the person whose turn it is. @param {number} column @param {boolean} [isChecked]  by the coach */
export function drop(column, isChecked = false) {
  const { game } = state;
  const mover = moverOf(game);
  if ((!isAtEnd() || mover === null) && canBranch() && branch(column)) return;
  if (!isAtEnd()) {
    const isOver = shownPosition().isOver;
    refuse(column, canBranch() ? (isOver ? 'The game is over here.' : `Column ${column} is full.`) : 'Go to the last move to play.');
    return;
  }
  if (mover === null) {
    refuse(column, 'The game is over.');
  } else if (isWatching(game)) {
    refuse(column, 'You are watching this game.');
  } else if (canPlan(game)) {
    const { planFor } = state; // as chosen now: the module comes later
    void import('../club/planned.js').then(({ plan }) => plan(column, planFor));
  } else if (game.live && !canMove(game)) {
    const isOpen = state.live?.info?.open !== null;
    refuse(column, isOpen ? 'Nobody has taken the other seat yet.' : `It is ${seatName(game, mover)}’s turn.`);
  } else if (isEnginesTurn(game)) {
    refuse(column, `It is ${seatName(game, mover)}’s turn.`);
  } else if (!livePosition(game).canPlay(column)) {
    refuse(column, `Column ${column} is full.`);
  } else if (state.coach && !isChecked && !game.live) {
    void holdBack(column, (each) => drop(each, true));
  } else if (game.isAnalysis) {
    tryMove(column);
  } else {
    const ply = game.moves.length;
    const isNew = game.id === null && !state.queue.some((task) => task.kind === 'create');
    update({ ...AT_END, game: { ...game, moves: [...game.moves, column], undone: [] }, held: null, refused: null });
    if (isNew) enqueue({ kind: 'create' });
    const thought = state.live ? Math.round(performance.now() - state.live.turnAt) : 0;
    enqueue({ kind: 'moves', column, ply, ...(game.live ? { thought_ms: thought } : {}) });
  }
}

/** Play a move in an analysis, which its address keeps. @param {number} column */
function tryMove(column) {
  const { game } = state;
  update({ ...AT_END, game: { ...game, moves: [...game.moves, column], undone: [] }, refused: null });
  showAddress('replace');
}

/** Send a change of the moves, or show it in the address if the game is not stored. @param {Task} task */
function pass(task) {
  const { game, queue } = state;
  if (game.id !== null || queue.length) enqueue(task);
  else if (game.isAnalysis) showAddress('replace');
}

/** @param {number} column @param {string} sentence */
function refuse(column, sentence) {
  update({ refused: { column, count: (state.refused?.count ?? 0) + 1 } });
  notify(sentence);
}

// --- undo and redo --------------------------------------------------------------------------------

/** Whether it is a person's turn after *ply* moves. @param {Game} game @param {number} ply */
function isPersonsTurn(game, ply) {
  return game[positionsOf(game)[ply].toMove].engine === null;
}

/** How many moves are left when a turn is undone, as dropfour.Game.undo_turn does it: a person is to move then.
 * Null if that is not possible; an engine's first move is not undone. @param {Game} game */
function undonePly(game) {
  let left = game.moves.length - (game.declared ? 0 : 1);
  if (game.red.engine === null || game.yellow.engine === null) {
    while (left >= 0 && !isPersonsTurn(game, left)) left -= 1;
  }
  return left < 0 ? null : left;
}

/** Whether moves of the game cannot be undone. @param {Game} game */
export function isFixed(game) {
  return game.live || game.tournament !== null || isWatching(game);
}

export function canUndo() {
  const { game, loading } = state;
  return !loading && !isFixed(game) && undonePly(game) !== null;
}

export function canRedo() {
  const { game } = state;
  return game.undone.length > 0 && game.declared === null && !isFixed(game);
}

/** Undo moves until a person is to move; a resignation is undone first. */
export function undo() {
  const { game } = state;
  const left = undonePly(game);
  if (!canUndo() || left === null) {
    notify(game.tournament ? 'A tournament game cannot be changed.' : 'There is nothing to undo.');
    return;
  }
  if (state.thinking || state.queue.some((task) => task.kind === 'engine-move')) {
    notify('Wait for the engine’s move first.');
    return;
  }
  const ply = game.moves.length;
  update({
    game: {
      ...game,
      declared: null,
      thought: null,
      moves: game.moves.slice(0, left),
      undone: [...game.moves.slice(left), ...game.undone],
    },
    ...AT_END,
  });
  pass({ kind: 'undo', ply });
  const moves = left + 1 === ply ? `Move ${ply}` : `Moves ${left + 1} to ${ply}`;
  speak(`${left === ply ? 'Resignation' : moves} undone. ${capital(String(moverOf(state.game)))} to move.`);
}

/** Redo moves until a person is to move. */
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
  update({ ...AT_END, game: { ...game, moves: all.moves.slice(0, next), undone: all.moves.slice(next) } });
  pass({ kind: 'redo', ply });
}

// --- the rest -------------------------------------------------------------------------------------

/** The colour that can resign: the person's against an engine, otherwise the side to move.
 * @param {Game} game @returns {Colour | null} */
function resigner(game) {
  const mover = moverOf(game);
  if (mover === null || !isAgainstEngine(game)) return mover;
  return game.red.engine === null ? 'red' : 'yellow';
}

export function resign() {
  const { game } = state;
  const colour = resigner(game);
  if (colour === null || game.id === null) return;
  const winner = otherColour(colour);
  update({ game: { ...game, declared: { winner, ending: 'resignation', reason: '' } }, hint: null });
  enqueue({ kind: 'resign', ply: game.moves.length, colour });
}

/** Let the players swap colours. */
export function swapSides() {
  const { game } = state;
  update({ game: { ...game, red: game.yellow, yellow: game.red, thought: null } });
  if (game.id !== null) enqueue({ kind: 'swap', ply: game.moves.length });
  else wakeEngine();
  const mine = game.red.engine === null ? 'yellow' : 'red';
  notify(isAgainstEngine(game) ? `You are ${mine} now.` : 'The players have swapped colours.');
}

/** Show a good move in the position on the screen. */
export async function giveHint() {
  const key = shownKey();
  const { game } = state;
  if (isHelpOff(game)) {
    notify('There are no hints in a live game.');
    return;
  }
  if (shownPosition().isOver || (resultOf(game) && isAtEnd())) {
    notify('The game is over.');
    return;
  }
  if (state.coach) {
    await coachHint();
    return;
  }
  try {
    const found = await suggest(shownGame(), shownPly());
    if (key !== shownKey()) return;
    update({ hint: { ...found, key } });
    notify(found.exact ? `The best move is column ${found.column}.` : `Column ${found.column} looks good.`);
  } catch (error) {
    notify(`No hint: ${failureOf(error)}.`);
  }
}

/** Start a new game from a position of this one, with the same players. @param {number} ply */
export function tryAgainFrom(ply) {
  const { game } = state;
  const { start, red, yellow } = game;
  open(newGame({ start, moves: game.moves.slice(0, ply), red, yellow }), 'push');
  enqueue({ kind: 'create' });
  notify(`A new game from move ${ply + 1}.`);
}

/** @param {string | null} engine @param {Colour} colour  the person's @param {string} [start] @param {number[]} [moves] */
export function begin(engine, colour, start, moves = []) {
  open(newGame({ ...(start ? { start } : {}), moves, ...seatsOf(engine, colour) }), 'push');
  if (moves.length) enqueue({ kind: 'create' });
  notify(engine === null ? 'A new game for two people.' : `A new game against ${engineName(engine)}.`);
}

/** Play the engine again with colours swapped; the score of the match continues. */
export function rematch() {
  const { game } = state;
  const score = scoreAfter(game);
  open(newGame({ start: game.start, red: game.yellow, yellow: game.red }), 'push');
  setMatch(score);
  const colour = state.game.red.engine === null ? 'red' : 'yellow';
  notify(`A rematch: you are ${colour}.`);
}
