// The state that several views share: the game on the screen, what is known about it, live games,
// and which view is shown. What one view needs lives with that view, see `changerOf`. The state
// changes only through `update`; all changes within a frame cause one redraw.

import { newGame } from '../model/game.js';
import { whenStored } from '../storage/storage.js';

/** @type {State} */
const values = {
  view: 'game',
  game: newGame(),
  loading: false,
  shownPly: null,
  variation: null,
  pointed: null,
  refused: null,
  lineShown: null,
  queue: [],
  offline: false,
  thinking: false,
  study: false,
  coach: false,
  held: null,
  advice: null,
  bestPlay: 'no',
  bookShare: null,
  analysis: null,
  facts: null,
  fact: null,
  pinnedFact: null,
  answer: null,
  why: false,
  hint: null,
  review: null,
  said: null,
  notice: { text: '', count: 0 },
  spoken: { text: '', count: 0 },
  live: null,
  running: {},
  item: null,
  itemTitle: '',
};

/** What the part that is being drawn has read of the state. @type {Map<keyof State, unknown> | null} */
let reads = null;
let redraws = 0; // how often everything had to be drawn again

/** @type {State} */
export const state = new Proxy(values, {
  get(target, key) {
    const name = /** @type {keyof State} */ (key);
    if (reads && !reads.has(name)) reads.set(name, target[name]);
    return target[name];
  },
});

/** A function that draws a part of the page, but only if something that it read of the state has
 * changed since. @param {() => void} draw */
export function onChange(draw) {
  /** @type {Map<keyof State, unknown>} */
  let seen = new Map();
  let drawn = -1;
  return () => {
    const outer = reads;
    const isSame = drawn === redraws && [...seen].every(([name, value]) => values[name] === value);
    if (!isSame) {
      drawn = redraws;
      reads = new Map();
      try {
        draw();
      } finally {
        seen = reads;
        reads = outer;
      }
    }
    // What contains this part depends on the same.
    if (outer) for (const [name, value] of seen) if (!outer.has(name)) outer.set(name, value);
  };
}

/** @type {(() => void)[]} */
const watchers = [];
let isScheduled = false;
let isChanged = false;
const MOST_PASSES = 3;

/** Call *watcher* in the frame after each change. @param {() => void} watcher */
export function watch(watcher) {
  watchers.push(watcher);
}

/** Change the state and redraw what shows it. @param {Partial<State>} changes  none: what is drawn depends on something else, too */
export function update(changes) {
  const names = /** @type {(keyof State)[]} */ (Object.keys(changes));
  if (names.length === 0) redraws += 1;
  else if (names.every((name) => values[name] === changes[name])) return;
  Object.assign(values, changes);
  isChanged = true;
  if (isScheduled) return;
  isScheduled = true;
  if (globalThis.document?.hidden) setTimeout(redraw);
  else requestAnimationFrame(redraw);
}

/** Draw what has changed. What follows from a change, such as another search, changes the state itself: it is drawn in the same frame. */
function redraw() {
  if (!isScheduled) return;
  try {
    for (let passes = 0; isChanged && passes < MOST_PASSES; passes += 1) {
      isChanged = false;
      for (const watcher of watchers) watcher();
    }
  } finally {
    isScheduled = false;
  }
  if (isChanged) update({});
}

// A hidden tab has no frames, but a title, and games to follow.
globalThis.document?.addEventListener?.('visibilitychange', () => {
  redraw();
  update({});
});

// What is stored in this browser is drawn like the state.
whenStored(() => update({}));

/** A function that changes the state of a single view, and redraws. @template {object} Own
 * @param {Own} own @returns {(changes: Partial<Own>) => void} */
export function changerOf(own) {
  return (changes) => {
    Object.assign(own, changes);
    update({});
  };
}

/** Show a message for a few seconds, and announce it. @param {string} text */
export function notify(text) {
  update({ notice: { text, count: state.notice.count + 1 } });
  speak(text);
}

/** Announce something to screen readers. @param {string} text */
export function speak(text) {
  update({ spoken: { text, count: state.spoken.count + 1 } });
}
