// Organising a tournament between people: the form, and the list of one's own tournaments.

import { sizeOf } from '../board/notation.js';
import { createBoardForm } from '../game/rulesform.js';
import { clockSelect } from '../live/terms.js';
import { placeAddress } from '../page/address.js';
import { CLASSIC } from '../page/store.js';
import { counted, reasonOf, sentence } from '../page/words.js';
import { goTo } from '../router.js';
import { getJson, postJson } from '../server/api.js';
import { choices } from '../ui/choices.js';
import { el, setText, within } from '../ui/dom.js';
import { field, numberInput, select } from '../ui/form.js';

/** @import {PeopleSummary} from '../types.d.ts' */

const PAUSES = [['15', '15 seconds after the last game'], ['60', 'a minute after the last game'], ['', 'when I start it']];
const ABSENCES = [['60', '1 minute'], ['120', '2 minutes'], ['300', '5 minutes'], ['900', '15 minutes']];

export function createOrganising() {
  const title = el('input', { type: 'text', id: 'club-title', maxlength: 80, required: true, placeholder: 'Club evening' });
  const format = choices('club-format', 'Format', [['swiss', 'Swiss'], ['round-robin', 'Everybody plays everybody']], render);
  const rounds = numberInput('club-rounds', 1, 50, { placeholder: 'as needed' });
  const roundsField = field('Rounds', rounds);
  const games = choices('club-games', 'Games of a pairing', [['1', 'One game'], ['2', 'Two, with colours swapped']]);
  const board = createBoardForm('club');
  const clock = clockSelect('club-clock');
  const pause = select('club-pause', /** @type {[string, string][]} */ (PAUSES));
  const absence = select('club-absence', /** @type {[string, string][]} */ (ABSENCES));
  const problem = el('p.problem', { role: 'alert' });
  format.value = 'swiss';
  games.value = '1';
  board.rules = CLASSIC;
  clock.root.value = '180+2';
  absence.value = '120';

  function render() {
    roundsField.hidden = format.value !== 'swiss';
  }

  /** @param {Event} event */
  async function organise(event) {
    event.preventDefault();
    setText(problem, '');
    try {
      const { connect, objective } = board.rules;
      const isSwiss = format.value === 'swiss';
      const { tournament } = await postJson('/api/club', {}, {
        title: title.value.trim(),
        format: isSwiss ? 'swiss' : 'round-robin',
        rounds: isSwiss && rounds.value ? rounds.valueAsNumber : null,
        games: games.value === '2' ? 2 : 1,
        board: sizeOf(board.rules),
        connect,
        objective,
        clock: clock.clock,
        pause_s: pause.value === '' ? null : Number(pause.value),
        absence_s: Number(absence.value),
        moves: '',
      });
      goTo('club', tournament.id);
    } catch (error) {
      setText(problem, sentence(reasonOf(error)));
    }
  }

  const root = el('section.card.how', { 'aria-labelledby': 'organise-title' },
    el('h2', { id: 'organise-title' }, 'Organise a tournament'),
    el('form', { submit: (event) => void organise(event) },
      field('Title', title), field('Format', format.root), roundsField, field('Games of a pairing', games.root), ...board.fields,
      field('Clock', clock.root), field('The next round begins', pause), field('Whoever is away at their move loses after', absence),
      problem, el('div.card-actions', {}, el('button.primary', { type: 'submit' }, 'Create the tournament'))));
  return root;
}

/** The tournaments of this browser, asked for at each visit. */
export function createOwnList() {
  const list = el('ul.past-list');
  const root = el('section', { hidden: true, 'aria-label': 'Your tournaments' }, list);
  return {
    root,
    async refresh() {
      const { tournaments } = await getJson('/api/club', {});
      root.hidden = !tournaments.length;
      list.replaceChildren(...tournaments.map(item));
    },
  };
}

/** @param {PeopleSummary} each */
function item({ id, title, state, round, rounds, player_count: count, is_organiser: organises }) {
  const words = { open: 'Not started', running: `Round ${round} of ${rounds}`, finished: 'Finished' }[state];
  const link = within(el('a.card.past-game', { href: placeAddress('club', id) }, el('span.past-words', {},
    el('b.name', {}, title), el('span.soft', {}, `${words} · ${counted(count, 'player')}${organises ? ' · you organise it' : ''}`))), () => goTo('club', id));
  return el('li', {}, link);
}
