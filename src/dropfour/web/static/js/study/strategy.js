// Where no single plan was found: the moves to play until one takes over, looked for while *Why?* is open.

import { positionString } from '../board/notation.js';
import { failureOf } from '../page/errors.js';
import { shownKey, shownPosition, state, update } from '../page/store.js';
import { Latest } from '../page/tasks.js';
import { browserCore } from '../server/answers.js';

/** @typedef {{strategy: Strategy, place: number}} Place  a step of a strategy */

/** The steps of all strategies found, by their positions. @type {Map<string, Place>} */
const places = new Map();
/** Positions that were searched, or whose search was stopped. @type {Set<string>} */
const searched = new Set();
const finding = new Latest();
let wanted = '';

/** Look for a strategy of the position on the screen, and stop any other search; called after each change. */
export function followStrategy() {
  const key = shownKey();
  const task = state.study && state.why && state.plan?.key === key && state.plan.plan === null ? state.plan : null;
  if ((task ? key : '') === wanted) return;
  wanted = task ? key : '';
  const signal = finding.begin();
  const position = shownPosition();
  const found = places.get(positionString(position)) ?? null;
  const isNew = task !== null && found === null && !searched.has(key);
  update({ strategy: task && { key, found, nodes: isNew ? 0 : null } });
  if (task && isNew) void find(key, position, task.colour, task.promise, signal);
}

/** Stop the search. */
export function stopStrategy() {
  finding.stop();
  searched.add(wanted);
  update({ strategy: { key: wanted, found: null, nodes: null } });
}

/** @param {string} key @param {Position} position @param {Colour} colour @param {'win' | 'draw'} promise @param {AbortSignal} signal */
async function find(key, position, colour, promise, signal) {
  /** @type {Strategy | null} */
  let strategy = null;
  try {
    const browser = await browserCore();
    strategy = await (browser?.findStrategy(position, colour, promise, signal, (nodes) => {
      if (!signal.aborted) update({ strategy: { key, found: null, nodes } });
    }) ?? null);
  } catch (error) {
    if (signal.aborted) return;
    failureOf(error);
  }
  if (signal.aborted) return;
  searched.add(key);
  if (strategy) remember(strategy, 0, position);
  update({ strategy: { key, found: strategy && { strategy, place: 0 }, nodes: null } });
}

/** @param {Strategy} strategy @param {number} place @param {Position} position */
function remember(strategy, place, position) {
  const key = positionString(position);
  if (places.get(key)?.strategy === strategy) return;
  places.set(key, { strategy, place });
  const { column, replies } = strategy.steps[place];
  const after = column === null ? position : position.play(column);
  for (const [reply, next] of Object.entries(replies)) remember(strategy, next, after.play(Number(reply)));
}

/** The rules that a strategy follows from a position on, if it has a plan for it. @param {Position} position */
export function planAt(position) {
  const found = places.get(positionString(position));
  const plan = found?.strategy.steps[found.place].plan ?? null;
  if (!found || plan === null) return null;
  const { colour, promise, plans } = found.strategy;
  return { colour, promise, rules: plans[plan] };
}

/** The strategy on the screen. @returns {Place | null} */
export function shownStrategy() {
  return state.study && state.strategy?.key === shownKey() ? state.strategy.found : null;
}
