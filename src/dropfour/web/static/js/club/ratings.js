// Ratings of people on a server that keeps them: the list, one's own name, and the link for another device.

import { createLinkBox } from '../live/invite.js';
import { nameInput } from '../live/terms.js';
import { placeAddress } from '../page/address.js';
import { attempt } from '../page/errors.js';
import { preferences } from '../page/storage.js';
import { changerOf, notify, state } from '../page/store.js';
import { counted } from '../page/words.js';
import { getJson, postJson } from '../server/api.js';
import { button, el, setText, show, showText } from '../ui/dom.js';
import { field } from '../ui/form.js';

/** @import {Answer, RatedPerson} from '../types.d.ts' */

/** @type {{found: Answer<'/api/people'> | null}} */
const ratings = { found: null };
const change = changerOf(ratings);

async function refresh() {
  const found = await attempt(() => getJson('/api/people', {}));
  if (found) change({ found });
}

/** @param {HTMLElement} root */
export function createView(root) {
  const about = el('p');
  const body = el('tbody');
  const head = el('tr', {}, ...['Place', 'Player', 'Rating', 'Games'].map((name) => el('th', { scope: 'col' }, name)));
  const table = el('section.card', { 'aria-label': 'Ratings' }, el('table.club-table', {}, el('thead', {}, head), body),
    el('p.soft', {}, 'A rating with a question mark is provisional: it rests on few games, or on old ones.'));
  const you = createYou();
  root.append(el('h1.page-title', { tabindex: '-1' }, 'Ratings'), el('div.club', {}, about, you.root, table));
  let isHere = false;

  return function render() {
    const wasHere = isHere;
    isHere = state.view === 'ratings';
    if (!isHere) return;
    if (!wasHere) {
      addDevice();
      void refresh();
    }
    const { found } = ratings;
    showText(about, found === null ? '' : aboutSentence(found));
    show(you.root, found?.is_rated === true);
    show(table, (found?.people.length ?? 0) > 0);
    body.replaceChildren(...(found?.people ?? []).map((each, i) => row(each, i + 1)));
    you.render(found?.you ?? null);
  };
}

/** @param {Answer<'/api/people'>} found */
function aboutSentence({ is_rated: isRated, people }) {
  if (!isRated) return 'This server does not rate people. Whoever runs it can turn that on: dropfour serve --ratings.';
  return people.length ? 'Live games between two people count, from an empty board.' : 'Nobody has played a rated game yet: live games between two people count.';
}

/** A rating in few characters. @param {{rating: number, is_provisional: boolean}} rated */
export function ratingText({ rating, is_provisional: isProvisional }) {
  return `${rating}${isProvisional ? '?' : ''}`;
}

/** @param {RatedPerson} person @param {number} place */
function row(person, place) {
  return el('tr', {}, el('td', {}, String(place)), el('th', { scope: 'row' }, person.name || 'Anonymous', el('span.soft', {}, person.is_you ? ' (you)' : '')),
    el('td', {}, ratingText(person)), el('td', {}, String(person.games)));
}

/** One's own name and devices. */
function createYou() {
  const words = el('p');
  const name = nameInput('people-name');
  name.required = true;
  const link = createLinkBox('Open this link on the other device within 15 minutes. Keep it to yourself.', 'people-link');
  const form = el('form.club-join', { submit: (event) => void claim(event) }, field('Your name, for you alone', name), el('button', { type: 'submit' }, 'Claim'));
  const root = el('section.card', { 'aria-label': 'You' }, words, form, el('div.card-actions', {}, button('Use on another device', makeLink)), link.root);
  show(link.root, false);

  /** @param {Event} event */
  async function claim(event) {
    event.preventDefault();
    const own = await attempt(() => postJson('/api/people/name', {}, { name: name.value.trim() }));
    if (!own) return;
    preferences.name.value = own.name;
    notify(`The name ${own.name} is yours.`);
    await refresh();
  }

  async function makeLink() {
    const made = await attempt(() => postJson('/api/people/link', {}, /** @type {never} */ (null)));
    if (!made) return;
    show(link.root, true);
    await link.set(new URL(`${placeAddress('ratings')}#person=${made.token}`, location.href).href);
  }

  return {
    root,
    /** @param {RatedPerson | null} own */
    render(own) {
      const named = own?.name ? `You are ${own.name}` : 'You';
      setText(words, own?.games ? `${named}, rated ${ratingText(own)} after ${counted(own.games, 'game')}.` : `${own?.name ? `${named}. You` : 'You'} have no rating yet.`);
      if (document.activeElement !== name && !name.value) name.value = own?.name || preferences.name.value;
    },
  };
}

/** Take the name and the rating whose link was opened. */
function addDevice() {
  const token = /^#person=([\w-]{10,60})$/.exec(location.hash)?.[1];
  if (!token) return;
  history.replaceState(null, '', placeAddress('ratings')); // the link works once
  void attempt(() => postJson('/api/people/device', {}, { token })).then((own) => {
    if (!own) return;
    preferences.name.value = own.name;
    notify(`You are ${own.name || 'the same person'} on this device, too.`);
    void refresh();
  });
}
