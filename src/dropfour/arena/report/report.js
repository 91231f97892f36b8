"use strict";
// Plays through the games of the report: events change `state`, draw() shows it.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const find = (id) => document.getElementById(id);
  const state = { games: data.games, game: data.games[0], ply: 0 };
  const SVG = "http://www.w3.org/2000/svg";

  function element(name, attributes, parent) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (parent) parent.append(made);
    return made;
  }

  // Columns are base-36 digits from 1; stones are listed in the order of play, red first.
  function stones(moves, ply) {
    const heights = new Array(data.columns + 1).fill(0);
    return [...moves.slice(0, ply)].map((mark, index) => {
      const column = parseInt(mark, 36);
      heights[column] += 1;
      return { column, row: heights[column], owner: index % 2 === 0 ? "red" : "yellow" };
    });
  }

  function linesOf(board) {
    const owner = new Map(board.map((stone) => [`${stone.column},${stone.row}`, stone.owner]));
    const found = [];
    for (const stone of board) {
      for (const [right, up] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
        const cells = [];
        for (let i = 0; i < data.connect; i += 1) {
          cells.push({ column: stone.column + right * i, row: stone.row + up * i });
        }
        if (cells.every(({ column, row }) => owner.get(`${column},${row}`) === stone.owner)) {
          found.push({ owner: stone.owner, start: cells[0], end: cells[cells.length - 1] });
        }
      }
    }
    return found;
  }

  // The stones are those of the pictures that Dropfour draws; returns the lines on the board.
  function drawBoard() {
    const board = stones(state.game.moves, state.ply);
    const lines = linesOf(board);
    const svg = find("board");
    const { cell } = data;
    svg.replaceChildren();
    svg.setAttribute("viewBox", `-6 -6 ${data.columns * cell + 12} ${data.rows * cell + 12}`);
    const x = (column) => (column - 1) * cell;
    const y = (row) => (data.rows - row) * cell;
    const owners = new Map(board.map((stone) => [`${stone.column},${stone.row}`, stone.owner]));
    for (let column = 1; column <= data.columns; column += 1) {
      for (let row = 1; row <= data.rows; row += 1) {
        const kind = owners.get(`${column},${row}`) ?? "empty";
        element("use", { href: `#${kind}`, x: x(column), y: y(row), width: cell, height: cell }, svg);
      }
    }
    const last = board[board.length - 1];
    if (last) {
      const middle = { cx: x(last.column) + cell / 2, cy: y(last.row) + cell / 2 };
      element("circle", { ...middle, r: 29, class: "last" }, svg);
    }
    for (const kind of ["line edge", "line"]) {
      for (const { start, end } of lines) {
        element("line", {
          class: kind,
          x1: x(start.column) + cell / 2, y1: y(start.row) + cell / 2,
          x2: x(end.column) + cell / 2, y2: y(end.row) + cell / 2,
        }, svg);
      }
    }
    return lines;
  }

  function draw() {
    if (!state.game) return;
    const { game, ply } = state;
    const lines = drawBoard();
    find("who").textContent = `${game.red} (red) – ${game.yellow} (yellow)  ${resultOf(game)}`;
    find("why").textContent = game.reason ? `${game.ending}: ${game.reason}` : game.ending;
    const moves = find("moves");
    moves.replaceChildren(game.moves.slice(0, Math.max(ply - 1, 0)));
    const last = document.createElement("b");
    last.textContent = game.moves.slice(Math.max(ply - 1, 0), ply);
    moves.append(last, game.moves.slice(ply));
    find("status").textContent = `Ply ${ply} of ${game.moves.length}`
      + (game.opening && ply === game.opening.length ? ", the end of the opening" : "")
      + (data.countsLines ? `; lines: red ${count(lines, "red")}, yellow ${count(lines, "yellow")}` : "");
    find("first").disabled = find("back").disabled = ply === 0;
    find("next").disabled = find("last").disabled = ply === game.moves.length;
  }

  function count(lines, owner) {
    return lines.filter((line) => line.owner === owner).length;
  }

  function resultOf(game) {
    const { red, yellow } = game.lines;
    return data.countsLines ? `${game.result}, lines ${red}:${yellow}` : game.result;
  }

  function go(ply) {
    state.ply = Math.min(Math.max(ply, 0), state.game.moves.length);
    draw();
  }

  function choose(number) {
    state.game = data.games.find((game) => game.number === number);
    go(state.game ? state.game.opening.length : 0);
  }

  function list() {
    const [player, ending] = [find("player").value, find("ending").value];
    state.games = data.games.filter((game) =>
      (!player || game.red === player || game.yellow === player)
      && (!ending || game.ending === ending));
    find("game").replaceChildren(...state.games.map((game) =>
      new Option(`${game.number}. ${game.red} – ${game.yellow}  ${resultOf(game)}`, game.number)));
    if (state.games.length > 0) {
      find("game").value = state.games[0].number;
      choose(state.games[0].number);
    }
  }

  function fill(id, values) {
    find(id).append(...[...new Set(values)].sort().map((value) => new Option(value, value)));
  }

  fill("player", data.games.flatMap((game) => [game.red, game.yellow]));
  fill("ending", data.games.map((game) => game.ending));
  find("player").addEventListener("change", list);
  find("ending").addEventListener("change", list);
  find("game").addEventListener("change", (event) => choose(Number(event.target.value)));
  find("first").addEventListener("click", () => go(0));
  find("back").addEventListener("click", () => go(state.ply - 1));
  find("next").addEventListener("click", () => go(state.ply + 1));
  find("last").addEventListener("click", () => go(state.game.moves.length));
  find("viewer").addEventListener("keydown", (event) => {
    const ply = { ArrowLeft: state.ply - 1, ArrowRight: state.ply + 1, Home: 0, End: Infinity }[event.key];
    if (ply !== undefined) { event.preventDefault(); go(ply); }
  });
  list();
})();
