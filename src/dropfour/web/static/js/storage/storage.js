// This browser's storage. Without it one can still play, until the page is closed.

const PREFIX = 'dropfour.';

/** @param {string} name @returns {any} null if there is nothing that can be read */
export function read(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null');
  } catch {
    return null;
  }
}

/** Store what no view shows while it is open. @param {string} name @param {unknown} value  undefined removes it */
export function keep(name, value) {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // There is none, or it is full.
  }
}

/** @type {(() => void)[]} */
const listeners = [];

/** Call *act* when something shown was stored, by any tab. @param {() => void} act */
export function whenStored(act) {
  listeners.push(act);
  globalThis.addEventListener?.('storage', ({ key }) => {
    if (key === null || key.startsWith(PREFIX)) act();
  });
}

/** Store and draw something. @param {string} name @param {unknown} value  undefined removes it */
export function write(name, value) {
  keep(name, value);
  for (const act of listeners) act();
}

/** @param {string} name @returns {any[]} */
export function readList(name) {
  const found = read(name);
  return Array.isArray(found) ? found : [];
}

/** @param {string} name @returns {Record<string, any>} */
export function readRecord(name) {
  const found = read(name);
  return found && typeof found === 'object' && !Array.isArray(found) ? found : {};
}

/** A record like *usual*: what is stored, where it is of the same kind.
 * @template {Record<string, any>} T @param {string} name @param {T} usual @returns {T} */
export function readLike(name, usual) {
  const kindOf = (/** @type {unknown} */ value) =>
    Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;
  const stored = Object.entries(readRecord(name)).filter(([key, value]) => kindOf(value) === kindOf(usual[key]));
  return { ...usual, ...Object.fromEntries(stored) };
}

/** A choice that lasts: its value, or *fallback* if none that is allowed is stored. @template T
 * @param {string} name @param {T} fallback @param {(value: unknown) => boolean} [isAllowed] */
function preference(name, fallback, isAllowed = (value) => typeof value === typeof fallback) {
  return {
    /** @returns {T} */
    get value() {
      const stored = read(name);
      return isAllowed(stored) ? stored : fallback;
    },
    set value(value) {
      write(name, value);
    },
  };
}

export const preferences = {
  study: preference('study', false),
  coach: preference('coach', false),
  /** Whether all that is known about a position is shown. */
  more: preference('more', false),
  /** Whether the opponents talk. */
  voice: preference('voice', true),
  sound: preference('sound', true),
  vibration: preference('vibration', true),
  reactions: preference('reactions', true),
  /** Whether single keys work outside the board, too: some people trigger them by speech. */
  keys: preference('keys', true),
  /** The tournament between people that this browser plays in. */
  club: preference('club', ''),
  /** What others see in live games. */
  name: preference('name', ''),
  /** What was offered in the lobby last. */
  offer: preference('offer', { board: '7x6', clock: 'any' }, (value) => typeof value === 'object' && value !== null),
  /** Whether the system tells when it is the player's turn. */
  notifications: preference('notifications', false),
};
