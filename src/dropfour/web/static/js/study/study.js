// Studying the position on the screen: exact scores as they are proven, and an explanation in words.
// The search stops when the user looks at something else.

import { analyse as analyseGame, browserCore, explain as explainGame } from '../server/answers.js';
import { Latest } from '../page/tasks.js';
import { canMove, isAtEnd, isHelpOff, shownGame, shownKey, shownPly, shownPosition, state, update } from '../page/store.js';
import { failureOf } from '../page/errors.js';
import { whenSettled } from '../ui/dom.js';
import { preferences } from '../page/storage.js';

/** @import {Analysis} from '../types.d.ts' */

/** @type {Map<string, Analysis>} */
const finished = new Map();
/** @type {Map<string, Fact[]>} */
const explained = new Map();

// What a search finds is shown together with what it finds soon after.
const SHOW_MS = 100;

const searching = new Latest();
let studied = '';

/** @param {boolean} on */
export function setStudy(on) {
  preferences.study.value = on;
  update({ study: on, fact: null, pinnedFact: null });
}

/** @param {boolean} on */
export function setCoach(on) {
  preferences.coach.value = on;
  update({ coach: on, held: null, advice: null });
}

/** Show the best play on the board while the pointer is over it. @param {boolean} on */
export function pointAtBestPlay(on) {
  if (state.bestPlay !== 'pinned') update({ bestPlay: on ? 'pointed' : 'no' });
}

/** Toggle whether the best play stays on the board. */
export function pinBestPlay() {
  update({ bestPlay: state.bestPlay === 'pinned' ? 'no' : 'pinned' });
}

/** Highlight the cells of a fact while the pointer is over it. @param {number | null} fact */
export function lightFact(fact) {
  if (state.fact !== (fact ?? state.pinnedFact)) update({ fact: fact ?? state.pinnedFact });
}

/** Toggle whether the cells of a fact stay highlighted. @param {number} fact */
export function pinFact(fact) {
  const pinnedFact = state.pinnedFact === fact ? null : fact;
  update({ fact: pinnedFact, pinnedFact });
}

/** Continue the search of the position on the screen. */
export function continueSearch() {
  studied = '';
  followStudy();
}

/** Search the position on the screen while study is on, and stop any other search; called after each change. */
export function followStudy() {
  const isCoached = state.coach && isAtEnd() && canMove(state.game);
  const isOn = (state.study || isCoached) && state.view === 'game' && !state.loading && !isHelpOff(state.game);
  const key = isOn ? shownKey() : '';
  if (key === studied) return;
  studied = key;
  if (key === '') {
    searching.stop();
    update({ analysis: null, facts: null, fact: null, pinnedFact: null });
    return;
  }
  const known = finished.get(key) ?? null;
  const facts = explained.get(key) ?? null;
  update({ analysis: known ?? empty(key), facts, fact: null, pinnedFact: null });
  // What is on the screen then may be something else.
  whenSettled(() => key === studied && key === shownKey() && search(key));
}

/** @param {string} key  of the position on the screen */
function search(key) {
  const signal = searching.begin();
  if (!finished.has(key) && !shownPosition().isOver) void analyse(key, signal);
  if (!explained.has(key)) void explain(key, signal);
  if (state.study) void fetchBook();
}

/** @param {string} key @returns {Analysis} */
function empty(key) {
  return {
    key, columns: new Map(), estimates: new Map(), best: [], score: null, variation: [], nodes: 0, done: false, exact: false,
    source: '', problem: '',
  };
}

/** @param {string} key @param {AbortSignal} signal */
async function analyse(key, signal) {
  const analysis = empty(key);
  let timer = 0;
  const show = () => {
    timer = 0;
    if (!signal.aborted && key === studied) update({ analysis: { ...analysis } });
  };
  try {
    await analyseGame(shownGame(), shownPly(), signal, ({ event, data }) => {
      if (signal.aborted) return;
      if (event === 'column') {
        analysis.columns.set(data.column, data.score);
        analysis.score = data.position;
      }
      if (event === 'progress') {
        analysis.nodes = data.nodes;
        if (!preferences.more.value) return; // nobody sees the count
      }
      if (event === 'estimate') analysis.estimates.set(data.column, data);
      if (event === 'done') {
        const columns = new Map(data.columns.map((each) => [each.column, each.score]));
        Object.assign(analysis, data, { columns, done: true });
        if (data.exact) finished.set(key, analysis);
      }
      if (event === 'done') show();
      else timer ||= setTimeout(show, SHOW_MS);
    });
    clearTimeout(timer);
  } catch (error) {
    clearTimeout(timer);
    if (signal.aborted || key !== studied) return;
    update({ analysis: { ...analysis, done: true, problem: failureOf(error) } });
  }
}

/** @param {string} key @param {AbortSignal} signal */
async function explain(key, signal) {
  try {
    const facts = await explainGame(shownGame(), shownPly(), signal);
    explained.set(key, facts);
    if (key === shownKey() && state.study) update({ facts });
  } catch (error) {
    if (signal.aborted) return;
    failureOf(error);
  }
}

/** Fetch the full opening book if study is on in this browser; it serves all classic games on 7x6. */
async function fetchBook() {
  const { rules } = shownPosition();
  const isClassic = rules.columns === 7 && rules.rows === 6 && rules.connect === 4 && rules.objective === 'first-line';
  if (!isClassic) return;
  try {
    const browser = await browserCore();
    await browser?.openFullBook((share) => update({ bookShare: share }));
  } catch {
    // The small book serves until the next position.
  }
  if (state.bookShare !== null) update({ bookShare: null });
}
