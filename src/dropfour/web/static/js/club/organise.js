// Organising a tournament between people: the form, and the list of one's own tournaments.

import { createBoardForm } from '../game/rulesform.js';
import { clockSelect } from '../live/terms.js';
import { CLASSIC } from '../model/game.js';
import { reasonOf, sentence, t } from '../ui/words.js';
import { goTo, viewLink } from '../router.js';
import { getJson, postJson } from '../server/api.js';
import { choices, field, form, numberInput, select, sending } from '../ui/form.js';
import { card, el, setText } from '../ui/dom.js';

/** The values of a choice with their words, after *part* in the catalogue. @param {string} part
 * @param {string[]} values @returns {[string, string][]} */
const named = (part, ...values) => values.map((value) => [value, t(`club.${part}, ${value}`)]);

export function createOrganising() {
  const props = { maxlength: 80, required: true, placeholder: t('club.title, example') };
  const title = el('input', { type: 'text', id: 'club-title', ...props });
  const format = choices('club-format', t('club.format'), named('format', 'swiss', 'round-robin'), render);
  const rounds = numberInput('club-rounds', 1, 50, { placeholder: t('club.rounds, example') });
  const roundsField = field(t('club.rounds'), rounds);
  const games = choices('club-games', t('club.games per match'), named('games per match', '1', '2'));
  const board = createBoardForm('club');
  const clock = clockSelect('club-clock');
  const absences = [1, 2, 5, 15].map(
    (count) => /** @type {const} */ ([String(60 * count), t('club.minutes', { count })]),
  );
  const pause = select('club-pause', [...named('pause', '15', '60'), ['', t('club.pause, mine')]]);
  const absence = select('club-absence', absences);
  const problem = el('p.problem', { role: 'alert' });
  format.value = 'swiss';
  games.value = '1';
  board.rules = CLASSIC;
  clock.root.value = '180+2';
  absence.value = '120';

  function render() {
    roundsField.hidden = format.value !== 'swiss';
  }

  async function organise() {
    setText(problem, '');
    try {
      const { start, swap } = await board.begin();
      const isSwiss = format.value === 'swiss';
      /** @type {RequestBody<'/api/club'>} */
      const body = {
        title: title.value.trim(),
        format: isSwiss ? 'swiss' : 'round-robin',
        rounds: isSwiss && rounds.value ? rounds.valueAsNumber : null,
        games: games.value === '2' ? 2 : 1,
        ...{ start, swap, clock: clock.clock(), moves: '' },
        pause_s: pause.value === '' ? null : Number(pause.value),
        absence_s: Number(absence.value),
      };
      const { tournament } = await postJson('/api/club', {}, body);
      goTo('club', tournament.id);
    } catch (error) {
      setText(problem, sentence(reasonOf(error)));
    }
  }

  const fields = [
    field(t('club.title'), title),
    field(t('club.format'), format.root),
    roundsField,
    field(t('club.games per match'), games.root),
    ...board.fields,
    ...board.fair,
    field(t('live.clock'), clock.root),
    field(t('club.pause'), pause),
    field(t('club.absence'), absence),
    problem,
    el('div.card-actions', sending(t('club.create'))),
  ];
  const root = card('organise-title', t('club.organise'), form('form', organise, fields));
  root.classList.add('how');
  return root;
}

/** The tournaments of this browser, asked for at each visit. */
export function createOwnList() {
  const list = el('ul.past-list');
  const root = el('section', { hidden: true, 'aria-label': t('club.your tournaments') }, list);
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
  const words = [t(`club.state, ${state}`, { round, rounds }), t('club.players', { count })];
  if (organises) words.push(t('club.you organise it'));
  const lines = el('span.past-words', el('b.name', title), el('span.soft', words.join(' · ')));
  return el('li', viewLink('a.card.past-game', 'club', id, lines));
}
