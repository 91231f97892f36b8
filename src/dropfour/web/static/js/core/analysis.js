// Analyses of positions with the workers of a pool: the events that the server's streams have.

import { positionString } from '../board/notation.js';
import { both, columnsFromMiddle, negated } from './scores.js';

/** @import {Range} from './native.js' */
/** @import {Pool} from './pool.js' */
/** @import {Position} from '../board/rules.js' */
/** @import {Answer, Events} from '../types.d.ts' */

/** @typedef {Events['/api/analysis']} AnalysisEvent */
/** @typedef {Extract<AnalysisEvent, {event: 'done'}>['data']} Analysis */

/**
 * Prove the score of every playable column, several columns at the same time if there are several workers.
 * @param {Pool} pool @param {Position} position @param {number} timeMs @param {AbortSignal | null} signal
 * @param {(event: AnalysisEvent) => void} [send]  receives `column` events as they are proven, and `progress`
 * @returns {Promise<Analysis>}
 */
export async function analyse(pool, position, timeMs, signal, send = () => {}) {
  const started = performance.now();
  const leftMs = () => Math.max(1, timeMs - (performance.now() - started));
  const policy = await pool.policy();
  const glance = await pool.run('glance', { position: positionString(position) }, { signal });
  /** @type {Map<number, Range>} */
  const columns = new Map();
  let { nodes, source } = glance;

  const settle = (/** @type {number} */ column, /** @type {Range} */ range) => {
    const twin = position.rules.columns + 1 - column;
    for (const each of glance.symmetric && twin !== column ? [column, twin] : [column]) {
      columns.set(each, range);
      const { score } = policy.conclude(position, columns);
      send({ event: 'column', data: { column: each, score: policy.score(position, range), position: score } });
    }
  };
  /** @type {(Range & {column: number})[]} */
  const hard = [];
  for (const { column, low, high } of glance.columns) {
    if (low === high) settle(column, { low, high });
    // No column is better than the score of the position in the book.
    else hard.push({ column, low, high: Math.min(high, glance.score ?? Infinity) });
  }
  hard.sort((a, b) => b.low + b.high - a.low - a.high);

  /** The nodes of running searches, by column. @type {Map<number, number>} */
  const running = new Map();
  const solve = async (/** @type {Range & {column: number}} */ { column, low, high }) => {
    const report = (/** @type {number} */ count) => {
      running.set(column, count);
      const sum = [...running.values()].reduce((a, b) => a + b, nodes);
      send({ event: 'progress', data: { column, nodes: sum, time_s: (performance.now() - started) / 1000 } });
    };
    const job = { position: positionString(position.play(column)), window: negated({ low, high }), timeMs: leftMs() };
    const found = await pool.run('solve', job, { signal, report });
    running.delete(column);
    nodes += found.nodes;
    if (found.source === 'search') source = 'search';
    settle(column, both(negated(found), { low, high }));
  };
  const queue = hard[Symbol.iterator]();
  const workThrough = async () => {
    for (const each of queue) await solve(each);
  };
  await Promise.all(Array.from({ length: Math.min(pool.size, hard.length) }, workThrough));
  const found = policy.conclude(position, columns);
  const time_s = (performance.now() - started) / 1000;
  /** @type {number[]} */
  let variation = [];
  if (found.score.value !== null && found.best.length) {
    const column = nearestMiddle(position, found.best);
    const job = { position: positionString(position), column, score: found.score.value, timeMs: leftMs() };
    variation = await pool.run('variation', job, { signal });
  }
  return { ...found, variation, nodes, time_s, source: /** @type {Analysis['source']} */ (source) };
}

/** @param {Position} position @param {number[]} columns  one of them at least can be played */
function nearestMiddle(position, columns) {
  return /** @type {number} */ (columnsFromMiddle(position).find((each) => columns.includes(each)));
}

/**
 * Suggest a column, proven to be the best if there is enough time.
 * @param {Pool} pool @param {Position} position @param {number} timeMs @param {AbortSignal | null} signal
 * @returns {Promise<Answer<'/api/hint'>>}
 */
export async function hint(pool, position, timeMs, signal) {
  const { best } = await analyse(pool, position, timeMs, signal);
  if (best.length) return { column: nearestMiddle(position, best), exact: true };
  const job = { position: positionString(position), spec: 'hard', seed: 0n, timeMs };
  return { column: (await pool.run('choose', job, { signal })).column, exact: false };
}

/** Bounds that the rules or a search prove of a position. @param {Pool} pool @param {Position} position
 * @param {number} timeMs @param {AbortSignal | null} signal @returns {Promise<Range>} */
export async function prove(pool, position, timeMs, signal) {
  if (position.isOver || timeMs <= 0) return (await pool.policy()).byRules(position);
  return pool.run('solve', { position: positionString(position), window: null, timeMs }, { signal });
}
