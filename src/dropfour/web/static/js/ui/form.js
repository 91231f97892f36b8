// Parts of forms: fields with their labels, numbers, lists, links to copy, and buttons that ask first.

import { button, el, setText } from './dom.js';

/** A control below its label. @param {string} label @param {HTMLElement} control  with an id, unless it has a legend of its own */
export function field(label, control) {
  const name = control.id ? el('label.field-name', { for: control.id }, label) : el('span.field-name', {}, label);
  return el('div.field', {}, name, control);
}

/** @param {string} id @param {number} min @param {number} max @param {Record<string, string | number | boolean | EventListener>} [props] */
export function numberInput(id, min, max, props = {}) {
  return el('input', { type: 'number', id, min, max, inputmode: 'numeric', ...props });
}

/** @param {string} id @param {Iterable<readonly [string, string]>} options  values with their labels @param {() => void} [changed] */
export function select(id, options, changed = () => {}) {
  return el('select', { id, change: changed }, ...[...options].map(([value, label]) => new Option(label, value)));
}

// --- links ----------------------------------------------------------------------------------------

/** @param {string} label @param {() => string} text */
export function copyButton(label, text) {
  const made = button(label, async () => {
    const isDone = await navigator.clipboard.writeText(text()).then(() => true, () => false);
    setText(made, isDone ? 'Copied' : 'Not allowed');
    setTimeout(() => setText(made, label), 1500);
  });
  return made;
}

/** A link to copy, and further buttons beside it. @param {string} label @param {string} id @param {...HTMLElement} others */
export function linkRow(label, id, ...others) {
  const input = el('input', { type: 'text', id, readonly: true, focus: () => input.select() });
  const row = el('div.link-row', {}, input, copyButton('Copy', () => input.value), ...others);
  return { input, root: el('div.field', {}, el('label.field-name', { for: id }, label), row) };
}

/** A button that asks before it acts: it has to be pressed twice within four seconds.
 * @param {string} label @param {string} question @param {() => void} act @param {() => void} [asked] */
export function confirmButton(label, question, act, asked = () => {}) {
  const text = el('span', {}, label);
  const made = el('button', { type: 'button' }, text);
  let isAsked = false;
  const ask = (/** @type {boolean} */ wanted) => {
    isAsked = wanted;
    setText(text, wanted ? question : label);
  };
  made.addEventListener('click', () => {
    if (isAsked) act();
    else {
      asked();
      setTimeout(() => ask(false), 4000);
    }
    ask(!isAsked);
  });
  return made;
}

/** Download something as a file. @param {BlobPart} content @param {string} type @param {string} name */
export function saveFile(content, type, name) {
  const file = URL.createObjectURL(new Blob([content], { type }));
  el('a', { href: file, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(file), 60_000);
}
