// The workers of the page: started when first needed, one job at a time each.

import { Core } from './native.js';
import { once } from './once.js';

/** @import {Job, Jobs} from './jobs.js' */

const WASM = new URL('../../core/dropfour.wasm', import.meta.url);
const WORKER = new URL('./worker.js', import.meta.url);

// What does not listen while it runs: only the end of its worker stops it.
const DEAF = new Set(['strategy']);

/** @typedef {{signal?: AbortSignal | null, report?: (nodes: number) => void}} Watch */
/** @typedef {{id: number, job: Job, watch: Watch, resolve: (result: any) => void, reject: (error: unknown) => void}} Ticket */
/** @typedef {{worker: Worker, ticket: Ticket | null}} Helper */

/** The native core, fetched and compiled once. */
export const compiled = once(compile);

async function compile() {
  const response = await fetch(WASM);
  if (!response.ok) throw new Error('the core could not be loaded');
  // Some servers send the module with another type, which streaming refuses.
  const isStreamed = response.headers.get('content-type')?.split(';')[0] === 'application/wasm';
  if (isStreamed) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The core on this thread, for everything that takes no time: it never solves. */
const policy = once(async () => Core.start(await compiled(), 1));

/** A worker may only be started from a page of its own site; a module may be imported from any. */
function startWorker() {
  if (WORKER.origin === location.origin) return new Worker(WORKER, { type: 'module' });
  const source = new Blob([`import ${JSON.stringify(WORKER.href)};`], { type: 'text/javascript' });
  return new Worker(URL.createObjectURL(source), { type: 'module' });
}

export class Pool {
  /** @param {number} size  the most workers @param {number} tableMib  of the solver's table in each */
  constructor(size, tableMib) {
    this.size = size;
    this._tableMib = tableMib;
    /** @type {Helper[]} */
    this._helpers = [];
    /** @type {Ticket[]} */
    this._waiting = [];
    /** @type {ArrayBuffer | null} */
    this._book = null;
    this._lastId = 0;
    /** @type {Worker | null} */
    this._spare = null;
  }

  /** The core on this thread, for verdicts on what the workers find. */
  policy() {
    return policy();
  }

  /** Start a worker now, for the first job to come: its files are fetched while the core is compiled. */
  prepare() {
    if (this._helpers.length || this._spare) return;
    const worker = startWorker();
    this._spare = worker;
    worker.addEventListener('error', () => {
      if (this._spare === worker) this._spare = null;
    });
    void compiled().then((module) => this._spare && this._start(module), () => {});
  }

  /** Give all workers another book. @param {ArrayBuffer} bytes */
  setBook(bytes) {
    this._book = bytes;
    for (const { worker } of this._helpers) this._hand(worker, bytes);
  }

  /** @param {Worker} worker @param {ArrayBuffer} bytes */
  _hand(worker, bytes) {
    this._lastId += 1;
    worker.postMessage({ id: this._lastId, job: { kind: 'book', bytes } });
  }

  /**
   * Have a job done. Raises what the signal gives as its reason when it is aborted, and an Error if the job fails.
   * @template {keyof Jobs} Kind @param {Kind} kind @param {Jobs[Kind]['job']} job @param {Watch} [watch]
   * @returns {Promise<Jobs[Kind]['result']>}
   */
  async run(kind, job, watch = {}) {
    const module = await compiled();
    watch.signal?.throwIfAborted();
    this._lastId += 1;
    const id = this._lastId;
    return new Promise((resolve, reject) => {
      const ticket = { id, job: /** @type {Job} */ ({ kind, ...job }), watch, resolve, reject };
      watch.signal?.addEventListener('abort', () => this._stop(ticket, module), { once: true });
      this._waiting.push(ticket);
      this._next(module);
    });
  }

  /** @param {WebAssembly.Module} module */
  _next(module) {
    while (this._waiting.length) {
      let helper = this._helpers.find((each) => each.ticket === null);
      if (!helper) {
        if (this._helpers.length >= this.size) return;
        helper = this._start(module);
      }
      const ticket = /** @type {Ticket} */ (this._waiting.shift());
      helper.ticket = ticket;
      helper.worker.postMessage({ id: ticket.id, job: ticket.job });
    }
  }

  /** @param {WebAssembly.Module} module @returns {Helper} */
  _start(module) {
    const worker = this._spare ?? startWorker();
    this._spare = null;
    /** @type {Helper} */
    const helper = { worker, ticket: null };
    worker.addEventListener('message', ({ data }) => this._hear(helper, data, module));
    worker.addEventListener('error', () => {
      this._drop(helper);
      helper.ticket?.reject(new Error('the worker has failed'));
      this._next(module);
    });
    worker.postMessage({ module, tableMib: this._tableMib });
    if (this._book) this._hand(worker, this._book);
    this._helpers.push(helper);
    return helper;
  }

  /** @param {Helper} helper @param {any} data @param {WebAssembly.Module} module */
  _hear(helper, data, module) {
    const { ticket } = helper;
    if (data.isBroken) this._drop(helper);
    if (!ticket || data.id !== ticket.id) return;
    if ('nodes' in data) {
      ticket.watch.report?.(data.nodes);
      return;
    }
    helper.ticket = null;
    if ('problem' in data) ticket.reject(new Error(data.problem));
    else ticket.resolve(data.result);
    this._next(module);
  }

  /** @param {Helper} helper */
  _drop(helper) {
    helper.worker.terminate();
    this._helpers = this._helpers.filter((each) => each !== helper);
  }

  /** @param {Ticket} ticket @param {WebAssembly.Module} module */
  _stop(ticket, module) {
    this._waiting = this._waiting.filter((each) => each !== ticket);
    const helper = this._helpers.find((each) => each.ticket === ticket);
    if (helper && DEAF.has(ticket.job.kind)) {
      this._drop(helper);
      this._next(module);
    } else if (helper) helper.worker.postMessage({ stop: ticket.id });
    ticket.reject(ticket.watch.signal?.reason);
  }
}
