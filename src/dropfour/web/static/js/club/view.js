// Tournaments between people: organising one, joining it by its link, and following it.

import { createDeviceLink, createLinkBox } from '../live/invite.js';
import { nameInput } from '../live/terms.js';
import { club, followClub, show as showOwn } from '../live/tournament.js';
import { clockWords } from '../live/words.js';
import { placeAddress, takeToken } from '../page/address.js';
import { attempt } from '../page/errors.js';
import { preferences } from '../storage/storage.js';
import { notify, state, update } from '../page/state.js';
import { t } from '../ui/words.js';
import { rulesSentence } from '../board/studied.js';
import { openGame, viewLink } from '../router.js';
import { NOTHING, postJson } from '../server/api.js';
import { button, el, setText, show, showText } from '../ui/dom.js';
import { confirmButton, field, form, sending } from '../ui/form.js';
import { createOrganising, createOwnList } from './organise.js';
import { createRounds, createStandings, order } from './rounds.js';

/** @param {HTMLElement} root */
export function createView(root) {
  const heading = el('h1.page-title', { tabindex: '-1' });
  const own = createOwnList();
  const what = el('p', t('club.about'));
  const listing = el('div', what, own.root, createOrganising());
  const about = el('p.soft');
  const status = el('p.club-status', { role: 'status' });
  const player = createPlayerCard();
  const organiser = createOrganiserCard();
  const rounds = createRounds();
  const standings = createStandings();
  const all = viewLink('a', 'club', null, t('club.all your tournaments'));
  const main = el('div.club-main', rounds.root, standings.root, all);
  const one = el('div.club', el('div', about, status), el('div.club-side', player.root, organiser.root), main);
  root.append(heading, listing, one);
  let listed = '';

  setInterval(() => {
    if (state.view === 'club' && club.tournament?.next_round_at) update({});
  }, 1000);

  return function render() {
    followClub();
    const { view, item } = state;
    if (view !== 'club') {
      listed = '';
      return;
    }
    const isList = item === null;
    show(listing, isList);
    const tournament = club.id === item ? club.tournament : null;
    show(one, tournament !== null);
    setText(heading, isList ? t('club.tournaments between people') : (tournament?.title ?? t('club.tournament')));
    if (isList && listed !== 'list') void own.refresh().catch(() => {});
    listed = isList ? 'list' : 'one';
    if (!tournament || !club.you) return;
    if (state.itemTitle !== tournament.title) update({ itemTitle: tournament.title });
    setText(about, aboutSentence(tournament));
    setText(status, statusSentence(tournament));
    player.render(tournament, club.you);
    organiser.render(tournament, club.you);
    rounds.render(tournament);
    standings.render(tournament);
  };
}

/** @param {PeopleTournament} tournament */
function aboutSentence({ format, rules, clock, games_each: games, players }) {
  const words = [t(`club.format, ${format}`), rulesSentence(rules), clockWords(clock)];
  if (games === 2) words.push(t('club.two games per match'));
  return [...words, t('club.players', { count: players.length })].join(' · ');
}

/** @param {PeopleTournament} tournament */
function statusSentence({ state: at, round, rounds, games, next_round_at: nextAt, players, pause_s: pause }) {
  if (at === 'open') return t('club.waiting for players');
  if (at === 'finished')
    return players.length && round ? t('club.over, first', { name: players[0].name }) : t('club.over');
  const count = games.filter(({ result }) => result === null).length;
  if (count) return t('club.round is played', { round, rounds, count });
  if (!nextAt) return t(pause === null ? 'club.round is over, start' : 'club.round is over', { round, rounds });
  const seconds = Math.max(0, Math.ceil((Date.parse(nextAt) - Date.now()) / 1000));
  return t('club.round is over, next', { round, rounds, seconds });
}

/** Joining, and what a player can do. */
function createPlayerCard() {
  const name = nameInput('club-name');
  name.required = true;
  const join = () => order('/api/club/{tournament_id}/join', { name: name.value.trim() });
  const joining = form('form.club-join', join, field(t('live.your name'), name), sending(t('live.join')));
  const words = el('p');
  const toGame = button(t('club.go to your game'), () => void openGame(String(club.you?.game)), '.primary');
  const back = button(t('club.take part again'), () => act('return'), '.primary');
  const leave = confirmButton(t('club.leave'), t('club.really leave'), () => act('leave'));
  const device = createDeviceLink(
    'club-device',
    t('live.play on another device'),
    () => placeAddress('club', club.id),
    () => postJson('/api/club/{tournament_id}/players/{number}/link', here(), NOTHING),
  );
  const actions = el('div.card-actions', toGame, back, leave, device.button);
  const root = el('section.card', { 'aria-label': t('club.you') }, joining, words, actions, device.link);

  function here() {
    return { tournament_id: club.id, number: Number(club.you?.player) };
  }

  /** @param {'leave' | 'return'} what */
  function act(what) {
    void order(`/api/club/{tournament_id}/players/{number}/${what}`, NOTHING, here().number);
  }

  return {
    root,
    /** @param {PeopleTournament} tournament @param {YouEvent} you */
    render(tournament, you) {
      takeOver(tournament.id);
      const plays = you.player !== null;
      const isOver = tournament.state === 'finished';
      show(root, plays || !isOver);
      show(joining, !plays);
      if (!plays && document.activeElement !== name && !name.value) name.value = preferences.name.value;
      const mine = tournament.players.find(({ number }) => number === you.player);
      showText(words, mine ? `${t('club.you play as', { name: mine.name })} ${playerSentence(tournament, you)}` : '');
      show(toGame, you.game !== null);
      show(back, you.is_out && !isOver);
      show(leave, plays && !you.is_out && !isOver);
      device.render(plays && !isOver, tournament.id);
    },
  };
}

/** @param {PeopleTournament} tournament @param {YouEvent} you */
function playerSentence({ state: at, games }, you) {
  if (at === 'finished') return '';
  if (you.is_out) return t('club.you are out');
  if (you.game) return '';
  if (games.some(({ red, yellow }) => yellow === null && red === you.player)) return t('club.you have a bye');
  return t('club.leave this page open');
}

/** Move a player to this browser whose link was opened. @param {string} id */
function takeOver(id) {
  const token = takeToken(placeAddress('club', id));
  if (!token) return;
  void attempt(() => postJson('/api/club/{tournament_id}/take-over', { tournament_id: id }, { token })).then((own) => {
    if (!own) return;
    showOwn(own);
    notify(t(own.you.player === null ? 'club.organise here' : 'club.play here'));
  });
}

/** The link to join, and what the organiser can do. */
function createOrganiserCard() {
  const link = createLinkBox(t('club.link to join'), 'club-link');
  const start = button(t('club.start the first round'), () => act('start'), '.primary');
  const next = button(t('club.start the next round'), () => act('next-round'), '.primary');
  const finish = confirmButton(t('club.end'), t('club.really end'), () => act('finish'));
  const results = el('a.button', { download: '' }, t('club.results'));
  const device = createDeviceLink(
    'club-organiser',
    t('club.organise on another device'),
    () => placeAddress('club', club.id),
    () => postJson('/api/club/{tournament_id}/link', { tournament_id: club.id }, NOTHING),
  );
  const inviting = el('details', { open: true }, el('summary', t('club.invite people')), link.root);
  const actions = el('div.card-actions', start, next, finish, results, device.button);
  const root = el('section.card', { 'aria-label': t('club.organising') }, inviting, actions, device.link);
  let drawn = '';

  /** @param {'start' | 'next-round' | 'finish'} what */
  function act(what) {
    void order(`/api/club/{tournament_id}/${what}`, NOTHING);
  }

  return {
    root,
    /** @param {PeopleTournament} tournament @param {YouEvent} you */
    render(tournament, you) {
      const { state: at, games } = tournament;
      const organises = you.is_organiser;
      show(inviting, at !== 'finished');
      device.render(organises, tournament.id);
      if (drawn !== `${tournament.id}/${at}`) inviting.open = at === 'open';
      drawn = `${tournament.id}/${at}`;
      void link.set(new URL(placeAddress('club', tournament.id), location.href).href);
      show(start, organises && at === 'open');
      show(next, organises && at === 'running' && games.every(({ result }) => result !== null));
      show(finish, organises && at !== 'finished');
      show(results, tournament.round > 0);
      results.href = `/api/club/${tournament.id}/results.csv`;
    },
  };
}
