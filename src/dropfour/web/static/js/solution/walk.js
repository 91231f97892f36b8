// Walking through the solution: the position of the address, and what the solution says about it.

import { formatMoves, parseMoves } from '../board/notation.js';
import { playAll } from '../board/rules.js';
import { fill } from '../core/sentences.js';
import { sentence, t } from '../ui/words.js';
import { EMPTY } from '../model/game.js';
import { changerOf, speak, state } from '../page/state.js';
import { Latest } from '../page/tasks.js';
import { goTo } from '../router.js';
import { loadGraph, phraseOf } from '../study/solution.js';

/** @import {Step} from '../study/solution.js' */

/** The item of the address that stands for the training. */
export const TRAIN = 'train';

export const walk = {
  graph: /** @type {Graph | null} */ (null),
  moves: /** @type {number[]} */ ([]),
  position: EMPTY,
  step: /** @type {Step | null} */ (null),
  plan: /** @type {Plan | null} */ (null), // of the step, once the core has described it
  text: '', // what there is to do
  isWrong: false, // whether the text is about the last click instead
  problem: '',
};
const change = changerOf(walk);
const describing = new Latest();
/** @type {string | null} */
let asked = null;

/** Show the moves of the address; called with every redraw, and before each step: keys can be faster than the next frame. */
export function follow() {
  const item = state.item ?? '';
  if (item === TRAIN || asked === item) return;
  asked = item;
  void describing.run(
    (signal) => look(item, signal),
    (reason) => change({ problem: t('solution.not shown', { reason }) }),
  );
}

/** Try again what could not be loaded, at the next visit. */
export function forgetProblem() {
  if (walk.problem) asked = null;
}

/** @param {string} text  the moves @param {AbortSignal} signal */
async function look(text, signal) {
  if (!walk.graph) {
    change({ graph: await loadGraph() });
  }
  const { graph } = walk;
  if (signal.aborted || !graph) return;
  const moves = parseMoves(text);
  const position = playAll(graph.base, moves);
  const step = graph.stepAt(position);
  change({ moves, position, step, plan: null, problem: '' });
  say(phraseOf(step, position), false);
  if (!step.place?.node.plan) return;
  const plan = await graph.describe(step.place, position);
  if (!signal.aborted) change({ plan });
}

/** @param {Phrase} phrase @param {boolean} isWrong */
function say(phrase, isWrong) {
  change({ text: sentence(fill(phrase)), isWrong });
  speak(walk.text);
}

/** @param {number[]} moves */
export function goToMoves(moves) {
  goTo('solution', formatMoves(moves) || null);
}

/** @param {number} column */
export function drop(column) {
  follow();
  const { step, position, moves } = walk;
  if (!step || !position.canPlay(column)) return;
  if (step.column !== null && step.column !== column)
    say(['walk, not', { wrong: String(column), column: String(step.column) }], true);
  else if (step.place?.node.plan) say(['walk, plan', {}], true);
  else goToMoves([...moves, column]);
}

export function back() {
  follow();
  if (walk.moves.length) goToMoves(walk.moves.slice(0, -1));
}
