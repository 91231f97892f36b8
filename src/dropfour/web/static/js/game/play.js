// What a person can do with the game on the screen. Each action changes the page immediately and is
// then sent to the server, which is also asked for an engine's moves.

import { otherColour } from '../board/rules.js';
import { showAddress } from '../page/address.js';
import { suggest } from '../core/browser.js';
import { scoreAfter, setMatch } from '../storage/opponents.js';
import { clearQueue, enqueue, wakeEngine } from '../server/queue.js';
import { plans } from '../page/live.js';
import { AT_END, canMove, canPlan, isAtEnd, shownKey, shownPosition } from '../page/shown.js';
import {
  canSwap,
  engineName,
  exchanged,
  isAgainstEngine,
  isEnginesTurn,
  isHelpOff,
  isWatching,
  livePosition,
  moverOf,
  newGame,
  positionsOf,
  resultOf,
  seatName,
  seatsOf,
} from '../model/game.js';
import { notify, speak, state, update } from '../page/state.js';
import { branch, canBranch } from './branch.js';
import { coachHint, holdBack } from './coaching.js';
import { t } from '../ui/words.js';
import { failureOf } from '../page/errors.js';

/** What is on the screen with another game. */
const AT_START = {
  ...AT_END,
  view: /** @type {const} */ ('game'),
  loading: false,
  offline: false,
  held: null,
  advice: null,
  pointed: null,
  said: null,
  analysis: null,
  facts: null,
  fact: null,
  pinnedFact: null,
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
    const why = shownPosition().isOver ? t('game.over here') : t('game.full column', { column });
    refuse(column, canBranch() ? why : t('game.go to the end'));
  } else if (mover === null) {
    refuse(column, t('game.game is over'));
  } else if (isWatching(game)) {
    refuse(column, t('game.watching'));
  } else if (canPlan(game)) {
    const { replyTo } = plans; // as chosen now: the module comes later
    void import('../club/planned.js').then(({ plan }) => plan(column, replyTo));
  } else if (game.live && !canMove(game)) {
    const isOpen = state.live?.info?.open !== null;
    refuse(column, isOpen ? t('game.open seat, refused') : t('game.their turn', { name: seatName(game, mover) }));
  } else if (isEnginesTurn(game)) {
    refuse(column, t('game.their turn', { name: seatName(game, mover) }));
  } else if (!livePosition(game).canPlay(column)) {
    refuse(column, t('game.full column', { column }));
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

/** Send a change of the moves; that of a game not stored is in the address. @param {Task} task */
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

// --- undo and redo -------------------------------------------------------------------------------

/** Whether it is a person's turn after *ply* moves. @param {Game} game @param {number} ply */
function isPersonsTurn(game, ply) {
  return game[positionsOf(game)[ply].toMove].engine === null;
}

/** The game when a turn is undone, as dropfour.Game.undo_turn does it: a person is to move then.
 * Null if that is not possible; an engine's first move is not undone. @param {Game} game */
function undone(game) {
  let before = game.declared ? { ...game, declared: null } : stepBack(game);
  if (game.red.engine === null || game.yellow.engine === null) {
    while (before && !isPersonsTurn(before, before.moves.length)) before = stepBack(before);
  }
  return before && { ...before, thought: null };
}

/** The game without its last move, or without the swap after the first one. @param {Game} game */
function stepBack(game) {
  const { moves } = game;
  if (moves.length === 1 && game.swapped) return { ...exchanged(game), swapped: false, undone: [] };
  if (!moves.length) return null;
  return { ...game, moves: moves.slice(0, -1), undone: [moves[moves.length - 1], ...game.undone] };
}

/** Whether moves of the game cannot be undone. @param {Game} game */
export function isFixed(game) {
  return game.live || game.tournament !== null || isWatching(game);
}

export function canUndo() {
  const { game, loading } = state;
  return !loading && !isFixed(game) && undone(game) !== null;
}

export function canRedo() {
  const { game } = state;
  return game.undone.length > 0 && game.declared === null && !isFixed(game);
}

/** Undo moves until a person is to move; a resignation is undone first. */
export function undo() {
  const { game } = state;
  const before = undone(game);
  if (!canUndo() || before === null) {
    notify(t(game.tournament ? 'game.fixed' : 'game.nothing to undo'));
    return;
  }
  if (state.thinking || state.queue.some((task) => task.kind === 'engine-move')) {
    notify(t('game.wait'));
    return;
  }
  const [ply, left] = [game.moves.length, before.moves.length];
  update({ ...AT_END, game: before });
  pass({ kind: 'undo', ply });
  const what = left === ply ? 'resignation' : left + 1 === ply ? 'move' : 'moves';
  const done = t('game.undone', { what, first: left + 1, last: ply });
  speak(`${done} ${t('game.colour to move', { colour: moverOf(state.game) ?? '' })}`);
}

/** Redo moves until a person is to move. */
export function redo() {
  const { game } = state;
  if (!canRedo()) {
    notify(t('game.nothing to redo'));
    return;
  }
  const ply = game.moves.length;
  const all = { ...game, moves: [...game.moves, ...game.undone] };
  let next = ply + 1;
  while (next < all.moves.length && !isPersonsTurn(all, next)) next += 1;
  update({ ...AT_END, game: { ...game, moves: all.moves.slice(0, next), undone: all.moves.slice(next) } });
  pass({ kind: 'redo', ply });
}

// --- the rest ------------------------------------------------------------------------------------

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

/** Let the players swap colours, by the swap rule if that is possible now. */
export function swapSides() {
  const { game } = state;
  const isByRule = canSwap(game);
  const yours = game.live ? game.yours.map(otherColour) : game.yours;
  update({ game: { ...exchanged(game), yours, swapped: game.swapped === null ? null : game.swapped || isByRule } });
  if (game.id !== null || state.queue.length) enqueue({ kind: 'swap', ply: game.moves.length });
  else wakeEngine();
  if (isByRule) return;
  const mine = game.red.engine === null ? 'yellow' : 'red';
  notify(isAgainstEngine(game) ? t('game.you are now', { colour: mine }) : t('game.swapped'));
}

/** Show a good move in the position on the screen. */
export async function giveHint() {
  const key = shownKey();
  const { game } = state;
  if (isHelpOff(game)) {
    notify(t('game.no hints'));
    return;
  }
  if (shownPosition().isOver || (resultOf(game) && isAtEnd())) {
    notify(t('game.game is over'));
    return;
  }
  if (state.coach) {
    await coachHint();
    return;
  }
  try {
    const found = await suggest(shownPosition());
    if (key !== shownKey()) return;
    update({ hint: { ...found, key } });
    notify(t(found.exact ? 'game.best move' : 'game.good move', { column: found.column }));
  } catch (error) {
    notify(t('game.no hint', { reason: failureOf(error) }));
  }
}

/** Start a new game from a position of this one, with the same players. @param {number} ply */
export function tryAgainFrom(ply) {
  const { game } = state;
  const { start, red, yellow } = game;
  open(newGame({ start, moves: game.moves.slice(0, ply), red, yellow }), 'push');
  enqueue({ kind: 'create' });
  notify(t('game.new game from', { ply: ply + 1 }));
}

/** @param {string | null} engine @param {Colour} colour  the person's @param {string} [start]
 * @param {number[]} [moves] @param {boolean} [hasSwap]  the swap rule */
export function begin(engine, colour, start, moves = [], hasSwap = false) {
  const swapped = hasSwap ? false : null;
  open(newGame({ ...(start ? { start } : {}), moves, swapped, ...seatsOf(engine, colour) }), 'push');
  if (moves.length) enqueue({ kind: 'create' });
  notify(engine === null ? t('game.new game for two') : t('game.new game against', { name: engineName(engine) }));
}

/** Play the engine again with colours swapped; the score of the match continues. */
export function rematch() {
  const { game } = state;
  const score = scoreAfter(game);
  const swapped = game.swapped === null ? null : false;
  open(newGame({ start: game.start, swapped, red: game.yellow, yellow: game.red }), 'push');
  setMatch(score);
  const colour = state.game.red.engine === null ? 'red' : 'yellow';
  notify(t('game.rematch as', { colour }));
}
