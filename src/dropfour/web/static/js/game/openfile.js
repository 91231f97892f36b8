// Opening game files: one game at once, several from a list.

import { gameOf, postText } from '../server/api.js';
import { enqueue } from '../server/queue.js';
import { newGame, notify, state } from '../page/store.js';
import { keepGame } from '../page/library.js';
import { hasServer } from '../page/site.js';
import { pause } from '../page/tasks.js';
import { counted, reasonOf } from '../page/words.js';
import { Refusal, Unreachable } from '../page/errors.js';
import { button, el, setText } from '../ui/dom.js';
import { open } from './play.js';

// As max_file_bytes of the server: a game with all the variations that it can have.
const MOST_BYTES = 320 * 1024;
// A file with several games, which are sent one by one.
const MOST_FILE_BYTES = 16 * 1024 * 1024;
const TOO_MANY = 429;
const RETRY_MS = 5000;

/** Let the visitor choose a file, and open it. */
export function chooseFile() {
  const input = el('input', { type: 'file', accept: '.txt,.dropfour,text/plain', change: () => {
    const file = input.files?.[0];
    if (file) void openFile(file);
  } });
  input.click();
}

/** Open a game file, and say why if that is not possible. @param {File} file */
export async function openFile(file) {
  try {
    if (file.size > MOST_FILE_BYTES) throw new Error('it is too large to be a file of games');
    await openText(await file.text(), file.name);
  } catch (error) {
    notify(`Cannot open ${file.name}: ${reasonOf(error)}.`);
  }
}

/** Open a game in any of the formats of files, or show the list if there are several; raises an Error.
 * @param {string} text @param {string} name  what is opened */
export async function openText(text, name) {
  const { splitGames } = await import('./files.js');
  const games = splitGames(text);
  if (games.length > 1) await showGames(games, name);
  else await openOne(text, name);
}

/** @param {string} text @param {string} name */
async function openOne(text, name) {
  const { game, notice, isStored } = await readOne(text);
  open(game, 'push');
  if (!isStored && (state.game.moves.length || state.game.variations.length)) enqueue({ kind: 'create' });
  notify(notice ? `Opened ${name}: ${notice}.` : `Opened ${name}.`);
}

/** Read a game and store it; without a connection the browser reads it, and it is not stored yet. @param {string} text */
async function readOne(text) {
  if (text.length > MOST_BYTES) throw new Error('it is too large to be a game');
  const imported = hasServer ? await postText('/api/games/import', text).catch(ignoreOutage) : null;
  if (imported) return { game: gameOf(imported.game), notice: imported.notice, isStored: true };
  return { game: await (await import('./files.js')).readGame(text), notice: null, isStored: false };
}

/** @param {unknown} error */
function ignoreOutage(error) {
  if (error instanceof Unreachable) return null;
  throw error;
}

// --- several games --------------------------------------------------------------------------------

/** Show the games of a file, to open one or to add all. @param {string[]} texts @param {string} name */
async function showGames(texts, name) {
  const { headersOf } = await import('./files.js');
  const status = el('p.soft', { role: 'status' });
  const add = button('Add all to past games', () => void addAll());
  const dialog = el('dialog', { 'aria-labelledby': 'file-title', close: () => dialog.remove() },
    el('h2', { id: 'file-title' }, `${name}: ${counted(texts.length, 'game')}`),
    el('ol.file-games', {}, ...texts.map((text, i) => el('li', {}, gameButton(headersOf(text), i, () => {
      dialog.close();
      void openOne(text, `game ${i + 1} of ${name}`).catch((error) => notify(`Cannot open game ${i + 1} of ${name}: ${reasonOf(error)}.`));
    })))),
    status,
    el('div.dialog-end', {}, button('Close', () => dialog.close(), '.quiet'), add));
  document.body.append(dialog);
  dialog.showModal();

  /** One after the other, until the dialog is closed. */
  async function addAll() {
    add.disabled = true;
    /** @type {string[]} */
    const problems = [];
    for (const [i, text] of texts.entries()) {
      setText(status, `Adding game ${i + 1} of ${texts.length} …`);
      try {
        await store(text, () => dialog.open);
      } catch (error) {
        problems.push(`game ${i + 1}: ${reasonOf(error)}`);
      }
      if (!dialog.open) return;
    }
    const added = counted(texts.length - problems.length, 'game');
    setText(status, [`${added} added to your past games.`, ...problems.slice(0, 3).map((each) => `Not ${each}.`)].join(' '));
  }
}

/** Store a game; waits while the server takes no more of them. @param {string} text @param {() => boolean} isWanted */
async function store(text, isWanted) {
  while (isWanted()) {
    try {
      if (hasServer) await postText('/api/games/import', text);
      else keepGame(newGame(await (await import('./files.js')).readGame(text)));
      return;
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== TOO_MANY) throw error;
      await pause(RETRY_MS);
    }
  }
}

/** @param {Map<string, string>} headers @param {number} index @param {() => void} act */
function gameButton(headers, index, act) {
  const names = `${headers.get('Red') ?? 'Red'} – ${headers.get('Yellow') ?? 'Yellow'}`;
  const about = [headers.get('Result'), headers.get('Board'), headers.get('Date')].filter(Boolean).join(' · ');
  return el('button', { type: 'button', click: act }, el('span.soft', {}, `${index + 1}.`), el('b', {}, names), el('span.soft', {}, about));
}
