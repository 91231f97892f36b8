// The results of a tournament so far, as tables and as a plot.

import { breakable, el } from '../ui/dom.js';
import { signed } from '../page/words.js';

/** @import {Estimate, Standing, Tally, Tournament} from '../types.d.ts' */

/** @param {Tournament} tournament */
export function standingsTable(tournament) {
  const { standings } = tournament;
  /** @type {[string, (one: Standing) => string | Node][]} */
  const columns = [
    ['Rating', (one) => rating(one.elo)],
    ['Points', (one) => el('span', {}, String(one.points), el('span.t-of', {}, ` of ${one.games}`))],
    ['As red', (one) => tallyWords(one.as_red)],
    ['As yellow', (one) => tallyWords(one.as_yellow)],
    ['Better', (one) => (one.better_than_next === null ? '' : `${Math.round(100 * one.better_than_next)} %`)],
  ];
  if (standings.some((one) => one.regret)) {
    columns.push(['Mistakes', (one) => String(one.regret?.mistakes ?? '–')]);
    columns.push(['Lost per move', (one) => one.regret?.points_lost_a_move?.toFixed(2) ?? '–']);
  }
  if (standings.some((one) => one.forfeits)) columns.push(['Forfeits', (one) => String(one.forfeits)]);
  return table(
    [head('#'), head('Player', 'name'), ...columns.map(([name]) => head(name))],
    standings.map((one) => [
      el('td', {}, String(one.place)),
      rowHead(one.player),
      ...columns.map(([, valueOf]) => el('td', {}, valueOf(one))),
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
    return el('td', {}, tally ? tallyWords(tally) : '–');
  };
  return table(
    [
      el('td'),
      ...names.map((name, i) => el('th', { scope: 'col', title: name }, String(i + 1), el('span.unseen', {}, `: ${name}`))),
    ],
    names.map((name, i) => [rowHead(`${i + 1}. ${name}`), ...names.map((other) => cell(name, other))]),
  );
}

/** A dot with an error bar for each player. @param {Tournament} tournament @returns {Node[]} */
export function ratingPlot(tournament) {
  const { scale } = tournament;
  if (!scale) return [el('p.soft', {}, 'Too few games for ratings.')];
  const share = (/** @type {number} */ elo) => `${((elo - scale.low) / (scale.high - scale.low)) * 100}%`;
  const ticks = Array.from(
    { length: Math.round((scale.high - scale.low) / scale.step) + 1 },
    (_, i) => scale.low + i * scale.step,
  );
  const rows = tournament.standings.flatMap((one) => {
    if (!one.elo) return [];
    const { value, margin = null } = one.elo;
    const dot = placed(el('span'), { '--at': share(value) });
    dot.className = margin === null ? 'plot-dot guess' : 'plot-dot';
    const marks = [dot];
    if (margin !== null) {
      marks.unshift(placed(el('span.plot-whisker'), { '--from': share(value - margin), '--to': share(value + margin) }));
    }
    const tickMarks = ticks.map((tick) => placed(el('span.plot-tick'), { '--at': share(tick) }));
    return [el('span.plot-name', {}, ...breakable(one.player)), el('span.plot-track', {}, ...tickMarks, ...marks)];
  });
  const labels = ticks.map((tick) => placed(el('span.plot-label', {}, signed(tick)), { '--at': share(tick) }));
  return [...rows, el('span'), el('span.plot-axis', {}, ...labels)];
}

/** Remarks below the standings. @param {Tournament} tournament */
export function remarks(tournament) {
  const { standings, first_move_elo: first, notices } = tournament;
  const sentences = ['By colour: wins-draws-losses.'];
  if (standings.some((one) => one.better_than_next !== null)) {
    sentences.push('Better: the probability that a player is stronger than the next one.');
  }
  if (standings.some((one) => one.elo && (one.elo.margin ?? null) === null)) {
    sentences.push('A rating without ± has too few games for an interval, because one side won them all.');
  }
  if (first) sentences.push(`The first move is worth ${elo(first)} Elo.`);
  return [...sentences, ...notices.map((notice) => `Note: ${notice}.`)];
}

/** @param {Tally} tally */
function tallyWords(tally) {
  return `${tally.wins}-${tally.draws}-${tally.losses}`;
}

/** @param {Estimate | null} estimate */
function rating(estimate) {
  if (!estimate) return 'too few games';
  const value = el('b', {}, signed(Math.round(estimate.value)));
  const { margin = null } = estimate;
  return margin === null ? value : el('span', {}, value, el('span.soft', {}, ` ± ${Math.round(margin)}`));
}

/** @param {Estimate} estimate */
function elo({ value, margin = null }) {
  const number = signed(Math.round(value));
  return margin === null ? number : `${number} ± ${Math.round(margin)}`;
}

/** @param {string} text @param {string} [kind] */
function head(text, kind) {
  return el(kind ? `th.${kind}` : 'th', { scope: 'col' }, text);
}

/** @param {string} text */
function rowHead(text) {
  return el('th.name', { scope: 'row' }, ...breakable(text));
}

/** @param {Node[]} heads @param {Node[][]} rows */
function table(heads, rows) {
  return el('table', {},
    el('thead', {}, el('tr', {}, ...heads)),
    el('tbody', {}, ...rows.map((cells) => el('tr', {}, ...cells))),
  );
}

/** @param {HTMLElement} element @param {Record<string, string>} places */
function placed(element, places) {
  for (const [name, value] of Object.entries(places)) element.style.setProperty(name, value);
  return element;
}
