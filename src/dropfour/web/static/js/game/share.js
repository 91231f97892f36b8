// Sharing a game: links, text, pictures and files; and opening a game file.

import { movesAddress, storedAddress, variationsAddress } from '../page/address.js';
import { addressOf, gameOf, postText, startAndMoves } from '../server/api.js';
import { button, byId, el, setText, show } from '../ui/dom.js';
import { diagram, formatMoves, positionString } from '../board/notation.js';
import { open } from './play.js';
import { enqueue } from '../server/queue.js';
import { hasServer } from '../page/site.js';
import { isWatching, notify, positionsOf, shownGame, shownMoves, shownPly, shownPosition, state } from '../page/store.js';
import { copyButton, field, linkRow } from '../ui/form.js';
import { Unreachable } from '../page/errors.js';
import { reasonOf } from '../page/words.js';

// As max_file_bytes of the server: a game with all the variations that it can have.
const MOST_BYTES = 320 * 1024;
// Web servers refuse longer addresses; a game file holds any number of variations.
const LONGEST_LINK = 8000;

/** @type {(() => void) | null} */
let openDialog = null;

export function showShareDialog() {
  openDialog ??= createDialog(/** @type {HTMLDialogElement} */ (byId('share-dialog')));
  openDialog();
}

/** @param {HTMLDialogElement} dialog */
function createDialog(dialog) {
  const pageLink = linkRow('Link to this page', 'share-page');
  const gameLink = linkRow('Link to this game', 'share-game');
  const positionLink = linkRow('Link to this position', 'share-position');
  const variationsLink = linkRow('Link to this game with its variations', 'share-variations');
  const copies = field('As text', el('div.card-actions', {},
    copyButton('Copy moves', () => formatMoves(shownMoves().slice(0, shownPly()))),
    copyButton('Copy board', () => diagram(shownPosition())),
    copyButton('Copy position', () => positionString(shownPosition())),
  ));
  const downloads = createDownloads();
  const downloading = field('Download', downloads.root);
  const input = el('input', { type: 'file', id: 'share-file', accept: '.txt,.dropfour,text/plain' });
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    input.value = '';
    if (file) void openFile(file).then(() => dialog.close(), (error) => setText(problem, sentenceOf(file, error)));
  });
  const problem = el('p.problem', { role: 'alert' });
  dialog.append(
    el('h2', { id: 'share-title' }, 'Share'),
    pageLink.root,
    gameLink.root,
    variationsLink.root,
    positionLink.root,
    copies,
    downloading,
    field('Open a game file, or drop one anywhere on the page', input),
    problem,
    el('div.dialog-end', {}, button('Done', () => dialog.close(), '.primary')),
  );

  return () => {
    const { game } = state;
    // The other views have no game to share, but an address.
    const isGame = state.view === 'game';
    show(pageLink.root, !isGame);
    pageLink.input.value = location.href;
    for (const part of [positionLink.root, copies, downloading]) show(part, isGame);
    // Without a server the game is in this browser only.
    show(gameLink.root, isGame && game.id !== null && hasServer);
    gameLink.input.value = new URL(storedAddress(game.id ?? ''), location.href).href;
    const withVariations = new URL(variationsAddress(game), location.href).href;
    show(variationsLink.root, isGame && game.variations.length > 0 && withVariations.length <= LONGEST_LINK);
    variationsLink.input.value = withVariations;
    positionLink.input.value = new URL(movesAddress(shownGame(), shownPly()), location.href).href;
    setText(problem, '');
    if (isGame) downloads.aim(`dropfour-${game.id ?? (formatMoves(game.moves).slice(0, 20) || 'board')}`);
    dialog.showModal();
  };
}

/** Links to pictures and the file of the game: from the server, or made in the browser. */
function createDownloads() {
  const [svg, png, gif, txt] = ['SVG', 'PNG', 'Animated GIF', 'Game file'].map((label) => el('a.button', {}, label));
  if (!hasServer) gif.addEventListener('click', drawAnimation);

  /** @param {string} name */
  function aimAtServer(name) {
    const { game } = state;
    const shown = startAndMoves(shownGame(), shownPly());
    const all = startAndMoves(game);
    aim(svg, addressOf('/api/picture.svg', shown), `${name}.svg`);
    aim(png, addressOf('/api/picture.png', shown), `${name}.png`);
    aim(gif, addressOf('/api/animation.gif', all), `${name}.gif`);
    // The server does not have the variations of somebody else's game.
    if (game.id === null || (game.variations.length && (game.live || isWatching(game)))) void aimRecordAtBlob(name);
    else aim(txt, addressOf('/api/games/{game_id}/record', { game_id: game.id }), `${name}.txt`);
  }

  /** @param {string} name */
  async function aimRecordAtBlob(name) {
    const { recordText } = await import('./files.js');
    aim(txt, blobAddress(recordText(state.game), 'text/plain'), `${name}.txt`);
  }

  /** @param {string} name */
  async function aimAtBlobs(name) {
    const { pngOf, svgText } = await import('./files.js');
    const drawing = svgText(shownPosition());
    await aimRecordAtBlob(name);
    aim(svg, blobAddress(drawing, 'image/svg+xml'), `${name}.svg`);
    aim(gif, '#', `${name}.gif`);
    aim(png, URL.createObjectURL(await pngOf(drawing)), `${name}.png`);
  }

  /** Draw the animation when it is asked for, and then download it. @param {Event} event */
  async function drawAnimation(event) {
    if (gif.getAttribute('href') !== '#') return;
    event.preventDefault();
    notify('Drawing the animation …');
    try {
      const { gifOf } = await import('./gif.js');
      aim(gif, URL.createObjectURL(await gifOf(positionsOf(state.game))), gif.download);
      gif.click();
    } catch (error) {
      notify(`The animation cannot be drawn: ${reasonOf(error)}.`);
    }
  }

  return {
    root: el('div.card-actions', {}, svg, png, gif, txt),
    /** @param {string} name  of the files, without their endings */
    aim(name) {
      if (hasServer) aimAtServer(name);
      else void aimAtBlobs(name);
    },
  };
}

/** @param {string} text @param {string} type */
function blobAddress(text, type) {
  return URL.createObjectURL(new Blob([text], { type }));
}

/** @param {HTMLElement} link @param {string} href @param {string} name */
function aim(link, href, name) {
  link.setAttribute('href', href);
  link.setAttribute('download', name);
}

// --- opening a file -------------------------------------------------------------------------------

/** Open a game file; raises an Error that says why it cannot be opened. @param {File} file */
async function openFile(file) {
  if (file.size > MOST_BYTES) throw new Error('it is too large to be a game');
  await openText(await file.text(), file.name);
}

/** Open a game in any of the formats of files; raises an Error. @param {string} text @param {string} name  what is opened */
export async function openText(text, name) {
  if (text.length > MOST_BYTES) throw new Error('it is too large to be a game');
  const imported = hasServer ? await postText('/api/games/import', text).catch(ignoreOutage) : null;
  open(imported ? gameOf(imported.game) : await (await import('./files.js')).readGame(text), 'push');
  if (!imported && (state.game.moves.length || state.game.variations.length)) enqueue({ kind: 'create' });
  notify(imported?.notice ? `Opened ${name}: ${imported.notice}.` : `Opened ${name}.`);
}

/** Without a connection the browser reads files itself. @param {unknown} error */
function ignoreOutage(error) {
  if (error instanceof Unreachable) return null;
  throw error;
}

/** @param {File} file @param {unknown} error */
function sentenceOf(file, error) {
  return `Cannot open ${file.name}: ${reasonOf(error)}.`;
}

/** Open a file that was dropped on the page, or that the system opens with it. @param {File} file */
export function openDropped(file) {
  void openFile(file).catch((error) => notify(sentenceOf(file, error)));
}
