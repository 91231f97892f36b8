// The players: their faces and names, whose turn it is, an engine's mood, and the lines made in Max-Connect4.

import { el, pip, set, setText, show, showText } from '../ui/dom.js';
import { clockText, isAway, liveNote, lowTime } from '../page/clocks.js';
import { isAtEnd, moverOf, resultOf, shownPosition, state } from '../page/store.js';
import { characterOf, levelName } from '../page/characters.js';
import { matchSentence } from '../page/match.js';
import { preferences } from '../page/storage.js';
import { engineName, seatName } from '../page/words.js';
import { faceOf } from '../ui/faces.js';

/** @param {HTMLElement} root */
export function createPlayers(root) {
  const rows = { red: playerRow('red'), yellow: playerRow('yellow') };
  const match = el('p.soft.match-score');
  root.append(rows.red.root, rows.yellow.root, match);

  return function render() {
    const { game } = state;
    const position = shownPosition();
    // Looking back, the rows show whose turn it was, like the headline.
    const mover = isAtEnd() ? moverOf(game) : position.toMove;
    const result = isAtEnd() ? resultOf(game) : null;
    const score = state.loading ? null : matchSentence(game);
    showText(match, score ?? '');
    for (const colour of /** @type {Colour[]} */ (['red', 'yellow'])) {
      const row = rows[colour];
      set(row.root, 'data-turn', mover === colour);
      set(row.root, 'data-won', result?.winner === colour);
      setText(row.name, seatName(game, colour));
      set(row.name, 'title', seatName(game, colour));
      const said = saidBy(colour);
      setText(row.note, liveNote(colour) ?? said ?? noteOf(colour, mover));
      set(row.noteRow, 'data-said', said !== null);
      // Only the last thought is known, so an earlier position has no mood.
      const mood = game[colour].engine === null || !isAtEnd() ? null : (game.thought?.mood ?? null);
      const character = characterOf(game[colour].engine);
      row.face(character?.name ?? null, result ? lastMood(result.winner, colour) : mood?.word);
      setText(row.rating, character ? String(character.rating) : '');
      const time = clockText(colour);
      show(row.clock, time !== null);
      setText(row.clock, time ?? '');
      set(row.clock, 'data-low', lowTime(colour));
      set(row.root, 'data-away', game.live && isAway(colour));
      setText(row.mood, mood?.emoji ?? '');
      set(row.mood, 'title', mood?.word);
      const hasMood = mood !== null && !character; // a face shows it already
      show(row.mood, hasMood);
      set(row.noteRow, 'data-mood', hasMood);
      const counts = position.rules.objective === 'most-lines';
      show(row.lines, counts);
      const [count, noun] = row.lines.children;
      setText(count, String(position.countLines(colour)));
      setText(noun, position.countLines(colour) === 1 ? ' line' : ' lines');
    }
  };
}

/** What the opponent has said, unless it was switched off. @param {Colour} colour */
function saidBy(colour) {
  const { said } = state;
  return said?.colour === colour && isAtEnd() && preferences.voice.value ? `“${said.text}”` : null;
}

/** How a face takes the end of the game. @param {Colour | null} winner @param {Colour} colour */
function lastMood(winner, colour) {
  if (winner === null) return 'calm';
  return winner === colour ? 'triumphant' : 'desperate';
}

/** @param {Colour} colour @param {Colour | null} mover */
function noteOf(colour, mover) {
  const { game } = state;
  if (!isAtEnd()) return mover === colour ? 'to move' : '';
  const result = resultOf(game);
  if (result) {
    if (result.winner === null) return 'draw';
    if (result.winner === colour) return 'won';
    return result.ending === 'resignation' ? 'resigned' : '';
  }
  const { engine } = game[colour];
  if (mover === colour) {
    if (engine === null) return 'to move';
    return state.offline ? 'unreachable' : 'thinking …';
  }
  if (engine === null) return '';
  const mood = game.thought?.mood?.word;
  if (mood) return mood;
  const character = characterOf(engine);
  if (character) return levelName(character.level);
  return seatName(game, colour) === engineName(engine) ? 'computer' : engineName(engine);
}

/** @param {Colour} colour */
function playerRow(colour) {
  const name = el('b.player-name');
  const note = el('span');
  const mood = el('span.mood', { 'aria-hidden': 'true' });
  const lines = el('span.lines', {}, el('span'), el('span.unseen'));
  const disc = pip(colour);
  const portrait = el('span.portrait', {}, disc);
  const rating = el('span.rating', { title: 'Elo rating in a tournament of all levels' });
  const noteRow = el('span.player-note', {}, mood, note);
  const words = el('span.player-words', {}, el('span.player-title', {}, name, ' ', rating), noteRow);
  const spoken = el('span.unseen', {}, `${colour}: `);
  const clock = el('span.clock', { role: 'timer', 'aria-label': `Time of ${colour}` });
  const root = el('div.player', { 'data-colour': colour }, portrait, spoken, words, lines, clock);
  let drawn = '';

  /** @param {string | null} character @param {string} [feeling] */
  function face(character, feeling) {
    const wanted = `${character}/${feeling}`;
    if (wanted === drawn) return;
    drawn = wanted;
    portrait.replaceChildren(...(character ? [faceOf(character, feeling)] : []), disc);
  }

  return { root, name, rating, note, noteRow, mood, lines, clock, face };
}
