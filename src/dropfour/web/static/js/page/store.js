// The state of the page. It changes only through `update`; all changes within a frame cause one redraw.

import { emptyString, parsePosition } from '../board/notation.js';

/** @type {Rules} */
export const CLASSIC = { columns: 7, rows: 6, connect: 4, objective: 'first-line' };

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
    ...given,
  };
}

/** The seats of a person who plays *colour* and of an opponent. @param {string | null} engine  null: another person
 * @param {Colour} colour @returns {Pick<Game, 'red' | 'yellow'>} */
export function seatsOf(engine, colour) {
  const person = { name: '', engine: null };
  const other = { name: '', engine };
  return colour === 'red' ? { red: person, yellow: other } : { red: other, yellow: person };
}

/** What is known of a tournament before it is fetched, and which of its games are listed at first. */
export const noTournament = { one: null, games: [], gameCount: 0, player: '', opponent: '', limit: 20 };

/** @type {State} */
const values = {
  view: 'game',
  game: newGame(),
  loading: false,
  shownPly: null,
  variation: null,
  deleted: null,
  pointed: null,
  refused: null,
  queue: [],
  offline: false,
  thinking: false,
  study: false,
  coach: false,
  held: null,
  advice: null,
  bestPlay: 'no',
  bookShare: null,
  analysis: null,
  facts: null,
  fact: null,
  pinnedFact: null,
  plan: null,
  strategy: null,
  why: false,
  planRule: null,
  pinnedRule: null,
  hint: null,
  review: null,
  said: null,
  notice: { text: '', count: 0 },
  spoken: { text: '', count: 0 },
  engines: [],
  live: null,
  planned: null,
  planFor: '',
  liveGames: null,
  running: {},
  lobby: null,
  tournaments: {
    list: null,
    count: 0,
    command: null,
    isOperator: false,
    id: null,
    ...noTournament,
    problem: '',
  },
  item: null,
  itemTitle: '',
};

/** What the part that is being drawn has read of the state. @type {Map<keyof State, unknown> | null} */
let reads = null;
let redraws = 0; // how often everything had to be drawn again

/** @type {State} */
export const state = new Proxy(values, {
  get(target, key) {
    const name = /** @type {keyof State} */ (key);
    if (reads && !reads.has(name)) reads.set(name, target[name]);
    return target[name];
  },
});

/** A function that draws a part of the page, but only if something that it read of the state has changed since.
 * @param {() => void} draw */
export function onChange(draw) {
  /** @type {Map<keyof State, unknown>} */
  let seen = new Map();
  let drawn = -1;
  return () => {
    const outer = reads;
    const isSame = drawn === redraws && [...seen].every(([name, value]) => values[name] === value);
    if (!isSame) {
      drawn = redraws;
      reads = new Map();
      try {
        draw();
      } finally {
        seen = reads;
        reads = outer;
      }
    }
    // What contains this part depends on the same.
    if (outer) for (const [name, value] of seen) if (!outer.has(name)) outer.set(name, value);
  };
}

/** Changes that show the last position of the game. */
export const AT_END = { shownPly: null, variation: null, hint: null };

/** @type {(() => void)[]} */
const watchers = [];
let isScheduled = false;
let isChanged = false;
const MOST_PASSES = 3;

/** Call *watcher* in the frame after each change. @param {() => void} watcher */
export function watch(watcher) {
  watchers.push(watcher);
}

/** Change the state and redraw what shows it. @param {Partial<State>} changes  none: what is drawn depends on something else, too */
export function update(changes) {
  const names = /** @type {(keyof State)[]} */ (Object.keys(changes));
  if (names.length === 0) redraws += 1;
  else if (names.every((name) => values[name] === changes[name])) return;
  Object.assign(values, changes);
  isChanged = true;
  if (isScheduled) return;
  isScheduled = true;
  if (globalThis.document?.hidden) setTimeout(redraw);
  else requestAnimationFrame(redraw);
}

/** Draw what has changed. What follows from a change, such as another search, changes the state itself: it is drawn in the same frame. */
function redraw() {
  if (!isScheduled) return;
  try {
    for (let passes = 0; isChanged && passes < MOST_PASSES; passes += 1) {
      isChanged = false;
      for (const watcher of watchers) watcher();
    }
  } finally {
    isScheduled = false;
  }
  if (isChanged) update({});
}

// A hidden tab has no frames, but a title, and games to follow.
globalThis.document?.addEventListener?.('visibilitychange', () => {
  redraw();
  update({});
});

/** A function that changes the state of a single view, and redraws. @template {object} Own @param {Own} own
 * @returns {(changes: Partial<Own>) => void} */
export function changerOf(own) {
  return (changes) => {
    Object.assign(own, changes);
    update({});
  };
}

/** Show a message for a few seconds, and announce it. @param {string} text */
export function notify(text) {
  update({ notice: { text, count: state.notice.count + 1 } });
  speak(text);
}

/** Announce something to screen readers. @param {string} text */
export function speak(text) {
  update({ spoken: { text, count: state.spoken.count + 1 } });
}

// --- derived from the state -----------------------------------------------------------------------

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

/** The moves that the user steps through: those of the game, or of a variation. */
export function shownMoves() {
  return state.variation ?? state.game.moves;
}

/** The game with the moves that the user steps through. @returns {Game} */
export function shownGame() {
  return state.variation ? { ...state.game, moves: state.variation } : state.game;
}

/** The ply on the screen: the last one, unless the user steps through the moves. */
export function shownPly() {
  return Math.min(state.shownPly ?? Infinity, shownMoves().length);
}

export function shownPosition() {
  return positionsOf(shownGame())[shownPly()];
}

/** How many of the moves that lead to the position on the screen are those of the game. */
export function gamePly() {
  const { moves } = state.game;
  const shown = shownMoves().slice(0, shownPly());
  const parting = shown.findIndex((column, i) => column !== moves[i]);
  return parting < 0 ? shown.length : parting;
}

/** Whether the position on the screen is not one of the game. */
export function isInVariation() {
  return gamePly() < shownPly();
}

/** Whether the position on the screen is the last one of the game. */
export function isAtEnd() {
  return shownPly() === state.game.moves.length && !isInVariation();
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

/** Whether the person at this screen is to move. @param {Game} game */
export function canMove(game) {
  const mover = moverOf(game);
  if (mover === null || game[mover].engine !== null || isWatching(game)) return false;
  return !game.live || (game.yours.includes(mover) && state.live?.info?.open === null);
}

/** Whether a move can be planned: in a live game while the other player is to move. @param {Game} game */
export function canPlan(game) {
  const mover = moverOf(game);
  return game.live && mover !== null && game.yours.length > 0 && !game.yours.includes(mover) && state.live?.info?.open === null;
}

/** Whether study and hints are off: for the players of a live game until it is over. @param {Game} game */
export function isHelpOff(game) {
  return game.live && game.yours.length > 0 && resultOf(game) === null;
}

/** A cache key for the position on the screen. */
export function shownKey() {
  return `${state.game.start}/${shownMoves().slice(0, shownPly()).join(',')}`;
}
