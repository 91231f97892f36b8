// The solution: walk through it, train it, and check its proof.

import { parseMoves } from '../board/notation.js';
import { placeAddress } from '../page/address.js';
import { state } from '../page/state.js';
import { parted, t } from '../ui/words.js';
import { createStage, keepingFocus, still } from '../puzzles/stage.js';
import { goTo } from '../router.js';
import { button, card, el, refill, set, setText, show, showText, within } from '../ui/dom.js';
import { createCheckCard, createMapCard, createMovesCard, createRepliesCard } from './cards.js';
import { TRAIN, back, drop, follow, forgetProblem, goToMoves, walk } from './walk.js';
import { planMarks } from '../study/plan.js';
import { createPlanPart } from '../study/plancard.js';
import * as training from './drill.js';

const { drill } = training;

function isTraining() {
  return state.item === TRAIN;
}

/** @param {HTMLElement} root */
export function createView(root) {
  const stage = createStage(root, t('solution.title'), {
    drop: (column) => (isTraining() ? training.drop(column) : drop(column)),
    key: (key) => {
      const action = isTraining() ? { h: training.reveal, n: proceed }[key] : { u: back, n: play }[key];
      action?.();
      return action !== undefined;
    },
  });
  const tools = createTools(stage);
  const plan = createPlanPart();
  const planCard = card('plan-title', '', plan.root);
  planCard.classList.add('solution-plan');
  const replies = createRepliesCard();
  const moves = createMovesCard();
  const map = createMapCard();
  const check = createCheckCard();
  const about = createAbout();
  stage.fill(about.root, planCard, replies.root, moves.root, map.root, check.root);

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
    stage.render(isTraining() ? sceneOfDrill() : sceneOfWalk(), isTraining() ? drill.problem : walk.problem);
    tools();
    const graph = walk.graph ?? drill.graph;
    const [found, start, place] = isTraining()
      ? [drill.plan, drill.start, drill.place]
      : [walk.plan, walk.position, walk.step?.place];
    show(planCard, found !== null);
    setText(planCard.children[0], t('solution.plan', { number: place?.node.number ?? 0 }));
    plan.render(found, start, graph);
    replies.render(!isTraining());
    moves.render(!isTraining());
    about.render();
    show(map.root, graph !== null);
    if (graph) map.render(graph, drill);
    check.render();
  };
}

/** @returns {Scene} */
function sceneOfWalk() {
  const { position, step, plan, text, isWrong, moves } = walk;
  const hint = step?.column ? [{ kind: 'hint', columns: [step.column], label: t('solution.the move') }] : [];
  return {
    ...still(position),
    title: moves.length ? t('solution.title after', { moves: moves.join(' ') }) : t('solution.title'),
    text: text || t('solution.loading'),
    kind: isWrong ? 'wrong' : '',
    canDrop: step !== null && ['play', 'win', 'reply'].includes(step.kind),
    marks: [...hint, ...planMarks(plan, position)],
  };
}

/** @returns {Scene} */
function sceneOfDrill() {
  const { phase, position, text, kind, answer, plan } = drill;
  const hint = phase === 'shown' ? [{ kind: 'hint', columns: [answer], label: t('solution.the move') }] : [];
  return {
    ...still(position),
    title: t('solution.training'),
    text,
    kind,
    canDrop: phase === 'ask' || phase === 'shown',
    isBusy: phase === 'busy',
    marks: [...hint, ...planMarks(plan, position)],
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
  const undo = button(t('solution.back'), back);
  const reset = button(t('solution.to start'), () => goToMoves([]));
  const train = button(t('solution.train'), () => {
    goTo('solution', TRAIN);
    board.focus();
  });
  const reveal = button(t('solution.show'), training.reveal);
  const next = button(t('solution.next'), proceed, '.primary');
  const leave = button(t('solution.walk'), () => goToMoves([]));
  root.append(move, undo, reset, train, reveal, next, leave);

  return keepingFocus(root, next, board, () => {
    const isOn = isTraining();
    showText(move, !isOn && walk.step?.column ? t('solution.play column', { column: walk.step.column }) : '');
    for (const each of [undo, reset, train]) show(each, !isOn);
    for (const each of [undo, reset]) set(each, 'aria-disabled', walk.moves.length ? null : 'true');
    show(reveal, isOn && ['ask', 'busy', 'shown'].includes(drill.phase));
    set(reveal, 'aria-disabled', drill.phase === 'ask' ? null : 'true');
    show(next, isOn && drill.phase === 'end');
    show(leave, isOn);
  });
}

/** What this is. */
function createAbout() {
  const size = el('p');
  const commonest = el('ul.plan-list');
  const learn = within(el('a', { href: placeAddress('learn') }, t('solution.all lessons')), () => goTo('learn'));
  const root = card('solution-title', t('solution.solved'), size, commonest, el('p', learn));
  return {
    root,
    render() {
      const { graph, moves } = walk;
      show(root, !isTraining() && moves.length === 0);
      if (!graph) return;
      const positions = t('solution.positions', { count: graph.nodes.length });
      const plans = t('solution.plans', { count: graph.planCount });
      showText(size, t('solution.size', { positions, plans }));
      refill(commonest, 'plans', () => [1, 2, 3, 4, 5].map((number) => planRow(graph, number)));
    },
  };
}

/** A plan, with how many positions it is for; they are numbered by that. @param {Graph} graph @param {number} number */
function planRow(graph, number) {
  const nodes = graph.nodes.filter((node) => node.number === number);
  const go = button(t('solution.plan', { number }), () => goToMoves(parseMoves(nodes[0].moves)));
  return el('li', parted('solution.plan for', { plan: go, count: nodes.length }));
}
