// A board with a title and a sentence above it and buttons below, for puzzles and lessons.

import { createBoard } from '../board/board.js';
import { moveFocus } from '../board/keys.js';
import { contentsOf, ghostOf } from '../board/rules.js';
import { update } from '../page/store.js';
import { columnWords, scoreParts, scoreSentence } from '../page/words.js';
import { el, set, setText, show } from '../ui/dom.js';

/** @import {BoardState} from '../board/board.js' */
/** @import {Analysis} from '../core/analysis.js' */
/** @import {Position} from '../board/rules.js' */
/** @import {Exercise} from './exercise.js' */
/** @import {Cell} from '../types.d.ts' */

/**
 * What is on the screen. *kind* colours the sentence: right, wrong, or neither. *analysis*: shown over the columns.
 * @typedef {{
 *   title: string, text: string, kind: 'right' | 'wrong' | '', position: Position, canDrop: boolean, isBusy: boolean,
 *   lit: Cell[], litColumns: number[], hint: number | null, analysis: Analysis | null,
 * }} Scene
 */

/**
 * @param {HTMLElement} root @param {string} name
 * @param {{drop: (column: number) => void, key: (key: string) => boolean}} handlers  *key* returns whether it was used
 */
export function createStage(root, name, handlers) {
  const title = el('h1.task', { tabindex: '-1' }, name);
  const text = el('p.feedback');
  const boardRoot = el('div.board');
  const tools = el('div.tools', { role: 'group', 'aria-label': 'Actions' });
  const stage = el('section.stage', { 'aria-label': name }, title, text,
    el('div.table', {}, el('div.frame', {}, boardRoot)), tools);
  root.prepend(stage);
  /** @type {Scene | null} */
  let scene = null;
  /** @type {number | null} */
  let pointed = null;
  const board = createBoard(boardRoot, {
    drop: handlers.drop,
    point: (column) => {
      if (pointed === column) return;
      pointed = column;
      update({});
    },
  });
  stage.addEventListener('keydown', (event) => {
    const column = board.focused();
    if (column === null || !scene || event.ctrlKey || event.metaKey || event.altKey) return;
    const { columns } = scene.position.rules;
    const isDigit = /^[1-9]$/.test(event.key) && Number(event.key) <= columns;
    if (isDigit) handlers.drop(Number(event.key));
    if (isDigit || moveFocus(board, event.key, column, columns) || handlers.key(event.key)) event.preventDefault();
  });

  return {
    title,
    tools,
    board,
    /** @param {Scene} shown */
    render(shown) {
      scene = shown;
      setText(title, shown.title);
      setText(text, shown.text);
      show(text, shown.text !== '');
      set(text, 'data-kind', shown.kind || null);
      board.render(boardState(shown, pointed));
    },
  };
}

/** A position without anything to do. @param {Position} position @returns {Scene} */
export function still(position) {
  return {
    title: '', text: '', kind: '', position, canDrop: false, isBusy: false, lit: [], litColumns: [], hint: null, analysis: null,
  };
}

/** @param {Exercise} exercise @param {string} prompt  what to do at first @returns {Scene} */
export function sceneOfExercise(exercise, prompt) {
  const { phase, candidates, text } = exercise;
  return {
    ...still(exercise.position),
    text: text || prompt,
    kind: phase === 'refuted' ? 'wrong' : text && exercise.played.length ? 'right' : '',
    canDrop: phase === 'try',
    isBusy: phase === 'busy',
    litColumns: candidates.length > 1 ? candidates : [],
    hint: candidates.length === 1 ? candidates[0] : null,
  };
}

/** @param {Scene} scene @param {number | null} pointed @returns {BoardState} */
function boardState({ position, canDrop, isBusy, lit, litColumns, hint, analysis }, pointed) {
  const columns = Array.from({ length: position.rules.columns }, (_, i) => i + 1);
  const can = (/** @type {number} */ column) => canDrop && position.canPlay(column);
  const scores = new Map(analysis?.columns.map(({ column, score }) => [column, score]));
  const best = analysis && analysis.best.length < scores.size ? analysis.best : [];
  return {
    ...contentsOf(position),
    ghost: canDrop ? ghostOf(position, pointed) : null,
    lit,
    litColumns,
    hint,
    refused: null,
    chips: analysis && columns.map((column) => {
      const score = scores.get(column);
      return score ? { ...scoreParts(score, position.rules), best: best.includes(column) } : null;
    }),
    columnNames: columns.map((column) => {
      const score = scores.get(column);
      const words = [columnWords(position, column)];
      if (score) words.push(scoreSentence(score, position.rules));
      if (hint === column || litColumns.includes(column)) words.push('marked');
      return words.join(', ');
    }),
    canDrop: can,
    isBusy,
  };
}
