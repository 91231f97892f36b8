// Rows of choices and switches.

import { el, pip } from './dom.js';

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
