// Sharing a game: links, text, pictures and files.

import { movesAddress, storedAddress, variationsAddress } from '../page/address.js';
import { addressOf, startAndMoves } from '../server/api.js';
import { button, byId, el, show } from '../ui/dom.js';
import { diagram, formatMoves, positionString } from '../board/notation.js';
import { hasServer } from '../page/site.js';
import { isWatching, notify, positionsOf, shownGame, shownMoves, shownPly, shownPosition, state } from '../page/store.js';
import { copyButton, field, linkRow } from '../ui/form.js';
import { reasonOf } from '../page/words.js';

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
  dialog.append(
    el('h2', { id: 'share-title' }, 'Share'),
    pageLink.root,
    gameLink.root,
    variationsLink.root,
    positionLink.root,
    copies,
    downloading,
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
