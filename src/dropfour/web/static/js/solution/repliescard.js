// What the opponent can try in a position of the solution, what the answer is, and how much there is to learn below it; and
// the moves that led here.

import { keptSolution } from '../trainer/cards.js';
import { button, el, set, setText, show } from '../ui/dom.js';
import { turned } from './graph.js';
import { countKnowledge, positionsIn } from './progress.js';
import { goToMoves, walk } from './walk.js';

/** @import {Reply} from './graph.js' */
/** @import {Step} from './walk.js' */

export function createRepliesCard() {
  const title = el('h2', { id: 'replies-title' });
  const left = el('p');
  const rows = el('tbody');
  const headers = ['Column', 'Answer', 'To learn'].map((name) => el('th', { scope: 'col' }, name));
  const table = el('table.next-moves', {}, el('thead', {}, el('tr', {}, ...headers)), rows);
  const note = el('p.soft', {}, 'Positions below each reply; those that several replies lead to are counted for each.');
  const card = el('section.card', { 'aria-labelledby': 'replies-title' }, title, left, table, note);
  /** @type {{step: Step | null, kept: unknown}} */
  let drawn = { step: null, kept: null };

  return {
    card,
    /** @param {boolean} isWalking */
    render(isWalking) {
      const { graph, step, position } = walk;
      const node = step?.place?.node ?? null;
      show(card, isWalking && node !== null && step?.kind !== 'plan');
      if (card.hidden || !graph || !step || !node || (drawn.step === step && drawn.kept === keptSolution())) return;
      drawn = { step, kept: keptSolution() };
      const isReply = step.kind === 'reply';
      const { new: fresh, learning, known } = countKnowledge([...graph.below(node)].filter((each) => !isReply || each !== node));
      setText(title, isReply ? `What ${position.toMove} can try` : 'Still to learn');
      setText(left, `${positionsIn(fresh + learning)} to learn from here on; you know ${known.toLocaleString('en')}.`);
      show(table, isReply);
      show(note, isReply);
      rows.replaceChildren(...step.replies.map(replyRow));
    },
  };
}

/** @param {Reply} reply */
function replyRow({ column, node }) {
  const { graph, moves } = walk;
  const answer = el('td');
  const learn = el('td');
  const go = el('button.step', { type: 'button', 'aria-label': `Play column ${column}`, click: () => goToMoves([...moves, column]) }, String(column));
  const place = node && graph?.find([...moves, column]);
  if (!place || !graph) {
    setText(answer, `${graph?.colour ?? ''} wins at once`);
    setText(learn, '–');
  } else {
    const { new: fresh, learning, known } = countKnowledge(graph.below(place.node));
    setText(answer, place.node.column === null ? `plan ${place.node.number}` : `column ${turned(place.node.column, place.isMirrored)}`);
    setText(learn, `${(fresh + learning).toLocaleString('en')}${known ? ` (${known.toLocaleString('en')} known)` : ''}`);
  }
  return el('tr', {}, el('th', { scope: 'row' }, go), answer, learn);
}

export function createMovesCard() {
  const moves = el('ol.steps', { 'aria-label': 'Moves that led here' });
  const card = el('section.card', { 'aria-labelledby': 'line-title' }, el('h2', { id: 'line-title' }, 'The line'), moves);
  let listed = '';
  return {
    card,
    /** @param {boolean} isWalking */
    render(isWalking) {
      show(card, isWalking && walk.moves.length > 0);
      if (card.hidden || listed === walk.moves.join()) return;
      listed = walk.moves.join();
      moves.replaceChildren(stepTo([]), ...walk.moves.map((_, i) => stepTo(walk.moves.slice(0, i + 1))));
      set(moves.lastElementChild?.children[0] ?? moves, 'aria-current', 'step');
    },
  };
}

/** @param {number[]} moves */
function stepTo(moves) {
  const step = button('', () => goToMoves(moves), '.step');
  const column = moves[moves.length - 1];
  step.append(...(moves.length ? [el('span.unseen', {}, `Move ${moves.length}: column `), String(column)] : ['Start']));
  return el('li', {}, step);
}
