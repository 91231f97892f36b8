// The service worker: the copy of the page stands in for a slow server, but versions are not mixed.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';

import { folder } from './page.mjs';

const SITE = 'http://localhost/';

/** Load the page and its first module while the server answers these late; return where each came from. */
async function load(...late) {
  const listeners = {};
  const cache = { match: async () => new Response('copy'), put: async () => {} };
  const answers = [];
  runInNewContext(readFileSync(`${folder}/sw.js`, 'utf8'), {
    self: {
      addEventListener: (name, listener) => {
        listeners[name] = listener;
      },
    },
    URL,
    Headers,
    Response,
    location: new URL(`${SITE}sw.js`),
    caches: { open: async () => cache },
    // Late answers come after the time in which an answer is not slow.
    setTimeout: (work) => setTimeout(() => work(null), 20),
    fetch: ({ url }) =>
      new Promise((resolve) => {
        setTimeout(() => resolve(new Response('server')), late.includes(url) ? 60 : 0);
      }),
  });
  for (const [mode, path] of [
    ['navigate', ''],
    ['cors', 'static/js/main.js'],
  ]) {
    await new Promise((resolve) => {
      listeners.fetch({
        request: { mode, method: 'GET', url: SITE + path },
        waitUntil: () => {},
        respondWith: async (response) => {
          answers.push(await (await response).text());
          resolve();
        },
      });
    });
  }
  return answers;
}

test('a page from the server gets its modules from there, however late they are', async () => {
  assert.deepEqual(await load(), ['server', 'server']);
  assert.deepEqual(await load(`${SITE}static/js/main.js`), ['server', 'server']);
});

test('a page from the copy gets its modules from the copy', async () => {
  assert.deepEqual(await load(SITE), ['copy', 'copy']);
});
