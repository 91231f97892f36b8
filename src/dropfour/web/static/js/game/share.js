// Sharing a game: links, text, pictures and files.

import { diagram, formatMoves, positionString } from '../board/notation.js';
import { positionsOf } from '../model/game.js';
import { movesAddress, storedAddress, variationsAddress } from '../page/address.js';
import { shownGame, shownMoves, shownPly, shownPosition } from '../page/shown.js';
import { hasServer } from '../page/site.js';
import { notify, state } from '../page/state.js';
import { button, el } from '../ui/dom.js';
import { closing, copyButton, field, linkRow, saveFile, showDialog } from '../ui/form.js';
import { reasonOf, t, withWords } from '../ui/words.js';

// Web servers refuse longer addresses; a game file holds any number of variations.
const LONGEST_LINK = 8000;

/** A link to copy. @param {string} label @param {string} id @param {string} address */
function shareLink(label, id, address) {
  const { root, input } = linkRow(label, id);
  input.value = new URL(address, location.href).href;
  return root;
}

/** Share the game on the screen; the other views have an address only. */
export function showShareDialog() {
  const isGame = state.view === 'game';
  const parts = isGame
    ? gameParts(state.game)
    : [shareLink(t('dialogs.link to the page'), 'share-page', location.href)];
  showDialog('share', t('page.share'), parts, [closing(t('page.done'), '.primary')]);
}

/** @param {Game} game */
function gameParts(game) {
  const variations = variationsAddress(game);
  const isShort = new URL(variations, location.href).href.length <= LONGEST_LINK;
  const hasLink = game.variations.length > 0 && isShort;
  const name = `dropfour-${game.id ?? (formatMoves(game.moves).slice(0, 20) || 'board')}`;
  return [
    // Without a server the game is in this browser only.
    game.id !== null && hasServer && shareLink(t('dialogs.link to the game'), 'share-game', storedAddress(game.id)),
    hasLink && shareLink(t('dialogs.link to the variations'), 'share-variations', variations),
    shareLink(t('dialogs.link to the position'), 'share-position', movesAddress(shownGame(), shownPly())),
    field(t('dialogs.as text'), copies()),
    field(t('dialogs.download'), downloads(name)),
  ];
}

function copies() {
  return el('div.card-actions', [
    copyButton(t('dialogs.copy moves'), () => formatMoves(shownMoves().slice(0, shownPly()))),
    copyButton(t('dialogs.copy board'), () => diagram(shownPosition())),
    copyButton(t('dialogs.copy position'), () => positionString(shownPosition())),
  ]);
}

/** Buttons that make pictures and the file of the game in the browser, and download them.
 * @param {string} name  of the files, without their endings */
function downloads(name) {
  const pictures = () => import('./pictures.js');
  const download = (
    /** @type {string} */ label,
    /** @type {string} */ ending,
    /** @type {string} */ type,
    /** @type {() => Promise<BlobPart>} */ make,
  ) => button(label, () => make().then((content) => saveFile(content, type, `${name}.${ending}`), sayWhyNot));
  return el('div.card-actions', [
    download('SVG', 'svg', 'image/svg+xml', async () => (await pictures()).svgText(shownPosition())),
    download('PNG', 'png', 'image/png', async () => {
      const { pngOf, svgText } = await pictures();
      return pngOf(svgText(shownPosition()));
    }),
    download(t('dialogs.film'), 'gif', 'image/gif', async () => {
      notify(t('dialogs.drawing'));
      return (await pictures()).gifOf(positionsOf(state.game));
    }),
    download(t('dialogs.game file'), 'txt', 'text/plain', async () =>
      (await withWords('files', import('./files.js'))).recordText(state.game),
    ),
  ]);
}

const sayWhyNot = (/** @type {unknown} */ error) => notify(t('dialogs.no file', { reason: reasonOf(error) }));
