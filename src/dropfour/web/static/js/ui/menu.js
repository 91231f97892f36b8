// A button that opens a list of links where the screen is too narrow to show them side by side.

import { set } from './dom.js';

/** @param {HTMLElement} button @param {HTMLElement} links */
export function createMenu(button, links) {
  const isOpen = () => links.hasAttribute('data-open');
  const open = (/** @type {boolean} */ wanted) => {
    set(links, 'data-open', wanted);
    set(button, 'aria-expanded', wanted ? 'true' : 'false');
  };
  button.addEventListener('click', () => open(!isOpen()));
  links.addEventListener('click', () => open(false));
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !isOpen()) return;
    open(false);
    button.focus();
  });
  document.addEventListener('pointerdown', (event) => {
    const target = /** @type {Node} */ (event.target);
    if (!links.contains(target) && !button.contains(target)) open(false);
  });
}
