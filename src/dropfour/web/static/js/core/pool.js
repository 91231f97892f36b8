// The workers of the page: started when first needed, one job at a time each. Where the page may
// share memory, other workers serve as threads of their searches.

import { sharedMemory } from './instance.js';
import { Core } from './native.js';
import { Failure, Unloaded, isSupported, loaded, notSupported, once } from './load.js';
import { t } from '../ui/words.js';

/** @import {Job, Jobs} from './worker.js' */

const WASM = new URL('../../core/dropfour.wasm', import.meta.url);
const THREADED_WASM = new URL('../../core/dropfour-threads.wasm', import.meta.url);
const WORKER = new URL('./worker.js', import.meta.url);
const THREAD = new URL('./threads.js', import.meta.url);

// From then on a worker with threads gives its memory back.
const IDLE_MS = 60_000;
const MOST_THREADS = 8;
// Threads share one table, which is larger than that of a worker.
const SHARED_TABLES = 4;

/** @typedef {{signal?: AbortSignal | null, report?: (nodes: number) => void}} Watch */
/** @typedef {{id: number, job: Job, watch: Watch, resolve: (result: any) => void, reject: (error: unknown) => void}} Ticket */
/** *memory* and *stopsAt*, a byte in it that stops searches, if the page may share memory.
 * @typedef {{worker: Worker, ticket: Ticket | null, memory: WebAssembly.Memory | null, stopsAt: number | null, threads: Worker[]}} Helper */
/** @typedef {{module: WebAssembly.Module, isShared: boolean}} Build */

/** How many threads a search can use: of few processors the page itself needs one. A board in a page of another site
 * has none but its own: its workers are started from text, and do not share memory. */
export function threadsHere() {
  const processors = navigator.hardwareConcurrency || 2;
  if (!globalThis.crossOriginIsolated || WORKER.origin !== location.origin) return 1;
  return Math.max(1, Math.min(processors < 4 ? processors - 1 : processors, MOST_THREADS));
}

/** The native core, fetched and compiled once: the one with threads where it can use them. Raises a
 * Failure. @type {() => Promise<Build>} */
export const compiled = once(async () => {
  if (!isSupported) throw new Failure(notSupported());
  if (threadsHere() > 1) {
    try {
      sharedMemory(); // which some browsers refuse
      return { module: await compile(THREADED_WASM), isShared: true };
    } catch {
      // Offline, the other one may be there.
    }
  }
  return { module: await compile(WASM), isShared: false };
});

/** @param {URL} address */
async function compile(address) {
  const response = await loaded(fetch(address));
  if (!response.ok) throw new Unloaded(t('page.no file'));
  // Some servers send the module with another type, which streaming refuses.
  const isStreamed = response.headers.get('content-type')?.split(';')[0] === 'application/wasm';
  if (isStreamed) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The core on this thread, for everything that takes no time: it never solves. */
const policy = once(async () => {
  const { module, isShared } = await compiled();
  return Core.start(module, 1, isShared ? sharedMemory() : null);
});

/** A worker may only be started from a page of its own site; a module may be imported from any. */
function startWorker() {
  if (WORKER.origin === location.origin) return new Worker(WORKER, { type: 'module' });
  const source = new Blob([`import ${JSON.stringify(WORKER.href)};`], { type: 'text/javascript' });
  return new Worker(URL.createObjectURL(source), { type: 'module' });
}

export class Pool {
  /** @param {number} size  the most workers @param {number} tableMib  of the solver's table in each
   * @param {number} [threads]  of a search, if the page may share memory: one worker then does all */
  constructor(size, tableMib, threads = 1) {
    this._size = size;
    this._tableMib = tableMib;
    this._threads = threads;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this._idleTimer = undefined;
    /** @type {Build | null} */
    this._build = null; // known once the core is compiled
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

  /** How many jobs are done at the same time; known once the core is compiled. */
  get size() {
    return this._build?.isShared && this._threads > 1 ? 1 : this._size;
  }

  /** The core on this thread, for verdicts on what the workers find. */
  policy() {
    return policy();
  }

  /** Start a worker for the first job to come: its files are fetched while the core is compiled. */
  prepare() {
    if (!isSupported || this._helpers.length || this._spare) return;
    const worker = startWorker();
    this._spare = worker;
    worker.addEventListener('error', () => {
      if (this._spare === worker) this._spare = null;
    });
    void this._compile().then(
      () => this._spare && this._start(),
      () => {},
    );
  }

  /** Raises a Failure. */
  async _compile() {
    this._build = await compiled();
  }

  /** Give all workers another book. @param {ArrayBuffer} bytes */
  setBook(bytes) {
    this._book = bytes;
    for (const { worker } of this._helpers) this._hand(worker, bytes);
  }

  /** @param {Worker} worker @param {ArrayBuffer} bytes */
  _hand(worker, bytes) {
    this._lastId += 1;
    worker.postMessage({ id: this._lastId, job: { kind: 'openBook', bytes } });
  }

  /** Have a job done. Raises what the signal gives as its reason when it is aborted, and a Failure if
   * the job fails. @template {keyof Jobs} Kind @param {Kind} kind @param {Jobs[Kind]['job']} job
   * @param {Watch} [watch] @returns {Promise<Jobs[Kind]['result']>} */
  async run(kind, job, watch = {}) {
    await this._compile();
    watch.signal?.throwIfAborted();
    this._lastId += 1;
    const id = this._lastId;
    return new Promise((resolve, reject) => {
      const ticket = { id, job: /** @type {Job} */ ({ kind, ...job }), watch, resolve, reject };
      watch.signal?.addEventListener('abort', () => this._stop(ticket), { once: true });
      this._waiting.push(ticket);
      this._next();
    });
  }

  _next() {
    clearTimeout(this._idleTimer);
    while (this._waiting.length) {
      let helper = this._helpers.find((each) => each.ticket === null);
      if (!helper) {
        if (this._helpers.length >= this.size) return;
        helper = this._start();
      }
      const ticket = /** @type {Ticket} */ (this._waiting.shift());
      helper.ticket = ticket;
      if (isLong(ticket.job)) this._startThreads(helper);
      setStop(helper, false);
      helper.worker.postMessage({ id: ticket.id, job: ticket.job });
    }
    if (this._threads === 1 || this._helpers.some(({ ticket }) => ticket)) return;
    this._idleTimer = setTimeout(() => this._helpers.forEach((each) => this._drop(each)), IDLE_MS);
  }

  _start() {
    const { module, isShared } = /** @type {Build} */ (this._build);
    const worker = this._spare ?? startWorker();
    this._spare = null;
    const memory = isShared ? sharedMemory() : null;
    /** @type {Helper} */
    const helper = { worker, ticket: null, memory, stopsAt: null, threads: [] };
    this._listen(helper, worker);
    const threads = isShared ? this._threads : 1;
    const tableMib = this._tableMib * (threads > 3 ? SHARED_TABLES : 1);
    worker.postMessage({ module, memory, threads, tableMib });
    if (this._book) this._hand(worker, this._book);
    this._helpers.push(helper);
    return helper;
  }

  /** Start the threads of a worker unless it has them. @param {Helper} helper */
  _startThreads(helper) {
    const { memory, threads } = helper;
    for (let number = threads.length; memory && number < this._threads - 1; number += 1) {
      const thread = new Worker(THREAD, { type: 'module' });
      this._listen(helper, thread);
      thread.postMessage({ module: this._build?.module, memory, number });
      threads.push(thread);
    }
  }

  /** @param {Helper} helper @param {Worker} worker  it, or one of its threads */
  _listen(helper, worker) {
    worker.addEventListener('message', ({ data }) => this._hear(helper, data));
    worker.addEventListener('error', () => this._fail(helper));
  }

  /** @param {Helper} helper */
  _fail(helper) {
    this._drop(helper);
    helper.ticket?.reject(new Failure(t('page.worker failed')));
    this._next();
  }

  /** @param {Helper} helper @param {any} data */
  _hear(helper, data) {
    const { ticket } = helper;
    if ('stopsAt' in data) {
      helper.stopsAt = data.stopsAt;
      if (ticket?.watch.signal?.aborted) setStop(helper, true);
      return;
    }
    if (data.isBroken) {
      this._drop(helper);
      if (!('id' in data)) return this._fail(helper);
    }
    if (!ticket || data.id !== ticket.id) return;
    if ('nodes' in data) {
      ticket.watch.report?.(data.nodes);
      return;
    }
    helper.ticket = null;
    if ('problem' in data) ticket.reject(new Failure(data.problem));
    else ticket.resolve(data.result);
    this._next();
  }

  /** @param {Helper} helper */
  _drop(helper) {
    for (const worker of [helper.worker, ...helper.threads]) worker.terminate();
    this._helpers = this._helpers.filter((each) => each !== helper);
  }

  /** @param {Ticket} ticket */
  _stop(ticket) {
    this._waiting = this._waiting.filter((each) => each !== ticket);
    const helper = this._helpers.find((each) => each.ticket === ticket);
    const { job } = ticket;
    const isDeaf = job.kind === 'findPlan' || (job.kind === 'answer' && job.isDeaf);
    if (helper && !helper.memory && isDeaf) {
      // Only the end of its worker stops it.
      this._drop(helper);
      this._next();
    } else if (helper) {
      setStop(helper, true);
      helper.worker.postMessage({ stop: ticket.id });
    }
    ticket.reject(ticket.watch.signal?.reason);
  }
}

/** Whether threads may help with a job. @param {Job} job */
function isLong(job) {
  return job.kind === 'choose' || (job.kind === 'answer' && job.isLong);
}

/** Stop the searches of a worker and its threads, or let the next one begin. @param {Helper} helper @param {boolean} isStopped */
function setStop({ memory, stopsAt }, isStopped) {
  if (memory && stopsAt !== null) Atomics.store(new Uint8Array(memory.buffer), stopsAt, Number(isStopped));
}
