// Facts about a position as buttons that mark their cells: the first ones, and the rest apart.

import { el, set } from '../ui/dom.js';

/** @typedef {Pick<Fact, 'colour' | 'text'>} Shown */

/** @param {{light: (fact: number | null) => void, pin: (fact: number) => void, first?: number}} options  mark the cells of
 *   a fact while it has the pointer or the focus, or until further notice; how many facts are in the first list */
export function createFactList({ light, pin, first = Infinity }) {
  const root = el('ul.facts');
  const rest = el('ul.facts.rest');
  /** @type {Shown[] | null} */
  let listed = null;
  /** @type {HTMLButtonElement[]} */
  let buttons = [];

  /** @param {Shown} fact @param {number} i */
  const factButton = ({ colour, text }, i) =>
    el(
      'button.fact',
      {
        type: 'button',
        'data-colour': colour,
        click: () => pin(i),
        pointerenter: () => light(i),
        pointerleave: () => light(null),
        focus: () => light(i),
        blur: () => light(null),
      },
      text,
    );

  return {
    root,
    rest,
    /** @param {Shown[] | null} facts @param {number | null} [pinned] */
    render(facts, pinned = null) {
      if (facts !== listed) {
        listed = facts;
        buttons = (facts ?? []).map(factButton);
        const items = buttons.map((each) => el('li', each));
        rest.replaceChildren(...items.splice(first));
        root.replaceChildren(...items);
      }
      buttons.forEach((each, i) => set(each, 'aria-pressed', pinned === i ? 'true' : 'false'));
    },
  };
}
