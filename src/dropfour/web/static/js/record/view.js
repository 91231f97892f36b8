// The player's record: results by opponent and colour, streaks, exact accuracy and openings.

import { movesAddress, storedAddress } from '../page/address.js';
import { parseMoves } from '../board/notation.js';
import { ROOT, hasServer } from '../page/site.js';
import { newGame, state } from '../page/store.js';
import { capital, counted, engineName, moment } from '../page/words.js';
import { Refusal, Unreachable } from '../server/api.js';
import { el, setText, show, within } from '../ui/dom.js';
import { accuracyKey, measure, measured, together } from './accuracy.js';
import { loadArchive, opponentOf } from './archive.js';
import { countOf, ratedGames, statistics, sumOf } from './stats.js';

/** @import {PastGame} from '../types.d.ts' */
/** @import {Accuracy} from './accuracy.js' */
/** @import {Goes} from './past.js' */
/** @import {Statistics, Tally} from './stats.js' */

const STREAKS = { won: ['win', 'wins'], drawn: ['draw', 'draws'], lost: ['loss', 'losses'] };

/** @param {HTMLElement} root @param {Goes} goes */
export function createRecordView(root, goes) {
  const past = within(el('a.button', { href: ROOT.pathname + (hasServer ? 'games' : '?view=games') }, 'Past games'), () => goes.show('past'));
  const problem = el('p.problem');
  const empty = el('p.soft', { role: 'status' });
  const figures = el('dl.figures');
  const shares = el('div.shares', { 'aria-hidden': 'true' });
  const results = el('table.record-table', { 'aria-labelledby': 'record-results' });
  const about = el('p.soft');
  const start = el('button.primary', { type: 'button', click: () => void measureAll() }, 'Measure my moves');
  const stop = el('button', { type: 'button', click: () => measuring.abort() }, 'Stop');
  const progress = el('p.soft', { role: 'status' });
  const worst = el('ul.record-list');
  const openings = el('table.record-table', { 'aria-labelledby': 'record-openings' });
  const body = el('div.record', { hidden: true },
    el('section.card', { 'aria-label': 'Results' }, figures, shares),
    el('section.card.wide', {}, el('h2', { id: 'record-results' }, 'By opponent and colour'), el('div.record-scroll', { tabindex: '0', role: 'group', 'aria-labelledby': 'record-results' }, results)),
    el('section.card', {}, el('h2', {}, 'Accuracy'), about, el('div.card-actions', {}, start, stop), progress, worst),
    el('section.card.wide', {}, el('h2', { id: 'record-openings' }, 'Openings'), openings),
  );
  root.append(
    el('div.past-head', {}, el('h1.page-title', { tabindex: '-1' }, 'Your record'), el('div.card-actions', {}, past)),
    problem, empty, body,
  );
  /** @type {PastGame[]} */
  let games = [];
  let isShown = false;
  let isMeasuring = false;
  let loading = new AbortController();
  let measuring = new AbortController();

  function load() {
    loading.abort();
    loading = new AbortController();
    setText(empty, 'Loading …');
    void loadArchive(loading.signal, (archive) => {
      games = archive.games;
      setText(problem, archive.problem);
      draw();
    });
  }

  function draw() {
    const found = statistics(games);
    const count = countOf(found.total);
    setText(empty, count ? '' : 'No finished games yet. Play against an engine or another person, and your record appears here.');
    show(empty, count === 0);
    show(body, count > 0);
    if (!count) return;
    figures.replaceChildren(...figuresOf(found).map(([name, value]) => (
      el('div.figure', { 'data-name': name }, el('dt', {}, name), el('dd', {}, value)))));
    const { won, drawn, lost } = found.total;
    shares.replaceChildren(...[won, drawn, lost].map((part) => {
      const share = el('span');
      share.style.setProperty('flex', String(part));
      return share;
    }));
    drawResults(found);
    drawAccuracy();
    openings.replaceChildren(
      head(['First moves', 'You', 'Games', 'Won–drawn–lost']),
      el('tbody', {}, ...found.openings.map(({ moves, colour, tally }) => el('tr', {},
        el('th', { scope: 'row' }, openingLink(moves)),
        el('td', {}, capital(colour)),
        el('td', {}, String(countOf(tally))),
        el('td', {}, tallyText(tally)),
      ))),
    );
  }

  /** @param {Statistics} found */
  function drawResults(found) {
    const known = measured();
    const rows = found.opponents.map(({ opponent, red, yellow }) => {
      const own = ratedGames(games).filter((game) => (opponentOf(game) ?? '') === opponent);
      const accuracy = together(own.map((game) => known[accuracyKey(game)]).filter(Boolean));
      return el('tr', {},
        el('th', { scope: 'row' }, opponent === 'live' ? 'People, live' : engineName(opponent)),
        el('td', {}, tallyText(red)),
        el('td', {}, tallyText(yellow)),
        el('td', {}, percent(sumOf(red, yellow))),
        el('td', {}, accuracy.moves ? `${Math.round((100 * accuracy.best) / accuracy.moves)} %` : '–'),
      );
    });
    results.replaceChildren(head(['Opponent', 'As red', 'As yellow', 'Score', 'Best moves']), el('tbody', {}, ...rows));
  }

  function drawAccuracy() {
    const known = measured();
    const rated = ratedGames(games);
    const done = rated.filter((game) => accuracyKey(game) in known);
    const left = rated.length - done.length;
    const sum = together(done.map((game) => known[accuracyKey(game)]));
    setText(about, sum.moves ? accuracySentence(sum, done.length) : 'How good your moves were, by the exact solver: each is compared with the best move in its position.');
    show(start, left > 0 && !isMeasuring);
    setText(start, done.length ? `Measure ${counted(left, 'more game')}` : 'Measure my moves');
    show(stop, isMeasuring);
    const costly = done
      .map((game) => ({ game, blunders: known[accuracyKey(game)].moves - known[accuracyKey(game)].kept }))
      .filter(({ blunders }) => blunders > 0)
      .sort((a, b) => b.blunders - a.blunders)
      .slice(0, 3);
    worst.replaceChildren(...costly.map(({ game, blunders }) => el('li', {},
      `${capital(counted(blunders, 'move'))} that changed the result: `,
      within(el('a', { href: storedAddress(game.id) }, `against ${opponentName(game)}, ${moment(game.updated_at)}`), () => goes.open(game.id)),
    )));
  }

  async function measureAll() {
    measuring = new AbortController();
    const { signal } = measuring;
    const known = measured();
    const rated = ratedGames(games).filter((game) => !(accuracyKey(game) in known));
    isMeasuring = true;
    setText(progress, '');
    try {
      for (const [i, game] of rated.entries()) {
        setText(progress, `Measuring game ${i + 1} of ${rated.length} …`);
        drawAccuracy();
        await measure(game, signal);
      }
      setText(progress, `${counted(rated.length, 'game')} measured.`);
    } catch (error) {
      if (!signal.aborted && !(error instanceof Refusal || error instanceof Unreachable)) throw error;
      setText(progress, signal.aborted ? 'Stopped.' : `Not measured: ${/** @type {Error} */ (error).message}.`);
    } finally {
      isMeasuring = false;
      draw();
    }
  }

  return function render() {
    const isOpen = state.view === 'record';
    if (isOpen && !isShown) load();
    if (!isOpen) measuring.abort();
    isShown = isOpen;
  };
}

/** @param {Statistics} found @returns {[string, string][]} */
function figuresOf({ games, total, streak, longest }) {
  const now = streak.end === null ? '–' : `${streak.count} ${STREAKS[streak.end][streak.count === 1 ? 0 : 1]}`;
  return [
    ['Won', String(total.won)],
    ['Drawn', String(total.drawn)],
    ['Lost', String(total.lost)],
    ['Games', String(games)],
    ['Score', percent(total)],
    ['Current streak', now],
    ['Longest winning streak', String(longest)],
  ];
}

/** @param {Accuracy} sum @param {number} games */
function accuracySentence({ moves, best, kept, regret }, games) {
  const share = (/** @type {number} */ part) => `${Math.round((100 * part) / moves)} %`;
  return `${share(best)} of your ${counted(moves, 'move')} with a proven score were the best, ${share(kept)} kept the result. `
    + `On average a move gave away ${(regret / moves).toFixed(2)} points of the exact score, in ${counted(games, 'game')}.`;
}

/** @param {string[]} names */
function head(names) {
  return el('thead', {}, el('tr', {}, ...names.map((name) => el('th', { scope: 'col' }, name))));
}

/** @param {string} moves */
function openingLink(moves) {
  return el('a', { href: movesAddress(newGame({ moves: parseMoves(moves) })) }, [...moves].join(' '));
}

/** @param {Tally} tally */
function tallyText(tally) {
  return countOf(tally) ? `${tally.won}–${tally.drawn}–${tally.lost}` : '–';
}

/** The points of a tally, a draw being half a win. @param {Tally} tally */
function percent(tally) {
  return `${Math.round((100 * (tally.won + tally.drawn / 2)) / Math.max(1, countOf(tally)))} %`;
}

/** @param {PastGame} past */
function opponentName(past) {
  const opponent = opponentOf(past);
  return opponent === null || opponent === 'live' ? 'a person' : engineName(opponent);
}
