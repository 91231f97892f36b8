// The front end of dropfour.notebook.Board: the page's board shows the model's `state` and sends what a person does.
// Buttons are never `disabled`, so that the focus stays where it is while an engine is thinking.

import { createBoard } from '../web/static/js/board/board.js';
import { parseMoves, parsePosition } from '../web/static/js/board/notation.js';
import { ghostMarks, pictureOf, playAll } from '../web/static/js/board/rules.js';
import { el, set, setText } from '../web/static/js/ui/dom.js';

/** What the kernel shows; *playable* are the columns that the person to move can choose.
 * @typedef {{start: string, moves: string, ply: number, playable: number[], status: string,
 *   can_undo: boolean, can_restart: boolean}} State */
/** @typedef {{get: {(name: 'state'): State, (name: 'styles'): string}, send: (content: object) => void,
 *   on: (event: string, act: () => void) => void, off: (event: string, act: () => void) => void}} Model */

/** @param {{model: Model, el: HTMLElement}} host */
function render({ model, el: host }) {
  const frame = el('div');
  frame.dataset.lmSuppressShortcuts = 'true'; // JupyterLab would take the keys otherwise
  const root = frame.attachShadow({ mode: 'open' }); // the notebook has styles of its own
  const boardRoot = el('div.board');
  const status = el('p', { role: 'status' });
  const action = (/** @type {string} */ name, /** @type {string} */ content) =>
    el('button.action', { type: 'button', click: (event) => isOn(event) && send(content) }, name);
  const undo = action('Undo', 'undo');
  const restart = action('New game', 'new game');
  root.append(el('style', {}, model.get('styles')), boardRoot, status, el('div.actions', {}, undo, restart));
  host.append(frame);
  /** @type {number | null} */
  let pointed = null;
  const board = createBoard(boardRoot, {
    drop: (column) => {
      if (model.get('state').playable.includes(column)) send('play', { column });
    },
    point: (column) => {
      pointed = column;
      draw();
    },
  });

  /** @param {string} what @param {object} [details] */
  function send(what, details = {}) {
    model.send({ action: what, ply: model.get('state').ply, ...details });
  }

  function draw() {
    const state = model.get('state');
    const position = playAll(parsePosition(state.start), parseMoves(state.moves));
    const canDrop = (/** @type {number} */ column) => state.playable.includes(column);
    const ghost = pointed !== null && canDrop(pointed) ? ghostMarks(position, pointed) : [];
    board.render({ ...pictureOf(position, ghost), canDrop, isBusy: !state.playable.length && !position.isOver });
    set(undo, 'aria-disabled', state.can_undo ? null : 'true');
    set(restart, 'aria-disabled', state.can_restart ? null : 'true');
    setText(status, state.status);
  }

  frame.addEventListener('keydown', (event) => event.stopPropagation()); // the notebook has shortcuts of its own
  model.on('change:state', draw);
  draw();
  return () => model.off('change:state', draw);
}

/** @param {Event} event */
function isOn({ currentTarget }) {
  return !(/** @type {Element} */ (currentTarget).hasAttribute('aria-disabled'));
}

export default { render };
