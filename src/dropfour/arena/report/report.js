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

  function lineCells(board) {
    const owner = new Map(board.map((stone) => [`${stone.column},${stone.row}`, stone.owner]));
    const marked = new Set();
    for (const stone of board) {
      for (const [right, up] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
        const cells = [];
        for (let i = 0; i < data.connect; i += 1) {
          cells.push(`${stone.column + right * i},${stone.row + up * i}`);
        }
        if (cells.every((cell) => owner.get(cell) === stone.owner)) {
          cells.forEach((cell) => marked.add(cell));
        }
      }
    }
    return marked;
  }

  function drawBoard() {
    const board = stones(state.game.moves, state.ply);
    const marked = lineCells(board);
    const svg = find("board");
    svg.replaceChildren();
    svg.setAttribute("viewBox", `0 0 ${data.columns * 10} ${data.rows * 10}`);
    element("rect", { width: "100%", height: "100%", rx: 2, fill: "var(--board)" }, svg);
    const place = (column, row) => ({ cx: column * 10 - 5, cy: (data.rows - row) * 10 + 5 });
    for (let column = 1; column <= data.columns; column += 1) {
      for (let row = 1; row <= data.rows; row += 1) {
        element("circle", { ...place(column, row), r: 4.1, fill: "var(--hole)" }, svg);
      }
    }
    board.forEach((stone, index) => {
      const at = place(stone.column, stone.row);
      const isMarked = marked.has(`${stone.column},${stone.row}`);
      const isLast = index === board.length - 1;
      element("circle", { ...at, r: 4.1, fill: `var(--${stone.owner})` }, svg);
      // Yellow stones also differ in shape: they have a ring inside.
      if (stone.owner === "yellow") {
        element("circle", { ...at, r: 2.3, fill: "none", stroke: "#6b5200", "stroke-width": 0.6 }, svg);
      }
      if (isMarked || isLast) {
        element("circle", {
          ...at, r: 3.6, fill: "none", stroke: isMarked ? "#fff" : "#111",
          "stroke-width": 0.7, "stroke-dasharray": isMarked ? "none" : "1.2 0.8",
        }, svg);
      }
    });
  }

  function draw() {
    if (!state.game) return;
    const { game, ply } = state;
    drawBoard();
    find("who").textContent = `${game.red} (red) – ${game.yellow} (yellow)  ${game.result}`;
    find("why").textContent = game.reason ? `${game.ending}: ${game.reason}` : game.ending;
    const moves = find("moves");
    moves.replaceChildren(game.moves.slice(0, Math.max(ply - 1, 0)));
    const last = document.createElement("b");
    last.textContent = game.moves.slice(Math.max(ply - 1, 0), ply);
    moves.append(last, game.moves.slice(ply));
    find("status").textContent = `Ply ${ply} of ${game.moves.length}`
      + (ply === game.opening.length ? ", the end of the opening" : "");
    find("first").disabled = find("back").disabled = ply === 0;
    find("next").disabled = find("last").disabled = ply === game.moves.length;
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
      new Option(`${game.number}. ${game.red} – ${game.yellow}  ${game.result}`, game.number)));
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
