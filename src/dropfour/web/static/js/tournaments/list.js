// The list of tournaments, and how to run one.

import { placeAddress, tournamentAddress } from '../page/address.js';
import { goTo, goToTournament } from '../router.js';
import { el, set, setText, show, showText, within } from '../ui/dom.js';
import { state } from '../page/store.js';
import { followTournaments, progressSentence } from './follow.js';
import { createRunForm } from './run.js';
import { capital, engineName, moment, rulesSentence, sentence } from '../page/words.js';
import { copyButton } from '../ui/form.js';

/** @param {HTMLElement} root */
export function createView(root) {
  const list = el('ul.past-list');
  const empty = el('p', {}, 'There are no tournaments yet.');
  const older = el('p.soft');
  const problem = el('p.problem');
  const command = el('code');
  const copy = copyButton('Copy', () => command.textContent ?? '');
  const run = createRunForm(goToTournament);
  const here = el('section.card.how', { 'aria-labelledby': 'run-title' },
    el('h2', { id: 'run-title' }, 'Start a tournament of engines'), run.root);
  const how = el('details.card.how', {},
    el('summary', {}, 'Advanced: run a tournament in a terminal'),
    el('p', {}, 'Type this in a terminal, with any players you like. The games appear here as they are played.'),
    el('div.command', {}, el('pre', { tabindex: '0', role: 'region', 'aria-label': 'Command' }, command), copy),
    el('p.soft', {}, 'Engines, Python files and programs in any language can take part: dropfour tournament --help'),
  );
  const people = within(el('a.button', { href: placeAddress('club') }, 'Tournaments between people'), () => goTo('club'));
  const ratings = within(el('a.button', { href: placeAddress('ratings') }, 'Ratings of people'), () => goTo('ratings'));
  root.append(el('h1.page-title', { tabindex: '-1' }, 'Tournaments'), el('div.card-actions', {}, people, ratings), problem, empty, list, older, here, how);
  /** @type {TournamentSummary[] | null} */
  let listed = null;
  /** @type {Map<number, ReturnType<typeof createItem>>} */
  const items = new Map();

  return function render() {
    followTournaments();
    const { list: known, count, command: shell, problem: why } = state.tournaments;
    showText(problem, why && sentence(why));
    show(empty, known?.length === 0);
    show(how, known !== null && shell !== null);
    show(here, known !== null && state.tournaments.isOperator);
    run.render();
    if (shell !== null && shell !== command.textContent) {
      // The text may break between words, but not after a hyphen.
      const words = shell.split(' ').flatMap((word) => [' ', el('span.word', {}, word)]);
      command.replaceChildren(...words.slice(1));
    }
    setText(older, `The newest ${known?.length} of ${count}.`);
    show(older, known !== null && known.length < count);
    if (known === listed || known === null) return;
    listed = known;
    const isSame = known.length === list.children.length && known.every((each) => items.has(each.id));
    for (const each of known) {
      const item = items.get(each.id) ?? createItem(each);
      items.set(each.id, item);
      item.render(each);
    }
    if (!isSame) list.replaceChildren(...known.map((each) => /** @type {any} */ (items.get(each.id)).root));
  };
}

/** @param {TournamentSummary} tournament */
function createItem(tournament) {
  const progress = createProgress();
  const root = el('li', {}, within(
    el('a.past-game.t-item', { href: tournamentAddress(tournament.id) },
      el('b', {}, tournament.name),
      progress.root,
      el('span', {}, playersSentence(tournament.players.map(engineName))),
      el('span.soft', {}, aboutSentence(tournament)),
    ),
    () => goToTournament(tournament.id),
  ));
  return { root, render: progress.render };
}

/** The progress of a tournament as a word, a bar and numbers. */
export function createProgress() {
  const badge = el('span.badge');
  const bar = el('progress', { max: 1, 'aria-label': 'Games played' });
  const words = el('span.t-count');
  const root = el('span.t-progress', {}, badge, bar, words);
  return {
    root,
    /** @param {TournamentSummary} tournament */
    render(tournament) {
      const { state: how, games_played: played, games_scheduled: scheduled } = tournament;
      setText(badge, capital(how));
      set(badge, 'data-state', how);
      set(bar, 'value', how === 'finished' || !scheduled ? 1 : played / scheduled);
      setText(words, progressSentence(tournament));
    },
  };
}

/** @param {TournamentSummary} tournament */
export function aboutSentence(tournament) {
  const format = capital(tournament.format.replace('-', ' '));
  return `${format} · ${rulesSentence(tournament.rules)} · ${moment(tournament.created_at)}`;
}

/** @param {string[]} names */
function playersSentence(names) {
  const most = 6;
  if (names.length <= most) return names.join(', ');
  return `${names.slice(0, most - 1).join(', ')} and ${names.length - most + 1} more`;
}
