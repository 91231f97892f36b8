// What is stored in the browser is drawn again when it changes, here or in another tab.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { drawn, load } from './page.mjs';

const items = new Map();
const page = new EventTarget();
globalThis.localStorage = { getItem: (key) => items.get(key) ?? null, setItem: (key, text) => items.set(key, text) };
globalThis.addEventListener = page.addEventListener.bind(page);
globalThis.requestAnimationFrame = (draw) => setTimeout(draw);
const { keep, read, write } = await load('storage/storage.js');
const { onChange, update, watch } = await load('page/state.js');

test('what shows something stored is drawn after every change of it', async () => {
  const seen = [];
  watch(onChange(() => seen.push(read('solved'))));
  write('solved', 1);
  await drawn();
  write('solved', 2);
  await drawn();
  items.set('dropfour.solved', '3'); // by another tab
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'dropfour.solved' }));
  await drawn();
  keep('solved', 4);
  update({ offline: false }); // which it is already
  await drawn();
  assert.deepEqual(seen, [1, 2, 3]);
});
