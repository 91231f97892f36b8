// Training the solution: the page plays replies, where most of what follows is new to you, and you
// find the answers. What you know is played for you; mistakes come back.

import { playAll } from '../board/rules.js';
import { EMPTY } from '../model/game.js';
import { changerOf, speak } from '../page/state.js';
import { Latest, pause } from '../page/tasks.js';
import { replyByPlan } from '../core/browser.js';
import { t } from '../ui/words.js';
import { loadGraph, winningColumn } from '../study/solution.js';
import { countKnowledge, dueNodes, keepRight, keepWrong, knowledgeOf } from './progress.js';

/** @import {Place, Reply} from '../study/solution.js' */

const REPLY_MS = 450;

export const drill = {
  graph: /** @type {Graph | null} */ (null), // until it has been loaded
  phase: /** @type {'idle' | 'busy' | 'ask' | 'shown' | 'end'} */ ('idle'), // shown: after a mistake or with help
  moves: /** @type {number[]} */ ([]),
  position: EMPTY,
  place: /** @type {Place | null} */ (null),
  answer: 0, // the column to find at the place
  text: '',
  kind: /** @type {'right' | 'wrong' | ''} */ (''),
  isReturn: false,
  isClean: true,
  asked: 0,
  right: 0,
  plan: /** @type {Plan | null} */ (null), // which takes over at the end of a line
  start: EMPTY, // where it does
  problem: '',
};
const change = changerOf(drill);
const asking = new Latest();

/** Leave the training. */
export function stop() {
  asking.stop();
  if (drill.phase !== 'idle') change({ phase: 'idle', plan: null });
}

/** Ask a position that has come back; without one, begin a line from the empty board. */
export function next() {
  change({ phase: 'busy', plan: null, problem: '', kind: '', text: t('solution.looking') });
  return asking.run(async (signal) => {
    const graph = await loadGraph();
    const [node] = dueNodes(graph);
    if (signal.aborted) return;
    change({ graph, isReturn: node !== undefined });
    if (node) await ask(graph, [...node.moves].map(Number), t('solution.wrong before'), signal);
    else await advance(graph, [], t('solution.from empty'), signal);
  }, fail);
}

/** @param {string} reason */
function fail(reason) {
  change({ phase: 'end', problem: t('solution.not continued', { reason }) });
}

/** The reply with most that is new; null if nothing is. @param {Graph} graph @param {Place} place @returns {Reply | null} */
export function chooseReply(graph, place) {
  /** @type {Reply | null} */
  let best = null;
  let most = 0;
  for (const reply of graph.repliesAt(place)) {
    const count = reply.node ? countKnowledge(graph.below(reply.node)).new : 0;
    if (count > most) [best, most] = [reply, count];
  }
  return best;
}

/** Play what you know, and ask the first position that you do not. @param {Graph} graph
 * @param {number[]} moves @param {string} lead @param {AbortSignal} signal */
async function advance(graph, moves, lead, signal) {
  let at = moves;
  for (;;) {
    const place = graph.find(at);
    if (!place) {
      const position = playAll(graph.base, at);
      change({ moves: at, position });
      finish(`${lead} ${t('solution.completes', { colour: graph.colour, column: winningColumn(position) ?? 0 })}`);
      return;
    }
    if (knowledgeOf(place.node) !== 'known') break;
    const reply = chooseReply(graph, place);
    if (!reply) {
      change({ moves: at, position: playAll(graph.base, at) });
      finish(`${lead} ${t('solution.nothing new')}`);
      return;
    }
    at = [...at, ...reply.line];
  }
  const played = at.length - moves.length;
  const known = played ? ` ${t('solution.you know moves', { moves: at.slice(moves.length).join(' ') })}` : '';
  await ask(graph, at, `${lead}${known}`, signal);
}

/** @param {Graph} graph @param {number[]} moves @param {string} lead @param {AbortSignal} signal */
async function ask(graph, moves, lead, signal) {
  const place = graph.find(moves);
  if (!place) throw new Error('the position is not one of the solution');
  const position = playAll(graph.base, moves);
  change({ moves, position, place, phase: 'busy', text: lead });
  const { node, isMirrored } = place;
  const answer = graph.columnAt(place) ?? (await replyByPlan(position, node.plan ?? '', null, isMirrored)).column;
  if (signal.aborted) return;
  const text = `${lead} ${t('solution.what plays', { colour: graph.colour })}`;
  change({ phase: 'ask', answer, isClean: true, text, start: position });
  speak(text);
}

/** @param {number} column */
export function drop(column) {
  const { phase, position, answer, place } = drill;
  if (!place || (phase !== 'ask' && phase !== 'shown')) return;
  if (!position.canPlay(column)) say(t('solution.full', { column }), '');
  else if (column === answer) void proceed(place);
  else miss(place, column, t('solution.not column', { wrong: column, column: answer }));
}

/** Show the answer. */
export function reveal() {
  const { phase, place, answer } = drill;
  if (phase === 'ask' && place) miss(place, null, t('solution.plays', { column: answer }));
}

/** @param {Place} place @param {number | null} column @param {string} text */
function miss({ node, isMirrored }, column, text) {
  if (drill.isClean) keepWrong(node, column && drill.graph ? drill.graph.turned(column, isMirrored) : null);
  change({ phase: 'shown', isClean: false });
  say(text, 'wrong');
}

/** @param {string} text @param {typeof drill.kind} kind */
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
function proceed(place) {
  const { answer, moves, position, isClean, isReturn, asked } = drill;
  if (isClean) keepRight(place.node);
  const lead = t('solution.right', { column: answer });
  change({ phase: 'busy', position: position.play(answer), text: lead, kind: 'right' });
  change({ asked: asked + 1, right: drill.right + Number(isClean) });
  return asking.run(async (signal) => {
    const graph = await loadGraph();
    if (place.node.plan) await showPlan(graph, place, position, lead, signal);
    else if (isReturn) finish(`${lead} ${t(isClean ? 'solution.less often' : 'solution.tomorrow')}`);
    else await reply(graph, place, [...moves, answer], lead, signal);
  }, fail);
}

/** @param {Graph} graph @param {Place} place @param {Position} position @param {string} lead @param {AbortSignal} signal */
async function showPlan(graph, place, position, lead, signal) {
  const plan = await graph.describe(place, position);
  if (signal.aborted) return;
  change({ plan });
  const follows = place.node.untilListed ? 'solution.follows until listed' : 'solution.follows';
  finish(`${lead} ${t(follows, { colour: graph.colour, number: place.node.number ?? 0 })}`);
}

/** @param {Graph} graph @param {Place} place @param {number[]} moves @param {string} lead @param {AbortSignal} signal */
async function reply(graph, place, moves, lead, signal) {
  const chosen = chooseReply(graph, place);
  if (!chosen) {
    finish(`${lead} ${t('solution.nothing new')}`);
    return;
  }
  await pause(REPLY_MS);
  if (signal.aborted) return;
  const said = t('solution.reply is', { colour: drill.position.toMove, column: chosen.column });
  await advance(graph, [...moves, chosen.column], `${lead} ${said}`, signal);
}
