// Try to beat it: the visitor plays against a plan or a strategy, which answers without any search and says which rule it
// used. Or the other way round: the visitor follows a plan against the perfect player.

import { createBoard } from '../board/board.js';
import { otherColour } from '../board/rules.js';
import { failureOf } from '../page/errors.js';
import { chooseMove, replyByPlan } from '../core/browser.js';
import { fill } from '../core/sentences.js';
import { studiedBoard } from '../board/studied.js';
import { capital, t } from '../ui/words.js';
import { button, el, set, setText } from '../ui/dom.js';
import { planMarks } from './plan.js';

/** What one side follows: a plan, or a solution until it has one. @typedef {{plan: Plan | null, graph: Graph | null}} Script */
/** @typedef {{position: Position, plan: Plan | null, last: number | null}} Turn  of the visitor */

/** The visitor plays the other side. @param {Script} script @param {Position} start */
export function showChallenge(script, start) {
  showDialog(new Challenge(script, start));
}

/** The visitor plays the plan's side. @param {Script} script @param {Position} start */
export function showFollowing(script, start) {
  showDialog(new Following(script, start));
}

/** A game in which one side has a script. */
class Challenge {
  /** @param {Script} script @param {Position} start */
  constructor({ plan, graph }, start) {
    const { colour, promise } = /** @type {Plan | Graph} */ (plan ?? graph);
    this.colour = colour;
    this.start = start;
    this.you = otherColour(colour);
    this.title = t(graph ? 'plans.beat strategy' : 'plans.beat plan', { you: this.you });
    this.isWin = promise === 'win';
    this.promise = capital(fill([`plan ${promise}`, { colour }]));
    this.render = () => {};
    this._graph = graph;
    this._first = plan;
    /** @type {Turn[]} */
    this.turns = [];
    this.position = start;
    this.text = '';
    this.isBusy = false;
    /** The plan that is followed now. */
    this.plan = plan;
    /** The column of the opponent's last move since the plan took over. @type {number | null} */
    this._last = null;
    /** The rule that was used last, in words. */
    this._decisive = '';
  }

  get canDrop() {
    return !this.isBusy && !this.position.isOver && this.position.toMove === this.you;
  }

  restart() {
    this._reset();
    this.text = t('plans.begin', { promise: this.promise });
    if (this.start.toMove === this.you) this.render();
    else void this._busy(() => this._answer());
  }

  _reset() {
    this.turns = [];
    Object.assign(this, { position: this.start, plan: this._first, _last: null, _decisive: '' });
  }

  takeBack() {
    const turn = this.turns.pop();
    if (this.isBusy || !turn) return;
    Object.assign(this, { position: turn.position, plan: turn.plan, _last: turn.last, text: t('plans.your move') });
    this.render();
  }

  /** @param {number} column */
  drop(column) {
    if (!this.canDrop || !this.position.canPlay(column)) return;
    this._keepTurn();
    this._playOpposing(column);
    if (this.position.isOver) this._finish();
    else void this._busy(() => this._answer());
  }

  _keepTurn() {
    this.turns.push({ position: this.position, plan: this.plan, last: this._last });
  }

  /** The other side plays *column*. @param {number} column */
  _playOpposing(column) {
    this.position = this.position.play(column);
    this._last = this.plan && column;
  }

  /** The script's move. */
  async _answer() {
    const { colour } = this;
    const isListed = !this.plan || this.plan.untilListed;
    const step = isListed ? (this._graph?.stepAt(this.position) ?? null) : null;
    if (step?.kind === 'play' && step.column !== null) {
      this.plan = null;
      this.position = this.position.play(step.column);
      this.text = t('plans.plays', { colour, column: step.column, note: t('plans.by strategy') });
      return;
    }
    if (step?.place && this._graph) {
      this.plan = await this._graph.describe(step.place, this.position);
      this._last = null;
    }
    const reply = await this._reply();
    this.position = this.position.play(reply.column);
    this.text = t('plans.plays', { colour, column: reply.column, note: this._note(reply) });
  }

  _reply() {
    return replyByPlan(this.position, this.plan?.written ?? 'otherwise', this._last);
  }

  /** Why a reply is played. @param {PlanReply} reply */
  _note({ reason, index }) {
    if (reason === 'win') return t('plans.completes');
    if (reason === 'block') return t('plans.blocks', { other: otherColour(this.colour) });
    const rules = this.plan?.rules ?? [];
    const first = rules.findIndex(({ rule }) => rule === reason);
    if (first < 0) return '';
    const at = reason === 'pair' ? first + index : first;
    const { cells, text } = rules[at];
    const rule = { number: at + 1, rule: text };
    this._decisive = t('plans.decided', rule);
    return reason === 'take' ? t('plans.by cell', { ...rule, ...cells[index] }) : t('plans.by rule', rule);
  }

  _finish() {
    const { colour } = this;
    const { winner } = this.position;
    const decided = this._decisive;
    if (winner === colour) this.text = t(this.you === colour ? 'plans.you win' : 'plans.they win', { colour, decided });
    else if (winner === null && !this.isWin) this.text = t('plans.held', { decided });
    else this.text = t('plans.beaten');
    this.render();
  }

  /** @param {() => Promise<void>} work */
  async _busy(work) {
    this.isBusy = true;
    this.render();
    try {
      await work();
    } catch (error) {
      this.text = failureOf(error);
    }
    this.isBusy = false;
    if (this.position.isOver) this._finish();
    this.render();
  }
}

/** The visitor has the plan; the perfect player answers. */
class Following extends Challenge {
  /** @param {Script} script @param {Position} start */
  constructor(script, start) {
    super(script, start);
    this.you = this.colour;
    this.title = t('plans.follow plan', { you: this.you });
  }

  /** @override */
  restart() {
    this._reset();
    const isFirst = this.start.toMove === this.you;
    this.text = t(isFirst ? 'plans.which rule' : 'plans.begin following', { promise: this.promise });
    if (isFirst) this.render();
    else void this._busy(() => this._oppose());
  }

  /** @override @param {number} column */
  drop(column) {
    if (!this.canDrop || !this.position.canPlay(column)) return;
    void this._busy(() => this._try(column));
  }

  /** @param {number} column */
  async _try(column) {
    const reply = await this._reply();
    const note = this._note(reply);
    if (reply.column !== column) {
      this.text = t('plans.wrong', { column, right: reply.column, note });
      return;
    }
    this._keepTurn();
    Object.assign(this, { position: this.position.play(column), text: t('plans.right', { note }) });
    if (!this.position.isOver) await this._oppose();
  }

  async _oppose() {
    const { column } = await chooseMove('perfect', this.position, 0n);
    this._playOpposing(column);
    this.text += ` ${t('plans.opponent', { column })}`;
  }
}

/** @param {Challenge} game */
function showDialog(game) {
  const said = el('p.feedback', { role: 'status' });
  const rules = el('ol.challenge-rules');
  const boardRoot = el('div.board');
  const back = button(t('plans.take back'), () => game.takeBack());
  const again = button(t('plans.again'), () => game.restart());
  const title = el('h2', { id: 'challenge-title' }, game.title);
  const dialog = el(
    'dialog.challenge',
    { 'aria-labelledby': 'challenge-title' },
    title,
    ...(game instanceof Following ? [rules] : []),
    said,
    el('div.frame', boardRoot),
    el(
      'div.card-actions',
      {},
      back,
      again,
      button(t('plans.close'), () => dialog.close(), '.primary'),
    ),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  rules.append(...(game.plan?.rules ?? []).map(({ text }) => el('li', text)));

  /** @type {number | null} */
  let pointed = null;
  const board = createBoard(boardRoot, {
    drop: (column) => game.drop(column),
    point(column) {
      pointed = column;
      game.render();
    },
  });
  game.render = () => {
    const { position, canDrop, isBusy } = game;
    const marks = position.isOver ? [] : planMarks(game.plan, position, null);
    board.render(studiedBoard(position, { canDrop, isBusy, pointed, marks }));
    setText(said, game.text);
    set(back, 'disabled', game.turns.length === 0);
    set(dialog, 'data-over', position.isOver);
  };
  dialog.showModal();
  game.restart();
  board.focus();
}
