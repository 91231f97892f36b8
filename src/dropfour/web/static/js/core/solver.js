// Exact scores of positions and their columns, with the opening book: what Solver in dropfour.engines.exact
// does, in one worker. Every function returns what is proven when its limits are reached.

import {
  bestOf, both, columnsFromMiddle, finishedScore, isSymmetric, legalColumns, negated, scoreLimits,
} from './scores.js';

/** @import {Core, Range} from './native.js' */
/** @import {Position} from '../board/rules.js' */

// The nodes each column gets before the columns are ordered.
const GLANCE_NODES = 500;

/** What remains of the limits over several searches. */
export class Effort {
  /** @param {number} [timeMs] */
  constructor(timeMs = Infinity) {
    this._endsAt = performance.now() + timeMs;
    this.nodes = 0;
    this.isSearched = false;
    this.isLookedUp = false;
  }

  get leftMs() {
    return this._endsAt - performance.now();
  }

  get isSpent() {
    return this.leftMs <= 0;
  }

  get source() {
    if (this.isSearched) return 'search';
    return this.isLookedUp ? 'book' : 'rules';
  }
}

export class Solver {
  /** @param {Core} core */
  constructor(core) {
    this.core = core;
  }

  /** The score in the book, or null. @param {Position} position */
  bookScore(position) {
    if (position.isOver) return null;
    this.core.set(position);
    return this.core.lookUp();
  }

  /**
   * Bounds of an unfinished position's score, exact if it is within *window*.
   * @param {Position} position @param {Range} window @param {Effort} effort @param {number} [nodes]  at most
   * @returns {Range}
   */
  search(position, window, effort, nodes) {
    this.core.set(position);
    // Without time left, the core stops at once and knows what the rules and the book say.
    const timeMs = Number.isFinite(effort.leftMs) ? Math.max(0, effort.leftMs) : undefined;
    const { low, high, nodes: searched, isLookedUp } = this.core.solve(window, { timeMs, nodes });
    effort.nodes += searched;
    effort.isLookedUp ||= isLookedUp;
    effort.isSearched ||= !isLookedUp;
    return { low, high };
  }

  /** What is proven of a position reached by a move, for the side that made it.
   * @param {Position} child @param {Range} window @param {Effort} effort @param {number} [nodes] @returns {Range} */
  child(child, window, effort, nodes) {
    if (child.isOver) {
      const score = -finishedScore(child) + 0;
      return { low: score, high: score };
    }
    return negated(this.search(child, negated(window), effort, nodes));
  }

  /** What a short search proves of each column that must be solved, and the position's score in the book.
   * @param {Position} position @param {Effort} effort */
  glance(position, effort) {
    const middle = Math.floor((position.rules.columns + 1) / 2);
    const symmetric = isSymmetric(position);
    const columns = columnsFromMiddle(position).filter((column) => !symmetric || column <= middle);
    const found = columns.map((column) => {
      const known = this.child(position.play(column), scoreLimits(position), effort, GLANCE_NODES);
      return { column, ...known };
    });
    return { columns: found, symmetric, score: this.bookScore(position) };
  }

  /**
   * Prove as much of each column as it takes to know the best: first who wins, then how soon.
   * @param {Position} position @param {Effort} effort @returns {Map<number, Range>}
   */
  rank(position, effort) {
    const limits = scoreLimits(position);
    const order = columnsFromMiddle(position);
    /** @type {Map<number, Range>} */
    const known = new Map();
    const of = (/** @type {number} */ column) => known.get(column) ?? limits;
    const glance = () => {
      for (const column of order) {
        known.set(column, both(of(column), this.child(position.play(column), limits, effort, GLANCE_NODES)));
      }
    };
    // A short search first, so that even the smallest limit suffices for immediate wins.
    glance();
    const narrow = (/** @type {number} */ column, /** @type {Range} */ window) => {
      known.set(column, both(of(column), this.child(position.play(column), window, effort)));
    };
    const limit = this._scoreLimit(position, effort);
    if (limit !== null) {
      // No column is better than the position, and if the limit is its score one is as good.
      for (const column of order) known.set(column, both(of(column), { low: -Infinity, high: limit }));
      glance();
      for (const column of order) {
        if (bestOf(known.values()).low < limit) narrow(column, { low: limit - 1, high: limit });
      }
      return known;
    }
    for (const column of order) {
      narrow(column, { low: -1, high: 1 });
      if (of(column).low > 0) break;
    }
    const byHigh = [...order].sort((a, b) => of(b).high - of(a).high);
    for (const column of byHigh) {
      const { low: best } = bestOf(known.values());
      const { low, high } = of(column);
      // Only whether the column equals the best, or exceeds it, matters.
      if (high >= best && low !== high) narrow(column, { low: best - 1, high });
    }
    return known;
  }

  /** The one of equally good *columns* with which the book's repertoire continues: the nearest to the middle after
   * which the book knows every answer. @param {Position} position @param {number[]} columns */
  prefer(position, columns) {
    if (!this.core.hasRepertoire) return undefined;
    return columnsFromMiddle(position).find((column) => columns.includes(column) && this._knowsAnswers(position.play(column)));
  }

  /** @param {Position} position */
  _knowsAnswers(position) {
    return legalColumns(position)
      .map((column) => position.play(column))
      .every((answer) => answer.isOver || this.bookScore(answer) !== null);
  }

  /** An upper bound of the score before the columns are ranked: the score in the book or, in Max-Connect4, what a
   * search finds, since few positions there are decided by who wins. @param {Position} position @param {Effort} effort */
  _scoreLimit(position, effort) {
    const score = this.bookScore(position);
    if (score !== null || position.rules.objective === 'first-line') return score;
    return this.search(position, scoreLimits(position), effort).high;
  }

  /** Best moves of both sides to the end of the game, fewer if the limits are reached.
   * @param {Position} start @param {number} first  the column to begin with @param {number} exact  its score
   * @param {Effort} effort */
  variation(start, first, exact, effort) {
    const columns = [first];
    let position = start.play(first);
    let score = -exact;
    while (!position.isOver) {
      const window = { low: score - 1, high: score };
      const here = position;
      const column = columnsFromMiddle(here).find((each) => this.child(here.play(each), window, effort).low >= score);
      if (column === undefined) break;
      columns.push(column);
      position = position.play(column);
      score = -score;
    }
    return columns;
  }
}

/** The columns that no other is proven to be better than, from the left. @param {Position} position
 * @param {Map<number, Range>} known */
export function notWorse(position, known) {
  const { low: best } = bestOf(known.values());
  return legalColumns(position).filter((column) => (known.get(column)?.high ?? best) >= best);
}
