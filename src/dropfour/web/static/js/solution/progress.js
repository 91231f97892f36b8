// What you know of the solution: each position is new, in training after a mistake, or known.
// Mistakes come back as those of the trainer do, and are stored with them.

import { keepSolution, keptSolution, today } from '../trainer/cards.js';
import { afterRight, afterWrong, dueCards, isLearnt } from '../trainer/schedule.js';

/** @import {Cards} from '../trainer/schedule.js' */
/** @import {Node} from '../study/solution.js' */

/** @typedef {'new' | 'learning' | 'known'} Knowledge */

/** Whether a position is in training: cards have the keys of nodes. @param {Cards} cards @param {string} key */
function isOpen(cards, key) {
  return key in cards && !isLearnt(cards[key]);
}

/** @param {Node} node @returns {Knowledge} */
export function knowledgeOf({ key }) {
  const { cards, known } = keptSolution();
  if (isOpen(cards, key)) return 'learning';
  return known.has(key) ? 'known' : 'new';
}

/** How many of some positions are new, in training and known. @param {Iterable<Node>} nodes */
export function countKnowledge(nodes) {
  const counts = { new: 0, learning: 0, known: 0 };
  for (const node of nodes) counts[knowledgeOf(node)] += 1;
  return counts;
}

/** The positions that are asked today, the most overdue first. @param {Graph} graph */
export function dueNodes(graph) {
  return dueCards(keptSolution().cards, graph.colour, today()).flatMap(
    (card) => graph.find([...card.moves].map(Number))?.node ?? [],
  );
}

/** @param {Node} node */
export function keepRight({ key, moves }) {
  const { cards, known } = keptSolution();
  const after = afterRight(cards, moves, today());
  keepSolution({ cards: after, known: isOpen(after, key) ? known : new Set([...known, key]) });
}

/** @param {Node} node @param {number | null} wrong  the column in the file; null: there was help */
export function keepWrong({ key, moves }, wrong) {
  const { cards, known } = keptSolution();
  const others = [...known].filter((each) => each !== key);
  keepSolution({ cards: afterWrong(cards, moves, wrong, today()), known: new Set(others) });
}
