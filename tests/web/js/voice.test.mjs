// What the opponents say, and the ladder.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { load, words } from './page.mjs';

globalThis.document ??= { baseURI: 'http://test/', documentElement: { dataset: {} }, querySelector: () => null };
globalThis.location ??= new URL('http://test/');
const { CHARACTERS } = await load('model/characters.js');
const { remarkOf } = await load('game/voice.js');
const { nextRung } = await load('storage/opponents.js');

const fact = (kind, ...columns) => ({ kind, columns });

test('every character has a line for every event', () => {
  for (const { name } of CHARACTERS) {
    const lines = Object.entries(words.remarks).filter(([key]) => key.startsWith(`${name} `));
    assert.equal(lines.length, 6);
    assert.ok(
      lines.every(([, { length }]) => length > 2 && length <= 32),
      name,
    );
  }
});

test('a remark is about what the move did', () => {
  assert.equal(remarkOf([], [fact('cannot be stopped', 3)], 4), 'trapped');
  assert.equal(remarkOf([fact('forced block', 2)], [], 2), 'block');
  assert.equal(remarkOf([fact('forced block', 2)], [], 3), null);
  assert.equal(remarkOf([fact('trap', 5)], [], 5), 'trap');
  assert.equal(remarkOf([fact('immediate win', 5), fact('trap', 5)], [], 5), null);
});

test('the ladder goes on above the strongest that was beaten', () => {
  assert.equal(nextRung(new Set()), '1');
  assert.equal(nextRung(new Set(['medium'])), '6');
  assert.equal(nextRung(new Set(['perfect'])), '1');
  assert.equal(nextRung(new Set(CHARACTERS.map(({ level }) => level))), null);
});
