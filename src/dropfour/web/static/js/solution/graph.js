// The solution as a graph: its positions, what leads from one to the next, and how much there is to learn below each.

import { formatMoves } from '../board/notation.js';
import { Position, playAll } from '../board/rules.js';
import { once } from '../core/once.js';
import { CLASSIC } from '../page/store.js';
import { readSolution } from './reader.js';

/** @import {BareRule} from '../types.d.ts' */
/** @import {Solution, WrittenPlan} from './reader.js' */

/**
 * A position of the solution, which stands for its mirror image, too: *column* to play, or *plan* to follow, with its *number*
 * in the file. *stones* is the position as the file has it; *key* is the same for the mirror image.
 * @typedef {{moves: string, key: string, stones: string, column: number | null, plan: WrittenPlan | null, number: number | null}} Node
 */
/** A reply, and the position that it leads to; null: there red completes a line. @typedef {{column: number, node: Node | null}} Reply */
/** A node as it is on the board. @typedef {{node: Node, isMirrored: boolean}} Place */

const COLUMNS = Array.from({ length: CLASSIC.columns }, (_, i) => i + 1);
const FILE = new URL('../../solution/7x6.solution', import.meta.url);

/** The text of the file. Raises an Error if it cannot be loaded. */
export const solutionText = once(async () => {
  const response = await fetch(FILE);
  if (!response.ok) throw new Error('the solution could not be loaded');
  return response.text();
});

export const loadGraph = once(async () => new Graph(readSolution(await solutionText())));

export class Graph {
  /** @param {Solution} solution  of the classic board, from the empty board on */
  constructor({ colour, promise, plans, entries }) {
    this.colour = colour;
    this.promise = promise;
    this.planCount = plans.length;
    /** @type {Node[]} */
    this.nodes = entries.map(({ moves, column, plan }) => {
      const { key, stones } = keysOf(moves);
      return { moves: formatMoves(moves), key, stones, column, plan: plan === null ? null : plans[plan - 1], number: plan };
    });
    this._byKey = new Map(this.nodes.map((node) => [node.key, node]));
    /** @type {Map<Node, Reply[]>} */
    this._replies = new Map();
    /** @type {Map<Node, Set<Node>>} */
    this._below = new Map();
  }

  get root() {
    return this.nodes[0];
  }

  /** The node of the position after some moves. @param {number[]} moves @returns {Place | null} */
  find(moves) {
    const { key, stones } = keysOf(moves);
    const node = this._byKey.get(key);
    return node ? { node, isMirrored: stones !== node.stones } : null;
  }

  /** The opponent's replies to the column of a node, as the file has it; none where a plan is followed. @param {Node} node */
  repliesOf(node) {
    let found = this._replies.get(node);
    if (!found) {
      found = this._findReplies(node);
      this._replies.set(node, found);
    }
    return found;
  }

  /** @param {Node} node @returns {Reply[]} */
  _findReplies({ moves, column }) {
    if (column === null) return [];
    const played = [...[...moves].map(Number), column];
    const isOpen = (/** @type {number} */ each) => played.filter((before) => before === each).length < CLASSIC.rows;
    return COLUMNS.filter(isOpen).map((reply) => ({ column: reply, node: this.find([...played, reply])?.node ?? null }));
  }

  /** The replies at a place, as they are on the board. @param {Place} place @returns {Reply[]} */
  repliesAt({ node, isMirrored }) {
    const replies = this.repliesOf(node).map((reply) => ({ ...reply, column: turned(reply.column, isMirrored) }));
    return isMirrored ? replies.reverse() : replies;
  }

  /** A node and all that can follow. @param {Node} node @returns {Set<Node>} */
  below(node) {
    const known = this._below.get(node);
    if (known) return known;
    const found = new Set([node]);
    for (const each of found) for (const reply of this.repliesOf(each)) if (reply.node) found.add(reply.node);
    this._below.set(node, found);
    return found;
  }
}

/** The stones after moves, column by column; and what they have in common with their mirror image. This is much faster than
 * playing the moves, which the checker has done. @param {number[]} moves */
export function keysOf(moves) {
  const columns = COLUMNS.map(() => '');
  moves.forEach((column, i) => {
    columns[column - 1] += i % 2 === 0 ? 'r' : 'y';
  });
  const stones = columns.join('-');
  const mirrored = columns.reverse().join('-');
  return { stones, key: stones < mirrored ? stones : mirrored };
}

/** @param {number[]} moves */
export function positionAt(moves) {
  return playAll(Position.empty(CLASSIC), moves);
}

/** @param {number} column @param {boolean} isMirrored */
export function turned(column, isMirrored) {
  return isMirrored ? CLASSIC.columns + 1 - column : column;
}

/** The column that completes a line, the leftmost one; null if there is none. @param {Position} position */
export function winningColumn(position) {
  return position.legalColumns.find((column) => position.play(column).wonCells.length > 0) ?? null;
}

/** The rules of a plan as the core takes them, for the board or its mirror image. @param {WrittenPlan} plan
 * @param {boolean} isMirrored @returns {BareRule[]} */
export function rulesOf({ takes, pairs, answers, order }, isMirrored) {
  const column = (/** @type {number} */ each) => turned(each, isMirrored);
  const cell = (/** @type {Cell} */ each) => ({ column: column(each.column), row: each.row });
  /** @type {BareRule[]} */
  const rules = [{ rule: 'otherwise', columns: otherwise(order).map(column) }];
  if (answers.length) rules.unshift({ rule: 'answer', columns: answers.map(column) });
  rules.unshift(...pairs.map((pair) => (/** @type {BareRule} */ ({ rule: 'pair', cells: pair.map(cell) }))));
  if (takes.length) rules.unshift({ rule: 'take', cells: takes.map(cell) });
  return rules;
}

/** All columns in order. After those of the plan they come from the left, which a mirror image would turn around.
 * @param {number[]} order */
function otherwise(order) {
  return [...order, ...COLUMNS.filter((column) => !order.includes(column))];
}
