// Analyses of positions with the workers of a pool: the events that the server's streams have.

import { positionString } from '../board/notation.js';
import { both, columnsFromMiddle, negated } from './scores.js';

/** @import {ColumnRange, Range} from './native.js' */
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
    for (const each of glance.isSymmetric && twin !== column ? [column, twin] : [column]) {
      columns.set(each, range);
      const { score } = policy.conclude(position, columns);
      send({ event: 'column', data: { column: each, score: policy.score(position, range), position: score } });
    }
  };
  for (const { column, low, high } of glance.solved) settle(column, { low, high });
  /** The nodes of running searches, by column. @type {Map<number, number>} */
  const running = new Map();
  const solve = async (/** @type {ColumnRange} */ { column, low, high }) => {
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
  const queue = glance.open[Symbol.iterator]();
  const workThrough = async () => {
    for (const each of queue) await solve(each);
  };
  await Promise.all(Array.from({ length: Math.min(pool.size, glance.open.length) }, workThrough));
  const found = policy.conclude(position, columns);
  const time_s = (performance.now() - started) / 1000;
  /** @type {number[]} */
  let variation = [];
  if (found.score.value !== null && found.best.length) {
    const job = { position: positionString(position), best: found.best, score: found.score.value, timeMs: leftMs() };
    variation = await pool.run('variation', job, { signal });
  }
  return { ...found, variation, nodes, time_s, source: /** @type {Analysis['source']} */ (source) };
}

/**
 * Suggest a column, proven to be the best if there is enough time.
 * @param {Pool} pool @param {Position} position @param {number} timeMs @param {AbortSignal | null} signal
 * @returns {Promise<Answer<'/api/hint'>>}
 */
export async function hint(pool, position, timeMs, signal) {
  const { best } = await analyse(pool, position, timeMs, signal);
  const column = columnsFromMiddle(position).find((each) => best.includes(each));
  if (column !== undefined) return { column, exact: true };
  const job = { position: positionString(position), spec: 'hard', seed: 0n, timeMs };
  return { column: (await pool.run('choose', job, { signal })).column, exact: false };
}

/** Bounds that the rules or a search prove of a position. @param {Pool} pool @param {Position} position
 * @param {number} timeMs @param {AbortSignal | null} signal @returns {Promise<Range>} */
export async function prove(pool, position, timeMs, signal) {
  if (position.isOver || timeMs <= 0) return (await pool.policy()).byRules(position);
  return pool.run('solve', { position: positionString(position), window: null, timeMs }, { signal });
}
