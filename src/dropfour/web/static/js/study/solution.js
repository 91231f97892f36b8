// A solution as a graph: its positions, and what leads from one to the next.

import { formatMoves, parseMoves } from '../board/notation.js';
import { Position, columnsOf, playAll } from '../board/rules.js';
import { describePlan } from '../core/browser.js';
import { once } from '../core/load.js';
import { told } from '../core/sentences.js';
import { EMPTY } from '../model/game.js';
import { fetchText } from '../page/tasks.js';
import { Board, Follower, RED, YELLOW } from './planboard.js';
import { readSolution } from './reader.js';

/** A position of the solution, which stands for its mirror image, too: *column* to play, or *plan*
 * to follow, with its *number* in the file, to the end of the game or *untilListed*: until a listed
 * position comes up. *stones* is the position as the file has it; *key* is the same for the mirror image.
 * @typedef {{
 *   moves: string, key: string, stones: string, column: number | null, plan: string | null, number: number | null,
 *   untilListed: boolean,
 * }} Node */
/** A reply, the *line* of moves that ends with it, and the position that it leads to; null: there a line is completed.
 * @typedef {{column: number, line: number[], node: Node | null}} Reply */
/** A node as it is on the board. @typedef {{node: Node, isMirrored: boolean}} Place */
/**
 * What there is to do in a position: `play` or complete a line (`win`) in *column*, follow a `plan`, `follow` one until a
 * listed position comes up (*replies*), choose one of the *replies*, or nothing: the game is `over`, or the solution does not
 * lead here (`outside`).
 * @typedef {'play' | 'win' | 'plan' | 'follow' | 'reply' | 'over' | 'outside'} StepKind
 * @typedef {{kind: StepKind, column: number | null, place: Place | null, replies: Reply[]}} Step
 */

const FILE = new URL('../../solution/7x6.solution', import.meta.url);

/** The text of the file. Raises an Error if it cannot be loaded. */
export const solutionText = once(() => fetchText(FILE));

export const loadGraph = once(async () => new Graph(await solutionText()));

export class Graph {
  /** @param {string} text  of a solution */
  constructor(text) {
    const solution = readSolution(text);
    const { columns, rows, connect, piles, first, start, colour, promise, plans, entries } = solution;
    this._solution = solution;
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
    this.nodes = entries.map(({ moves, column, plan, untilListed }) => ({
      moves: formatMoves(moves),
      ...keysOf(moves, this.base),
      column,
      plan: plan === null ? null : plans[plan - 1].text,
      number: plan,
      untilListed,
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

  /** The opponent's replies to the column of a node, as the file has it, or those after which a listed position comes up;
   * none where a plan is followed to the end. @param {Node} node */
  repliesOf(node) {
    let found = this._replies.get(node);
    if (!found) {
      found = node.untilListed ? this._findListed(node) : this._findReplies(node);
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
      .map((reply) => ({ column: reply, line: [column, reply], node: this.find([...played, reply])?.node ?? null }));
  }

  /** The listed positions that come up while a plan is followed, each with a line that leads there. Only lines are played in
   * which no stone is where such a position has none. @param {Node} from @returns {Reply[]} */
  _findListed({ moves, stones, number }) {
    const start = stones.split('-');
    const wanted = this.nodes.flatMap((node) => {
      const piles = node.stones.split('-');
      return [piles, piles.toReversed()]
        .filter((each) => node.stones !== stones && each.every((pile, x) => pile.startsWith(start[x])))
        .map((each) => ({ node, piles: each }));
    });
    const board = new Board(this._solution);
    for (const column of parseMoves(moves)) board.drop(column - 1);
    const [we, they] = this.colour === 'red' ? [RED, YELLOW] : [YELLOW, RED];
    const plan = new Follower(this._solution.plans[(number ?? 0) - 1], board, they);
    const columns = columnsOf(this.base).map((column) => column - 1);
    const visited = new Set();
    /** @type {Map<Node, Reply>} */
    const found = new Map();
    const play = (/** @type {number} */ x, /** @type {typeof wanted} */ left) => {
      const stone = board.toMove === RED ? 'r' : 'y';
      const y = board.heights[x];
      const still = left.filter(({ piles }) => piles[x][y] === stone);
      if (!still.length) return;
      board.drop(x);
      go(still, x);
      board.undo();
    };
    const go = (/** @type {typeof wanted} */ left, /** @type {number} */ last) => {
      if (board.toMove === they) {
        for (const x of columns) play(x, left);
        return;
      }
      const key = `${last} ${board.key(false)}`;
      if (visited.has(key) || columns.some((x) => board.wins(x, we))) return;
      visited.add(key);
      const listed = left.find(({ piles }) => piles.every((pile, x) => pile.length === board.heights[x]));
      if (!listed) {
        play(plan.choose(last), left);
      } else if (!found.has(listed.node)) {
        const line = board.moves.slice(moves.length).map((x) => x + 1);
        found.set(listed.node, { column: last + 1, line, node: listed.node });
      }
    };
    go(wanted, -1);
    return [...found.values()];
  }

  /** The replies at a place, as they are on the board. @param {Place} place @returns {Reply[]} */
  repliesAt({ node, isMirrored }) {
    const replies = this.repliesOf(node).map(({ column, line, node: after }) => ({
      column: this.turned(column, isMirrored),
      line: line.map((each) => this.turned(each, isMirrored)),
      node: after,
    }));
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
    if (node.plan === null) return null;
    const plan = await describePlan(position, this.colour, this.promise, node.plan, isMirrored);
    if (!node.untilListed) return plan;
    // Played out to the end of the game it may fail.
    const head = told(['walk follow', { colour: this.colour, plan: String(node.number) }]);
    return { ...plan, text: `${head} ${plan.first}`, ending: '', proof: '', untilListed: /** @type {const} */ (true) };
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
    if (place?.node.untilListed) return { ...nothing, kind: 'follow', place, replies: this.repliesAt(place) };
    if (place?.node.plan) return { ...nothing, kind: 'plan', place };
    if (isOwn) return place ? { ...nothing, kind: 'play', place, column: this.columnAt(place) } : nothing;
    const replies = position.legalColumns.map((each) => ({
      column: each,
      line: [each],
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
export function answerTo(graph, { line, node }, position) {
  const after = playAll(position, line);
  const place = node && graph.find([], after);
  if (!place) return ['solution win', { column: String(winningColumn(after)) }];
  const answer = graph.columnAt(place);
  return answer === null
    ? [place.node.untilListed ? 'solution follow' : 'solution plan', { plan: String(place.node.number) }]
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
