// Wording: what the page says in its reader's language (src/dropfour/words), numbers and times.

/** A text with {placeholders}, or several, by what stands for the placeholder *by* (default:
 * count): its value, or the plural form of a number.
 * @typedef {string | {by?: string, [form: string]: Entry | undefined}} Entry */
/** @typedef {Record<string, Entry>} Words */

/** The language that js/ui/theme.js has chosen; on other people's pages, theirs. */
export const language = known(globalThis.document?.documentElement.lang);
/** The same with the reader's region, for dates. */
export const locale = globalThis.navigator?.languages?.find((each) => each.startsWith(language)) ?? language;
const plurals = new Intl.PluralRules(language);

/** @type {Record<string, Words>} */
const parts = {};
/** @type {Record<string, Promise<Words>>} */
const loading = {};

/** @param {string} [tag] */
function known(tag) {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** Load the words of a part of the page, and return them; once they are there, *t* has them. Every
 * dynamic import waits for those of its module. Raises an Error if they cannot be loaded.
 * @param {string} part @returns {Promise<Words>} */
export function loadWords(part) {
  loading[part] ??= fetched(part).catch((error) => {
    delete loading[part];
    throw error;
  });
  return loading[part];
}

/** @param {string} part @returns {Promise<Words>} */
async function fetched(part) {
  for (const each of new Set([language, language.split('-')[0], 'en'])) {
    const answer = await fetch(new URL(`../../words/${each}/${part}.json`, import.meta.url)).catch(() => null);
    if (answer?.ok) return (parts[part] = await answer.json());
  }
  throw new Error('the words of this page could not be loaded');
}

/** A module once its words are there, too. @template Module @param {string} names  of parts, with
 * blanks between them @param {Promise<Module>} loading @returns {Promise<Module>} */
export async function withWords(names, loading) {
  const [module] = await Promise.all([loading, ...names.split(' ').map(loadWords)]);
  return module;
}

/** What stands for a placeholder: numbers as the language writes them, *red*, *yellow* and *you* in its words; a text with a
 * *name* has the form of that name. @typedef {string | number | {name: string, text: string}} Value */
/** By placeholder; a capital begins with a capital. @typedef {Record<string, Value>} Values */
/** @type {Record<string, string>} */
const OWN = { red: 'page.red', yellow: 'page.yellow', you: 'page.you' };

/** A text in the reader's language. Only for functions: the words are not there when a module is
 * loaded. @param {string} key  the part and the name of the entry in it, such as 'game.rematch'
 * @param {Values} [values] */
export function t(key, values = {}) {
  return fillIn(entryOf(key), values);
}

/** The same with nodes for placeholders, as children of an element. @param {string} key
 * @param {Record<string, string | number | Node>} values @returns {(string | Node)[]} */
export function parted(key, values) {
  const others = Object.entries(values).filter(([, value]) => !(value instanceof Node));
  const text = fillIn(entryOf(key), /** @type {Values} */ (Object.fromEntries(others)));
  return text.split(/\{(\w+)\}/).map((each, i) => (i % 2 ? /** @type {Node} */ (values[each]) : each));
}

/** @param {string} key @returns {Entry} */
function entryOf(key) {
  const [part] = key.split('.', 1);
  const entry = parts[part]?.[key.slice(part.length + 1)];
  if (entry === undefined) console.error(`there are no words for ${key}`);
  return entry ?? key;
}

/** @param {Entry | undefined} entry @param {Values} values @returns {string} */
function fillIn(entry, values) {
  if (typeof entry === 'object') {
    const value = values[entry.by ?? 'count'];
    const form = typeof value === 'object' ? value.name : value;
    return fillIn(entry[form] ?? entry[plurals.select(Number(form))] ?? entry.other, values);
  }
  return (entry ?? '').replace(/\{(\w+)\}/g, (placeholder, written) => {
    const name = written.charAt(0).toLowerCase() + written.slice(1);
    const text = textOf(values[name] ?? placeholder);
    return name === written ? text : capital(text);
  });
}

/** @param {Value} value */
function textOf(value) {
  if (typeof value === 'number') return number(value);
  if (typeof value === 'object') return value.text;
  return OWN[value] ? t(OWN[value]) : value;
}

/** Put the words into elements of HTML that name theirs. @param {ParentNode} root */
export function translate(root) {
  for (const each of /** @type {Iterable<HTMLElement>} */ (root.querySelectorAll('[data-t], [data-t-label]'))) {
    const { t: text, tLabel: label } = each.dataset;
    if (text) each.textContent = t(text);
    if (label) each.ariaLabel = t(label);
  }
}

/** @param {number} value @param {Intl.NumberFormatOptions} [options] */
export function number(value, options) {
  return value.toLocaleString(language, options);
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}

/** A clause as a sentence. @param {string} clause */
export function sentence(clause) {
  return t('page.sentence', { clause: capital(clause) });
}

/** Texts one after another, if not empty. @param {(string | null | undefined | false)[]} texts */
export function listed(texts) {
  return texts.filter(Boolean).join(t('page.comma'));
}

// Our English has no comma before the last one.
const written = language === 'en' ? 'en-GB' : language;

/** Numbers as a list: one, two and three. @param {number[]} numbers */
export function everyOf(numbers) {
  return new Intl.ListFormat(written).format(numbers.map(String));
}

/** The same with or. @param {number[]} numbers */
export function eitherOf(numbers) {
  return new Intl.ListFormat(written, { type: 'disjunction' }).format(numbers.map(String));
}

/** Texts with dots between them. @param {(string | null | undefined | false)[]} texts */
export function dotted(texts) {
  return texts.filter(Boolean).join(' · ');
}

/** Why something failed. @param {unknown} error */
export function reasonOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** A number with its sign, + or −. @param {number} number */
export function signed(number) {
  if (number === 0) return '0';
  return number > 0 ? `+${number}` : `−${-number}`;
}

/** @param {string} time  in ISO format */
export function moment(time) {
  return new Date(time).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });
}

/** Minutes and seconds, such as 1:05. @param {number} ms */
export function timeText(ms) {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
