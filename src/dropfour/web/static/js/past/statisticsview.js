// A player's record: results by opponent and colour, streaks, exact accuracy and openings.

import { movesAddress, placeAddress } from '../page/address.js';
import { parseMoves } from '../board/notation.js';
import { goTo } from '../router.js';
import { newGame, state } from '../page/store.js';
import { capital, engineName } from '../page/words.js';
import { el, setText, show, showText, within } from '../ui/dom.js';
import { accuracyKey, measured, together } from './accuracy.js';
import { archiveFollower, opponentOf } from './archive.js';
import { createAccuracyCard } from './accuracycard.js';
import { countOf, ratedGames, statistics, sumOf } from './statistics.js';

/** @import {Statistics, Tally} from './statistics.js' */

const STREAKS = { won: ['win', 'wins'], drawn: ['draw', 'draws'], lost: ['loss', 'losses'] };

/** @param {HTMLElement} root */
export function createView(root) {
  const past = within(el('a.button', { href: placeAddress('games') }, 'Past games'), () => goTo('past'));
  const problem = el('p.problem');
  const empty = el('p.soft', { role: 'status' }, 'Loading …');
  const figures = el('dl.figures');
  const shares = el('div.shares', { 'aria-hidden': 'true' });
  const results = el('table.record-table', { 'aria-labelledby': 'record-results' });
  const accuracy = createAccuracyCard(draw);
  const openings = el('table.record-table', { 'aria-labelledby': 'record-openings' });
  const body = el('div.record', { hidden: true },
    el('div.record-column', {}, el('section.card', { 'aria-label': 'Results' }, figures, shares), accuracy.root),
    el('div.record-column.wide', {},
      el('section.card', {}, el('h2', { id: 'record-results' }, 'By opponent and colour'),
        el('div.record-scroll', { tabindex: '0', role: 'group', 'aria-labelledby': 'record-results' }, results)),
      el('section.card', {}, el('h2', { id: 'record-openings' }, 'Openings'), openings)),
  );
  root.append(
    el('div.past-head', {}, el('h1.page-title', { tabindex: '-1' }, 'Your record'), el('div.card-actions', {}, past)),
    problem, empty, body,
  );
  /** @type {PastGame[]} */
  let games = [];
  const follow = archiveFollower('statistics', (archive) => {
    games = archive.games;
    setText(problem, archive.problem);
    draw();
  });

  function draw() {
    const found = statistics(games);
    const count = countOf(found.total);
    showText(empty, count ? '' : 'No finished games yet. Play against an engine or another person, and your record appears here.');
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
    results.replaceChildren(...tableParts(['Opponent', 'As red', 'As yellow', 'Score', 'Accuracy'], resultRows(found, games)));
    accuracy.render(ratedGames(games));
    openings.replaceChildren(...tableParts(['First moves', 'You', 'Games', 'Won–drawn–lost'], found.openings.map(
      ({ moves, colour, tally }) => [openingLink(moves), capital(colour), String(countOf(tally)), tallyText(tally)])));
  }

  return function render() {
    follow();
    if (state.view !== 'statistics') accuracy.stop();
  };
}

/** @param {Statistics} found @param {PastGame[]} games */
function resultRows(found, games) {
  const known = measured();
  return found.opponents.map(({ opponent, red, yellow }) => {
    const own = ratedGames(games).filter((game) => (opponentOf(game) ?? '') === opponent);
    const { accuracy } = together(own.map((game) => known[accuracyKey(game)]).filter(Boolean));
    return [
      opponent === 'live' ? 'People, live' : engineName(opponent), tallyText(red), tallyText(yellow), percent(sumOf(red, yellow)),
      accuracy === null ? '–' : `${accuracy} %`,
    ];
  });
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

/** The rows of a table, each after its head. @param {string[]} names  of the columns @param {(string | Node)[][]} rows */
function tableParts(names, rows) {
  return [
    el('thead', {}, el('tr', {}, ...names.map((name) => el('th', { scope: 'col' }, name)))),
    el('tbody', {}, ...rows.map(([name, ...cells]) => (
      el('tr', {}, el('th', { scope: 'row' }, name), ...cells.map((cell) => el('td', {}, cell)))))),
  ];
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
