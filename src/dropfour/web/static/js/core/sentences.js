// The sentences of explanations and puzzles: study/sentences.json with its words filled in.

/** @typedef {Record<string, string>} Sentences */
/** A sentence by its name, and its words, which may be phrases themselves.
 * @typedef {[string, Record<string, string | Phrase>]} Phrase */

/** @param {Sentences} table @param {string} name @param {Record<string, string | number>} [words] */
export function say(table, name, words = {}) {
  return table[name].replace(/\{(\w+)\}/g, (_, word) => String(words[word]));
}

/** A phrase of the native core in words. @param {Sentences} table @param {Phrase} phrase @returns {string} */
export function fill(table, [name, words]) {
  const texts = Object.entries(words).map(([key, word]) => [key, typeof word === 'string' ? word : fill(table, word)]);
  return say(table, name, Object.fromEntries(texts));
}

/** A clause as a sentence, with a capital and a full stop. @param {string} clause */
export function sentence(clause) {
  return `${clause[0].toUpperCase()}${clause.slice(1)}.`;
}

/** The story of a review in words. @param {Sentences} table @param {import('./native.js').UnwordedStory} story
 * @param {Record<string, string>} names  of the colours @returns {import('../types.d.ts').Story} */
export function wordedStory(table, { mistakes, ending, ...story }, names) {
  const tell = (/** @type {Phrase | null} */ phrase) => {
    if (!phrase) return '';
    const [name, { who, ...words }] = phrase;
    return sentence(fill(table, [name, { ...words, who: names[String(who)] ?? '' }]));
  };
  const told = mistakes.map(({ ply, played, better, reason }) => ({ ply, played: tell(played), better: tell(better), reason: tell(reason) }));
  return { ...story, mistakes: told, ending: tell(ending) };
}
