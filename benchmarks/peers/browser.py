"""Solvers in a worker of a real browser: Dropfour's, connect-four-ai, and Steininger's c4.

Each solves positions one after the other with one thread and a table that is cleared before each of
them, outside the clock. connect-four-ai looks up positions of up to 8 plies in its book, and Dropfour
those of up to 10 plies in the page's small book if it is asked to; c4 has none.
"""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.peers.build import Board, PeerError, build_c4

if TYPE_CHECKING:
    from playwright.sync_api import Page

TABLE_MIB = 64

_DROPFOUR = """
const { origin, book, moves } = await new Promise((resolve) => {
  globalThis.onmessage = ({ data }) => resolve(data);
  globalThis.postMessage('ready');
});
const { Core } = await import(`${origin}/static/js/core/native.js`);
const { Position } = await import(`${origin}/static/js/board/rules.js`);
const { parseMoves } = await import(`${origin}/static/js/board/notation.js`);
const rules = { columns: 7, rows: 6, connect: 4, objective: 'first-line' };
const response = await fetch(`${origin}/static/core/dropfour.wasm`);
const core = await Core.start(await WebAssembly.compile(await response.arrayBuffer()), TABLE_MIB);
// The first search also allocates the table.
core.set(Position.empty(rules));
core.solve({ low: -42, high: 42 }, { nodes: 1 });
if (book) {
  const file = await fetch(`${origin}/static/book/${book}`);
  core.openBook(new Uint8Array(await file.arrayBuffer()));
}
globalThis.postMessage(moves.map((game) => {
  let position = Position.empty(rules);
  for (const column of parseMoves(game)) position = position.play(column);
  core.set(position);
  core.clear();
  const started = performance.now();
  const known = book ? core.lookUp() : null;
  const { low, nodes } = known === null ? core.solve({ low: -42, high: 42 }) : { low: known, nodes: 0 };
  return { score: low, nodes, seconds: (performance.now() - started) / 1000 };
}));
""".replace("TABLE_MIB", str(TABLE_MIB))

_CONNECT_FOUR_AI = """
const { module, wasm, moves } = await new Promise((resolve) => {
  globalThis.onmessage = ({ data }) => resolve(data);
  globalThis.postMessage('ready');
});
const address = URL.createObjectURL(new Blob([module], { type: 'text/javascript' }));
const { Position, Solver, initSync } = await import(address);
initSync({ module: Uint8Array.from(atob(wasm), (letter) => letter.charCodeAt(0)) });
const solver = new Solver();
globalThis.postMessage(moves.map((game) => {
  const position = Position.fromMoves(game);
  solver.reset();
  const started = performance.now();
  const score = solver.solve(position);
  return { score, nodes: solver.explored_positions, seconds: (performance.now() - started) / 1000 };
}));
"""

# A program that speaks the protocol of driver.hpp: the worker is its system, with a clock, an input and
# an output.
_PROGRAM = """
const { wasm, moves } = await new Promise((resolve) => {
  globalThis.onmessage = ({ data }) => resolve(data);
  globalThis.postMessage('ready');
});
const input = new TextEncoder().encode(moves.map((game) => `${game}\\n`).join(''));
let read = 0;
let output = '';
let memory;
const view = () => new DataView(memory.buffer);
const pieces = (start, count) => Array.from({ length: count }, (_, i) => {
  const at = start + 8 * i;
  return new Uint8Array(memory.buffer, view().getUint32(at, true), view().getUint32(at + 4, true));
});
const system = {
  clock_time_get: (clock, precision, result) => {
    view().setBigUint64(result, BigInt(Math.round(performance.now() * 1e6)), true);
    return 0;
  },
  fd_read: (file, start, count, result) => {
    const before = read;
    for (const piece of pieces(start, count)) {
      const next = input.subarray(read, read + piece.length);
      piece.set(next);
      read += next.length;
    }
    view().setUint32(result, read - before, true);
    return 0;
  },
  fd_write: (file, start, count, result) => {
    const written = pieces(start, count);
    if (file === 1) for (const piece of written) output += new TextDecoder().decode(piece);
    view().setUint32(result, written.reduce((sum, piece) => sum + piece.length, 0), true);
    return 0;
  },
  environ_sizes_get: (count, size) => {
    view().setUint32(count, 0, true);
    view().setUint32(size, 0, true);
    return 0;
  },
  environ_get: () => 0,
  fd_close: () => 0,
  fd_fdstat_get: () => 0,
  fd_seek: () => 70,
  proc_exit: (code) => {
    throw new Error(`exit ${code}`);
  },
};
const bytes = Uint8Array.from(atob(wasm), (letter) => letter.charCodeAt(0));
const module = new WebAssembly.Module(bytes);
const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: system });
memory = exports.memory;
try {
  exports._start();
} catch (error) {
  if (error.message !== 'exit 0') throw error;
}
const [first, ...rows] = output.trim().split('\\n');
if (first !== 'ready') throw new Error(`the program answers ${first}`);
globalThis.postMessage(rows.map((row) => {
  const [score, nodes, seconds] = row.split(' ').map(Number);
  return { score, nodes, seconds };
}));
"""

_RUN = """([source, order]) => new Promise((resolve, reject) => {
    const blob = new Blob([source], { type: 'text/javascript' });
    const worker = new Worker(URL.createObjectURL(blob), { type: 'module' });
    const end = (settle, value) => {
        worker.terminate();
        settle(value);
    };
    worker.onerror = (error) => end(reject, new Error(error.message));
    worker.onmessage = ({ data }) => {
        if (data === 'ready') worker.postMessage(order);
        else end(resolve, data);
    };
})"""


@dataclass(frozen=True, slots=True)
class BrowserSolver:
    """A solver, the module of its worker, and what the worker needs besides the moves."""

    name: str
    source: str
    needs: dict[str, str]

    def solve(self, page: Page, moves: list[str]) -> list[dict[str, Any]]:
        """Return score, nodes and seconds of each position, solved in a new worker of *page*."""
        runs: list[dict[str, Any]] = page.evaluate(
            _RUN, [self.source, {**self.needs, "moves": moves}]
        )
        return runs


def dropfour(origin: str, *, with_book: bool = False) -> BrowserSolver:
    name = "Dropfour with its small book" if with_book else "Dropfour"
    book = "7x6-small.book" if with_book else ""
    return BrowserSolver(name, _DROPFOUR, {"origin": origin, "book": book})


def connect_four_ai(package: Path) -> BrowserSolver:
    """Return the solver in a folder with the package connect-four-ai-wasm."""
    module, wasm = (package / f"connect_four_ai_wasm{end}" for end in (".js", "_bg.wasm"))
    for file in (module, wasm):
        if not file.is_file():
            raise PeerError(f"connect-four-ai: {file} is missing")
    needs = {"module": module.read_text(encoding="utf-8"), "wasm": _text(wasm)}
    return BrowserSolver("connect-four-ai", _CONNECT_FOUR_AI, needs)


def c4(checkout: Path, folder: Path) -> BrowserSolver:
    """Build Steininger's c4 for browsers in *folder*, with one thread instead of his pool of them."""
    program = build_c4(checkout, TABLE_MIB, folder, Board(), for_browsers=True)
    return BrowserSolver("c4", _PROGRAM, {"wasm": _text(program)})


def _text(file: Path) -> str:
    return b64encode(file.read_bytes()).decode()
