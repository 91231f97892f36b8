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
  const endsAt = performance.now() + timeMs;
  const policy = await pool.policy();
  const last = columns.length;
  const known = positions.map((position) => policy.byRules(position));
  /** @type {Map<number, {best: Range, played: Range, move: ReviewedMove}>} */
  const moves = new Map();
  const timeFor = (/** @type {number} */ most) => Math.min(most, endsAt - performance.now());

  const learn = async (/** @type {number} */ i, /** @type {number} */ most) => {
    const position = positions[i];
    if (!position.isOver && timeFor(most) > 10) {
      known[i] = both(known[i], await prove(pool, position, timeFor(most), signal));
    }
    if (i < last) {
      // A position is worth at least what the move made of it.
      const least = -known[i + 1].high + 0;
      known[i] = { low: Math.max(known[i].low, least), high: Math.max(known[i].high, least) };
    }
  };
  const report = (/** @type {number} */ i, /** @type {number[]} */ bestOnes) => {
    const position = positions[i];
    const [best, played] = [known[i], negated(known[i + 1])];
    const verdict = policy.judge(position, best, played);
    const move = {
      ply: i + 1,
      colour: position.toMove,
      column: columns[i],
      verdict,
      best: policy.score(position, best),
      played: policy.score(position, played),
      best_columns: verdict === 'best' && !bestOnes.length ? [columns[i]] : bestOnes,
    };
    moves.set(i, { best, played, move });
    send(move);
  };
  const judgeMove = (/** @type {number} */ i) => {
    const before = moves.get(i);
    const played = negated(known[i + 1]);
    if (before && isSame(before.best, known[i]) && isSame(before.played, played)) return;
    report(i, []);
  };
  const nameBest = async () => {
    const open = [...moves.values()].filter(
      ({ move }) => move.verdict !== null && move.verdict !== 'best' && !move.best_columns.length,
    );
    const blundersFirst = open.sort((a, b) => Number(b.move.verdict === 'blunder') - Number(a.move.verdict === 'blunder'));
    for (const { move } of blundersFirst) {
      if (timeFor(LONG_MS) <= 10) return;
      const found = await analyse(pool, positions[move.ply - 1], timeFor(LONG_MS), signal);
      if (found.best.length) report(move.ply - 1, found.best);
    }
  };

  await learn(last, GLANCE_MS);
  for (let i = last - 1; i >= 0; i -= 1) {
    await learn(i, GLANCE_MS);
    judgeMove(i);
  }
  await nameBest();
  for (let i = last; i >= 0; i -= 1) {
    if (known[i].low === known[i].high) continue;
    await learn(i, LONG_MS);
    for (const j of [i, i - 1]) if (j >= 0 && j < last) judgeMove(j);
  }
  await nameBest();
}

/** @param {Range} a @param {Range} b */
function isSame(a, b) {
  return a.low === b.low && a.high === b.high;
}
