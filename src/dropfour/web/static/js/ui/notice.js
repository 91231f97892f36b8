// A short notice: in a place of its own below the board, or if that is not in sight as high in the
// window as it covers neither a title nor anything that can be pressed.

import { set, setText } from './dom.js';

const SHOWN_MS = 4000;
const BELOW_TOP_PX = 56;
const STEP_PX = 8;
const PRESSABLE = 'button, a, input, select, textarea, summary, h1';

/** @param {HTMLElement} element a popover @param {HTMLElement} ownPlace */
export function createNotice(element, ownPlace) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let shownWidth = 0;
  // Where the notice is, is not where it belongs once the screen has been turned.
  addEventListener('resize', () => {
    if (innerWidth !== shownWidth && element.matches(':popover-open')) element.hidePopover();
  });
  // It is in front of everything, also of a menu that opens and of the place that a link leads to.
  addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[popovertarget], a')) set(element, 'data-shown', false);
  });

  /** Place the notice with its lower edge at *bottom*, in pixels of the window.
   * @param {number} bottom @param {string} left @param {string} width */
  function place(bottom, left, width) {
    element.style.setProperty('--notice-top', `${bottom + scrollY}px`);
    element.style.setProperty('--notice-left', left);
    element.style.setProperty('--notice-width', width);
  }

  function placeInSight() {
    const { top, bottom, left, width } = ownPlace.getBoundingClientRect();
    if (width > 0 && top >= 0 && bottom <= innerHeight) {
      place(bottom, `${left + width / 2}px`, `${width - 12}px`);
      return;
    }
    place(BELOW_TOP_PX, '50%', '94vw');
    const { offsetWidth, offsetHeight } = element;
    const pressable = [...document.querySelectorAll(PRESSABLE)].map((each) => each.getBoundingClientRect());
    const from = (document.documentElement.clientWidth - offsetWidth) / 2;
    const inWay = pressable.filter(({ width, left, right }) => width > 0 && right > from && left < from + offsetWidth);
    const covers = (/** @type {number} */ edge) =>
      inWay.some((each) => each.bottom > edge - offsetHeight && each.top < edge);
    for (let edge = Math.max(BELOW_TOP_PX, offsetHeight); edge < innerHeight; edge += STEP_PX) {
      if (!covers(edge)) {
        place(edge, '50%', '94vw');
        return;
      }
    }
  }

  return function showNotice(/** @type {string} */ text) {
    setText(element, text);
    // Shown again, it is in front of all dialogs.
    if (element.matches(':popover-open')) element.hidePopover();
    element.showPopover();
    placeInSight();
    shownWidth = innerWidth;
    set(element, 'data-shown', true);
    clearTimeout(timer);
    timer = setTimeout(() => set(element, 'data-shown', false), SHOWN_MS);
  };
}
