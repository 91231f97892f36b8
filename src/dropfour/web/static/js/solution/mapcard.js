// A map of what you know: a cell for each position of the solution, by the opponent's first reply, the early ones first.

import { keptSolution } from '../trainer/cards.js';
import { INTERVALS } from '../trainer/schedule.js';
import { el, set, setText, svg } from '../ui/dom.js';
import { countKnowledge, dueNodes, knowledgeOf, positionsIn } from './progress.js';

/** @import {Graph, Node} from './graph.js' */

const WIDTH = 40; // cells in a row
/** The half side of a cell: what you know is larger, too. */
const SIZES = { new: 0.17, learning: 0.3, known: 0.44 };

/** The positions below each first reply; one that several lead to belongs to the first of them. @param {Graph} graph
 * @returns {{columns: number[], nodes: Node[]}[]} */
export function groupsOf(graph) {
  /** @type {Map<Node, number[]>} */
  const openings = new Map();
  for (const { column, node } of graph.repliesOf(graph.root)) if (node) openings.set(node, [...openings.get(node) ?? [], column]);
  const taken = new Set([graph.root]);
  return [...openings].map(([opening, columns]) => {
    const nodes = [...graph.below(opening)].filter((node) => !taken.has(node)).sort((a, b) => a.moves.length - b.moves.length);
    for (const node of nodes) taken.add(node);
    return { columns, nodes };
  });
}

/** @param {ReturnType<typeof groupsOf>[number]} group */
function drawnGroup({ columns, nodes }) {
  const paths = { new: '', learning: '', known: '' };
  nodes.forEach((node, i) => {
    const state = knowledgeOf(node);
    const half = SIZES[state];
    paths[state] += `M${(i % WIDTH) + 0.5 - half} ${Math.floor(i / WIDTH) + 0.5 - half}h${2 * half}v${2 * half}h${-2 * half}z`;
  });
  const { learning, known } = countKnowledge(nodes);
  const words = [`${known.toLocaleString('en')} of ${nodes.length.toLocaleString('en')} known`, ...(learning ? [`${learning} in training`] : [])].join(', ');
  const picture = svg('svg', { class: 'known-map', viewBox: `0 0 ${WIDTH} ${Math.ceil(nodes.length / WIDTH)}`, 'aria-hidden': 'true' },
    ...Object.entries(paths).map(([state, d]) => svg('path', { class: `is-${state}`, d })));
  return el('li', {}, el('p', {}, el('b', {}, `Reply in ${columns.join(' or ')}`), `: ${words}`), picture);
}

export function createMapCard() {
  const due = el('p');
  const list = el('ul.known-groups');
  const days = `${INTERVALS.slice(0, -1).join(', ')} and ${INTERVALS[INTERVALS.length - 1]}`;
  const card = el('section.card', { 'aria-labelledby': 'map-title' }, el('h2', { id: 'map-title' }, 'What you know'), due, list,
    el('p.soft', {}, 'Each square is a position, the early ones first: large if you know it, of middle size while it is in training, small if it is new. '
      + `A position in which you go wrong or ask for the move comes back after ${days} days. All of this is kept in this browser, `
      + 'and the trainer exports it with its own.'));
  /** @type {ReturnType<typeof groupsOf> | null} */
  let groups = null;
  let drawn = /** @type {unknown} */ (null);
  return {
    card,
    /** @param {Graph} graph @param {{asked: number, right: number}} round */
    render(graph, { asked, right }) {
      const { new: fresh, learning, known } = countKnowledge(graph.nodes);
      const count = dueNodes(graph).length;
      const now = asked ? ` Right answers in this training: ${right} of ${asked}.` : '';
      setText(due, `You know ${known.toLocaleString('en')} of ${positionsIn(fresh + learning + known)}; `
        + `${count ? `${count} due today` : 'nothing is due today'}.${now}`);
      set(card, 'data-due', count > 0);
      if (drawn === keptSolution()) return;
      drawn = keptSolution();
      groups ??= groupsOf(graph);
      list.replaceChildren(...groups.map(drawnGroup));
    },
  };
}
