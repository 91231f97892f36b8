// The players: faces and names, whose turn it is, an engine's mood, and the lines in Max-Connect4.

import { COLOURS } from '../board/rules.js';
import { el, pip, set, setText, show, showText } from '../ui/dom.js';
import { clockText, isAway, liveNote, lowTime } from '../page/live.js';
import { isAtEnd, shownPosition } from '../page/shown.js';
import { engineName, moverOf, resultOf, seatName } from '../model/game.js';
import { state } from '../page/state.js';
import { characterOf, levelName } from '../model/characters.js';
import { matchSentence } from '../storage/opponents.js';
import { preferences } from '../storage/storage.js';
import { faceOf } from '../ui/faces.js';
import { t } from '../ui/words.js';

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
    for (const colour of COLOURS) {
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
      set(row.mood, 'title', mood && t('game.mood', { mood: mood.word }));
      const hasMood = mood !== null && !character; // a face shows it already
      show(row.mood, hasMood);
      set(row.noteRow, 'data-mood', hasMood);
      const counts = position.rules.objective === 'most-lines';
      show(row.lines, counts);
      const count = position.countLines(colour);
      setText(row.lines, String(count));
      set(row.lines, 'aria-label', t('page.line count', { count }));
    }
  };
}

/** What the opponent has said, unless it was switched off. @param {Colour} colour */
function saidBy(colour) {
  const { said } = state;
  return said?.colour === colour && isAtEnd() && preferences.voice.value ? t('game.said', { text: said.text }) : null;
}

/** How a face takes the end of the game. @param {Colour | null} winner @param {Colour} colour */
function lastMood(winner, colour) {
  if (winner === null) return 'calm';
  return winner === colour ? 'triumphant' : 'desperate';
}

/** @param {Colour} colour @param {Colour | null} mover */
function noteOf(colour, mover) {
  const { game } = state;
  if (!isAtEnd()) return mover === colour ? t('game.to move') : '';
  const result = resultOf(game);
  if (result) {
    if (result.winner === null) return t('game.draw');
    if (result.winner === colour) return t('game.winner');
    return result.ending === 'resignation' ? t('game.resigned') : '';
  }
  const { engine } = game[colour];
  if (mover === colour) {
    if (engine === null) return t('game.to move');
    return t(state.offline ? 'game.unreachable' : 'game.is thinking');
  }
  if (engine === null) return '';
  const mood = game.thought?.mood?.word;
  if (mood) return t('game.mood', { mood });
  const character = characterOf(engine);
  if (character) return levelName(character.level);
  return seatName(game, colour) === engineName(engine) ? t('game.computer') : engineName(engine);
}

/** @param {Colour} colour */
function playerRow(colour) {
  const name = el('b.player-name');
  const note = el('span');
  const mood = el('span.mood', { 'aria-hidden': 'true' });
  const lines = el('span.lines', { role: 'img' });
  const disc = pip(colour);
  const portrait = el('span.portrait', disc);
  const rating = el('span.rating', { title: t('game.rating') });
  const noteRow = el('span.player-note', mood, note);
  const words = el('span.player-words', el('span.player-title', name, ' ', rating), noteRow);
  const spoken = el('span.unseen', t('game.player of', { colour }));
  const clock = el('span.clock', { role: 'timer', 'aria-label': t('game.time of', { colour }) });
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
