// Planned moves: chosen while the other player thinks, and played as soon as they have moved, for any move of theirs or for
// one. They are kept in this browser, so they survive a reload, and are cancelled when the game takes another course.

import { drop } from '../game/play.js';
import { readRecord, write } from '../page/storage.js';
import { AT_END, canMove, canPlan, livePosition, notify, resultOf, state, update } from '../page/store.js';
import { columnsOf, otherColour } from '../board/rules.js';
import { seatName } from '../page/words.js';
import { button, el, setText, show, syncChildren } from '../ui/dom.js';
import { field, select } from '../ui/form.js';

const KEY = 'planned';
const ANY = '';

/** @param {State['planned']} planned */
function keep(planned) {
  write(KEY, planned ?? undefined);
  update({ planned });
}

/** Plan a drop into *column* for a move of the other player; the same again cancels it.
 * @param {number} column @param {string} reply  their column, or ANY */
export function plan(column, reply) {
  const { game, planned } = state;
  if (!canPlan(game)) return;
  const after = afterReply(livePosition(game), reply);
  if (!after?.canPlay(column)) {
    notify(`Column ${column} ${after ? 'is full' : 'cannot be planned'}.`);
    return;
  }
  const moves = { ...planned?.moves };
  const isAgain = moves[reply] === column;
  if (isAgain) delete moves[reply];
  else moves[reply] = column;
  keep(Object.keys(moves).length ? { game: String(game.id), ply: game.moves.length, moves } : null);
  notify(isAgain ? 'The planned move is cancelled.' : `${plannedSentence(reply, column)}.`);
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
function plannedSentence(reply, column) {
  return reply === ANY ? `You will play column ${column}` : `If they play column ${reply}, you will play column ${column}`;
}

/** What is stored for the game on the screen. @returns {State['planned']} */
function stored() {
  const { game, ply, moves } = readRecord(KEY);
  return game === state.game.id && typeof moves === 'object' ? { game, ply, moves } : null;
}

/** Play or cancel what was planned; called after each change. */
function follow() {
  const { game } = state;
  if (state.loading || state.queue.length) return;
  if (state.planned?.game !== game.id) {
    const planned = stored();
    if (planned !== state.planned) update({ planned });
  }
  const { planned } = state;
  if (!planned || (planned.ply === game.moves.length && !resultOf(game))) return;
  if (planned.ply + 1 === game.moves.length && !resultOf(game)) {
    if (!canMove(game)) return; // the event stream has not been read yet
    keep(null);
    answer(planned.moves[game.moves[planned.ply]] ?? planned.moves[ANY]);
    return;
  }
  keep(null);
  if (!resultOf(game)) notify('The game has taken another course. Your planned moves are cancelled.');
}

/** @param {number | undefined} column */
function answer(column) {
  if (column === undefined) notify('Your planned moves were for other columns.');
  else if (!livePosition(state.game).canPlay(column)) notify(`Column ${column} is full. Your planned move is cancelled.`);
  else {
    update(AT_END);
    drop(column);
  }
}

/** What is planned, and for which move of the other player the next click on the board plans. */
export function createPlanned() {
  const about = el('p.soft');
  const reply = select('plan-reply', [], () => update({ planFor: reply.value }));
  const replyField = field('Plan a move if they play', reply);
  const list = el('ul.planned');
  const root = el('div.planning', {}, about, list, replyField);
  let listed = 0;
  // Another tab may change it.
  addEventListener('storage', () => update({ planned: stored() }));

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
      if (!isTheirTurn && state.planFor !== ANY) update({ planFor: ANY });
      const { columns } = livePosition(game).rules;
      if (listed !== columns) {
        listed = columns;
        reply.replaceChildren(new Option('any column', ANY), ...columnsOf(livePosition(game)).map((column) => new Option(`column ${column}`, String(column))));
      }
      reply.value = state.planFor;
      const moves = state.planned?.game === game.id ? state.planned?.moves ?? {} : {};
      const keys = Object.entries(moves).map(([key, column]) => `${key}:${column}`);
      const name = seatName(game, otherColour(game.yours[0]));
      setText(about, keys.length ? `Played as soon as ${name} has moved:` : `While ${name} thinks, click a column to plan your next move.`);
      syncChildren(list, keys, (key) => {
        const [asked, column] = key.split(':');
        return el('li', {}, plannedSentence(asked, Number(column)), ' ', button('Cancel', () => cancel(asked), '.quiet'));
      });
    },
  };
}

/** @param {string} reply */
function cancel(reply) {
  const { planned } = state;
  if (!planned) return;
  const { [reply]: _, ...moves } = planned.moves;
  keep(Object.keys(moves).length ? { ...planned, moves } : null);
}
