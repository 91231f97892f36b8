// How discs move: they fall one after another, bounce once or twice, and hop when they have won.

/** Whether the user prefers no motion. */
export function isStill() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

const MS_A_CELL = 105; // the time in which a disc falls one cell from rest
const DOWN = 'cubic-bezier(0.333, 0, 0.667, 0.333)'; // constant acceleration
const UP = 'cubic-bezier(0.333, 0.667, 0.667, 1)';

/** @param {number} cells */
function lift(cells) {
  return `translateY(calc(var(--cell) * ${-cells}))`;
}

/** The keyframes of a disc that falls *cells*, when it first touches the ground, and when it rests,
 * in ms. @param {number} cells */
function course(cells) {
  const bounce = Math.min(0.24, 0.04 + 0.04 * cells);
  /** @type {{height: number, time: number, easing: string}[]} */
  const steps = [{ height: cells, time: 0, easing: DOWN }];
  let time = MS_A_CELL * Math.sqrt(cells);
  const touch = time;
  for (const height of [bounce, bounce * 0.2]) {
    const half = MS_A_CELL * Math.sqrt(height);
    steps.push({ height: 0, time, easing: UP }, { height, time: time + half, easing: DOWN });
    time += 2 * half;
  }
  steps.push({ height: 0, time, easing: 'linear' });
  const frames = steps.map((step) => ({ transform: lift(step.height), offset: step.time / time, easing: step.easing }));
  return { frames, touch, duration: time };
}

/** Lets discs fall; *changed* is called whenever the number of falling discs becomes zero or more.
 * @param {(isFalling: boolean) => void} changed */
export function createFalls(changed) {
  let count = 0;
  let free = 0; // when the next disc may start, by performance.now()

  /** Let *disc* fall from above the board, and call *landed* when it touches the ground.
   * @param {Element} disc @param {number} cells @param {() => void} landed */
  return function fall(disc, cells, landed) {
    if (isStill()) {
      landed();
      return;
    }
    const { frames, touch, duration } = course(cells);
    const delay = Math.max(0, free - performance.now());
    free = performance.now() + delay + touch;
    count += 1;
    changed(true);
    const animation = disc.animate(frames, { duration, delay, fill: 'backwards' });
    setTimeout(() => disc.isConnected && landed(), delay + touch);
    void animation.finished
      .catch(() => {})
      .then(() => {
        count -= 1;
        if (count === 0) changed(false);
      });
  };
}

/** Let discs hop one after another. @param {Element[]} discs */
export function hop(discs) {
  if (isStill()) return;
  const frames = [{ transform: lift(0), easing: UP }, { transform: lift(0.2), easing: DOWN }, { transform: lift(0) }];
  discs.forEach((disc, i) => disc.animate(frames, { duration: 340, delay: 120 + 90 * i, iterations: 2 }));
}

/** @param {Element | undefined} element */
export function shake(element) {
  if (!element) return;
  const steps = isStill() ? [0, 0] : [0, -5, 5, -3, 3, 0];
  const frames = steps.map((x) => ({ transform: `translateX(${x}px)`, background: 'rgb(255 255 255 / 28%)' }));
  element.animate(frames, { duration: 280 });
}
