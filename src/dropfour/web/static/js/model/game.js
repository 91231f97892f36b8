// The game: its seats, positions and result, and how players and results are called.

import { COLOURS, Position } from '../board/rules.js';
import { emptyString, parsePosition } from '../board/notation.js';
import { t } from '../ui/words.js';
import { characterOf } from './characters.js';

/** @type {Rules} */
export const CLASSIC = { columns: 7, rows: 6, connect: 4, objective: 'first-line' };
export const EMPTY = Position.empty(CLASSIC);

/** @param {Partial<Game>} [given] @returns {Game} */
export function newGame(given = {}) {
  return {
    id: null,
    draft: null,
    start: emptyString(CLASSIC),
    moves: [],
    undone: [],
    red: { name: '', engine: null },
    yellow: { name: '', engine: null },
    declared: null,
    thought: null,
    tournament: null,
    live: false,
    yours: ['red', 'yellow'],
    version: 0,
    variations: [],
    isAnalysis: false,
    swapped: null,
    ...given,
  };
}

/** Whether sides can be swapped by this move or the next one. @param {Game} game */
export function isSwapAhead(game) {
  return game.swapped === false && game.moves.length < 2;
}

/** Whether the player to move may swap sides instead. @param {Game} game */
export function canSwap(game) {
  return isSwapAhead(game) && game.moves.length === 1 && moverOf(game) !== null;
}

/** The game after its players have changed colours. @param {Game} game @returns {Game} */
export function exchanged(game) {
  return { ...game, red: game.yellow, yellow: game.red, thought: null };
}

/** The seats of a person who plays *colour* and of an opponent. @param {string | null} engine
 * null: another person @param {Colour} colour @returns {Pick<Game, 'red' | 'yellow'>} */
export function seatsOf(engine, colour) {
  const person = { name: '', engine: null };
  const other = { name: '', engine };
  return colour === 'red' ? { red: person, yellow: other } : { red: other, yellow: person };
}

/** By their moves. @type {WeakMap<number[], {start: string, positions: Position[]}>} */
const replays = new WeakMap();

/** All positions of the game, the start first; cached, since every redraw needs them.
 * @param {Pick<Game, 'start' | 'moves'>} game @returns {Position[]} */
export function positionsOf(game) {
  const { start, moves } = game;
  const known = replays.get(moves);
  if (known?.start === start) return known.positions;
  const positions = [parsePosition(start)];
  for (const column of moves) positions.push(positions[positions.length - 1].play(column));
  replays.set(moves, { start, positions });
  return positions;
}

/** @param {Game} game */
export function livePosition(game) {
  const positions = positionsOf(game);
  return positions[positions.length - 1];
}

/** How the game ended, on the board or by declaration; null while it is in progress.
 * @param {Game} game @returns {Result | null} */
export function resultOf(game) {
  if (game.declared) return game.declared;
  const position = livePosition(game);
  const { winner } = position;
  if (winner === undefined) return null;
  const byLine = position.rules.objective === 'first-line' && winner !== null;
  return { winner, ending: byLine ? 'line' : 'full board', reason: '' };
}

/** A result as game files write it. @param {Result | null} result */
export function resultToken(result) {
  if (!result) return '*';
  return result.winner === null ? '1/2-1/2' : result.winner === 'red' ? '1-0' : '0-1';
}

/** The colour to move; null when the game is over. @param {Game} game @returns {Colour | null} */
export function moverOf(game) {
  return resultOf(game) ? null : livePosition(game).toMove;
}

/** Whether an engine is to move. @param {Game} game */
export function isEnginesTurn(game) {
  const mover = moverOf(game);
  return mover !== null && game[mover].engine !== null;
}

/** Whether this browser only watches the game. @param {Game} game */
export function isWatching(game) {
  return game.id !== null && game.yours.length === 0;
}

/** Whether study and hints are off: for the players of a live game until it is over. @param {Game} game */
export function isHelpOff(game) {
  return game.live && game.yours.length > 0 && resultOf(game) === null;
}

/** A function that says what has happened to a game since it was called last: how many moves it had
 * then and how many have come since, whether it has ended, and whether sides were swapped. */
export function createFollower() {
  let known = { id: /** @type {string | null} */ (null), start: '', moves: 0, over: false, swapped: false };
  return (/** @type {Game} */ game) => {
    const { id, start, moves } = game;
    const { moves: before, over: wasOver, swapped: hadSwapped } = known;
    const swapped = game.swapped === true;
    const isSame = known.start === start && (known.id === id || known.id === null);
    const over = resultOf(game) !== null;
    known = { id, start, moves: moves.length, over, swapped };
    const moved = isSame ? moves.length - before : 0;
    return { before, moved, ended: isSame && over && !wasOver, swaps: isSame && swapped && !hadSwapped && before > 0 };
  };
}

// --- the players ---------------------------------------------------------------------------------

/** The display name of an engine: for a level, the name of its character. @param {string} engine */
export function engineName(engine) {
  return characterOf(engine)?.name ?? engine;
}

/** Whether a person plays an engine. @param {Game} game */
export function isAgainstEngine(game) {
  return (game.red.engine === null) !== (game.yellow.engine === null);
}

/** The name of the engine that a person plays. @param {Game} game */
export function engineOf(game) {
  return seatName(game, game.red.engine === null ? 'yellow' : 'red');
}

/** @param {Game} game @param {Colour} colour */
export function seatName(game, colour) {
  const seat = game[colour];
  if (seat.engine !== null) {
    return seat.name && seat.name !== seat.engine ? seat.name : engineName(seat.engine);
  }
  if (seat.name) return seat.name;
  return isYou(game, colour) ? t('game.you') : t('page.colour', { colour });
}

/** Whether a player is called "You". @param {Game} game @param {Colour} colour */
export function isYou(game, colour) {
  if (game[colour].engine !== null || game[colour].name) return false;
  return game.live || game.yours.length === 0 ? game.yours.includes(colour) : isAgainstEngine(game);
}

/** The colour that the visitor played; null if they played both, or only watched.
 * @param {Pick<Game, 'yours' | 'red' | 'yellow'>} game @returns {Colour | null} */
export function ownColour(game) {
  const seats = COLOURS.filter((colour) => game.yours.includes(colour) && game[colour].engine === null);
  return seats.length === 1 ? seats[0] : null;
}

/** How a game ended for the visitor. @param {Pick<Game, 'yours' | 'red' | 'yellow'>} game @param {Pick<Result, 'winner'> | null} result */
export function endOf(game, result) {
  if (!result) return 'open';
  if (result.winner === null) return 'drawn';
  const colour = ownColour(game);
  if (colour === null) return 'over';
  return result.winner === colour ? 'won' : 'lost';
}

/** How live games are forfeited. */
const FORFEITS = ['ran out of time', 'left the game'];

/** The result in a few words; empty while the game goes on. @param {Game} game @param {Result | null} [result] */
export function resultSentence(game, result = resultOf(game)) {
  const end = endOf(game, result);
  if (!result || end === 'open') return '';
  if (result.winner === null) return t('game.drawn', { ending: result.ending });
  const ending = FORFEITS.includes(result.reason) ? result.reason : result.ending;
  if (end === 'over') return t('game.over', { ending, name: seatName(game, result.winner), colour: result.winner });
  return t(end === 'won' ? 'game.won' : 'game.lost', { ending });
}
