// A button that copies text.

import { el, setText } from './dom.js';

/** @param {string} label @param {() => string} text */
export function copyButton(label, text) {
  const button = el('button', { type: 'button' }, label);
  button.addEventListener('click', () => {
    void copy(text()).then((done) => {
      setText(button, done ? 'Copied' : 'Not allowed');
      setTimeout(() => setText(button, label), 1500);
    });
  });
  return button;
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
