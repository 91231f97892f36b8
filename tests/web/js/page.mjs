// Loads modules of the page, from the package that is tested or from the sources.

import { readFileSync, readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

globalThis.navigator ??= {}; // which Node has from version 21 on

export const folder =
  process.env.DROPFOUR_STATIC ?? new URL('../../../src/dropfour/web/static', import.meta.url).pathname;

export const load = (path) => import(pathToFileURL(`${folder}/js/${path}`).href);

/** The English words of the page, which every module finds loaded. */
export const words = {};
const { fetch } = globalThis;
const { loadWords } = await load('ui/words.js');
for (const file of readdirSync(`${folder}/../../words/en`)) {
  if (!file.endsWith('.json')) continue;
  const part = file.slice(0, -5);
  words[part] = JSON.parse(readFileSync(`${folder}/../../words/en/${file}`, 'utf8'));
  globalThis.fetch = async () => Response.json(words[part]);
  await loadWords(part);
}
globalThis.fetch = fetch;

/** What modules of the page touch when they are loaded; *dataset* is that of the document. */
export function pretendBrowser(dataset = {}) {
  globalThis.requestAnimationFrame = () => 0;
  globalThis.addEventListener = () => {};
  globalThis.document = { baseURI: 'http://localhost/', documentElement: { dataset } };
  globalThis.location = new URL('http://localhost/');
  globalThis.BroadcastChannel = class extends EventTarget {};
}

/** Wait until what has changed is drawn, where a frame is a timeout. */
export const drawn = () =>
  new Promise((done) => {
    setTimeout(done, 5);
  });

/** The core of the page with a table of *mib*, and a pool of *size* workers that runs jobs in it. */
export async function startCore(mib, size = 1) {
  const { Core } = await load('core/native.js');
  const { perform } = await load('core/worker.js');
  const core = await Core.start(new WebAssembly.Module(readFileSync(`${folder}/core/dropfour.wasm`)), mib);
  const run = (kind, job) => perform(core, { kind, ...job }, { isStopped: () => false, report: () => {} });
  return { core, pool: { size, policy: async () => core, run } };
}
