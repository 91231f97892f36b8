// The service worker: a click on a notification brings its game to the front.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';

import { folder } from './page.mjs';

const SITE = 'http://localhost/';

/** Click on the notification of the game at /game/a while tabs with these addresses are open; return what happens. */
async function click(...addresses) {
  const done = [];
  const tabs = addresses.map((url, i) => ({
    url,
    focus: async () => done.push(`focus ${i}`),
    navigate: async (address) => done.push(`navigate ${i} ${address}`),
  }));
  const listeners = {};
  const self = {
    addEventListener: (name, listener) => {
      listeners[name] = listener;
    },
    clients: { matchAll: async () => tabs, openWindow: async (address) => done.push(`open ${address}`) },
  };
  runInNewContext(readFileSync(`${folder}/sw.js`, 'utf8'), { self, URL, location: new URL(`${SITE}sw.js`) });
  let work = null;
  listeners.notificationclick({
    notification: { data: '/game/a', close: () => done.push('close') },
    waitUntil: (promise) => {
      work = promise;
    },
  });
  await work;
  return done;
}

test('the tab that shows the game is focused, and nothing else moves', async () => {
  assert.deepEqual(await click(SITE, `${SITE}game/a`), ['close', 'focus 1']);
});

test('another tab is focused and led to the game', async () => {
  assert.deepEqual(await click(`${SITE}learn`), ['close', 'focus 0', `navigate 0 ${SITE}game/a`]);
});

test('without a tab the game is opened in a new one', async () => {
  assert.deepEqual(await click(), ['close', `open ${SITE}game/a`]);
});
