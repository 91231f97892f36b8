// A solution as a graph: its positions, and what leads from one to the next.

import { formatMoves, parseMoves } from '../board/notation.js';
import { Position, columnsOf, playAll } from '../board/rules.js';
import { describePlan } from '../core/browser.js';
import { once } from '../core/load.js';
import { EMPTY } from '../model/game.js';
import { fetchText } from '../page/tasks.js';
import { readSolution } from './reader.js';

/** A position of the solution, which stands for its mirror image, too: *column* to play, or *plan*
 * to follow, with its *number* in the file. *stones* is the position as the file has it; *key* is
 * the same for the mirror image.
 * @typedef {{moves: string, key: string, stones: string, column: number | null, plan: string | null, number: number | null}} Node */
/** A reply, and the position that it leads to; null: there a line is completed. @typedef {{column: number, node: Node | null}} Reply */
/** A node as it is on the board. @typedef {{node: Node, isMirrored: boolean}} Place */
/**
 * What there is to do in a position: `play` or complete a line (`win`) in *column*, follow a `plan`, choose one of the
 * *replies*, or nothing: the game is `over`, or the solution does not lead here (`outside`).
 * @typedef {{kind: 'play' | 'win' | 'plan' | 'reply' | 'over' | 'outside', column: number | null, place: Place | null, replies: Reply[]}} Step
 */

const FILE = new URL('../../solution/7x6.solution', import.meta.url);

/** The text of the file. Raises an Error if it cannot be loaded. */
export const solutionText = once(() => fetchText(FILE));

export const loadGraph = once(async () => new Graph(await solutionText()));

export class Graph {
  /** @param {string} text  of a solution */
  constructor(text) {
    const { columns, rows, connect, piles, first, start, colour, promise, plans, entries } = readSolution(text);
    this.colour = colour;
    this.promise = promise;
    this.planCount = plans.length;
    /** @type {Rules} */
    const rules = { columns, rows, connect, objective: 'first-line' };
    const owners = piles.flatMap((pile) =>
      Array.from({ length: rows }, (_, row) => (pile[row] ? (pile[row] === 'r' ? 'red' : 'yellow') : null)),
    );
    /** Before the first move. */
    this.base = new Position(rules, /** @type {(Colour | null)[]} */ (owners), first);
    this.start = playAll(this.base, start);
    /** @type {Node[]} */
    this.nodes = entries.map(({ moves, column, plan }) => ({
      moves: formatMoves(moves),
      ...keysOf(moves, this.base),
      column,
      plan: plan === null ? null : plans[plan - 1].text,
      number: plan,
    }));
    this._byKey = new Map(this.nodes.map((node) => [node.key, node]));
    /** @type {Map<Node, Reply[]>} */
    this._replies = new Map();
    /** @type {Map<Node, Set<Node>>} */
    this._below = new Map();
  }

  get root() {
    return this.nodes[0];
  }

  /** The node of the position after some moves, or after moves from another position.
   * @param {number[]} moves @param {Position} [from] @returns {Place | null} */
  find(moves, from = this.base) {
    const { key, stones } = keysOf(moves, from);
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
    const played = [...parseMoves(moves), column];
    const isOpen = (/** @type {number} */ each) =>
      this.base.height(each) + played.filter((before) => before === each).length < this.base.rules.rows;
    return columnsOf(this.base)
      .filter(isOpen)
      .map((reply) => ({ column: reply, node: this.find([...played, reply])?.node ?? null }));
  }

  /** The replies at a place, as they are on the board. @param {Place} place @returns {Reply[]} */
  repliesAt({ node, isMirrored }) {
    const replies = this.repliesOf(node).map((reply) => ({ ...reply, column: this.turned(reply.column, isMirrored) }));
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

  /** @param {number} column @param {boolean} isMirrored */
  turned(column, isMirrored) {
    return isMirrored ? this.base.rules.columns + 1 - column : column;
  }

  /** The column to play at a place on the board; null where a plan is. @param {Place} place */
  columnAt({ node, isMirrored }) {
    return node.column === null ? null : this.turned(node.column, isMirrored);
  }

  /** The plan at a place, in words and played out. @param {Place} place @param {Position} position */
  async describe({ node, isMirrored }, position) {
    return node.plan === null ? null : describePlan(position, this.colour, this.promise, node.plan, isMirrored);
  }

  /** @param {Position} position @returns {Step} */
  stepAt(position) {
    /** @type {Step} */
    const nothing = { kind: 'outside', column: null, place: null, replies: [] };
    if (position.isOver) return { ...nothing, kind: 'over' };
    const isOwn = position.toMove === this.colour;
    const column = isOwn ? winningColumn(position) : null;
    if (column !== null) return { ...nothing, kind: 'win', column };
    const place = this.find([], position);
    if (place?.node.plan) return { ...nothing, kind: 'plan', place };
    if (isOwn) return place ? { ...nothing, kind: 'play', place, column: this.columnAt(place) } : nothing;
    const replies = position.legalColumns.map((each) => ({
      column: each,
      node: this.find([each], position)?.node ?? null,
    }));
    const isAnswered = replies.every(({ column: each, node }) => node || winningColumn(position.play(each)));
    return isAnswered ? { ...nothing, kind: 'reply', replies } : nothing;
  }
}

/** What there is to do in a position, as a phrase. @param {Step} step @param {Position} position @returns {Phrase} */
export function phraseOf({ kind, column, place, replies }, { toMove, winner, rules }) {
  if (kind === 'reply') return ['walk replies', { colour: toMove, count: replies.length }];
  if (kind === 'over') return winner ? ['over, win', { winner, connect: String(rules.connect) }] : ['over, draw', {}];
  return [`walk ${kind}`, { colour: toMove, column: String(column), plan: String(place?.node.number) }];
}

/** What is played against a reply, as a phrase. @param {Graph} graph @param {Reply} reply
 * @param {Position} position  before it @returns {Phrase} */
export function answerTo(graph, { column, node }, position) {
  const after = position.play(column);
  const place = node && graph.find([], after);
  if (!place) return ['solution win', { column: String(winningColumn(after)) }];
  const answer = graph.columnAt(place);
  return answer === null
    ? ['solution plan', { plan: String(place.node.number) }]
    : ['solution play', { column: String(answer) }];
}

/** The stones after moves, column by column; and what they have in common with their mirror image.
 * This is much faster than playing the moves, which the checker has done. @param {number[]} moves
 * @param {Position} [base]  before them */
export function keysOf(moves, base = EMPTY) {
  const { rows } = base.rules;
  const piles = columnsOf(base).map((column) =>
    base.owners
      .slice((column - 1) * rows, column * rows)
      .map((owner) => owner?.[0] ?? '')
      .join(''),
  );
  const isYellowFirst = base.toMove === 'yellow' ? 1 : 0;
  moves.forEach((column, i) => {
    piles[column - 1] += (i + isYellowFirst) % 2 === 0 ? 'r' : 'y';
  });
  const stones = piles.join('-');
  const mirrored = piles.reverse().join('-');
  return { stones, key: stones < mirrored ? stones : mirrored };
}

/** The leftmost column that completes a line; null without one. @param {Position} position */
export function winningColumn(position) {
  return position.legalColumns.find((column) => position.play(column).wonCells.length > 0) ?? null;
}
