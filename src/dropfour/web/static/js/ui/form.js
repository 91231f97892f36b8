// Parts of forms: fields with their labels, rows of choices, switches, and links to copy.

import { button, el, pip, setText } from './dom.js';

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

/** @param {string} name @param {string} about @param {(isOn: boolean) => void} changed @param {Record<string, string>} [props] */
export function toggle(name, about, changed, props = {}) {
  const input = el('input', { type: 'checkbox', role: 'switch', change: () => changed(input.checked), ...props });
  return { input, root: el('label.switch', {}, input, el('span.switch-text', {}, el('b', {}, name), el('span.soft', {}, about))) };
}

/**
 * A row of radio buttons.
 * @param {string} name @param {string} legend @param {[string, string | Node][]} options
 * @param {(value: string) => void} [changed]
 */
export function choices(name, legend, options, changed) {
  const root = el('fieldset.choices', {}, el('legend.unseen', {}, legend), ...options.map(([value, label]) => (
    el('label', {}, el('input', { type: 'radio', name, value, change: () => changed?.(value) }), label))));
  const inputs = [...root.querySelectorAll('input')];
  return {
    root,
    get value() {
      return inputs.find((input) => input.checked)?.value ?? '';
    },
    set value(value) {
      for (const input of inputs) input.checked = input.value === value;
    },
  };
}

/** Nodes as one. @param {...(Node | string)} nodes */
export function fragment(...nodes) {
  const all = document.createDocumentFragment();
  all.append(...nodes);
  return all;
}

/** The choice of a colour. @param {Colour} colour @returns {[string, Node]} */
export function colourChoice(colour) {
  return [colour, fragment(pip(colour), colour === 'red' ? 'Red' : 'Yellow')];
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
