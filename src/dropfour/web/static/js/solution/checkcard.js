// Check the proof: the card, with a progress bar and what was counted so far.

import { changerOf, speak } from '../page/store.js';
import { reasonOf } from '../page/words.js';
import { button, el, set, setText, show, showText } from '../ui/dom.js';
import { solutionText } from './graph.js';
import { goToMoves } from './walk.js';

/** @import {Progress, Report} from './checker.js' */

/** @type {{worker: Worker | null, progress: Progress | null, report: Report | null, note: string}} */
const checking = { worker: null, progress: null, report: null, note: '' };
const change = changerOf(checking);

async function begin() {
  const worker = new Worker(new URL('./checkworker.js', import.meta.url), { type: 'module' });
  change({ worker, progress: null, report: null, note: '' });
  worker.addEventListener('message', ({ data }) => {
    if (checking.worker !== worker) return;
    if (data.report) end({ report: data.report });
    else change({ progress: data.progress });
  });
  worker.addEventListener('error', () => end({ note: 'The checker could not be started.' }));
  try {
    worker.postMessage(await solutionText());
  } catch (error) {
    end({ note: `The check could not begin: ${reasonOf(error)}.` });
  }
}

/** @param {Partial<typeof checking>} result */
function end(result) {
  checking.worker?.terminate();
  change({ worker: null, ...result });
  speak(checking.report?.text ?? checking.note);
}

export function createCheckCard() {
  const start = button('Check the proof', () => void begin());
  const stop = button('Stop', () => end({ note: 'Stopped.' }));
  const bar = el('progress', { 'aria-label': 'Check of the proof', max: 1 });
  const counts = el('p.soft');
  const result = el('p.check-result');
  const line = button('', () => goToMoves(checking.report?.line ?? []));
  const card = el('section.card', { 'aria-labelledby': 'check-title' },
    el('h2', { id: 'check-title' }, 'The proof'),
    el('p', {}, 'A program that shares nothing with the solver plays every reply, looks every position up in the list, and plays every '
      + 'plan out to the end of the game, in this browser.'),
    el('div.card-actions', {}, start, stop), bar, counts, result, line);

  return {
    card,
    render() {
      const { worker, progress, report, note } = checking;
      const hadFocus = document.activeElement === start || document.activeElement === stop;
      show(start, worker === null);
      show(stop, worker !== null);
      if (hadFocus) (worker ? stop : start).focus(); // one takes the place of the other
      show(bar, worker !== null);
      const found = report ?? progress;
      set(bar, 'value', progress ? progress.done / Math.max(1, progress.all) : 0);
      showText(counts, worker || report ? countsOf(found) : '');
      setText(start, report || note ? 'Check it again' : 'Check the proof');
      showText(result, worker ? '' : report?.text ?? note);
      set(result, 'data-kind', report ? (report.line ? 'wrong' : 'right') : null);
      showText(line, !worker && report?.line?.length ? `Show the line of play: ${report.line.join(' ')}` : '');
    },
  };
}

/** @param {Progress | null} found */
function countsOf(found) {
  if (!found) return 'Reading the list …';
  const { listed, positions, replies, done, all } = found;
  const number = (/** @type {number} */ n) => n.toLocaleString('en');
  return `${number(listed)} positions of the list; ${number(done)} of ${number(all)} plans played out; `
    + `${number(positions)} positions and ${number(replies)} replies in all.`;
}
