// The cards beside the solution: what the opponent can try, what the answer is and how much there is to learn below it; the moves
// that led here; a map of what you know, a cell for each position, by the opponent's first reply; and the check of the proof.

import { fill } from '../core/sentences.js';
import { changerOf, speak } from '../page/state.js';
import { renderSteps } from '../puzzles/stage.js';
import { replyRows } from '../study/plancard.js';
import { solutionText } from '../study/solution.js';
import { keptSolution } from '../trainer/cards.js';
import { INTERVALS } from '../trainer/schedule.js';
import { button, card, el, set, setText, show, showText, svg, table } from '../ui/dom.js';
import { eitherOf, everyOf, number, parted, reasonOf, sentence, t } from '../ui/words.js';
import { countKnowledge, dueNodes, knowledgeOf } from './progress.js';
import { goToMoves, walk } from './walk.js';

/** @import {Progress, Report} from './checker.js' */
/** @import {Node, Reply, Step} from '../study/solution.js' */

export function createRepliesCard() {
  const left = el('p');
  const rows = el('tbody');
  const replies = table('table.next-moves', [t('solution.moves'), t('solution.answer'), t('solution.to learn')], rows);
  const note = el('p.soft', t('solution.replies, about'));
  const root = card('replies-title', '', left, replies, note);
  /** @type {{step: Step | null, kept: unknown}} */
  let drawn = { step: null, kept: null };

  return {
    root,
    /** @param {boolean} isWalking */
    render(isWalking) {
      const { graph, step, position, moves } = walk;
      const isReply = step?.kind === 'reply';
      const isFollow = step?.kind === 'follow';
      // At the start the map says it.
      show(root, isWalking && (isReply || isFollow || (step?.kind === 'play' && moves.length > 0)));
      if (root.hidden || !graph || !step || (drawn.step === step && drawn.kept === keptSolution())) return;
      drawn = { step, kept: keptSolution() };
      const nodes = isReply ? step.replies.map(({ node }) => node) : [step.place?.node ?? null];
      const below = new Set(nodes.flatMap((node) => (node ? [...graph.below(node)] : [])));
      const { new: fresh, learning, known } = countKnowledge(below);
      const [heading] = root.children;
      const learn = t(isFollow ? 'solution.exceptions' : 'solution.still to learn');
      setText(heading, isReply ? t('solution.can try', { colour: position.toMove }) : learn);
      setText(left, t('solution.left', { count: fresh + learning, known }));
      show(replies, isReply || isFollow);
      show(note, isReply);
      const go = (/** @type {number[]} */ line) => goToMoves([...moves, ...line]);
      rows.replaceChildren(...replyRows(graph, position, step.replies, go, toLearn));
    },
  };
}

/** @param {Reply} reply */
function toLearn({ node }) {
  if (!node || !walk.graph) return ['–'];
  const { new: fresh, learning, known } = countKnowledge(walk.graph.below(node));
  const count = fresh + learning;
  return [known ? t('solution.learn and known', { count, known }) : number(count)];
}

export function createMovesCard() {
  const moves = el('ol.steps', { 'aria-label': t('solution.moves here') });
  const root = card('line-title', t('solution.line'), moves);
  return {
    root,
    /** @param {boolean} isWalking */
    render(isWalking) {
      show(root, isWalking && walk.moves.length > 0);
      renderSteps(moves, walk.moves, walk.moves.length, (step) => goToMoves(walk.moves.slice(0, step)));
    },
  };
}

// --- the map -------------------------------------------------------------------------------------

const WIDTH = 40; // cells in a row
/** The half side of a cell: what you know is larger, too. */
const SIZES = { new: 0.17, learning: 0.3, known: 0.44 };

/** The positions below each first reply; replies that lead to the same one are together.
 * @param {Graph} graph @returns {{columns: number[], nodes: Node[]}[]} */
function groupsOf(graph) {
  /** @type {Map<Node, number[]>} */
  const openings = new Map();
  for (const { column, node } of graph.repliesOf(graph.root))
    if (node) openings.set(node, [...(openings.get(node) ?? []), column]);
  return [...openings].map(([opening, columns]) => {
    const nodes = [...graph.below(opening)].sort((a, b) => a.moves.length - b.moves.length);
    return { columns, nodes };
  });
}

/** @param {ReturnType<typeof groupsOf>[number]} group */
function drawnGroup({ columns, nodes }) {
  const paths = { new: '', learning: '', known: '' };
  nodes.forEach((node, i) => {
    const state = knowledgeOf(node);
    const half = SIZES[state];
    paths[state] +=
      `M${(i % WIDTH) + 0.5 - half} ${Math.floor(i / WIDTH) + 0.5 - half}h${2 * half}v${2 * half}h${-2 * half}z`;
  });
  const { learning, known } = countKnowledge(nodes);
  const values = { known, count: nodes.length, training: learning };
  const words = learning ? t('solution.known of, training', values) : t('solution.known of', values);
  const shapes = Object.entries(paths).map(([state, d]) => svg('path', { class: `is-${state}`, d }));
  const viewBox = `0 0 ${WIDTH} ${Math.ceil(nodes.length / WIDTH)}`;
  const picture = svg('svg', { class: 'known-map', viewBox, 'aria-hidden': 'true' }, ...shapes);
  const reply = el('b', t('solution.reply', { columns: eitherOf(columns) }));
  return el('li', el('p', parted('solution.reply in', { reply, known: words })), picture);
}

export function createMapCard() {
  const due = el('p');
  const list = el('ul.known-groups');
  const about = el('p.soft', t('solution.map', { days: everyOf(INTERVALS) }));
  const root = card('map-title', t('solution.what you know'), due, list, about);
  /** @type {ReturnType<typeof groupsOf> | null} */
  let groups = null;
  let drawn = /** @type {unknown} */ (null);
  return {
    root,
    /** @param {Graph} graph @param {{asked: number, right: number}} round */
    render(graph, { asked, right }) {
      const { new: fresh, learning, known } = countKnowledge(graph.nodes);
      const count = dueNodes(graph).length;
      const now = asked ? ` ${t('solution.right answers', { right, asked })}` : '';
      const positions = t('solution.positions', { count: fresh + learning + known });
      const left = count ? t('solution.due', { count }) : t('solution.nothing due');
      setText(due, `${t('solution.you know', { known, positions, due: left })}${now}`);
      set(root, 'data-due', count > 0);
      if (drawn === keptSolution()) return;
      drawn = keptSolution();
      groups ??= groupsOf(graph);
      list.replaceChildren(...groups.map(drawnGroup));
    },
  };
}

// --- the check of the proof ----------------------------------------------------------------------

/** @type {{worker: Worker | null, progress: Progress | null, report: Report | null, note: string}} */
const checking = { worker: null, progress: null, report: null, note: '' };
const change = changerOf(checking);

async function begin() {
  const worker = new Worker(new URL('./checkworker.js', import.meta.url), { type: 'module' });
  change({ worker, progress: null, report: null, note: '' });
  worker.addEventListener('message', (/** @type {MessageEvent<{report?: Report, progress: Progress}>} */ { data }) => {
    if (checking.worker !== worker) return;
    const { report, progress } = data;
    if (!report) change({ progress });
    else end({ report, note: sentence(fill(report.phrase)) });
  });
  worker.addEventListener('error', () => end({ note: t('solution.not started') }));
  try {
    worker.postMessage(await solutionText());
  } catch (error) {
    end({ note: t('solution.not begun', { reason: reasonOf(error) }) });
  }
}

/** @param {Partial<typeof checking>} result */
function end(result) {
  checking.worker?.terminate();
  change({ worker: null, ...result });
  speak(checking.note);
}

export function createCheckCard() {
  const start = button(t('solution.check'), () => void begin());
  const stop = button(t('solution.stop'), () => end({ note: t('solution.stopped') }));
  const bar = el('progress', { 'aria-label': t('solution.checking'), max: 1 });
  const counts = el('p.soft');
  const result = el('p.check-result');
  const line = button('', () => goToMoves(checking.report?.line ?? []));
  const { documentation } = document.documentElement.dataset;
  const theorem = documentation && el('a', { href: new URL('theorem.md', documentation).href }, t('solution.theorem'));
  const about = [el('p', t('solution.checker, about')), theorem];
  const actions = el('div.card-actions', start, stop);
  const root = card('check-title', t('solution.proof'), about, actions, bar, counts, result, line);

  return {
    root,
    render() {
      const { worker, progress, report, note } = checking;
      const hadFocus = document.activeElement === start || document.activeElement === stop;
      show(start, worker === null);
      show(stop, worker !== null);
      if (hadFocus) (worker ? stop : start).focus(); // one takes the place of the other
      show(bar, worker !== null);
      const found = report ?? progress;
      set(bar, 'value', progress ? progress.done / Math.max(1, progress.all) : 0);
      showText(counts, worker || report ? countsOf(found) : '');
      setText(start, t(note ? 'solution.check again' : 'solution.check'));
      showText(result, worker ? '' : note);
      set(result, 'data-kind', report ? (report.line ? 'wrong' : 'right') : null);
      const moves = worker ? '' : (report?.line ?? []).join(' ');
      showText(line, moves && t('solution.show line', { moves }));
    },
  };
}

/** @param {Progress | null} found */
function countsOf(found) {
  if (!found) return t('solution.reading');
  const { listed, done, all } = found;
  return t('solution.counts', { listed, done, all });
}
