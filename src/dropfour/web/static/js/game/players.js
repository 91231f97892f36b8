// Who plays: name, whose turn, the lines made in Max-Connect4, and how an engine feels about it.

import { el, set, setText, show } from '../ui/dom.js';
import { moverOf, resultOf, shownPosition, state } from '../page/store.js';
import { engineName, seatName } from '../page/words.js';

/** @import {Player} from '../types.js' */

/** @param {HTMLElement} root */
export function createPlayers(root) {
  const rows = { red: playerRow('red'), yellow: playerRow('yellow') };
  root.append(rows.red.root, rows.yellow.root);

  return function render() {
    const { game } = state;
    const mover = moverOf(game);
    const result = resultOf(game);
    const position = shownPosition();
    for (const player of /** @type {Player[]} */ (['red', 'yellow'])) {
      const row = rows[player];
      set(row.root, 'data-turn', mover === player);
      set(row.root, 'data-won', result?.winner === player);
      setText(row.name, seatName(game, player));
      setText(row.note, noteOf(player, mover));
      const mood = game[player].engine === null ? null : (game.thought?.mood ?? null);
      setText(row.mood, mood?.emoji ?? '');
      set(row.mood, 'title', mood?.word);
      show(row.mood, mood !== null);
      const counts = position.rules.objective === 'most-lines';
      show(row.lines, counts);
      setText(row.lines.firstElementChild ?? row.lines, String(position.countLines(player)));
    }
  };
}

/** @param {Player} player @param {Player | null} mover */
function noteOf(player, mover) {
  const { game } = state;
  const result = resultOf(game);
  if (result) {
    if (result.winner === null) return 'draw';
    if (result.winner === player) return 'won';
    return result.ending === 'resignation' ? 'resigned' : '';
  }
  const { engine } = game[player];
  if (mover === player) {
    if (engine === null) return 'to move';
    return state.offline ? 'not reachable' : 'thinking …';
  }
  if (engine === null) return '';
  const mood = game.thought?.mood?.word;
  return mood ?? (seatName(game, player) === engineName(engine) ? 'computer' : engineName(engine));
}

/** @param {Player} player */
function playerRow(player) {
  const name = el('b.player-name');
  const note = el('span.player-note');
  const mood = el('span.mood', { 'aria-hidden': 'true' });
  const lines = el('span.lines', {}, el('span'), el('span.unseen', {}, ' lines'));
  const disc = el('span', { 'aria-hidden': 'true' });
  disc.className = `disc ${player} pip`;
  const words = el('span.player-words', {}, name, note);
  const colour = el('span.unseen', {}, `${player}: `);
  const root = el('div.player', { 'data-player': player }, disc, colour, words, mood, lines);
  return { root, name, note, mood, lines };
}
