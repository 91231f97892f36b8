// Searches of the browser's core that end at any moment claim nothing but what is proven, on every board: what
// tests/engines/test_cut_off.py says of Python.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

import { folder, load } from './page.mjs';

const { Core } = await load('core/native.js');
const { perform } = await load('core/jobs.js');
const { analyse } = await load('core/analysis.js');
const { Position } = await load('board/rules.js');
const { positionString } = await load('board/notation.js');

const BOARDS = [
  [4, 4, 4], [5, 4, 3], [7, 6, 4], [8, 7, 4], [9, 7, 4], [9, 7, 5], [10, 8, 4], [20, 20, 4], [4, 4, 4, 'most-lines'], [7, 6, 4, 'most-lines'],
].map(([columns, rows, connect, objective = 'first-line']) => ({ columns, rows, connect, objective }));
const MOST_NODES = 3000;
const CELLS = 800; // to play out on each board
const core = await Core.start(new WebAssembly.Module(readFileSync(`${folder}/core/dropfour.wasm`)), 1);

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The range of scores before anything is played. */
function limits({ rules: { columns, rows, objective }, ply }) {
  const empty = columns * rows - ply;
  return objective === 'first-line' ? { low: -Math.floor(empty / 2), high: Math.ceil(empty / 2) } : { low: -Infinity, high: Infinity };
}

function finishedScore(position) {
  const { rules, winner, toMove, ply } = position;
  if (rules.objective === 'most-lines') return position.countLines(toMove) - position.countLines(toMove === 'red' ? 'yellow' : 'red');
  return winner === null ? 0 : -(Math.floor((rules.columns * rules.rows - ply) / 2) + 1);
}

/** What the next *plies*, played out by the rules alone, prove of a position. */
function playedOut(position, plies) {
  if (position.isOver) return { low: finishedScore(position), high: finishedScore(position) };
  if (plies === 0) return limits(position);
  const children = position.legalColumns.map((column) => playedOut(position.play(column), plies - 1));
  return { low: Math.max(...children.map(({ high }) => -high)), high: Math.max(...children.map(({ low }) => -low)) };
}

function agree(claimed, proven, words) {
  assert.ok(Math.max(claimed.low, proven.low) <= Math.min(claimed.high, proven.high),
    `${words}: ${JSON.stringify(claimed)}, but the rules prove ${JSON.stringify(proven)}`);
  const { outcome = null, low, high } = claimed;
  if (outcome !== null) assert.equal(outcome, low > 0 ? 'win' : high < 0 ? 'loss' : 'draw', words);
}

/** A position in which several moves at random were played. */
function randomPosition(rules, random) {
  const wanted = Math.floor(random() * Math.min(rules.columns * rules.rows, 16));
  let position = Position.empty(rules);
  for (let ply = 0; ply < wanted; ply += 1) {
    const { legalColumns } = position;
    const next = position.play(legalColumns[Math.floor(random() * legalColumns.length)]);
    if (next.isOver) break;
    position = next;
  }
  return position;
}

for (const rules of BOARDS) {
  test(`cut off on ${positionString(Position.empty(rules))}`, async () => {
    const random = randomNumbers(31);
    const rounds = Math.min(6, Math.max(2, CELLS / (rules.columns * rules.rows)));
    for (let round = 0; round < rounds; round += 1) {
      const position = randomPosition(rules, random);
      const hurried = Object.create(core, {
        solve: { value: (window, limit) => core.solve(window, { ...limit, nodes: 1 + Math.floor(random() * MOST_NODES) }) },
      });
      const pool = {
        size: 2,
        policy: async () => core,
        run: (kind, job, { signal } = {}) => {
          signal?.throwIfAborted();
          return perform(hurried, { kind, ...job }, { isStopped: () => true, report: () => {} });
        },
      };
      const stop = new AbortController();
      const most = 1 + Math.floor(random() * 2 * rules.columns);
      const claims = [];
      const found = await analyse(pool, position, 1e9, stop.signal, ({ event, data }) => {
        if (event !== 'column') return;
        claims.push(data);
        if (claims.length === most) stop.abort();
      }).catch((error) => {
        if (!stop.signal.aborted) throw error;
      });
      const empty = rules.columns * rules.rows - position.ply;
      const plies = empty <= 7 ? empty : 2;
      const where = positionString(position);
      const truth = playedOut(position, plies);
      for (const { column, score, position: verdict } of [...claims, ...(found?.columns ?? []).map((each) => ({ ...each, position: found.score }))]) {
        const { low, high } = playedOut(position.play(column), plies - 1);
        agree(score, { low: -high, high: -low }, `${where}, column ${column}`);
        agree(verdict, truth, where);
      }
    }
  });
}
