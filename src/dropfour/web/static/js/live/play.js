// What a player of a live game can do besides dropping a disc. Everything is decided by the server; the event
// stream shows the outcome.

import { storedAddress } from '../page/address.js';
import { attempt } from '../page/errors.js';
import { state } from '../page/store.js';
import { postJson } from '../server/api.js';
import { preferences } from '../page/storage.js';

function here() {
  return { game_id: String(state.game.id) };
}

function ply() {
  return state.game.moves.length;
}

/** @param {OfferKind} kind */
export function offer(kind) {
  return attempt(() => postJson('/api/live/{game_id}/offer', here(), { kind, ply: ply() }));
}

/** @param {OfferKind} kind @param {boolean} accept */
export function answer(kind, accept) {
  return attempt(() => postJson('/api/live/{game_id}/answer', here(), { kind, ply: ply(), accept }));
}

export function resignLive() {
  return attempt(() => postJson('/api/live/{game_id}/resign', here(), { ply: ply() }));
}

/** @param {'win' | 'draw'} result */
export function claim(result) {
  return attempt(() => postJson('/api/live/{game_id}/claim', here(), { ply: ply(), result }));
}

/** @param {string} name */
export function rename(name) {
  preferences.name.value = name;
  return attempt(() => postJson('/api/live/{game_id}/name', here(), { name }));
}

/** @param {boolean} isPublic */
export function setPublic(isPublic) {
  return attempt(() => postJson('/api/live/{game_id}/public', here(), { public: isPublic }));
}

/** Return the link that moves this seat to another device. @returns {Promise<string | null>} */
export async function handOverLink() {
  const made = await attempt(() => postJson('/api/live/{game_id}/hand-over', here(), /** @type {never} */ (null)));
  return made && new URL(`${storedAddress(here().game_id)}#take=${made.token}`, location.href).href;
}
