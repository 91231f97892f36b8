// The sentences of explanations and puzzles: words/en/sentences.json with its words filled in.

import { sentence, t } from '../ui/words.js';

/** @import {Value} from '../ui/words.js' */

/** A sentence by its name, and its words, which may be phrases themselves.
 * @typedef {[string, Record<string, Value | Phrase>]} Phrase */

/** A phrase of the native core in words; an entry can have forms by the names of the phrases in it.
 * @param {Phrase} phrase @returns {string} */
export function fill([name, words]) {
  const values = Object.entries(words).map(([key, word]) => [key, Array.isArray(word) ? toldLater(word) : word]);
  return t(`sentences.${name}`, Object.fromEntries(values));
}

/** @param {Phrase} phrase */
function toldLater(phrase) {
  return {
    name: phrase[0],
    get text() {
      return fill(phrase);
    },
  };
}

/** A phrase as a sentence; null is empty. @param {Phrase | null} phrase */
export function told(phrase) {
  return phrase ? sentence(fill(phrase)) : '';
}

/** The story of a review in words. @param {import('./native.js').UnwordedStory} story
 * @param {Record<string, string>} names  of the colours @returns {Story} */
export function wordedStory({ mistakes, ending, ...story }, names) {
  /** @param {Phrase} phrase @returns {Phrase} */
  const named = ([name, words]) => [
    name,
    Object.fromEntries(
      Object.entries(words).map(([key, word]) => {
        if (Array.isArray(word)) return [key, named(word)];
        const name = key === 'who' || key === 'other' ? names[String(word)] : undefined;
        return [key, name === undefined ? word : { name: 'other', text: name }];
      }),
    ),
  ];
  const tell = (/** @type {Phrase[]} */ phrases) => phrases.map((each) => told(named(each))).join(' ');
  const worded = mistakes.map(({ text, exact, ...rest }) => ({ ...rest, text: tell(text), exact: tell(exact) }));
  return { ...story, mistakes: worded, ending: tell([ending]) };
}
