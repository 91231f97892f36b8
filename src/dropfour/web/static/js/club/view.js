// Tournaments between people: organising one, joining it by its link, and following it.

import { createLinkBox } from '../live/invite.js';
import { nameInput } from '../live/terms.js';
import { club, followClub, show as showOwn } from '../live/tournament.js';
import { clockWords } from '../live/words.js';
import { placeAddress } from '../page/address.js';
import { attempt } from '../page/errors.js';
import { preferences } from '../page/storage.js';
import { notify, state, update } from '../page/store.js';
import { counted, rulesSentence } from '../page/words.js';
import { goTo, openGame } from '../router.js';
import { postJson } from '../server/api.js';
import { button, el, setText, show, showText, within } from '../ui/dom.js';
import { confirmButton, field } from '../ui/form.js';
import { createOrganising, createOwnList } from './organise.js';
import { createRounds, createStandings, order } from './rounds.js';

/** @import {PeopleTournament, YouEvent} from '../types.d.ts' */

const NOTHING = /** @type {never} */ (null);

/** @param {HTMLElement} root */
export function createView(root) {
  const heading = el('h1.page-title', { tabindex: '-1' });
  const own = createOwnList();
  const listing = el('div', {}, el('p', {}, 'For a class or a club evening: everybody joins by a link, and the games open by themselves.'),
    own.root, createOrganising());
  const about = el('p.soft');
  const status = el('p.club-status', { role: 'status' });
  const player = createPlayerCard();
  const organiser = createOrganiserCard();
  const rounds = createRounds();
  const standings = createStandings();
  const all = within(el('a', { href: placeAddress('club') }, 'All your tournaments'), () => goTo('club'));
  const one = el('div.club', {}, el('div', {}, about, status), el('div.club-side', {}, player.root, organiser.root),
    el('div.club-main', {}, rounds.root, standings.root, all));
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
    setText(heading, isList ? 'Tournaments between people' : (tournament?.title ?? 'Tournament'));
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
  return [format === 'swiss' ? 'Swiss' : 'Everybody plays everybody', rulesSentence(rules), clock ? clockWords(clock) : 'no clock',
    ...(games === 2 ? ['two games of each pairing'] : []), counted(players.length, 'player')].join(' · ');
}

/** @param {PeopleTournament} tournament */
function statusSentence({ state: at, round, rounds, games, next_round_at: nextAt, players, pause_s: pause }) {
  if (at === 'open') return 'Waiting for players. The organiser starts the first round.';
  if (at === 'finished') return players.length && round ? `The tournament is over. ${players[0].name} is first.` : 'The tournament is over.';
  const left = games.filter(({ result }) => result === null).length;
  const here = `Round ${round} of ${rounds}`;
  if (left) return `${here}: ${counted(left, 'game')} still being played.`;
  if (nextAt) return `${here} is over. The next one begins in ${Math.max(0, Math.ceil((Date.parse(nextAt) - Date.now()) / 1000))} s.`;
  return pause === null ? `${here} is over. The organiser starts the next one.` : `${here} is over.`;
}

/** Joining, and what a player can do. */
function createPlayerCard() {
  const name = nameInput('club-name');
  name.required = true;
  const form = el('form.club-join', { submit: (event) => void join(event) }, field('Your name', name), el('button.primary', { type: 'submit' }, 'Join'));
  const words = el('p');
  const toGame = button('Go to your game', () => void openGame(String(club.you?.game)), '.primary');
  const back = button('Take part again', () => act('return'), '.primary');
  const leave = confirmButton('Leave the tournament', 'Really leave?', () => act('leave'));
  const link = createLinkBox('Open this link on the other device. Keep it to yourself.', 'club-device');
  const device = button('Play on another device', moveOn);
  const root = el('section.card', { 'aria-label': 'You' }, form, words, el('div.card-actions', {}, toGame, back, leave, device), link.root);
  let linked = '';

  /** @param {Event} event */
  async function join(event) {
    event.preventDefault();
    preferences.name.value = name.value.trim();
    await order(() => postJson('/api/club/{tournament_id}/join', { tournament_id: club.id }, { name: name.value.trim() }));
  }

  /** @param {'leave' | 'return'} what */
  function act(what) {
    const number = Number(club.you?.player);
    void order(() => postJson(`/api/club/{tournament_id}/players/{number}/${what}`, { tournament_id: club.id, number }, NOTHING));
  }

  async function moveOn() {
    const number = Number(club.you?.player);
    const made = await attempt(() => postJson('/api/club/{tournament_id}/players/{number}/link', { tournament_id: club.id, number }, NOTHING));
    if (!made) return;
    linked = club.id;
    update({});
    await link.set(new URL(`${placeAddress('club', club.id)}#take=${made.token}`, location.href).href);
  }

  return {
    root,
    /** @param {PeopleTournament} tournament @param {YouEvent} you */
    render(tournament, you) {
      takeOver(tournament.id);
      const plays = you.player !== null;
      const isOver = tournament.state === 'finished';
      show(root, plays || !isOver);
      show(form, !plays);
      if (!plays && document.activeElement !== name && !name.value) name.value = preferences.name.value;
      const mine = tournament.players.find(({ number }) => number === you.player);
      showText(words, mine ? `You play as ${mine.name}. ${playerSentence(tournament, you)}` : '');
      show(toGame, you.game !== null);
      show(back, you.is_out && !isOver);
      show(leave, plays && !you.is_out && !isOver);
      show(device, plays && !isOver);
      show(link.root, linked === tournament.id && plays && !isOver);
    },
  };
}

/** @param {PeopleTournament} tournament @param {YouEvent} you */
function playerSentence({ state: at, games }, you) {
  if (at === 'finished') return '';
  if (you.is_out) return 'You are out, and not paired any more.';
  if (you.game) return '';
  if (games.some(({ red, yellow }) => yellow === null && red === you.player)) return 'You have a bye in this round, which counts as a win.';
  return 'Your next game opens by itself: leave this page open.';
}

/** Move a player to this browser whose link was opened. @param {string} id */
function takeOver(id) {
  const token = /^#take=([\w-]{10,60})$/.exec(location.hash)?.[1];
  if (!token) return;
  history.replaceState(null, '', placeAddress('club', id)); // the link works once
  void attempt(() => postJson('/api/club/{tournament_id}/take-over', { tournament_id: id }, { token })).then((own) => {
    if (!own) return;
    showOwn(own);
    notify('You play on this device now.');
  });
}

/** The link to join, and what the organiser can do. */
function createOrganiserCard() {
  const link = createLinkBox('Link to join', 'club-link');
  const start = button('Start the first round', () => act('start'), '.primary');
  const next = button('Start the next round', () => act('next-round'), '.primary');
  const finish = confirmButton('End the tournament', 'Really end it?', () => act('finish'));
  const results = el('a.button', { download: '' }, 'Results as CSV');
  const inviting = el('details', { open: true }, el('summary', {}, 'Invite people'), link.root);
  const root = el('section.card', { 'aria-label': 'Organising' }, inviting, el('div.card-actions', {}, start, next, finish, results));

  let drawn = '';

  /** @param {'start' | 'next-round' | 'finish'} what */
  function act(what) {
    void order(() => postJson(`/api/club/{tournament_id}/${what}`, { tournament_id: club.id }, NOTHING));
  }

  return {
    root,
    /** @param {PeopleTournament} tournament @param {YouEvent} you */
    render(tournament, you) {
      const { state: at, games } = tournament;
      const organises = you.is_organiser;
      show(inviting, at !== 'finished');
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
