// One tournament: its progress, its standings, and its games, which open on the board.

import { placeAddress, tournamentAddress } from '../page/address.js';
import { goTo, openTournamentGame } from '../router.js';
import { button, el, pip, set, setText, show, showText, syncChildren, within } from '../ui/dom.js';
import {
  conditionsTable, countsLines, crosstable, playerName, ratingPlot, standingsTable,
} from './standings.js';
import { state, update } from '../page/store.js';
import { aboutSentence, createProgress } from './list.js';
import { MOST_GAMES, chooseGames, followTournaments, listMoreGames } from './follow.js';
import { createRunButtons } from './run.js';
import { counted, engineName, sentence } from '../page/words.js';
import { field, select } from '../ui/form.js';

/** @param {HTMLElement} root */
export function createView(root) {
  const title = el('h1.page-title', { tabindex: '-1' });
  const about = el('p.soft');
  const progress = createProgress();
  const openings = el('p.soft');
  const buttons = createRunButtons();
  const stopped = el('p.soft', {}, 'This tournament is not being played at the moment. Repeat the command that started it to continue.');
  const problem = el('p.problem');
  const standings = scroller('Standings');
  const plot = el('div.plot', { role: 'img', 'aria-label': 'Ratings with their intervals, listed in the standings' });
  const cross = scroller('Head to head');
  cross.classList.add('versus');
  const notes = el('ul.t-notes.soft');
  const ratingNotes = el('ul.t-notes.soft');
  const crossNote = el('p.soft');
  const conditions = scroller('Conditions');
  const machines = el('p.soft');
  const games = createGames();
  const body = el('div.t-body', {},
    el('div.t-column', {},
      card('Standings', standings, notes),
      card('Ratings with 95 % intervals', plot, ratingNotes),
      card('Head to head', crossNote, cross),
      card('Conditions', conditions, machines),
    ),
    games.root,
  );
  root.append(
    within(el('a.t-back', { href: placeAddress('tournaments') }, '← All tournaments'), () => goTo('tournaments')),
    title, about, openings, progress.root, buttons.root, stopped, problem, body,
  );
  /** @type {Tournament | null} */
  let shown = null;

  return function render() {
    followTournaments();
    const { one, id, problem: why } = state.tournaments;
    setText(title, one?.name ?? `Tournament ${id}`);
    showText(problem, why && sentence(why));
    show(body, one !== null);
    show(progress.root, one !== null);
    show(stopped, one?.state === 'interrupted' && !one.can_continue);
    show(openings, one !== null);
    buttons.render();
    setText(about, one ? aboutSentence(one) : why ? '' : 'Loading …');
    games.render();
    if (one === shown || one === null) return;
    shown = one;
    progress.render(one);
    standings.replaceChildren(standingsTable(one));
    plot.replaceChildren(...ratingPlot(one));
    cross.replaceChildren(crosstable(one));
    notes.replaceChildren(...one.remarks.map((text) => el('li', {}, text)));
    ratingNotes.replaceChildren(...one.rating_remarks.map((text) => el('li', {}, text)));
    conditions.replaceChildren(conditionsTable(one));
    setText(machines, one.machines);
    setText(openings, one.openings);
    const lines = countsLines(one) ? '; below, lines made and conceded' : '';
    setText(crossNote, `Wins-draws-losses of each player against the others${lines}.`);
  };
}

/** @param {string} title @param {...Node} children */
function card(title, ...children) {
  return el('section.card', { 'aria-label': title }, el('h2', {}, title), ...children);
}

/** A container for a table that may be wider than the screen. @param {string} name */
function scroller(name) {
  return el('div.scroller', { tabindex: '0', role: 'region', 'aria-label': `${name}, table` });
}

// --- the games ------------------------------------------------------------------------------------

function createGames() {
  const player = select('t-player', [], choose);
  const opponent = select('t-opponent', [], choose);
  const count = el('p.soft');
  const list = el('ol.t-games');
  const waiting = el('button.quiet', { type: 'button', click: () => renderList() });
  const more = button('More', listMoreGames);
  const most = el('p.soft', {}, `Only the last ${MOST_GAMES} games are listed; choose players to find others.`);
  const root = el('section.card', { 'aria-label': 'Games' },
    el('h2', {}, 'Games'),
    el('div.t-filters', {}, field('Player', player), field('Against', opponent)),
    el('div.t-row', {}, count, waiting), list, more, most,
  );
  function choose() {
    chooseGames(player.value, opponent.value);
  }
  for (const event of ['mouseleave', 'focusout']) list.addEventListener(event, () => update({}));
  /** @type {TournamentGame[]} */
  let listed = [];
  let listedFor = '';

  function renderList() {
    listed = state.tournaments.games;
    const byKey = new Map(listed.map((game) => [`${state.tournaments.id}/${game.number}`, game]));
    syncChildren(list, [...byKey.keys()], (key) => gameItem(/** @type {TournamentGame} */ (byKey.get(key))));
    show(waiting, false);
  }

  /** Whether the user is about to choose a game, which must not move away from the pointer. */
  function isInUse() {
    return list.matches(':hover, :focus-within');
  }

  function render() {
    const { one, id, games, gameCount, limit } = state.tournaments;
    if (!one) return;
    fill(player, one.players, state.tournaments.player, 'everyone');
    fill(opponent, one.players.filter((name) => name !== state.tournaments.player), state.tournaments.opponent, 'everyone');
    opponent.disabled = !state.tournaments.player;
    setText(count, gameCount ? `${counted(gameCount, 'game')}, newest first.` : 'No games yet.');
    const isMore = games.length < gameCount;
    show(more, isMore && limit < MOST_GAMES);
    show(most, isMore && limit >= MOST_GAMES);
    if (games === listed) return;
    const key = JSON.stringify([id, state.tournaments.player, state.tournaments.opponent, limit]);
    if (key === listedFor && isInUse()) {
      const known = new Set(listed.map((game) => game.number));
      const fresh = games.filter((game) => !known.has(game.number)).length;
      setText(waiting, fresh < limit ? `Show ${fresh} new` : 'Show the newest');
      show(waiting, fresh > 0);
      return;
    }
    listedFor = key;
    renderList();
  }

  return { root, render };
}

/** @param {HTMLSelectElement} control @param {string[]} names @param {string} chosen @param {string} all */
function fill(control, names, chosen, all) {
  const key = names.join('\n');
  if (control.dataset.names !== key) {
    control.dataset.names = key;
    control.replaceChildren(new Option(all, ''), ...names.map((name) => new Option(engineName(name), name)));
  }
  if (control.value !== chosen) control.value = chosen;
}

/** @param {TournamentGame} game */
function gameItem(game) {
  const { id } = state.tournaments;
  const side = (/** @type {Colour} */ colour, /** @type {string} */ won) => {
    const name = el('span.t-name', {}, ...playerName(game[colour]));
    set(name, 'data-won', game.result === won);
    return el('span.t-side-of-game', {}, pip(colour), name, el('span.unseen', {}, ` (${colour})`));
  };
  const { one } = state.tournaments;
  const lines = one && countsLines(one) ? `${game.lines.red}:${game.lines.yellow} lines` : counted(game.moves.length, 'move');
  const how = game.ending === 'forfeit' ? 'forfeit' : lines;
  const link = el('a.t-game', { href: tournamentAddress(Number(id), game.number) },
    el('span.t-number', {}, el('span.unseen', {}, 'Game '), String(game.number)),
    el('span.t-players', {}, side('red', '1-0'), side('yellow', '0-1')),
    el('span.t-result', {}, el('b', {}, game.result.replaceAll('1/2', '½').replace('-', '–')), el('span.soft', {}, how)),
  );
  return el('li', {}, within(link, () => void openTournamentGame(Number(id), game.number)));
}
