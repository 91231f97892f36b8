// Try to beat it: the visitor plays against a plan or a strategy, which answers without any search and says which rule it
// used. Or the other way round: the visitor follows a plan against the perfect player.

import { createBoard } from '../board/board.js';
import { failureOf } from '../page/errors.js';
import { studiedBoard } from '../page/studied.js';
import { capital } from '../page/words.js';
import { browserCore } from '../server/answers.js';
import { button, el, set, setText } from '../ui/dom.js';
import { planMarks } from './plan.js';

/** @import {Place} from './strategy.js' */

/** @typedef {{position: Position, place: number, last: number | null}} Turn  before a move of the visitor */

/** @param {Plan} plan @param {Position} start */
export function showChallenge(plan, start) {
  showDialog(new Challenge(ofPlan(plan), start));
}

/** @param {Place} found @param {Position} start */
export function showStrategyChallenge(found, start) {
  showDialog(new Challenge(found, start));
}

/** The visitor plays the plan's side. @param {Plan} plan @param {Position} start */
export function showFollowing(plan, start) {
  showDialog(new Following(ofPlan(plan), start));
}

/** @param {Plan} plan @returns {Place} */
function ofPlan({ colour, promise, rules }) {
  return { strategy: { colour, promise, plans: [rules], steps: [{ plan: 0, column: null, replies: {} }] }, place: 0 };
}

/** A game in which one side has a script: the steps of a strategy, or a single plan. */
class Challenge {
  /** @param {Place} script @param {Position} start */
  constructor({ strategy, place }, start) {
    this.strategy = strategy;
    this.start = start;
    this.you = strategy.colour === 'red' ? /** @type {Colour} */ ('yellow') : /** @type {Colour} */ ('red');
    this.title = `Beat the ${strategy.steps.length > 1 ? 'strategy' : 'plan'}: you are ${this.you}`;
    this.render = () => {};
    this._first = place;
    /** @type {Turn[]} */
    this.turns = [];
    this.position = start;
    this.text = '';
    this.isBusy = false;
    this._place = place;
    /** The column of the opponent's last move since the plan took over. @type {number | null} */
    this._last = null;
    /** The rule that was used last, in words. */
    this._decisive = '';
  }

  get canDrop() {
    return !this.isBusy && !this.position.isOver && this.position.toMove === this.you;
  }

  /** The rules that are followed now; none before a plan takes over. */
  get rules() {
    const { steps, plans } = this.strategy;
    const { plan } = steps[this._place];
    return plan === null ? [] : plans[plan];
  }

  get promise() {
    const who = capital(this.strategy.colour);
    return this.strategy.promise === 'win' ? `${who} wins` : `${who} does not lose`;
  }

  restart() {
    this.turns = [];
    Object.assign(this, { position: this.start, _place: this._first, _last: null, _decisive: '' });
    this.text = `${this.promise}, whatever you play. Your move.`;
    if (this.start.toMove === this.you) this.render();
    else void this._busy(() => this._answer());
  }

  takeBack() {
    const turn = this.turns.pop();
    if (this.isBusy || !turn) return;
    Object.assign(this, { position: turn.position, _place: turn.place, _last: turn.last, text: 'Your move.' });
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
    this.turns.push({ position: this.position, place: this._place, last: this._last });
  }

  /** The other side plays *column*. @param {number} column */
  _playOpposing(column) {
    const { plan, replies } = this.strategy.steps[this._place];
    this.position = this.position.play(column);
    this._last = plan === null ? null : column;
    if (plan === null && !this.position.isOver) this._place = replies[column];
  }

  /** The script's move. */
  async _answer() {
    const them = capital(this.strategy.colour);
    const { column } = this.strategy.steps[this._place];
    if (column !== null) {
      this.position = this.position.play(column);
      this.text = `${them} plays column ${column}: the strategy begins with it.`;
      return;
    }
    const reply = await this._reply();
    this.position = this.position.play(reply.column);
    this.text = `${them} plays column ${reply.column}: ${this._note(reply)}`;
  }

  /** @returns {Promise<PlanReply>} */
  async _reply() {
    const browser = await browserCore();
    if (!browser) throw new Error('this browser cannot run the engine');
    return browser.replyByPlan(this.position, this.rules, this._last);
  }

  /** Why a reply is played. @param {PlanReply} reply */
  _note({ reason, index }) {
    if (reason === 'win') return 'it completes a line.';
    if (reason === 'block') return `it blocks a line of ${this.strategy.colour === 'red' ? 'yellow' : 'red'}'s.`;
    const first = this.rules.findIndex(({ rule }) => rule === reason);
    if (first < 0) return '';
    const at = reason === 'pair' ? first + index : first;
    const { cells, text } = this.rules[at];
    this._decisive = `Rule ${at + 1} decided: ${text}`;
    return reason === 'take' ? `rule ${at + 1}, take column ${cells[index].column}, row ${cells[index].row}.` : `rule ${at + 1}. ${text}`;
  }

  _finish() {
    const { colour, promise } = this.strategy;
    const { winner } = this.position;
    if (winner === colour) this.text = `${this.you === colour ? 'You win' : `${capital(colour)} wins`}. ${this._decisive}`;
    else if (winner === null && promise === 'draw') this.text = `A draw: the plan has held. ${this._decisive}`;
    else this.text = 'You have beaten a plan that was proven. Please report this game!';
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
  /** @param {Place} script @param {Position} start */
  constructor(script, start) {
    super(script, start);
    this.you = script.strategy.colour;
    this.title = `Follow the plan: you are ${this.you}`;
  }

  /** @override */
  restart() {
    this.turns = [];
    Object.assign(this, { position: this.start, _place: this._first, _last: null, _decisive: '' });
    const isFirst = this.start.toMove === this.you;
    this.text = `${this.promise}, whatever your opponent plays.${isFirst ? ' Which rule applies?' : ''}`;
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
      this.text = `Not column ${column}. The plan plays column ${reply.column}: ${note}`;
      return;
    }
    this._keepTurn();
    Object.assign(this, { position: this.position.play(column), text: `Right: ${note}` });
    if (!this.position.isOver) await this._oppose();
  }

  async _oppose() {
    const choice = await (await browserCore())?.chooseMove('perfect', this.position, 0n);
    if (!choice) return;
    this._playOpposing(choice.column);
    this.text += ` Your opponent plays column ${choice.column}.`;
  }
}

/** @param {Challenge} game */
function showDialog(game) {
  const said = el('p.feedback', { role: 'status' });
  const rules = el('ol.challenge-rules');
  const boardRoot = el('div.board');
  const back = button('Take back', () => game.takeBack());
  const again = button('Start again', () => game.restart());
  const title = el('h2', { id: 'challenge-title' }, game.title);
  const dialog = el('dialog.challenge', { 'aria-labelledby': 'challenge-title' }, title, ...(game instanceof Following ? [rules] : []),
    said, el('div.frame', {}, boardRoot), el('div.card-actions', {}, back, again, button('Close', () => dialog.close(), '.primary')));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  rules.append(...game.rules.map(({ text }) => el('li', {}, text)));

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
    const marks = position.isOver ? [] : planMarks(game, position, null);
    board.render(studiedBoard(position, { canDrop, isBusy, pointed, marks }));
    setText(said, game.text);
    set(back, 'disabled', game.turns.length === 0);
    set(dialog, 'data-over', position.isOver);
  };
  dialog.showModal();
  game.restart();
  board.focus();
}
