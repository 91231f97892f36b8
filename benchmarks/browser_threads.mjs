// Time the browser's core with threads, which are Node's workers here, on the empty board without a book:
//
//     node benchmarks/browser_threads.mjs 1 2 4 8          # numbers of threads
//     node benchmarks/browser_threads.mjs 4 --mib 256      # a table of another size; default: 64 MiB
//     node benchmarks/browser_threads.mjs 1 --board 6x6    # another board

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';

const STATIC = new URL('../src/dropfour/web/static/', import.meta.url);
const load = (path) => import(new URL(`js/${path}`, STATIC).href);

if (!isMainThread) {
  const { serve } = await load('core/threads.js');
  parentPort.postMessage('ready');
  await serve(workerData);
}

const { Core } = await load('core/native.js');
const { sharedMemory } = await load('core/instance.js');
const { parsePosition } = await load('board/notation.js');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { mib: { type: 'string', default: '64' }, board: { type: 'string', default: '7x6' } },
});
const module = new WebAssembly.Module(readFileSync(new URL('core/dropfour-threads.wasm', STATIC)));
const position = parsePosition(`${values.board}.4.first-line.${values.board.split('x')[0]}.r`);

console.log('threads   seconds   million nodes');
for (const threads of positionals.length ? positionals.map(Number) : [1, 2]) {
  const memory = sharedMemory();
  const core = await Core.start(module, Number(values.mib), memory, threads);
  const workers = Array.from(
    { length: threads - 1 },
    (_, number) => new Worker(fileURLToPath(import.meta.url), { workerData: { module, memory, number } }),
  );
  await Promise.all(workers.map((worker) => new Promise((resolve) => worker.once('message', resolve))));
  core.set(position);
  const before = performance.now();
  const { nodes } = core.solve({ low: -99, high: 99 });
  const seconds = (performance.now() - before) / 1000;
  console.log(`${threads}`.padStart(7), seconds.toFixed(2).padStart(9), (nodes / 1e6).toFixed(1).padStart(15));
  await Promise.all(workers.map((worker) => worker.terminate()));
}
