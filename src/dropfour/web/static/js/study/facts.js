// Facts about a position as buttons that mark their cells on the board.

import { el, set } from '../ui/dom.js';

/** @param {{light: (fact: number | null) => void, pin: (fact: number) => void}} handlers  mark the cells of a fact while it
 *   has the pointer or the focus, or until further notice */
export function createFactList({ light, pin }) {
  const root = el('ul.facts');
  /** @type {Fact[] | null} */
  let listed = null;

  return {
    root,
    /** @param {Fact[] | null} facts @param {number | null} [pinned] */
    render(facts, pinned = null) {
      if (facts !== listed) {
        listed = facts;
        root.replaceChildren(...(facts ?? []).map(({ colour, text }, i) => el('li', {}, el('button.fact', {
          type: 'button',
          'data-colour': colour,
          click: () => pin(i),
          pointerenter: () => light(i),
          pointerleave: () => light(null),
          focus: () => light(i),
          blur: () => light(null),
        }, text))));
      }
      [...root.children].forEach((item, i) => set(item.children[0], 'aria-pressed', pinned === i ? 'true' : 'false'));
    },
  };
}
