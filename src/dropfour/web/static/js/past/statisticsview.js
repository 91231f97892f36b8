// A player's record: results by opponent and colour, streaks, exact accuracy and openings.

import { movesAddress } from '../page/address.js';
import { parseMoves } from '../board/notation.js';
import { viewLink } from '../router.js';
import { endOf, engineName, newGame, ownColour } from '../model/game.js';
import { state } from '../page/state.js';
import { number, t } from '../ui/words.js';
import { card, el, row, set, setText, show, showText, table } from '../ui/dom.js';
import { accuracyKey, createAccuracyCard, measured, together } from './accuracy.js';
import { archiveFollower, isClassic, opponentOf, ratedGames } from './archive.js';

/** @typedef {{won: number, drawn: number, lost: number}} Tally */
/** @typedef {{opponent: string, red: Tally, yellow: Tally}} OpponentRow */
/** @typedef {{moves: string, colour: Colour, tally: Tally}} Opening */
/** @typedef {{
 *   games: number, total: Tally, opponents: OpponentRow[], openings: Opening[],
 *   streak: {count: number, end: 'won' | 'lost' | 'drawn' | null}, longest: number,
 * }} Statistics */

// An opening is its first moves in a classic game.
const OPENING = 3;
const MOST_OPENINGS = 12;

/** @returns {Tally} */
function noGames() {
  return { won: 0, drawn: 0, lost: 0 };
}

/** @param {Tally} tally */
function countOf(tally) {
  return tally.won + tally.drawn + tally.lost;
}

/** @param {Tally} a @param {Tally} b @returns {Tally} */
function sumOf(a, b) {
  return { won: a.won + b.won, drawn: a.drawn + b.drawn, lost: a.lost + b.lost };
}

/** @param {PastGame[]} games  the last one first @returns {Statistics} */
function statistics(games) {
  const total = noGames();
  /** @type {Map<string, OpponentRow>} */
  const opponents = new Map();
  /** @type {Map<string, Opening>} */
  const openings = new Map();
  const rated = ratedGames(games);
  for (const game of rated) {
    const end = /** @type {keyof Tally} */ (endOf(game, game.result));
    const colour = /** @type {Colour} */ (ownColour(game));
    const opponent = opponentOf(game) ?? '';
    const row = opponents.get(opponent) ?? { opponent, red: noGames(), yellow: noGames() };
    opponents.set(opponent, row);
    total[end] += 1;
    row[colour][end] += 1;
    const moves = game.moves.slice(0, OPENING);
    if (!isClassic(game) || moves.length < OPENING) continue;
    const key = `${colour} ${moves}`;
    const opening = openings.get(key) ?? { moves, colour, tally: noGames() };
    openings.set(key, opening);
    opening.tally[end] += 1;
  }
  const byCount = (/** @type {Tally} */ a, /** @type {Tally} */ b) => countOf(b) - countOf(a);
  return {
    games: games.length,
    total,
    opponents: [...opponents.values()].sort((a, b) => byCount(sumOf(a.red, a.yellow), sumOf(b.red, b.yellow))),
    openings: [...openings.values()].sort((a, b) => byCount(a.tally, b.tally)).slice(0, MOST_OPENINGS),
    ...streaks(rated),
  };
}

/** @param {PastGame[]} rated  the last one first */
function streaks(rated) {
  const ends = rated.map((game) => endOf(game, game.result));
  const [end] = ends;
  const broken = ends.findIndex((each) => each !== end);
  const count = broken < 0 ? ends.length : broken;
  let longest = 0;
  let current = 0;
  for (const each of ends) {
    current = each === 'won' ? current + 1 : 0;
    longest = Math.max(longest, current);
  }
  return { streak: { count, end: /** @type {keyof Tally | null} */ (end ?? null) }, longest };
}

// --- the view ------------------------------------------------------------------------------------

/** @param {HTMLElement} root */
export function createView(root) {
  const past = viewLink('a.button', 'past', null, t('page.past games'));
  const problem = el('p.problem');
  const empty = el('p.soft', { role: 'status' }, t('past.loading'));
  const figures = el('dl.figures');
  const shares = el('div.shares', { 'aria-hidden': 'true' });
  const results = el('div.record-scroll', { tabindex: '0', role: 'group', 'aria-labelledby': 'record-results' });
  const openings = card('record-openings', t('past.openings'), el('div'));
  const accuracy = createAccuracyCard(draw);
  const summary = el('section.card', { 'aria-label': t('past.results') }, figures, shares);
  const byOpponent = card('record-results', t('past.by opponent and colour'), results);
  const columns = [el('div.record-column', summary, accuracy.root), el('div.record-column.wide', byOpponent, openings)];
  const body = el('div.record', { hidden: true }, columns);
  const title = el('h1.page-title', { tabindex: '-1' }, t('page.title', { view: 'statistics' }));
  root.append(el('div.past-head', title, el('div.card-actions', past)), problem, empty, body);
  /** @type {PastGame[]} */
  let games = [];
  const follow = archiveFollower('statistics', (archive) => {
    games = archive.games;
    setText(problem, archive.problem && t('past.not loaded', { reason: archive.problem }));
    draw();
  });

  function draw() {
    const found = statistics(games);
    const count = countOf(found.total);
    showText(empty, count ? '' : t('past.no finished games'));
    show(body, count > 0);
    if (!count) return;
    figures.replaceChildren(...figuresOf(found).map(figure));
    const { won, drawn, lost } = found.total;
    shares.replaceChildren(...[won, drawn, lost].map(share));
    const resultHeads = named('opponent', 'as red', 'as yellow', 'score', 'accuracy');
    results.replaceChildren(recordTable('record-results', resultHeads, resultRows(found, games)));
    accuracy.render(ratedGames(games));
    const rows = found.openings.map(({ moves, colour, tally }) => {
      const link = el('a', { href: movesAddress(newGame({ moves: parseMoves(moves) })) }, [...moves].join(' '));
      return [link, t('page.colour', { colour }), number(countOf(tally)), tallyText(tally)];
    });
    const heads = named('first moves', 'you', 'games', 'tally');
    openings.replaceChildren(openings.children[0], recordTable('record-openings', heads, rows));
  }

  return function render() {
    follow();
    if (state.view !== 'statistics') accuracy.stop();
  };
}

/** @param {...string} names  of entries in the catalogue */
function named(...names) {
  return names.map((name) => t(`past.record, ${name}`));
}

/** @param {[string, string]} figure */
function figure([name, value]) {
  return el('div.figure', { 'data-name': name }, el('dt', named(name)), el('dd', value));
}

/** @param {number} part */
function share(part) {
  const made = el('span');
  made.style.flex = String(part);
  return made;
}

/** @param {Statistics} found @param {PastGame[]} games */
function resultRows(found, games) {
  const known = measured();
  return found.opponents.map(({ opponent, red, yellow }) => {
    const own = ratedGames(games).filter((game) => (opponentOf(game) ?? '') === opponent);
    const { accuracy } = together(own.map((game) => known[accuracyKey(game)]).filter(Boolean));
    const name = opponent === 'live' ? t('past.people, live') : engineName(opponent);
    const share = accuracy === null ? '–' : t('past.percent', { percent: accuracy });
    return [name, tallyText(red), tallyText(yellow), percent(sumOf(red, yellow)), share];
  });
}

/** @param {Statistics} found @returns {[string, string][]} */
function figuresOf({ games, total, streak, longest }) {
  const now = streak.end === null ? '–' : t(`past.streak, ${streak.end}`, { count: streak.count });
  const counts = { ...total, games };
  const shares = { score: percent(total), 'current streak': now, 'longest streak': longest };
  return Object.entries({ ...counts, ...shares }).map(([name, value]) => [
    name,
    typeof value === 'number' ? number(value) : value,
  ]);
}

/** @param {string} id  of its heading @param {string[]} heads @param {(string | Node)[][]} rows  each after its head */
function recordTable(id, heads, rows) {
  const made = table('table.record-table', heads, ...rows.map(([name, ...cells]) => row(name, cells)));
  set(made, 'aria-labelledby', id);
  return made;
}

/** @param {Tally} tally */
function tallyText(tally) {
  return countOf(tally) ? `${tally.won}–${tally.drawn}–${tally.lost}` : '–';
}

/** The points of a tally, a draw being half a win. @param {Tally} tally */
function percent(tally) {
  const share = (tally.won + tally.drawn / 2) / Math.max(1, countOf(tally));
  return t('past.percent', { percent: Math.round(100 * share) });
}
