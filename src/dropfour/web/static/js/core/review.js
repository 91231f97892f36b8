// Where a game was lost: the verdicts of dropfour.study.review, which documents them, found in the same order.

import { analyse, prove } from './analysis.js';
import { both, negated } from './scores.js';

/** @import {Range} from './native.js' */
/** @import {Pool} from './pool.js' */
/** @import {Position} from '../board/rules.js' */
/** @import {ReviewedMove} from '../types.d.ts' */

// How long a position is searched at first, and once all others have had their turn.
const GLANCE_MS = 700;
const LONG_MS = 10_000;

/**
 * Review a game; *send* gets each move once for what is proven quickly, and again when more is known.
 * @param {Pool} pool @param {Position[]} positions  of the game, the start first @param {number[]} columns  played
 * @param {number} timeMs @param {AbortSignal | null} signal @param {(move: ReviewedMove) => void} send
 */
export async function review(pool, positions, columns, timeMs, signal, send) {
  await new Reviewer(pool, await pool.policy(), positions, columns, timeMs, signal, send).run();
}

class Reviewer {
  /** @type {Map<number, {best: Range, played: Range, move: ReviewedMove}>} */
  _moves = new Map();

  /** @param {Pool} pool @param {Awaited<ReturnType<Pool['policy']>>} policy @param {Position[]} positions @param {number[]} columns
   * @param {number} timeMs @param {AbortSignal | null} signal @param {(move: ReviewedMove) => void} send */
  constructor(pool, policy, positions, columns, timeMs, signal, send) {
    this._prove = (/** @type {Position} */ position, /** @type {number} */ ms) => prove(pool, position, ms, signal);
    this._analyse = (/** @type {Position} */ position, /** @type {number} */ ms) => analyse(pool, position, ms, signal);
    this._policy = policy;
    this._positions = positions;
    this._columns = columns;
    this._endsAt = performance.now() + timeMs;
    this._send = send;
    this._known = positions.map((position) => policy.byRules(position));
  }

  async run() {
    const last = this._columns.length;
    await this._learn(last, GLANCE_MS);
    for (let i = last - 1; i >= 0; i -= 1) {
      await this._learn(i, GLANCE_MS);
      this._judge(i);
    }
    await this._nameBest();
    for (let i = last; i >= 0; i -= 1) {
      if (this._known[i].low === this._known[i].high) continue;
      await this._learn(i, LONG_MS);
      for (const j of [i, i - 1]) if (j >= 0 && j < last) this._judge(j);
    }
    await this._nameBest();
  }

  /** @param {number} most */
  _timeFor(most) {
    return Math.min(most, this._endsAt - performance.now());
  }

  /** @param {number} i @param {number} most */
  async _learn(i, most) {
    const known = this._known;
    if (!this._positions[i].isOver && this._timeFor(most) > 10) {
      known[i] = both(known[i], await this._prove(this._positions[i], this._timeFor(most)));
    }
    if (i < this._columns.length) {
      // A position is worth at least what the move made of it.
      const least = -known[i + 1].high + 0;
      known[i] = { low: Math.max(known[i].low, least), high: Math.max(known[i].high, least) };
    }
  }

  /** @param {number} i */
  _judge(i) {
    const before = this._moves.get(i);
    if (before && isSame(before.best, this._known[i]) && isSame(before.played, negated(this._known[i + 1]))) return;
    this._report(i, []);
  }

  /** @param {number} i @param {number[]} bestOnes */
  _report(i, bestOnes) {
    const [position, column] = [this._positions[i], this._columns[i]];
    const [best, played] = [this._known[i], negated(this._known[i + 1])];
    const verdict = this._policy.judge(position, best, played);
    const move = {
      ply: i + 1,
      colour: position.toMove,
      column,
      verdict,
      best: this._policy.score(position, best),
      played: this._policy.score(position, played),
      best_columns: verdict === 'best' && !bestOnes.length ? [column] : bestOnes,
    };
    this._moves.set(i, { best, played, move });
    this._send(move);
  }

  /** Name the best columns where the move was not among them, of blunders first. */
  async _nameBest() {
    const open = [...this._moves.values()].map(({ move }) => move).filter(
      (move) => move.verdict !== null && move.verdict !== 'best' && !move.best_columns.length,
    );
    open.sort((a, b) => Number(b.verdict === 'blunder') - Number(a.verdict === 'blunder'));
    for (const move of open) {
      if (this._timeFor(LONG_MS) <= 10) return;
      const found = await this._analyse(this._positions[move.ply - 1], this._timeFor(LONG_MS));
      if (found.best.length) this._report(move.ply - 1, found.best);
    }
  }
}

/** @param {Range} a @param {Range} b */
function isSame(a, b) {
  return a.low === b.low && a.high === b.high;
}
