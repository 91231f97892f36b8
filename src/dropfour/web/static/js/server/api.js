// Requests to the server: JSON, text and event streams. Paths, parameters and answers have the
// types that the OpenAPI document gives them.

import { parseMoves } from '../board/notation.js';
import { Refusal, Unreachable } from '../page/errors.js';
import { keptVariations } from '../storage/games.js';
import { t } from '../ui/words.js';

const TOO_MANY = 429;
/** The body of a request that needs none. */
export const NOTHING = /** @type {never} */ (null);

/** Return the address of a request: parameters that the path names are filled in, the others form
 * the query. @template {Path} P @param {P} path @param {Params<P> | Params<P, 'post'>} params
 * @returns {string} */
export function addressOf(path, params) {
  const query = new URLSearchParams();
  /** @type {string} */
  let address = path;
  for (const [name, value] of Object.entries(params)) {
    if (path.includes(`{${name}}`)) address = address.replace(`{${name}}`, encodeURIComponent(value));
    else if (Array.isArray(value)) value.forEach((each) => query.append(name, each));
    else query.set(name, value);
  }
  return String(query) ? `${address}?${query}` : address;
}

/** @param {string} address @param {RequestInit} [options] @returns {Promise<Response>} one that is
 * ok or not modified; otherwise raises Refusal or Unreachable */
async function request(address, options = {}) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(address, options);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new Unreachable(t('page.offline'));
  }
  if (response.ok || response.status === 304) return response;
  if (response.status >= 500) throw new Unreachable(t('page.server failed'));
  const body = await response.json().catch(() => ({}));
  if (response.status === TOO_MANY) throw new Unreachable(String(body.detail));
  throw new Refusal(response.status, String(body.detail ?? response.statusText));
}

/** @template {Path} P @param {P} path @param {Params<P>} params
 * @param {AbortSignal | null} [signal] @returns {Promise<Answer<P>>} */
export async function getJson(path, params, signal = null) {
  return (await request(addressOf(path, params), { signal })).json();
}

/** Ask for JSON unless it is still the version with this ETag; an empty one always asks.
 * @template {Path} P @param {P} path @param {Params<P>} params @param {string} etag @param {AbortSignal} signal
 * @returns {Promise<{json: Answer<P>, etag: string} | null>} null if nothing has changed */
export async function getChanged(path, params, etag, signal) {
  const headers = etag ? { 'if-none-match': etag } : {};
  const response = await request(addressOf(path, params), { signal, headers });
  if (response.status === 304) return null;
  return { json: await response.json(), etag: response.headers.get('etag') ?? '' };
}

/** @template {Path} P @param {P} path @param {Params<P, 'post'>} params @param {RequestBody<P>} body
 * @returns {Promise<Answer<P, 'post'>>} */
export async function postJson(path, params, body) {
  return (await post(addressOf(path, params), 'application/json', JSON.stringify(body))).json();
}

/** @param {string} id */
export async function deleteGame(id) {
  await request(`/api/games/${encodeURIComponent(id)}`, { method: 'DELETE' });
}

export async function withdrawOffer() {
  await request('/api/lobby', { method: 'DELETE' });
}

/** A picture as an address for an image element. @param {string} text */
export async function qrCode(text) {
  return URL.createObjectURL(await (await post('/api/qr.svg', 'text/plain', text)).blob());
}

/** @param {string} address @param {string} type @param {string} body */
function post(address, type, body) {
  return request(address, { method: 'POST', headers: { 'content-type': type }, body });
}

/** Yield the events of a stream until it ends or is aborted.
 * @template {keyof Events} P @param {P} path @param {Params<P>} params @param {AbortSignal} signal
 * @returns {AsyncGenerator<Events[P]>} */
export async function* streamEvents(path, params, signal) {
  const response = await request(addressOf(path, params), { signal });
  if (!response.body) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let buffer = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    buffer += decoder.decode(value, { stream: true });
    const blocks = buffer.split('\n\n');
    buffer = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (event && data) yield/** @type {Events[P]} */ ({ event, data: JSON.parse(data) });
    }
  }
}

/** @param {Answer<'/api/games/{game_id}'> | Answer<'/api/games/{game_id}/moves', 'post'>} json
 * @param {Colour[] | null} [yours]  if the answer does not say; null if you have changed a game on one screen @returns {Game} */
export function gameOf(json, yours = null) {
  const { id, start, moves, undone, red, yellow, result, thought, version, swapped } = json;
  const people = /** @type {const} */ (['red', 'yellow']).filter((colour) => json[colour].engine === null);
  const owned = 'yours' in json ? json.yours : (yours ?? people);
  const stored = json.variations.map(({ moves: path, name = '' }) => ({ moves: path, name }));
  const isOnBoard = result === null || result.ending === 'line' || result.ending === 'full board';
  return {
    id,
    draft: null,
    start,
    moves: parseMoves(moves),
    undone: parseMoves(undone),
    red,
    yellow,
    declared: isOnBoard ? null : result,
    thought,
    tournament: null,
    live: Boolean(json.live),
    yours: owned,
    version,
    isAnalysis: false,
    swapped,
    variations: owned.length && !json.live ? stored : (keptVariations({ id }) ?? stored),
  };
}
