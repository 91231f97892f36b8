// The server: JSON there and back, and events as they come.

import { formatMoves, parseMoves } from '../board/notation.js';

/** @import {Game, Seat, Thought, Result} from '../types.js' */

/** The server understood and said no; the message is its sentence. */
export class Refusal extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** The server cannot be reached, or not now. */
export class Unreachable extends Error {}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<Response>} one that is ok, or not modified; otherwise raises Refusal or Unreachable
 */
async function request(path, options = {}) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new Unreachable('no connection to the server');
  }
  if (response.ok || response.status === 304) return response;
  if (response.status >= 500) throw new Unreachable('the server has a problem');
  const body = await response.json().catch(() => ({}));
  throw new Refusal(response.status, String(body.detail ?? response.statusText));
}

/** @param {string} path @param {AbortSignal | null} [signal] @returns {Promise<any>} */
export async function getJson(path, signal = null) {
  return (await request(path, { signal })).json();
}

/**
 * Ask for what may be known already.
 * @param {string} path @param {string} etag  of what is known, or nothing @param {AbortSignal} signal
 * @returns {Promise<{json: any, etag: string} | null>} null if it is still the same
 */
export async function getChanged(path, etag, signal) {
  const response = await request(path, { signal, headers: etag ? { 'if-none-match': etag } : {} });
  if (response.status === 304) return null;
  return { json: await response.json(), etag: response.headers.get('etag') ?? '' };
}

/** @param {string} path @param {unknown} body @returns {Promise<any>} */
export async function postJson(path, body) {
  const headers = { 'content-type': 'application/json' };
  return (await request(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

/** @param {string} path @param {string} text @returns {Promise<any>} */
export async function postText(path, text) {
  const headers = { 'content-type': 'text/plain' };
  return (await request(path, { method: 'POST', headers, body: text })).json();
}

/**
 * Yield the events of a stream until it ends or is aborted.
 * @param {string} path @param {AbortSignal} signal
 * @returns {AsyncGenerator<{event: string, data: any}>}
 */
export async function* streamEvents(path, signal) {
  const response = await request(path, { signal });
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
      if (event && data) yield { event, data: JSON.parse(data) };
    }
  }
}

/** A line of play as the query that the API reads. @param {string} start @param {number[]} moves */
export function lineQuery(start, moves) {
  return new URLSearchParams({ start, moves: formatMoves(moves) }).toString();
}

/**
 * @param {any} json  the GameState of the API
 * @returns {Game}
 */
export function gameOf(json) {
  const onBoard = ['line', 'full board'];
  /** @type {Result | null} */
  const declared = json.result && !onBoard.includes(json.result.ending) ? json.result : null;
  return {
    id: json.id,
    start: json.start,
    moves: parseMoves(json.moves),
    undone: parseMoves(json.undone),
    red: /** @type {Seat} */ (json.red),
    yellow: /** @type {Seat} */ (json.yellow),
    declared,
    thought: /** @type {Thought | null} */ (json.thought),
    tournament: null,
  };
}
