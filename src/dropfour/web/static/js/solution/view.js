// The solution: walk through it, train it, and check its proof.

import { placeAddress } from '../page/address.js';
import { state } from '../page/store.js';
import { counted } from '../page/words.js';
import { createStage, still } from '../puzzles/stage.js';
import { goTo } from '../router.js';
import { button, el, set, show, showText, within } from '../ui/dom.js';
import { createCheckCard } from './checkcard.js';
import * as training from './drill.js';
import { createMapCard } from './mapcard.js';
import { createPlanCard, marksOf } from './plancard.js';
import { positionsIn } from './progress.js';
import { createMovesCard, createRepliesCard } from './repliescard.js';
import { TRAIN, back, drop, follow, forgetProblem, goToMoves, sentenceOf, walk } from './walk.js';

/** @import {Scene} from '../puzzles/stage.js' */

const { drill } = training;

function isTraining() {
  return state.item === TRAIN;
}

/** @param {HTMLElement} root */
export function createView(root) {
  const stage = createStage(root, 'The solution', {
    drop: (column) => (isTraining() ? training.drop(column) : drop(column)),
    key: (key) => {
      const action = isTraining() ? { h: training.reveal, n: proceed }[key] : { u: back, n: play }[key];
      action?.();
      return action !== undefined;
    },
  });
  const tools = createTools(stage);
  const problem = el('p.problem', { role: 'alert' });
  const plan = createPlanCard();
  const replies = createRepliesCard();
  const moves = createMovesCard();
  const map = createMapCard();
  const check = createCheckCard();
  const about = createAbout();
  root.append(el('div.panel', {}, problem, about.card, plan.card, replies.card, moves.card, map.card, check.card));

  return function render() {
    if (state.view !== 'solution') {
      forgetProblem();
      training.stop();
      return;
    }
    if (isTraining()) {
      if (drill.phase === 'idle') void training.next();
    } else {
      training.stop();
    }
    follow();
    stage.render(isTraining() ? sceneOfDrill() : sceneOfWalk());
    showText(problem, isTraining() ? drill.problem : walk.problem);
    tools();
    if (isTraining()) plan.render(drill.plan, drill.start, drill.place?.node.number ?? null);
    else plan.render(walk.plan, walk.position, walk.step?.place?.node.number ?? null);
    replies.render(!isTraining());
    moves.render(!isTraining());
    about.render();
    const graph = walk.graph ?? drill.graph;
    show(map.card, graph !== null);
    if (graph) map.render(graph, drill);
    check.render();
  };
}

/** @returns {Scene} */
function sceneOfWalk() {
  const { position, step, plan, said, moves } = walk;
  const hint = step?.column ? [{ kind: 'hint', columns: [step.column], label: 'the move' }] : [];
  return {
    ...still(position),
    title: moves.length ? `The solution: ${moves.join(' ')}` : 'The solution',
    text: said || sentenceOf(walk),
    kind: said ? 'wrong' : '',
    canDrop: step !== null && ['play', 'win', 'reply'].includes(step.kind),
    marks: [...hint, ...marksOf(plan, position)],
  };
}

/** @returns {Scene} */
function sceneOfDrill() {
  const { phase, position, text, kind, answer, plan } = drill;
  const hint = phase === 'shown' ? [{ kind: 'hint', columns: [answer], label: 'the move' }] : [];
  return {
    ...still(position),
    title: 'Train the solution',
    text,
    kind,
    canDrop: phase === 'ask' || phase === 'shown',
    isBusy: phase === 'busy',
    marks: [...hint, ...marksOf(plan, position)],
  };
}

/** Play the solution's move, while walking. */
function play() {
  follow();
  if (walk.step?.column) drop(walk.step.column);
}

/** Go on with the training. */
function proceed() {
  if (drill.phase === 'end') void training.next();
}

/** @param {ReturnType<typeof createStage>} stage */
function createTools({ tools: root, board }) {
  const move = button('', play, '.primary');
  const undo = button('Back', back);
  const reset = button('To the start', () => goToMoves([]));
  const train = button('Train it', () => {
    goTo('solution', TRAIN);
    board.focus();
  });
  const reveal = button('Show the move', training.reveal);
  const next = button('Next', proceed, '.primary');
  const leave = button('Walk through it', () => goToMoves([]));
  root.append(move, undo, reset, train, reveal, next, leave);

  return function render() {
    const focused = root.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
    const isOn = isTraining();
    showText(move, !isOn && walk.step?.column ? `Play column ${walk.step.column}` : '');
    for (const each of [undo, reset, train]) show(each, !isOn);
    for (const each of [undo, reset]) set(each, 'aria-disabled', walk.moves.length ? null : 'true');
    show(reveal, isOn && ['ask', 'busy', 'shown'].includes(drill.phase));
    set(reveal, 'aria-disabled', drill.phase === 'ask' ? null : 'true');
    show(next, isOn && drill.phase === 'end');
    show(leave, isOn);
    // A button that has vanished must not take the focus with it.
    if (!focused?.hidden) return;
    if (!next.hidden) next.focus();
    else board.focus();
  };
}

/** What this is. */
function createAbout() {
  const size = el('p');
  const learn = within(el('a', { href: placeAddress('learn') }, 'All lessons'), () => goTo('learn'));
  const card = el('section.card', { 'aria-labelledby': 'solution-title' },
    el('h2', { id: 'solution-title' }, 'Connect Four is solved'), size, el('p', {}, learn));
  return {
    card,
    render() {
      const { graph, moves } = walk;
      show(card, !isTraining() && moves.length === 0);
      if (!graph) return;
      showText(size, `The player who begins wins, whatever the other one does. This is how, in ${positionsIn(graph.nodes.length)} `
        + `and ${counted(graph.planCount, 'plan')}: in each position there is one column to play, until a plan takes over, a few rules that `
        + 'tell you what to play until the end. A position stands for its mirror image, too.');
    },
  };
}
