// Facts about a position as buttons that mark their cells on the board: the first ones, and the rest on demand.

import { el, set } from '../ui/dom.js';

/** @param {{light: (fact: number | null) => void, pin: (fact: number) => void, first?: number}} options  mark the cells of
 *   a fact while it has the pointer or the focus, or until further notice; how many facts to show at first */
export function createFactList({ light, pin, first = 3 }) {
  const root = el('ul.facts');
  /** @type {Fact[] | null} */
  let listed = null;
  /** @type {HTMLButtonElement[]} */
  let buttons = [];

  /** @param {Fact} fact @param {number} i */
  const factButton = ({ colour, text }, i) => el('button.fact', {
    type: 'button',
    'data-colour': colour,
    click: () => pin(i),
    pointerenter: () => light(i),
    pointerleave: () => light(null),
    focus: () => light(i),
    blur: () => light(null),
  }, text);

  return {
    root,
    /** @param {Fact[] | null} facts @param {number | null} [pinned] */
    render(facts, pinned = null) {
      if (facts !== listed) {
        listed = facts;
        buttons = (facts ?? []).map(factButton);
        const items = buttons.map((each) => el('li', {}, each));
        const rest = items.splice(first);
        if (rest.length) items.push(el('li', {}, moreOf(rest)));
        root.replaceChildren(...items);
      }
      buttons.forEach((each, i) => set(each, 'aria-pressed', pinned === i ? 'true' : 'false'));
    },
  };
}

/** @param {HTMLLIElement[]} items */
function moreOf(items) {
  return el('details.more-facts', {}, el('summary', {}, `More (${items.length})`), el('ul', {}, ...items));
}
