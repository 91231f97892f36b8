// Plays through the games of the report: events change `state`, draw() shows it.

import { parseMoves } from '../../web/static/js/board/notation.js';
import { createPicture } from '../../web/static/js/board/picture.js';
import { Position, pictureOf, playAll } from '../../web/static/js/board/rules.js';
import { byId, setText } from '../../web/static/js/ui/dom.js';

/** @typedef {{number: number, red: string, yellow: string, opening: string, moves: string, result: string,
 *   ending: string, reason: string, lines: {red: number, yellow: number}}} Game */

/** @type {{rules: Rules, games: Game[]}} */
const data = JSON.parse(byId('data').textContent ?? '');
const state = { game: data.games[0], ply: 0 };
const countsLines = data.rules.objective === 'most-lines';
const picture = createPicture(byId('board'));
const [player, ending, list] = ['player', 'ending', 'game'].map((id) => /** @type {HTMLSelectElement} */ (byId(id)));
const [first, back, next, last] = ['first', 'back', 'next', 'last'].map(
  (id) => /** @type {HTMLButtonElement} */ (byId(id)),
);

function draw() {
  const { game, ply } = state;
  const position = playAll(Position.empty(data.rules), parseMoves(game.moves.slice(0, ply)));
  picture.render(pictureOf(position));
  setText(byId('who'), `${game.red} (red) – ${game.yellow} (yellow)  ${resultOf(game)}`);
  setText(byId('why'), game.reason ? `${game.ending}: ${game.reason}` : game.ending);
  const move = document.createElement('b');
  move.textContent = game.moves.slice(Math.max(ply - 1, 0), ply);
  byId('moves').replaceChildren(game.moves.slice(0, Math.max(ply - 1, 0)), move, game.moves.slice(ply));
  setText(
    byId('status'),
    `Ply ${ply} of ${game.moves.length}` +
      (game.opening && ply === game.opening.length ? ', the end of the opening' : '') +
      (countsLines ? `; lines: red ${position.countLines('red')}, yellow ${position.countLines('yellow')}` : ''),
  );
  first.disabled = back.disabled = ply === 0;
  next.disabled = last.disabled = ply === game.moves.length;
}

/** @param {Game} game */
function resultOf({ result, lines: { red, yellow } }) {
  return countsLines ? `${result}, lines ${red}:${yellow}` : result;
}

/** @param {number} ply */
function goTo(ply) {
  state.ply = Math.min(Math.max(ply, 0), state.game.moves.length);
  draw();
}

/** Show the chosen game after its opening. */
function choose() {
  const game = data.games.find(({ number }) => number === Number(list.value));
  if (!game) return;
  state.game = game;
  goTo(game.opening.length);
}

function listGames() {
  const isPlayed = (/** @type {Game} */ { red, yellow }) => !player.value || [red, yellow].includes(player.value);
  const found = data.games.filter((game) => isPlayed(game) && (!ending.value || game.ending === ending.value));
  const nameOf = (/** @type {Game} */ game) => `${game.number}. ${game.red} – ${game.yellow}  ${resultOf(game)}`;
  list.replaceChildren(...found.map((game) => new Option(nameOf(game), String(game.number))));
  list.selectedIndex = 0;
  choose();
}

const [players, endings] = [
  data.games.flatMap(({ red, yellow }) => [red, yellow]),
  data.games.map((game) => game.ending),
];
player.append(...[...new Set(players)].sort().map((name) => new Option(name, name)));
ending.append(...[...new Set(endings)].sort().map((name) => new Option(name, name)));
player.addEventListener('change', listGames);
ending.addEventListener('change', listGames);
list.addEventListener('change', choose);
first.addEventListener('click', () => goTo(0));
back.addEventListener('click', () => goTo(state.ply - 1));
next.addEventListener('click', () => goTo(state.ply + 1));
last.addEventListener('click', () => goTo(Infinity));
byId('viewer').addEventListener('keydown', (event) => {
  /** @type {Record<string, number>} */
  const plies = { ArrowLeft: state.ply - 1, ArrowRight: state.ply + 1, Home: 0, End: Infinity };
  if (!(event.key in plies)) return;
  event.preventDefault();
  goTo(plies[event.key]);
});
listGames();
