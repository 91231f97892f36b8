// Try to beat it: the visitor plays against a plan, which answers without any search and says which rule it used.

import { createBoard } from '../board/board.js';
import { failureOf } from '../page/errors.js';
import { studiedBoard } from '../page/studied.js';
import { capital } from '../page/words.js';
import { browserCore } from '../server/answers.js';
import { button, el, set, setText } from '../ui/dom.js';
import { planMarks } from './plan.js';

/** @param {Plan} plan @param {Position} start */
export function showChallenge(plan, start) {
  const them = capital(plan.colour);
  const you = plan.colour === 'red' ? 'yellow' : 'red';
  const said = el('p.feedback', { role: 'status' });
  const boardRoot = el('div.board');
  const back = button('Take back', takeBack);
  const again = button('Start again', restart);
  const title = el('h2', { id: 'challenge-title' }, `Beat the plan: you are ${you}`);
  const dialog = el('dialog.challenge', { 'aria-labelledby': 'challenge-title' },
    title, said, el('div.frame', {}, boardRoot), el('div.card-actions', {}, back, again, button('Close', () => dialog.close(), '.primary')));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);

  /** Positions in which the visitor was to move. @type {Position[]} */
  let turns = [];
  let position = start;
  let text = '';
  let isBusy = false;
  /** @type {number | null} */
  let decisive = null;
  /** @type {number | null} */
  let pointed = null;
  const board = createBoard(boardRoot, {
    drop,
    point(column) {
      pointed = column;
      render();
    },
  });

  function render() {
    const canDrop = !isBusy && !position.isOver && position.toMove === you;
    board.render(studiedBoard(position, { canDrop, isBusy, pointed, marks: position.isOver ? [] : planMarks(plan, position, null) }));
    setText(said, text);
    set(back, 'disabled', turns.length === 0);
    set(dialog, 'data-over', position.isOver);
  }

  function restart() {
    turns = [];
    position = start;
    decisive = null;
    text = `${plan.promise === 'win' ? `${them} wins` : `${them} does not lose`}, whatever you play. Your move.`;
    if (start.toMove === plan.colour) void answer(null);
    else render();
  }

  function takeBack() {
    if (isBusy) return;
    position = turns.pop() ?? position;
    text = 'Your move.';
    render();
  }

  /** @param {number} column */
  function drop(column) {
    if (isBusy || position.toMove !== you || !position.canPlay(column)) return;
    turns.push(position);
    position = position.play(column);
    if (position.isOver) finish();
    else void answer(column);
  }

  /** @param {number | null} last  the column that the visitor has just played */
  async function answer(last) {
    isBusy = true;
    render();
    try {
      const reply = await (await browserCore())?.replyByPlan(position, plan.rules, last);
      if (!reply) return;
      position = position.play(reply.column);
      const rule = ruleOf(plan, reply);
      if (rule !== null) decisive = rule;
      text = `${them} plays column ${reply.column}: ${reasonOf(reply, rule)}`;
    } catch (error) {
      text = failureOf(error);
    } finally {
      isBusy = false;
    }
    if (position.isOver) finish();
    render();
  }

  function finish() {
    const by = decisive === null ? '' : ` Rule ${decisive + 1} decided: ${plan.rules[decisive].text}`;
    if (position.winner === plan.colour) text = `${them} wins.${by}`;
    else if (position.winner === null && plan.promise === 'draw') text = `A draw: the plan has held.${by}`;
    else text = 'You have beaten a plan that was proven. Please report this game!';
    render();
  }

  /** @param {PlanReply} reply @param {number | null} rule */
  function reasonOf({ reason, index }, rule) {
    if (reason === 'win') return 'it completes a line.';
    if (reason === 'block') return 'it blocks your line.';
    if (rule === null) return '';
    const { cells, text: words } = plan.rules[rule];
    return reason === 'take' ? `rule ${rule + 1}, take column ${cells[index].column}, row ${cells[index].row}.` : `rule ${rule + 1}. ${words}`;
  }

  dialog.showModal();
  restart();
  board.focus();
}

/** The place of the rule that decided, or null if none did. @param {Plan} plan @param {PlanReply} reply */
function ruleOf({ rules }, { reason, index }) {
  const first = rules.findIndex(({ rule }) => rule === reason);
  if (first < 0) return null;
  return reason === 'pair' ? first + index : first;
}
