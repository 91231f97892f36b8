// Studying the position on the screen: exact scores as they are proven, and what is on the board in
// words. What nobody looks at any more is not searched on.

import { Refusal, Unreachable, getJson, lineQuery, streamEvents } from '../server/api.js';
import { keepStudyPreference } from '../page/memory.js';
import { shownKey, shownPly, shownPosition, state, update } from '../page/store.js';

/** @import {Analysis, Fact} from '../types.js' */

/** @type {Map<string, Analysis>} */
const finished = new Map();
/** @type {Map<string, Fact[]>} */
const explained = new Map();

let searching = new AbortController();
let studied = '';

/** @param {boolean} on */
export function setStudy(on) {
  keepStudyPreference(on);
  update({ study: on, fact: null, pinnedFact: null });
}

/** Light the cells of a fact while somebody points at it. @param {number | null} fact */
export function lightFact(fact) {
  if (state.fact !== (fact ?? state.pinnedFact)) update({ fact: fact ?? state.pinnedFact });
}

/** Let a fact's cells stay lit, or no longer. @param {number} fact */
export function pinFact(fact) {
  const pinnedFact = state.pinnedFact === fact ? null : fact;
  update({ fact: pinnedFact, pinnedFact });
}

/** Search the position on the screen again, with what is known by now. */
export function searchOn() {
  studied = '';
  follow();
}

/** Search what is on the screen, if it is studied, and nothing else; called after each change. */
export function follow() {
  const key = state.study && state.view === 'game' && !state.loading ? shownKey() : '';
  if (key === studied) return;
  studied = key;
  searching.abort();
  searching = new AbortController();
  if (key === '') {
    update({ analysis: null, facts: null, fact: null, pinnedFact: null });
    return;
  }
  const query = lineQuery(state.game.start, state.game.moves.slice(0, shownPly()));
  const known = finished.get(key) ?? null;
  const facts = explained.get(key) ?? null;
  update({ analysis: known ?? empty(key), facts, fact: null, pinnedFact: null });
  if (!known && !shownPosition().isOver) void analyse(key, query, searching.signal);
  if (!explained.has(key)) void explain(key, query, searching.signal);
}

/** @param {string} key @returns {Analysis} */
function empty(key) {
  return {
    key,
    columns: new Map(),
    best: [],
    whole: null,
    line: [],
    nodes: 0,
    searching: null,
    done: false,
    complete: false,
    source: '',
    problem: '',
  };
}

/** @param {string} key @param {string} query @param {AbortSignal} signal */
async function analyse(key, query, signal) {
  const analysis = empty(key);
  try {
    for await (const { event, data } of streamEvents(`/api/analysis?${query}`, signal)) {
      if (signal.aborted) return;
      if (event === 'column') analysis.columns.set(data.column, data);
      if (event === 'progress') {
        analysis.searching = data.column;
        analysis.nodes = data.nodes;
      }
      if (event === 'done') {
        const { best, line, nodes, complete, source, columns } = data;
        for (const column of columns) analysis.columns.set(column.column, column);
        Object.assign(analysis, { best, line, nodes, complete, source, whole: data, done: true });
        if (complete) finished.set(key, analysis);
      }
      update({ analysis: { ...analysis } });
    }
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
    update({ analysis: { ...analysis, done: true, problem: error.message } });
  }
}

/** @param {string} key @param {string} query @param {AbortSignal} signal */
async function explain(key, query, signal) {
  try {
    /** @type {{facts: Fact[]}} */
    const found = await getJson(`/api/explanation?${query}`, signal);
    // What is proven stands over the columns already.
    const facts = found.facts.filter((fact) => fact.kind !== 'proven');
    explained.set(key, facts);
    if (key === shownKey() && state.study) update({ facts });
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
  }
}
