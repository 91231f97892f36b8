"""`python -m lab.peers.browser`: Dropfour, connect-four-ai and Steininger's c4 in a real browser.

Prints the mean time of all stages and of the empty board. Solvers take turns; each solves positions one
after the other with one thread and a table that is cleared before each of them, outside the clock.
connect-four-ai looks up positions of up to 8 plies in its book, and Dropfour those of up to 10 plies in
the page's small book if it is compared with that; c4 has none.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from base64 import b64encode
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.browser import (
    TABLE_MIB,
    URL,
    BrowserSolver,
    check,
    chromium,
    dropfour,
    page_for_solvers,
)
from benchmarks.positions import Sample, load
from benchmarks.timing import parse_number
from lab.peers.build import Board, PeerError, build_c4

if TYPE_CHECKING:
    from playwright.sync_api import Page

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


def compare_stages(page: Page, solvers: list[BrowserSolver], rounds: int) -> None:
    """Print the mean time of each stage. The clock of a page is too coarse for single easy positions,
    so that the best round counts and not the best time of each position."""
    for stage, samples in load().items():
        print(f"{stage}: {in_turns(page, solvers, samples, rounds)}", flush=True)


def in_turns(page: Page, solvers: list[BrowserSolver], samples: list[Sample], rounds: int) -> str:
    moves = [sample.moves for sample in samples]
    means: dict[str, list[float]] = {solver.name: [] for solver in solvers}
    nodes = {}
    for _ in range(rounds):
        for solver in solvers:
            found = solver.solve(page, moves)
            check(solver, samples, [run["score"] for run in found])
            means[solver.name].append(statistics.mean(run["seconds"] for run in found) * 1e3)
            nodes[solver.name] = statistics.mean(run["nodes"] for run in found)
    first = min(means[solvers[0].name])
    return ", ".join(
        f"{name} {min(times):.3f} ms ({min(times) / first:.1f}x, {nodes[name]:,.0f} nodes)"
        for name, times in means.items()
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="browser", description=__doc__)
    parser.add_argument("--rounds", type=parse_number, default=5, help="(default: 5; empty: 1)")
    parser.add_argument(
        "--connect-four-ai", type=Path, metavar="DIR", help="the package connect-four-ai-wasm"
    )
    parser.add_argument("--c4", type=Path, metavar="DIR", help="checkout of Steininger's c4")
    options = parser.parse_args()
    solvers = [dropfour(URL)]
    try:
        if options.connect_four_ai:
            solvers += [dropfour(URL, with_book=True), connect_four_ai(options.connect_four_ai)]
        if options.c4:
            with tempfile.TemporaryDirectory() as folder:
                solvers.append(c4(options.c4, Path(folder)))
    except PeerError as error:
        print(f"browser: {error}", file=sys.stderr)
        sys.exit(2)
    with chromium() as browser:
        page = page_for_solvers(browser)
        compare_stages(page, solvers, options.rounds)
        print(f"empty board: {in_turns(page, solvers, [Sample('', 1)], 1)}")


if __name__ == "__main__":
    main()
