// Forms and dialogs, and their parts: fields with their labels, choices and switches, numbers,
// lists, links to copy, and buttons that ask first.

import { button, el, pip, setText } from './dom.js';
import { t } from './words.js';

/** A form that is sent by *act*. @param {'form' | `form.${string}`} tag  with classes @param {() => unknown} act @param {...Child} parts */
export function form(tag, act, ...parts) {
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    void act();
  };
  return /** @type {HTMLFormElement} */ (el(tag, { submit }, ...parts));
}

/** A button that sends its form. @param {string} label @param {string} [classes] */
export function sending(label, classes = '.primary') {
  return /** @type {HTMLButtonElement} */ (el(`button${classes}`, { type: 'submit' }, label));
}

/** A control below its label. @param {string} label @param {HTMLElement} control  with an id, unless it has a legend of its own */
export function field(label, control) {
  const name = control.id ? el('label.field-name', { for: control.id }, label) : el('span.field-name', label);
  return el('div.field', name, control);
}

/** @param {string} id @param {number} min @param {number} max @param {Props} [props] */
export function numberInput(id, min, max, props = {}) {
  return el('input', { type: 'number', id, min, max, inputmode: 'numeric', ...props });
}

/** @param {string} id @param {Iterable<readonly [string, string]>} options  values with their labels @param {() => void} [changed] */
export function select(id, options, changed = () => {}) {
  return el('select', { id, change: changed }, ...[...options].map(([value, label]) => new Option(label, value)));
}

/** @param {string} name @param {string} about @param {(isOn: boolean) => void} changed @param {Props} [props] */
export function toggle(name, about, changed, props = {}) {
  const input = el('input', { type: 'checkbox', role: 'switch', change: () => changed(input.checked), ...props });
  const text = el('span.switch-text', el('b', name), el('span.soft', about));
  return { input, root: el('label.switch', input, text) };
}

/** A row of radio buttons. @param {string} name @param {string} legend
 * @param {[string, string | Node][]} options @param {(value: string) => void} [changed] */
export function choices(name, legend, options, changed) {
  const inputs = options.map(([value]) => el('input', { type: 'radio', name, value, change: () => changed?.(value) }));
  const labels = options.map(([, label], i) => el('label', inputs[i], label));
  const root = el('fieldset.choices', el('legend.unseen', legend), labels);
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
  return [colour, fragment(pip(colour), t('page.colour', { colour }))];
}

/** Both discs, as decoration. @param {string} tag  with classes @param {Props} [props] */
export function pair(tag, props = {}) {
  return el(tag, { 'aria-hidden': 'true', ...props }, pip('red'), pip('yellow'));
}

// --- links ---------------------------------------------------------------------------------------

/** @param {string} label @param {() => string} text */
export function copyButton(label, text) {
  const made = button(label, async () => {
    const isDone = await navigator.clipboard.writeText(text()).then(
      () => true,
      () => false,
    );
    setText(made, t(isDone ? 'page.copied' : 'page.not allowed'));
    setTimeout(() => setText(made, label), 1500);
  });
  return made;
}

/** A link to copy, and further buttons beside it. @param {string} label @param {string} id @param {...HTMLElement} others */
export function linkRow(label, id, ...others) {
  const input = el('input', { type: 'text', id, readonly: true, focus: () => input.select() });
  const copy = copyButton(t('page.copy'), () => input.value);
  const row = el('div.link-row', input, copy, ...others);
  return { input, root: el('div.field', el('label.field-name', { for: id }, label), row) };
}

/** A button that asks before it acts: it has to be pressed twice within four seconds.
 * @param {string} label @param {string} question @param {() => void} act @param {() => void} [asked] */
export function confirmButton(label, question, act, asked = () => {}) {
  const text = el('span', label);
  const made = el('button', { type: 'button' }, text);
  let isAsked = false;
  const ask = (/** @type {boolean} */ wanted) => {
    isAsked = wanted;
    setText(text, wanted ? question : label);
  };
  made.addEventListener('click', () => {
    if (!isAsked) setTimeout(() => ask(false), 4000);
    (isAsked ? act : asked)();
    ask(!isAsked);
  });
  return made;
}

/** Download a file. @param {BlobPart} content @param {string} type @param {string} name */
export function saveFile(content, type, name) {
  const file = URL.createObjectURL(new Blob([content], { type }));
  el('a', { href: file, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(file), 60_000);
}

// --- dialogs: each is made when it is opened, and removed once it is closed ----------------------

/** Open a dialog. With *submit* its parts are a form. @param {string} name  from which its class
 * and ids are made @param {string} title @param {Child[]} parts @param {Child[]} actions  at its
 * end @param {() => void} [submit] @returns {HTMLDialogElement} */
export function showDialog(name, title, parts, actions, submit) {
  const heading = el('h2', { id: `${name}-title` }, title);
  const inside = [heading, ...parts, el('div.dialog-end', actions)];
  const content = submit ? form('form', submit, inside) : inside;
  if (content instanceof HTMLFormElement) content.noValidate = true; // what is wrong is said in the dialog
  const props = { class: name, id: `${name}-dialog`, 'aria-labelledby': heading.id };
  const dialog = el('dialog', { ...props, close: () => dialog.remove() }, content);
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** A button that closes its dialog. @param {string} label @param {string} [classes] */
export function closing(label, classes = '.quiet') {
  const made = button(label, () => made.closest('dialog')?.close(), classes);
  return made;
}
