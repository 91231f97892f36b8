// The core with threads, which are Node's workers here, gives the answers of the core without.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Worker, isMainThread, workerData } from 'node:worker_threads';

import { load } from './page.mjs';

const { Core, sharedMemory } = await load('core/native.js');
const { parsePosition } = await load('board/notation.js');

const compile = (name) => new WebAssembly.Module(readFileSync(`${process.env.DROPFOUR_STATIC}/core/${name}`));
const ALL = { low: -99, high: 99 };
// Each takes more nodes than threads wait for.
const POSITIONS = ['6x5.4.first-line.6.r', '5x6.4.first-line.5.r'];

if (isMainThread) {
  test('threads change no answer, and all of them stop', async () => {
    const alone = await Core.start(compile('dropfour.wasm'), 16);
    const module = compile('dropfour-threads.wasm');
    const memory = sharedMemory();
    const core = await Core.start(module, 16, memory, 3);
    const threads = [0, 1].map((number) => new Worker(fileURLToPath(import.meta.url), { workerData: { module, memory, number } }));
    try {
      await Promise.all(threads.map((thread) => new Promise((resolve) => thread.once('message', resolve))));
      for (const text of POSITIONS) {
        const position = parsePosition(text);
        const found = [alone, core].map((each) => {
          each.set(position);
          return each.solve(ALL);
        });
        assert.equal(found[0].low, found[0].high, text);
        assert.deepEqual([found[1].low, found[1].high], [found[0].low, found[0].high], text);
        assert.ok(found[1].nodes > 8192, text);
      }
      core.set(parsePosition('9x7.4.first-line.9.r'));
      const stop = new Uint8Array(memory.buffer);
      const { low, high } = core.solve(ALL, {}, () => Atomics.store(stop, core.stopsAt, 1));
      assert.ok(low < high);
      Atomics.store(stop, core.stopsAt, 0);
    } finally {
      for (const thread of threads) await thread.terminate();
    }
  });
} else {
  const { parentPort } = await import('node:worker_threads');
  const { serve } = await load('core/threads.js');
  parentPort.postMessage('ready');
  await serve(workerData);
}
