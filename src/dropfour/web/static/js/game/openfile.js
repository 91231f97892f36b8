// Opening game files: one game at once, several from a list; also what other apps share with the
// installed page, and files that the system opens with it.

import { COLOURS } from '../board/rules.js';
import { succeeds } from '../core/load.js';
import { postJson } from '../server/api.js';
import { creation } from '../server/delivery.js';
import { checkEngine, enqueue } from '../server/queue.js';
import { notify } from '../page/state.js';
import { keepGame } from '../storage/games.js';
import { ROOT, hasServer } from '../page/site.js';
import { pause } from '../page/tasks.js';
import { dotted, reasonOf, t, withWords } from '../ui/words.js';
import { Unreachable } from '../page/errors.js';
import { button, el, setText } from '../ui/dom.js';
import { closing, showDialog } from '../ui/form.js';
import { open } from './play.js';

// A game with all the variations that it can have.
const MOST_BYTES = 320 * 1024;
// A file with several games, which are sent one by one.
const MOST_FILE_BYTES = 16 * 1024 * 1024;
const RETRY_MS = 5000;
// Where the service worker puts what is shared.
const SHARED = 'dropfour-shared';
const HEADERS = { red: 'Red', yellow: 'Yellow' };

const fileModule = () => withWords('files', import('./files.js'));

/** Let the visitor choose a file, and open it. */
export function chooseFile() {
  const change = () => input.files?.[0] && void openFile(input.files[0]);
  const input = el('input', { type: 'file', accept: '.txt,.dropfour,text/plain', change });
  input.click();
}

/** Open a game file, and say why if that is not possible. @param {File} file */
export async function openFile(file) {
  try {
    if (file.size > MOST_FILE_BYTES) throw new Error(t('dialogs.file too large'));
    await openText(await file.text(), file.name);
  } catch (error) {
    notify(cannotOpen(file.name, error));
  }
}

/** @param {string} name @param {unknown} error */
function cannotOpen(name, error) {
  return t('dialogs.cannot open', { name, reason: reasonOf(error) });
}

/** Open a game in any of the formats of files, or show the list if there are several; raises an
 * Error. @param {string} text @param {string} name  what is opened */
export async function openText(text, name) {
  const { splitGames } = await fileModule();
  const games = splitGames(text);
  if (games.length > 1) await showGames(games, name);
  else await openOne(text, name);
}

/** @param {string} text @param {string} name */
async function openOne(text, name) {
  const { game, notice } = await readText(text);
  open(game, 'push');
  if (game.moves.length || game.variations.length) enqueue({ kind: 'create' });
  notify(notice ? t('dialogs.opened with notice', { name, notice }) : t('dialogs.opened', { name }));
}

/** Read a game; a player is an engine if its header names one that is here. @param {string} text */
async function readText(text) {
  if (text.length > MOST_BYTES) throw new Error(t('dialogs.game too large'));
  const { game, notice, engines } = (await fileModule()).readGame(text);
  for (const [name, engine] of Object.entries(engines)) {
    const colour = /** @type {Colour} */ (name);
    if (engine && (await succeeds(checkEngine(engine)))) game[colour] = { ...game[colour], engine };
  }
  return { game, notice };
}

// --- from other apps -----------------------------------------------------------------------------

/** Open what was shared: a link to this page, or a game as text or file.
 * @param {(address: string) => void} go  opens an address of this page
 * @returns {Promise<boolean>} whether something was opened */
export async function openShared(go) {
  const cache = await caches.open(SHARED);
  const kept = await cache.match(ROOT.href);
  if (!kept) return false;
  await cache.delete(ROOT.href);
  const text = await kept.text();
  const link = text.match(/https?:\/\/\S+/g)?.find((each) => each.startsWith(ROOT.href));
  if (link) {
    go(link);
    return true;
  }
  const name = decodeURIComponent(kept.headers.get('x-name') ?? '') || t('dialogs.what was shared');
  return openText(text, name).then(
    () => true,
    (error) => {
      notify(cannotOpen(name, error));
      return false;
    },
  );
}

/** Open the files that the system opens with the installed page. */
export function takeLaunchedFiles() {
  globalThis.launchQueue?.setConsumer(({ files }) => {
    if (files?.length) void files[0].getFile().then(openFile);
  });
}

// --- several games -------------------------------------------------------------------------------

/** Show the games of a file, to open or to add. @param {string[]} texts @param {string} name */
async function showGames(texts, name) {
  const { headersOf } = await fileModule();
  const status = el('p.soft', { role: 'status' });
  const add = button(t('dialogs.add all'), () => void addAll());
  /** @param {number} index */
  const openChosen = async (index) => {
    dialog.close();
    const chosen = t('dialogs.game of', { place: index + 1, name });
    await openOne(texts[index], chosen).catch((error) => notify(cannotOpen(chosen, error)));
  };
  const items = texts.map((text, i) => gameItem(headersOf(text), i, () => void openChosen(i)));
  const title = t('dialogs.games of', { name, count: texts.length });
  const dialog = showDialog('file', title, [el('ol.file-games', items), status], [closing(t('page.close')), add]);

  /** One after the other, until the dialog is closed. */
  async function addAll() {
    add.disabled = true;
    /** @type {string[]} */
    const problems = [];
    for (const [i, text] of texts.entries()) {
      setText(status, t('dialogs.adding', { place: i + 1, count: texts.length }));
      try {
        await store(text, () => dialog.open);
      } catch (error) {
        problems.push(t('dialogs.not added', { place: i + 1, reason: reasonOf(error) }));
      }
      if (!dialog.open) return;
    }
    const added = t('dialogs.added', { count: texts.length - problems.length });
    setText(status, [added, ...problems.slice(0, 3)].join(' '));
  }
}

/** Store a game; waits while the server takes no more of them. @param {string} text @param {() => boolean} isWanted */
async function store(text, isWanted) {
  const { game } = await readText(text);
  while (isWanted()) {
    try {
      if (hasServer) await postJson('/api/games', {}, creation(game));
      else keepGame(game);
      return;
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      await pause(RETRY_MS);
    }
  }
}

/** @param {Map<string, string>} headers @param {number} index @param {() => void} act */
function gameItem(headers, index, act) {
  const names = COLOURS.map((colour) => headers.get(HEADERS[colour]) ?? t('page.colour', { colour })).join(' – ');
  const about = dotted(['Result', 'Board', 'Date'].map((name) => headers.get(name)));
  const words = [el('span.soft', `${index + 1}.`), el('b', names), el('span.soft', about)];
  return el('li', el('button', { type: 'button', click: act }, words));
}
