// Training the solution: the page plays replies, where most of what follows is new to you, and you find the answers. What you
// know is played for you; mistakes come back.

import { Position } from '../board/rules.js';
import { CLASSIC, changerOf, speak } from '../page/store.js';
import { Latest, pause } from '../page/tasks.js';
import { capital, reasonOf } from '../page/words.js';
import { browserCore } from '../server/answers.js';
import { loadGraph, positionAt, rulesOf, turned, winningColumn } from './graph.js';
import { countKnowledge, dueNodes, keepRight, keepWrong, knowledgeOf } from './progress.js';
import { describe } from './walk.js';

/** @import {Graph, Node, Place, Reply} from './graph.js' */

const REPLY_MS = 450;

/**
 * *graph* is null until it has been loaded. *answer* is the column to find at *place*; `shown`: after a mistake or with help. *plan* is the one that takes over at the
 * end of a line, and *start* the position where it does.
 * @typedef {{
 *   graph: Graph | null, phase: 'idle' | 'busy' | 'ask' | 'shown' | 'end', moves: number[], position: Position, place: Place | null, answer: number,
 *   text: string, kind: 'right' | 'wrong' | '', isReturn: boolean, isClean: boolean, asked: number, right: number,
 *   plan: Plan | null, start: Position, problem: string,
 * }} Drill
 */

const EMPTY = Position.empty(CLASSIC);
/** @type {Drill} */
export const drill = {
  graph: null, phase: 'idle', moves: [], position: EMPTY, place: null, answer: 0, text: '', kind: '', isReturn: false, isClean: true, asked: 0,
  right: 0, plan: null, start: EMPTY, problem: '',
};
const change = changerOf(drill);
const asking = new Latest();

/** Leave the training. */
export function stop() {
  asking.stop();
  if (drill.phase !== 'idle') change({ phase: 'idle', plan: null });
}

/** Ask a position that has come back; without one, begin a line from the empty board. */
export async function next() {
  const signal = asking.begin();
  change({ phase: 'busy', plan: null, problem: '', kind: '', text: 'Looking for what is new to you …' });
  try {
    const graph = await loadGraph();
    const [node] = dueNodes(graph);
    if (signal.aborted) return;
    change({ graph, isReturn: node !== undefined });
    if (node) await ask(graph, [...node.moves].map(Number), 'You went wrong here before.', signal);
    else await advance(graph, [], 'A line from the empty board.', signal);
  } catch (error) {
    if (!signal.aborted) change({ phase: 'end', problem: `The training cannot continue: ${reasonOf(error)}.` });
  }
}

/** How many positions below are new. @param {Graph} graph @param {Node | null} node */
function newBelow(graph, node) {
  return node ? countKnowledge(graph.below(node)).new : 0;
}

/** The reply with most that is new; null if nothing is. @param {Graph} graph @param {Place} place @returns {Reply | null} */
export function chooseReply(graph, place) {
  /** @type {Reply | null} */
  let best = null;
  let most = 0;
  for (const reply of graph.repliesAt(place)) {
    const count = newBelow(graph, reply.node);
    if (count > most) [best, most] = [reply, count];
  }
  return best;
}

/** Play what you know, and ask the first position that you do not. @param {Graph} graph @param {number[]} moves
 * @param {string} lead @param {AbortSignal} signal */
async function advance(graph, moves, lead, signal) {
  let at = moves;
  for (;;) {
    const place = graph.find(at);
    if (!place) {
      const position = positionAt(at);
      change({ moves: at, position });
      finish(`${lead} ${capital(graph.colour)} completes a line in column ${winningColumn(position)}.`);
      return;
    }
    if (knowledgeOf(place.node) !== 'known') break;
    const reply = chooseReply(graph, place);
    if (!reply || place.node.column === null) {
      change({ moves: at, position: positionAt(at) });
      finish(`${lead} Nothing that follows is new to you.`);
      return;
    }
    at = [...at, turned(place.node.column, place.isMirrored), reply.column];
  }
  const played = at.length - moves.length;
  const known = played ? ` You know the moves ${at.slice(moves.length).join(' ')}.` : '';
  await ask(graph, at, `${lead}${known}`, signal);
}

/** @param {Graph} graph @param {number[]} moves @param {string} lead @param {AbortSignal} signal */
async function ask(graph, moves, lead, signal) {
  const place = graph.find(moves);
  if (!place) throw new Error('the position is not one of the solution');
  const position = positionAt(moves);
  change({ moves, position, place, phase: 'busy', text: lead });
  const answer = await answerAt(place, position);
  if (signal.aborted) return;
  const text = `${lead} What does ${graph.colour} play?`;
  change({ phase: 'ask', answer, isClean: true, text, start: position });
  speak(text);
}

/** @param {Place} place @param {Position} position */
async function answerAt({ node, isMirrored }, position) {
  if (node.column !== null) return turned(node.column, isMirrored);
  const browser = await browserCore();
  if (!browser || !node.plan) throw new Error('this browser cannot follow a plan');
  return (await browser.replyByPlan(position, rulesOf(node.plan, isMirrored), null)).column;
}

/** @param {number} column */
export function drop(column) {
  const { phase, position, answer, place } = drill;
  if (!place || (phase !== 'ask' && phase !== 'shown')) return;
  if (!position.canPlay(column)) say(`Column ${column} is full.`, '');
  else if (column === answer) void proceed(place);
  else miss(place, column, `Not column ${column}: the solution plays column ${answer}. Play it.`);
}

/** Show the answer. */
export function reveal() {
  const { phase, place, answer } = drill;
  if (phase === 'ask' && place) miss(place, null, `The solution plays column ${answer}. Play it.`);
}

/** @param {Place} place @param {number | null} column @param {string} text */
function miss({ node, isMirrored }, column, text) {
  if (drill.isClean) keepWrong(node, column === null ? null : turned(column, isMirrored));
  change({ phase: 'shown', isClean: false });
  say(text, 'wrong');
}

/** @param {string} text @param {Drill['kind']} kind */
function say(text, kind) {
  change({ text, kind });
  speak(text);
}

/** @param {string} text */
function finish(text) {
  change({ phase: 'end' });
  say(text.trim(), 'right');
}

/** The answer was given. @param {Place} place */
async function proceed(place) {
  const { answer, moves, position, isClean, isReturn } = drill;
  const { signal } = asking;
  if (isClean) keepRight(place.node);
  const lead = `Column ${answer} is right.`;
  change({
    phase: 'busy', position: position.play(answer), text: lead, kind: 'right', asked: drill.asked + 1, right: drill.right + Number(isClean),
  });
  try {
    const graph = await loadGraph();
    if (place.node.plan) await showPlan(graph, place, position, lead, signal);
    else if (isReturn) finish(`${lead} ${isClean ? 'It stays away longer now.' : 'It will be asked again tomorrow.'}`);
    else await reply(graph, place, [...moves, answer], lead, signal);
  } catch (error) {
    if (!signal.aborted) change({ phase: 'end', problem: `The training cannot continue: ${reasonOf(error)}.` });
  }
}

/** @param {Graph} graph @param {Place} place @param {Position} position @param {string} lead @param {AbortSignal} signal */
async function showPlan(graph, place, position, lead, signal) {
  const plan = await describe(graph, place, position);
  if (signal.aborted) return;
  change({ plan });
  finish(`${lead} From here on ${graph.colour} follows plan ${place.node.number}: its rules are shown with the board.`);
}

/** @param {Graph} graph @param {Place} place @param {number[]} moves @param {string} lead @param {AbortSignal} signal */
async function reply(graph, place, moves, lead, signal) {
  const chosen = chooseReply(graph, place);
  if (!chosen) {
    finish(`${lead} Nothing that follows is new to you.`);
    return;
  }
  await pause(REPLY_MS);
  if (signal.aborted) return;
  const mover = capital(drill.position.toMove);
  await advance(graph, [...moves, chosen.column], `${lead} ${mover} plays column ${chosen.column}.`, signal);
}
