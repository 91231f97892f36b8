// Variations of the game on the screen: playing, naming and deleting them, and where they are kept.

import { formatMoves } from '../board/notation.js';
import { movesThrough, withName, withPromoted, withVariation, withoutVariation } from '../board/tree.js';
import { showAddress } from '../page/address.js';
import { keepVariations } from '../storage/games.js';
import { hasServer } from '../page/site.js';
import { isHelpOff, isWatching } from '../model/game.js';
import { isInVariation, shownMoves, shownPly, shownPosition } from '../page/shown.js';
import { changerOf, notify, state, update } from '../page/state.js';
import { enqueue } from '../server/queue.js';
import { goTo } from '../study/review.js';
import { reasonOf, t } from '../ui/words.js';

/** The variations of a game before the position after *path* was deleted. */
const removed = {
  last: /** @type {{game: string | null, path: string, variations: Variation[]} | null} */ (null),
};
const note = changerOf(removed);

/** Whether moves can be tried on the board: not by the players of a live game. */
export function canBranch() {
  return !isHelpOff(state.game) && !state.loading;
}

/** The moves that lead to the position on the screen, as a move string. */
export function shownPath() {
  return formatMoves(shownMoves().slice(0, shownPly()));
}

/** Play a move from the position on the screen, apart from the game. @param {number} column */
export function branch(column) {
  if (!shownPosition().canPlay(column)) return false;
  const path = shownPath() + formatMoves([column]);
  const isFirst = !isInVariation() && state.game.variations.length === 0 && !isOfGame(path);
  if (!add(path)) return true;
  showPath(path);
  if (isFirst) notify(t('game.first variation'));
  return true;
}

/** Add moves after the position on the screen and show the first of them. @param {number[]} columns
 * @param {string} name  of the first position that is not one of the game, unless it has one */
export function branchThrough(columns, name) {
  const path = shownPath();
  const all = path + formatMoves(columns);
  if (!columns.length || !add(all)) return;
  const plies = Array.from({ length: columns.length }, (_, i) => all.slice(0, path.length + i + 1));
  const first = plies.find((each) => !isOfGame(each));
  const isNamed = state.game.variations.some((each) => each.name && each.moves === first);
  if (first && !isNamed) change((variations) => withName(variations, first, name));
  showPath(all, path.length + 1);
}

/** @param {string} path */
function isOfGame(path) {
  return formatMoves(state.game.moves).startsWith(path);
}

/** @param {string} path @returns {boolean} whether it is part of the tree now */
function add(path) {
  return isOfGame(path) || change((variations) => withVariation(variations, path));
}

/** Show the position after the moves of *path*, or after *ply* of them. @param {string} path @param {number} [ply] */
export function showPath(path, ply = path.length) {
  goTo(ply, isOfGame(path) ? null : movesThrough(state.game.variations, path));
}

/** @param {string} name  of the position on the screen */
export function rename(name) {
  if (change((variations) => withName(variations, shownPath(), name))) notify(t(name ? 'game.saved' : 'game.removed'));
}

/** Delete the move on the screen and everything after it in its variation. */
export function deleteShown() {
  const path = shownPath();
  if (!isInVariation()) return;
  const before = state.game.variations;
  change((variations) => withoutVariation(variations, path));
  showPath(path.slice(0, -1));
  note({ last: { game: state.game.id, path, variations: before } });
  notify(t('game.variation deleted'));
}

/** Where the shown moves first leave those before them in the tree. */
function promotable() {
  const { variations } = state.game;
  const path = shownPath();
  return (
    Array.from({ length: path.length }, (_, i) => path.slice(0, i + 1)).find((part) => {
      const rivals = variations.filter(
        ({ moves }) => moves.length >= part.length && moves.startsWith(part.slice(0, -1)),
      );
      return !isOfGame(part) && rivals.length > 1 && !rivals[0].moves.startsWith(part);
    }) ?? null
  );
}

/** Whether another variation is listed before the one on the screen. */
export function canPromote() {
  return promotable() !== null;
}

/** List the variation on the screen before its alternatives. */
export function promoteShown() {
  const path = promotable();
  if (path === null || !change((variations) => withPromoted(variations, path))) return;
  notify(t('game.variation promoted'));
}

/** Whether what was deleted last can be brought back. */
export function canRestore() {
  return removed.last !== null && removed.last.game === state.game.id;
}

/** Bring back what was deleted last. */
export function restoreDeleted() {
  if (!removed.last) return;
  const { variations, path } = removed.last;
  change(() => variations);
  showPath(path);
  notify(t('game.variation restored'));
}

/** Change the variations of the game and keep them. @param {(variations: Variation[]) => Variation[]} how
 * @returns {boolean} whether that was possible */
function change(how) {
  const { game } = state;
  try {
    const variations = how(game.variations);
    if (variations === game.variations) return true;
    removed.last = null;
    update({ game: { ...game, variations } });
    keep({ ...game, variations });
    return true;
  } catch (error) {
    notify(t('game.not possible', { reason: reasonOf(error) }));
    return false;
  }
}

/** Keep the variations: with the game if it is this visitor's, in this browser if it is somebody
 * else's, and in the address if the game is not stored. @param {Game} game */
function keep(game) {
  const { variations } = game;
  if (hasServer && (game.live || game.tournament || isWatching(game))) keepVariations(game, variations);
  else if (game.id !== null || state.queue.length) enqueue({ kind: 'variations', variations });
  else showAddress('replace');
}
