// Phrases in the words of a language that is not English: the same cases as tests/study/test_sentences.py.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const { language, words, cases } = JSON.parse(readFileSync(new URL('../../study/phrases.json', import.meta.url)));
globalThis.document = { documentElement: { lang: language } };
globalThis.navigator ??= {};
globalThis.fetch = async (address) => Response.json(words[/(\w+)\.json$/.exec(address.pathname)[1]]);
const folder = new URL('../../../src/dropfour/web/static/js/', import.meta.url);
const { loadWords } = await import(new URL('ui/words.js', folder));
const { fill, told } = await import(new URL('core/sentences.js', folder));
await Promise.all(['page', 'sentences'].map(loadWords));

test('phrases have the forms of their language', () => {
  assert.deepEqual(
    cases.map(([phrase]) => fill(phrase)),
    cases.map(([, text]) => text),
  );
  assert.equal(told(['plain', {}]), 'Un texte sans mots !');
});
