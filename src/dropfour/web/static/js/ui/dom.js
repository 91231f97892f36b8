// Creating and changing elements, never from markup in a string.

/** @template {string} Tag @param {Tag} tag  with classes, such as "button.primary.wide"
 * @param {Props | Child} [first]  attributes and listeners by the name of their event, or a child
 * @param {...Child} children  also in lists; what is null, false or empty is left out */
export function el(tag, first, ...children) {
  const [name, ...classes] = tag.split('.');
  const element = document.createElement(name);
  if (classes.length) element.className = classes.join(' ');
  const isChild = !first || typeof first !== 'object' || first instanceof Node || Array.isArray(first);
  for (const [key, value] of Object.entries(isChild ? {} : first)) {
    if (typeof value === 'function') element.addEventListener(key, value);
    else set(element, key, value);
  }
  const all = /** @type {(Node | string)[]} */ ((isChild ? [first, ...children] : children).flat(4).filter(Boolean));
  element.append(...all);
  return /** @type {ElementOf<Tag>} */ (element);
}

/** A card whose heading is its name. @param {string} id  of the heading @param {string} heading @param {...Child} parts */
export function card(id, heading, ...parts) {
  return el('section.card', { 'aria-labelledby': id }, el('h2', { id }, heading), ...parts);
}

/** A table. @param {string} tag  with classes @param {Child[]} heads  of the columns @param {...Child} rows  in its body, or the body itself */
export function table(tag, heads, ...rows) {
  const cells = heads.map((name) => (name instanceof Node ? name : el('th', { scope: 'col' }, name)));
  const head = el('thead', el('tr', cells));
  return el(tag, head, rows[0] instanceof HTMLTableSectionElement ? rows : el('tbody', rows));
}

/** A row of a table with a head; *before* are cells before it. @param {Child} head @param {Child[]} cells @param {...Child} before */
export function row(head, cells, ...before) {
  const cellOf = (/** @type {Child} */ each) => el('td', each);
  return el('tr', before.map(cellOf), el('th', { scope: 'row' }, head), cells.map(cellOf));
}

/** A button that submits nothing. @param {string} label @param {() => void} act @param {string} [classes]  such as .primary */
export function button(label, act, classes = '') {
  return /** @type {HTMLButtonElement} */ (el(`button${classes}`, { type: 'button', click: () => act() }, label));
}

/** A disc within text. @param {Colour} colour */
export function pip(colour) {
  return el(`span.disc.${colour}.pip`, { 'aria-hidden': 'true' });
}

/** @param {string} tag @param {Record<string, string | number>} [attributes]
 * @param {...Node} children @returns {SVGElement} */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** Set an attribute if its value differs; null, undefined and false remove it.
 * @param {Element} element @param {string} name @param {unknown} value */
export function set(element, name, value) {
  if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
    return;
  }
  const text = value === true ? '' : String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/** Set a text if it differs; a node that is changed costs less than one that is replaced. @param {Element} element @param {string} text */
export function setText(element, text) {
  if (element.textContent === text) return;
  const { firstChild, lastChild } = element;
  if (firstChild instanceof Text && firstChild === lastChild) firstChild.data = text;
  else element.textContent = text;
}

/** Show or hide an element. @param {HTMLElement} element @param {boolean} shown */
export function show(element, shown) {
  if (element.hidden === shown) element.hidden = !shown;
}

/** Show a text; without one, hide the element. @param {HTMLElement} element @param {string} text */
export function showText(element, text) {
  setText(element, text);
  show(element, text !== '');
}

const scrolling = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth');

/** Scroll an element into view if it is not, as little as possible. @param {HTMLElement} element */
export function reveal(element) {
  element.scrollIntoView({ block: 'nearest', behavior: scrolling() });
}

/** The same with what stands above it, as far as both fit the screen. @param {HTMLElement} element @param {HTMLElement} above */
export function revealBelow(element, above) {
  const margin = 12;
  const down = element.getBoundingClientRect().bottom + margin - innerHeight;
  const up = Math.min(0, above.getBoundingClientRect().top - margin);
  scrollBy({ top: Math.max(down, up), behavior: scrolling() });
}

// By then a click has been answered, and its disc has begun to fall.
const SETTLE_MS = 40;

/** Do what nobody waits for after the next frame. @param {() => void} act */
export function whenSettled(act) {
  setTimeout(act, SETTLE_MS);
}

/** Call *act* instead of following the link, unless the user asks for a new tab or window.
 * @param {HTMLElement} link @param {() => void} act @returns {HTMLElement} */
export function within(link, act) {
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    act();
  });
  return link;
}

/** Give *list* one child for each key. Existing children are not moved, which would lose the focus
 * or a touch on them; keys must not change their order. @param {Element} list
 * @param {string[]} keys @param {(key: string) => Element} make */
export function syncChildren(list, keys, make) {
  const wanted = new Set(keys);
  for (const child of [...list.children]) {
    if (!wanted.has(child.getAttribute('data-key') ?? '')) child.remove();
  }
  keys.forEach((key, i) => {
    if (list.children[i]?.getAttribute('data-key') === key) return;
    const child = make(key);
    set(child, 'data-key', key);
    list.insertBefore(child, list.children[i] ?? null);
  });
}

/** @type {WeakMap<Element, string>} */
const fillings = new WeakMap();

/** Give an element other children if *key*, which stands for them, is another one than last time.
 * @param {Element} element @param {string} key @param {() => Child[]} make */
export function refill(element, key, make) {
  if (fillings.get(element) === key) return;
  fillings.set(element, key);
  element.replaceChildren(.../** @type {(Node | string)[]} */ (make().flat(4).filter(Boolean)));
}

/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/** Load a style sheet of the page; one that could not be loaded is tried again. @param {string} name @returns {Promise<void>} */
export function addStyles(name) {
  const known = sheets.get(name);
  if (known) return known;
  const href = new URL(`../../css/${name}.css`, import.meta.url).href;
  /** @type {Promise<void>} */
  const sheet = new Promise((resolve, reject) => {
    const fail = () => {
      sheets.delete(name);
      reject(new Error(`no ${name}.css`));
    };
    document.head.append(el('link', { rel: 'stylesheet', href, load: () => resolve(), error: fail }));
  });
  sheets.set(name, sheet);
  return sheet;
}

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}
