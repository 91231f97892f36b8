// Ratings of people on a server that keeps them: the list, one's own name, and the link for another device.

import { createDeviceLink } from '../live/invite.js';
import { nameInput } from '../live/terms.js';
import { placeAddress, takeToken } from '../page/address.js';
import { attempt } from '../page/errors.js';
import { preferences } from '../storage/storage.js';
import { changerOf, notify, state } from '../page/state.js';
import { t } from '../ui/words.js';
import { NOTHING, getJson, postJson } from '../server/api.js';
import { el, row, setText, show, showText, table } from '../ui/dom.js';
import { field, form, sending } from '../ui/form.js';

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
  const ranking = el(
    'section.card',
    { 'aria-label': t('club.ratings') },
    table('table.club-table', [t('club.place'), t('club.player'), t('club.rating of a player'), t('club.games')], body),
    el('p.soft', t('club.provisional')),
  );
  const you = createYou();
  root.append(el('h1.page-title', { tabindex: '-1' }, t('club.ratings')), el('div.club', about, you.root, ranking));
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
    show(ranking, (found?.people.length ?? 0) > 0);
    body.replaceChildren(...(found?.people ?? []).map((each, i) => rowOf(each, i + 1)));
    you.render(found?.you ?? null);
  };
}

/** @param {Answer<'/api/people'>} found */
function aboutSentence({ is_rated: isRated, people }) {
  if (!isRated) return t('club.not rated here', { command: 'dropfour serve --ratings' });
  return t(people.length ? 'club.what counts' : 'club.nobody is rated');
}

/** A rating in few characters. @param {{rating: number, is_provisional: boolean}} rated */
function ratingText({ rating, is_provisional: isProvisional }) {
  return `${rating}${isProvisional ? '?' : ''}`;
}

/** @param {RatedPerson} person @param {number} place */
function rowOf(person, place) {
  const name = [person.name || t('club.anonymous'), person.is_you && el('span.soft', ' ', t('club.mark, you'))];
  return row(name, [ratingText(person), String(person.games)], String(place));
}

/** One's own name and devices. */
function createYou() {
  const words = el('p');
  const name = nameInput('people-name', () => {});
  name.required = true;
  const device = createDeviceLink(
    'people-link',
    t('club.use on another device'),
    () => placeAddress('ratings'),
    () => postJson('/api/people/link', {}, NOTHING),
  );
  const claiming = form('form.club-join', claim, field(t('club.name to claim'), name), sending(t('club.claim'), ''));
  const actions = el('div.card-actions', device.button);
  const root = el('section.card', { 'aria-label': t('club.you') }, words, claiming, actions, device.link);

  async function claim() {
    const own = await attempt(() => postJson('/api/people/name', {}, { name: name.value.trim() }));
    if (!own) return;
    preferences.name.value = own.name;
    notify(t('club.name is yours', { name: own.name }));
    await refresh();
  }

  return {
    root,
    /** @param {RatedPerson | null} own */
    render(own) {
      const key = `${own?.name ? 'named' : 'nameless'}, ${own?.games ? 'rated' : 'unrated'}`;
      const rating = own ? ratingText(own) : '';
      setText(words, t(`club.you are ${key}`, { name: own?.name ?? '', rating, count: own?.games ?? 0 }));
      if (document.activeElement !== name && !name.value) name.value = own?.name || preferences.name.value;
    },
  };
}

/** Take the name and the rating whose link was opened. */
function addDevice() {
  const token = takeToken(placeAddress('ratings'));
  if (!token) return;
  void attempt(() => postJson('/api/people/device', {}, { token })).then((own) => {
    if (!own) return;
    preferences.name.value = own.name;
    notify(t(own.name ? 'club.same name' : 'club.same person', { name: own.name }));
    void refresh();
  });
}
