// Walking through the solution: the position of the address, and what the solution says about it.

import { formatMoves, parseMoves } from '../board/notation.js';
import { Position } from '../board/rules.js';
import { CLASSIC, changerOf, speak, state } from '../page/store.js';
import { Latest } from '../page/tasks.js';
import { capital, reasonOf } from '../page/words.js';
import { goTo } from '../router.js';
import { browserCore } from '../server/answers.js';
import { loadGraph, positionAt, rulesOf, turned, winningColumn } from './graph.js';

/** @import {Graph, Place, Reply} from './graph.js' */

/** The item of the address that stands for the training. */
export const TRAIN = 'train';

/**
 * What there is to do in a position: `play` or complete a line (`win`) in *column*, follow a `plan`, choose one of the
 * *replies*, or nothing: the game is `over`, or the solution does not lead here (`outside`).
 * @typedef {{kind: 'play' | 'win' | 'plan' | 'reply' | 'over' | 'outside', column: number | null, place: Place | null, replies: Reply[]}} Step
 */
/** *plan* is that of the step, in words, once the core has described it; *said* is about the last click.
 * @typedef {{graph: Graph | null, moves: number[], position: Position, step: Step | null, plan: Plan | null, said: string, problem: string}} Walk */

/** @type {Walk} */
export const walk = { graph: null, moves: [], position: Position.empty(CLASSIC), step: null, plan: null, said: '', problem: '' };
const change = changerOf(walk);
const describing = new Latest();
/** @type {string | null} */
let asked = null;

/** Show the moves of the address; called with every redraw, and before each step: keys can be faster than the next frame. */
export function follow() {
  const item = state.item ?? '';
  if (item === TRAIN || asked === item) return;
  asked = item;
  void look(item);
}

/** Try again what could not be loaded, at the next visit. */
export function forgetProblem() {
  if (walk.problem) asked = null;
}

/** @param {string} text  the moves */
async function look(text) {
  const signal = describing.begin();
  try {
    if (!walk.graph) change({ graph: await loadGraph() });
    const { graph } = walk;
    if (signal.aborted || !graph) return;
    const moves = parseMoves(text);
    const position = positionAt(moves);
    const step = stepAt(graph, moves, position);
    change({ graph, moves, position, step, plan: null, said: '', problem: '' });
    speak(sentenceOf(walk));
    if (step.kind === 'plan' && step.place) {
      const plan = await describe(graph, step.place, position);
      if (!signal.aborted) change({ plan });
    }
  } catch (error) {
    if (!signal.aborted) change({ problem: `The solution cannot be shown here: ${reasonOf(error)}.` });
  }
}

/** The plan at a place, in words; null if this browser cannot run the core. @param {Graph} graph @param {Place} place
 * @param {Position} position */
export async function describe(graph, { node, isMirrored }, position) {
  const browser = await browserCore();
  return browser && node.plan && browser.describePlan(position, graph.colour, graph.promise, rulesOf(node.plan, isMirrored));
}

/** @param {Graph} graph @param {number[]} moves @param {Position} position @returns {Step} */
export function stepAt(graph, moves, position) {
  /** @type {Step} */
  const nothing = { kind: 'outside', column: null, place: null, replies: [] };
  if (position.isOver) return { ...nothing, kind: 'over' };
  if (position.toMove !== graph.colour) {
    const place = graph.find(moves.slice(0, -1));
    const column = place?.node.column;
    if (!place || !column || turned(column, place.isMirrored) !== moves[moves.length - 1]) return nothing;
    return { ...nothing, kind: 'reply', place, replies: graph.repliesAt(place) };
  }
  const column = winningColumn(position);
  if (column !== null) return { ...nothing, kind: 'win', column };
  const place = graph.find(moves);
  if (!place) return nothing;
  if (place.node.column === null) return { ...nothing, kind: 'plan', place };
  return { ...nothing, kind: 'play', place, column: turned(place.node.column, place.isMirrored) };
}

/** What there is to do, in a sentence. @param {Pick<Walk, 'graph' | 'step' | 'position'>} shown */
export function sentenceOf({ graph, step, position }) {
  if (!graph || !step) return 'Loading the solution …';
  const mover = capital(position.toMove);
  switch (step.kind) {
    case 'play': return `${mover} plays column ${step.column}.`;
    case 'win': return `${mover} completes a line in column ${step.column} and wins.`;
    case 'plan': return `From here on ${position.toMove} follows plan ${step.place?.node.number}, whatever the replies are.`;
    case 'reply': return `${mover} can reply in ${step.replies.length > 1 ? `${step.replies.length} columns` : 'one column'}. Choose one to see the answer.`;
    case 'over': return position.winner ? `${capital(position.winner)} has won.` : 'A draw.';
    default: return 'The solution does not lead to this position. Go back to follow it.';
  }
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
  if (step.column !== null && step.column !== column) say(`Not column ${column}: the solution plays column ${step.column} here.`);
  else if (step.kind === 'plan') say('A plan is followed here: read its rules, and try to beat it.');
  else goToMoves([...moves, column]);
}

/** @param {string} said */
function say(said) {
  change({ said });
  speak(said);
}

export function back() {
  follow();
  if (walk.moves.length) goToMoves(walk.moves.slice(0, -1));
}
