// Studying the position on the screen: exact scores as they are proven.
// The search stops when the user looks at something else.

import { analysePosition, openFullBook } from '../core/browser.js';
import { Latest } from '../page/tasks.js';
import { canMove, isAtEnd, shownKey, shownPosition } from '../page/shown.js';
import { isHelpOff } from '../model/game.js';
import { state, update } from '../page/state.js';
import { failureOf } from '../page/errors.js';
import { whenSettled } from '../ui/dom.js';
import { preferences } from '../storage/storage.js';

/** @type {Map<string, Analysis>} */
const finished = new Map();

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

/** Search the position on the screen only, while study is on; called after each change. */
export function followStudy() {
  const isCoached = state.coach && isAtEnd() && canMove(state.game);
  const isOn = (state.study || isCoached) && state.view === 'game' && !state.loading && !isHelpOff(state.game);
  const key = isOn ? shownKey() : '';
  if (key === studied) return;
  studied = key;
  if (key === '') {
    searching.stop();
    update({ analysis: null });
    return;
  }
  const known = finished.get(key) ?? null;
  update({ analysis: known ?? empty(key) });
  // What is on the screen then may be something else.
  whenSettled(() => key === studied && key === shownKey() && search(key));
}

/** @param {string} key  of the position on the screen */
function search(key) {
  const signal = searching.begin();
  if (!finished.has(key) && !shownPosition().isOver) void analyse(key, signal);
  if (state.study) void fetchBook();
}

/** @param {string} key @returns {Analysis} */
function empty(key) {
  return {
    key,
    columns: new Map(),
    estimates: new Map(),
    best: [],
    score: null,
    variation: [],
    nodes: 0,
    done: false,
    exact: false,
    source: '',
    problem: '',
  };
}

/** The columns that win with the next disc or the one after it, which no other can beat, and their score: the search may go on for
 * long about the others. @param {Analysis['columns']} columns @returns {Partial<Analysis>} */
function soonestWin(columns) {
  const wins = [...columns].filter(
    ([, { exact, outcome, stones }]) => exact && outcome === 'win' && stones !== null && stones <= 2,
  );
  const soonest = Math.min(...wins.map(([, { stones }]) => Number(stones)));
  const best = wins.filter(([, { stones }]) => stones === soonest);
  return best.length ? { best: best.map(([column]) => column), score: best[0][1] } : {};
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
    await analysePosition(shownPosition(), signal, ({ event, data }) => {
      if (signal.aborted) return;
      if (event === 'column') {
        analysis.columns.set(data.column, data.score);
        analysis.score = data.position;
        Object.assign(analysis, soonestWin(analysis.columns));
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

/** Fetch the full opening book if study is on; it serves all classic games on 7x6. */
async function fetchBook() {
  const { rules } = shownPosition();
  const isClassic = rules.columns === 7 && rules.rows === 6 && rules.connect === 4 && rules.objective === 'first-line';
  if (!isClassic) return;
  try {
    await openFullBook((share) => update({ bookShare: share }));
  } catch {
    // The small book serves until the next position.
  }
  if (state.bookShare !== null) update({ bookShare: null });
}
