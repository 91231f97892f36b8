// The results of a tournament so far, as tables and as a plot.

import { el, set } from '../ui/dom.js';
import { faceOf } from '../ui/faces.js';
import { characterOf } from '../page/characters.js';
import { engineName, signed } from '../page/words.js';

/** @import {Tally} from '../types.d.ts' */

/** @param {Tournament} tournament */
export function standingsTable(tournament) {
  const { standings } = tournament;
  /** A detail has no place on a phone. @type {[string, (one: Standing) => string | Node, 'detail'?][]} */
  const columns = [
    ['Rating', (one) => rating(one.elo)],
    ['Points', (one) => `${one.points} of ${one.games}`],
    ...(countsLines(tournament) ? lineColumns : []),
    ['As red', (one) => tallyWords(one.as_red), 'detail'],
    ['As yellow', (one) => tallyWords(one.as_yellow), 'detail'],
    ['Better', (one) => (one.better_than_next === null ? '' : `${Math.round(100 * one.better_than_next)} %`), 'detail'],
  ];
  if (standings.some((one) => one.regret)) {
    columns.push(['Mistakes', (one) => String(one.regret?.mistakes ?? '–'), 'detail']);
    columns.push(['Lost per move', (one) => one.regret?.points_lost_a_move?.toFixed(2) ?? '–', 'detail']);
  }
  if (standings.some((one) => one.forfeits)) columns.push(['Forfeits', (one) => String(one.forfeits)]);
  return table(
    [head('#'), head('Player', 'name'), ...columns.map(([name, , kind]) => head(name, kind))],
    standings.map((one) => [
      el('td', {}, String(one.place)),
      rowHead(one.player),
      ...columns.map(([, valueOf, kind]) => el(kind ? `td.${kind}` : 'td', {}, valueOf(one))),
    ]),
  );
}

/** Whether lines are points. @param {Tournament} tournament */
export function countsLines(tournament) {
  return tournament.rules.objective === 'most-lines';
}

/** @type {[string, (one: Standing) => string | Node][]} */
const lineColumns = [
  ['Lines', (one) => `${one.lines_made}:${one.lines_conceded}`],
  ['Difference', (one) => signed(one.lines_made - one.lines_conceded)],
];

/** The limits of each player, the time it used, and its version. @param {Tournament} tournament */
export function conditionsTable(tournament) {
  return table(
    [
      head('Player', 'name'),
      ...['Time limit', 'Depth', 'Seconds', 'Per move'].map((name) => head(name)),
      head('Version', 'version'),
    ],
    tournament.standings.map((one) => [
      rowHead(one.player),
      el('td', {}, one.time_limit),
      el('td', {}, one.depth),
      el('td', {}, one.time_s.toFixed(1)),
      el('td', {}, one.moves ? (one.time_s / one.moves).toFixed(3) : '–'),
      el('td.version', {}, one.versions.join('; ') || 'unknown'),
    ]),
  );
}

/** The result of each player against each other. @param {Tournament} tournament */
export function crosstable(tournament) {
  const names = tournament.standings.map((one) => one.player);
  const met = new Map(tournament.crosstable.map((each) => [JSON.stringify([each.player, each.opponent]), each]));
  const cell = (/** @type {string} */ name, /** @type {string} */ other) => {
    if (name === other) return el('td.self');
    const tally = met.get(JSON.stringify([name, other]));
    if (!tally) return el('td', {}, '–');
    const lines = countsLines(tournament) ? [el('br'), el('span.soft', {}, `${tally.lines_made}:${tally.lines_conceded}`)] : [];
    return el('td', {}, tallyWords(tally), ...lines);
  };
  return table(
    [
      el('td'),
      ...names.map((name, i) => el('th', { scope: 'col', title: engineName(name) }, String(i + 1), el('span.unseen', {}, `: ${engineName(name)}`))),
    ],
    names.map((name, i) => [rowHead(name, `${i + 1}. `), ...names.map((other) => cell(name, other))]),
  );
}

/** A dot with an error bar for each player. @param {Tournament} tournament @returns {Node[]} */
export function ratingPlot(tournament) {
  const { scale } = tournament;
  if (!scale) return [el('p.soft', {}, 'There are no ratings without games.')];
  const share = (/** @type {number} */ elo) => `${((elo - scale.low) / (scale.high - scale.low)) * 100}%`;
  const ticks = Array.from(
    { length: Math.round((scale.high - scale.low) / scale.step) + 1 },
    (_, i) => scale.low + i * scale.step,
  );
  const rows = tournament.standings.flatMap((one) => {
    if (!one.elo) return [];
    const { value, margin, low, high } = one.elo;
    // The dot of an interval with one end is at that end.
    const dot = placed(el('span'), { '--at': share(margin === null ? low ?? high ?? value : value) });
    dot.className = margin === null ? 'plot-dot guess' : 'plot-dot';
    const marks = [dot];
    if (low !== null || high !== null) {
      const whisker = placed(el('span'), {
        '--from': low === null ? '-8px' : share(low),
        '--to': high === null ? 'calc(100% + 8px)' : share(high),
      });
      whisker.className = `plot-whisker ${low === null ? 'opens-left' : ''} ${high === null ? 'opens-right' : ''}`;
      marks.unshift(whisker);
    }
    const tickMarks = ticks.map((tick) => placed(el('span.plot-tick'), { '--at': share(tick) }));
    return [el('span.plot-name', {}, ...playerName(one.player)), el('span.plot-track', {}, ...tickMarks, ...marks)];
  });
  const labels = ticks.map((tick) => placed(el('span.plot-label', {}, signed(tick)), { '--at': share(tick) }));
  return [...rows, el('span'), el('span.plot-axis', {}, ...labels)];
}

/** @param {Tally} tally */
function tallyWords(tally) {
  return `${tally.wins}-${tally.draws}-${tally.losses}`;
}

/** @param {Estimate | null} estimate */
function rating(estimate) {
  if (!estimate) return 'no games';
  const { value, margin, low, high } = estimate;
  const number = (/** @type {number} */ elo) => signed(Math.round(elo));
  if (margin !== null) return el('span', {}, el('b', {}, number(value)), el('span.soft', {}, ` ± ${Math.round(margin)}`));
  if (low !== null) return el('b', {}, `≥ ${number(low)}`);
  if (high !== null) return el('b', {}, `≤ ${number(high)}`);
  return `(${number(value)})`;
}

/** @param {string} text @param {string} [kind] */
function head(text, kind) {
  return el(kind ? `th.${kind}` : 'th', { scope: 'col' }, text);
}

/** @param {string} player @param {string} [number] */
function rowHead(player, number = '') {
  return el('th.name', { scope: 'row' }, number, ...playerName(player));
}

/** A table; on a phone its rows are lists of results, in which each has the words of its column. It is a table for screen
 * readers then, too. @param {HTMLElement[]} heads @param {HTMLElement[][]} rows */
function table(heads, rows) {
  const roles = { th: 'columnheader', td: 'cell' };
  const words = heads.map((each) => each.title || each.textContent);
  for (const each of heads) set(each, 'role', roles[/** @type {'th' | 'td'} */ (each.localName)]);
  for (const cells of rows) {
    cells.forEach((cell, i) => {
      set(cell, 'role', cell.localName === 'th' ? 'rowheader' : 'cell');
      set(cell, 'data-words', words[i]);
    });
  }
  return el('table', { role: 'table' },
    el('thead', { role: 'rowgroup' }, el('tr', { role: 'row' }, ...heads)),
    el('tbody', { role: 'rowgroup' }, ...rows.map((cells) => el('tr', { role: 'row' }, ...cells))),
  );
}

/** @param {HTMLElement} element @param {Record<string, string>} places */
function placed(element, places) {
  for (const [name, value] of Object.entries(places)) element.style.setProperty(name, value);
  return element;
}

/** A player as everywhere else: the face and the name of a level; another name may be broken after a comma.
 * @param {string} player @returns {(Node | string)[]} */
export function playerName(player) {
  const character = characterOf(player);
  if (character) return [faceOf(character.name), ' ', character.name];
  return player.split(/(?<=,)/).flatMap((part, i) => (i ? [el('wbr'), part] : [part]));
}
