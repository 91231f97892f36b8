// The list of tournaments, and how to run one.

import { viewLink } from '../router.js';
import { el, set, setText, show, showText } from '../ui/dom.js';
import { followTournaments, progressWords, tournaments } from './follow.js';
import { dotted, listed, moment, sentence, t } from '../ui/words.js';
import { engineName } from '../model/game.js';
import { rulesSentence } from '../board/studied.js';
import { copyButton } from '../ui/form.js';

const COMMAND = 'dropfour tournament --player easy --player medium --games 20 --on-page';
// Whoever plays a tournament has a shell on the machine of the server.
const isOwnMachine = /^(localhost|127\..*|\[::1\])$/.test(location.hostname);

/** @param {HTMLElement} root */
export function createView(root) {
  const list = el('ul.past-list');
  const empty = el('p', t('tournaments.none yet'));
  const older = el('p.soft');
  const problem = el('p.problem');
  // The text may break between words, but not after a hyphen.
  const words = COMMAND.split(' ').flatMap((word) => [' ', el('span.word', word)]);
  const label = { tabindex: '0', role: 'region', 'aria-label': t('tournaments.command') };
  const command = el('pre', label, el('code', ...words.slice(1)));
  const copy = copyButton(t('page.copy'), () => COMMAND);
  const how = el(
    'details.card.how',
    el('summary', t('tournaments.run one')),
    el('p', t('tournaments.run one, how')),
    el('div.command', command, copy),
    el('p.soft', t('tournaments.who can take part', { command: 'dropfour tournament --help' })),
  );
  const people = viewLink('a.button', 'club', null, t('page.title', { view: 'club' }));
  const ratings = viewLink('a.button', 'ratings', null, t('tournaments.player ratings'));
  const title = el('h1.page-title', { tabindex: '-1' }, t('page.tournaments'));
  root.append(title, el('div.card-actions', people, ratings), problem, empty, list, older, how);
  /** @type {TournamentSummary[] | null} */
  let shown = null;
  /** @type {Map<number, ReturnType<typeof createItem>>} */
  const items = new Map();

  return function render() {
    followTournaments();
    const { list: known, count, problem: why } = tournaments;
    showText(problem, why && sentence(why));
    show(empty, known?.length === 0);
    show(how, known !== null && isOwnMachine);
    setText(older, t('tournaments.newest', { shown: known?.length ?? 0, count }));
    show(older, known !== null && known.length < count);
    if (known === shown || known === null) return;
    shown = known;
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
  const players = el('span', playersSentence(tournament.players.map(engineName)));
  const parts = [el('b', tournament.name), progress.root, players, el('span.soft', aboutSentence(tournament))];
  const link = viewLink('a.past-game.t-item', 'tournament', String(tournament.id), parts);
  return { root: el('li', link), render: progress.render };
}

/** The progress of a tournament as a word, a bar and numbers. */
export function createProgress() {
  const badge = el('span.badge');
  const bar = el('progress', { max: 1, 'aria-label': t('tournaments.games played') });
  const words = el('span.t-count');
  const root = el('span.t-progress', badge, bar, words);
  return {
    root,
    /** @param {TournamentSummary} tournament */
    render(tournament) {
      const { state: how, games_played: played, games_scheduled: scheduled } = tournament;
      setText(badge, t(`tournaments.state, ${how}`));
      set(badge, 'data-state', how);
      set(bar, 'value', how === 'finished' || !scheduled ? 1 : played / scheduled);
      setText(words, progressWords(tournament));
    },
  };
}

/** @param {TournamentSummary} tournament */
export function aboutSentence(tournament) {
  const format = t(`tournaments.format, ${tournament.format}`);
  return dotted([format, rulesSentence(tournament.rules), moment(tournament.created_at)]);
}

/** @param {string[]} names */
function playersSentence(names) {
  const most = 6;
  if (names.length <= most) return listed(names);
  const [first, count] = [names.slice(0, most - 1), names.length - most + 1];
  return t('tournaments.players and more', { names: listed(first), count });
}
