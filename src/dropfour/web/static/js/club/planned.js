// Planned moves: chosen while the other player thinks, and played as soon as they have moved, for
// any move of theirs or for one. They are kept in this browser, so they survive a reload, and are
// cancelled when the game takes another course.

import { drop } from '../game/play.js';
import { readRecord, write } from '../storage/storage.js';
import { changePlans, plans } from '../page/live.js';
import { AT_END, canMove, canPlan } from '../page/shown.js';
import { livePosition, resultOf, seatName } from '../model/game.js';
import { notify, state, update } from '../page/state.js';
import { columnsOf, otherColour } from '../board/rules.js';
import { button, el, refill, setText, show, syncChildren } from '../ui/dom.js';
import { field, select } from '../ui/form.js';
import { sentence, t } from '../ui/words.js';

/** @import {Planned} from '../page/live.js' */

const KEY = 'planned';
const ANY = '';

/** @param {Planned | null} planned */
function keep(planned) {
  write(KEY, planned ?? undefined);
  changePlans({ planned });
}

/** Plan a drop into *column* for a move of the other player; the same again cancels it.
 * @param {number} column @param {string} reply  their column, or ANY */
export function plan(column, reply) {
  const { game } = state;
  const { planned } = plans;
  if (!canPlan(game)) return;
  const after = afterReply(livePosition(game), reply);
  if (!after?.canPlay(column)) {
    notify(t(after ? 'club.column is full' : 'club.column cannot be planned', { column }));
    return;
  }
  const moves = { ...planned?.moves };
  const isAgain = moves[reply] === column;
  if (isAgain) delete moves[reply];
  else moves[reply] = column;
  keep(Object.keys(moves).length ? { game: String(game.id), ply: game.moves.length, moves } : null);
  notify(isAgain ? t('club.plan cancelled') : sentence(plannedWords(reply, column)));
}

/** The position in which a move is planned; null if the game is over by then.
 * @param {Position} position @param {string} reply  a column, or ANY */
function afterReply(position, reply) {
  if (reply === ANY) return position;
  if (!position.canPlay(Number(reply))) return null;
  const after = position.play(Number(reply));
  return after.isOver ? null : after;
}

/** @param {string} reply @param {number} column */
function plannedWords(reply, column) {
  return t(reply === ANY ? 'club.planned' : 'club.planned for a reply', { reply, column });
}

/** What is stored for the game on the screen. @returns {Planned | null} */
function stored() {
  const { game, ply, moves } = readRecord(KEY);
  return game === state.game.id && typeof moves === 'object' ? { game, ply, moves } : null;
}

/** Play or cancel what was planned; called after each change. */
function follow() {
  const { game } = state;
  if (state.loading || state.queue.length) return;
  if (plans.planned?.game !== game.id) plans.planned = stored();
  const { planned } = plans;
  if (!planned || (planned.ply === game.moves.length && !resultOf(game))) return;
  if (planned.ply + 1 === game.moves.length && !resultOf(game)) {
    if (!canMove(game)) return; // the event stream has not been read yet
    keep(null);
    answer(planned.moves[game.moves[planned.ply]] ?? planned.moves[ANY]);
    return;
  }
  keep(null);
  if (!resultOf(game)) notify(t('club.another course'));
}

/** @param {number | undefined} column */
function answer(column) {
  if (column === undefined) notify(t('club.other columns'));
  else if (!livePosition(state.game).canPlay(column)) notify(t('club.column is full, and plan cancelled', { column }));
  else {
    update(AT_END);
    drop(column);
  }
}

/** What is planned, and for which move of the other player the next click on the board plans. */
export function createPlanned() {
  const about = el('p.soft');
  const reply = select('plan-reply', [], () => changePlans({ replyTo: reply.value }));
  const replyField = field(t('club.plan for a reply'), reply);
  const list = el('ul.planned');
  const root = el('div.planning', about, list, replyField);
  // Another tab may change it.
  addEventListener('storage', () => changePlans({ planned: stored() }));

  return {
    root,
    render() {
      follow();
      const { game } = state;
      // Shown in both turns, or the panel would jump with every move.
      show(root, resultOf(game) === null);
      if (root.hidden) return;
      const isTheirTurn = canPlan(game);
      reply.disabled = !isTheirTurn;
      if (!isTheirTurn) plans.replyTo = ANY;
      const columns = columnsOf(livePosition(game));
      refill(reply, String(columns.length), () => [
        new Option(t('club.any column'), ANY),
        columns.map((column) => new Option(t('club.column', { column }), String(column))),
      ]);
      reply.value = plans.replyTo;
      const moves = plans.planned?.game === game.id ? (plans.planned?.moves ?? {}) : {};
      const keys = Object.entries(moves).map(([key, column]) => `${key}:${column}`);
      const name = seatName(game, otherColour(game.yours[0]));
      setText(about, t(keys.length ? 'club.played as soon as' : 'club.plan while they think', { name }));
      syncChildren(list, keys, (key) => {
        const [asked, column] = key.split(':');
        const cancelling = button(t('club.cancel'), () => cancel(asked), '.quiet');
        return el('li', plannedWords(asked, Number(column)), ' ', cancelling);
      });
    },
  };
}

/** @param {string} reply */
function cancel(reply) {
  const { planned } = plans;
  if (!planned) return;
  const { [reply]: _, ...moves } = planned.moves;
  keep(Object.keys(moves).length ? { ...planned, moves } : null);
}
