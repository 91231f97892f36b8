"""The core in a real browser: one worker in Chromium beside the native solver on the same machine.

Measures nodes per second on the stage middle-medium (L2 R2) with an empty table before each position,
the empty board without a book, all columns of positions up to ply 12 with the book, the time from
opening the page with an empty cache to the engine's first move, and the time from a click to the frame
that shows the disc while Study searches. Of several runs the best one counts.
"""

from __future__ import annotations

import argparse
import random
import shutil
import statistics
import time
from base64 import b64encode
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.analysis_latency import random_moves
from benchmarks.positions import load
from benchmarks.server import serving
from benchmarks.timing import time_solver

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PORT = 4460
URL = f"http://127.0.0.1:{PORT}"
STAGE = "middle-medium"
LAST_PLY = 12
RUNS = 3

# Runs the native core in a worker of its own, so that the clock measures the search alone.
_WORKER = f"""
import {{ Core }} from '{URL}/static/js/core/native.js';
import {{ Position }} from '{URL}/static/js/board/rules.js';
import {{ parseMoves }} from '{URL}/static/js/board/notation.js';
const rules = {{ columns: 7, rows: 6, connect: 4, objective: 'first-line' }};
const response = await fetch('{URL}/static/core/dropfour.wasm');
const core = new Core(await WebAssembly.compile(await response.arrayBuffer()), 64);
globalThis.onmessage = ({{ data }}) => {{
  globalThis.postMessage(data.map((moves) => {{
    let position = Position.empty(rules);
    for (const column of parseMoves(moves)) position = position.play(column);
    core.set(position);
    core.clear();
    const started = performance.now();
    const {{ low, nodes }} = core.solve({{ low: -42, high: 42 }});
    return {{ score: low, nodes, seconds: (performance.now() - started) / 1000 }};
  }}));
}};
// The first search also allocates the table.
core.set(Position.empty(rules));
core.solve({{ low: -42, high: 42 }}, {{ nodes: 1 }});
globalThis.postMessage('ready');
"""

_SOLVE = """([source, moves]) => new Promise((resolve, reject) => {
    const blob = new Blob([source], { type: 'text/javascript' });
    const worker = new Worker(URL.createObjectURL(blob), { type: 'module' });
    worker.onerror = (error) => reject(new Error(error.message));
    worker.onmessage = ({ data }) => {
        if (data === 'ready') worker.postMessage(moves);
        else resolve(data);
    };
})"""

# The package connect-four-ai-wasm in a worker; it has a book of depth 8.
_PEER_WORKER = """
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

_ANALYSE = """async (games) => {
    const { Pool } = await import('/static/js/core/pool.js');
    const { analyse } = await import('/static/js/core/analysis.js');
    const { FULL, keptBook } = await import('/static/js/core/books.js');
    const { Position } = await import('/static/js/board/rules.js');
    const { parseMoves } = await import('/static/js/board/notation.js');
    const pool = new Pool(1, 64);
    pool.setBook(await keptBook(FULL, () => {}));
    const rules = { columns: 7, rows: 6, connect: 4, objective: 'first-line' };
    const times = [];
    for (const moves of ['', ...games]) {
        let position = Position.empty(rules);
        for (const column of parseMoves(moves)) position = position.play(column);
        let last = 0;
        const started = performance.now();
        await analyse(pool, position, 1e9, null, ({ event }) => {
            if (event === 'column') last = performance.now() - started;
        });
        times.push(last);
    }
    return times.slice(1);  // the first one started the worker
}"""


# Collects the durations of clicks up to the next paint (in steps of 8 ms; the observer reports those of
# 16 ms and more), and the tasks that keep the main thread busy for over 50 ms.
_OBSERVE = """() => {
    window.clicks = [];
    window.tasks = [];
    new PerformanceObserver((list) => {
        const clicks = list.getEntries().filter(({ name }) => name === 'click');
        window.clicks.push(...clicks.map(({ duration }) => duration));
    }).observe({ type: 'event', durationThreshold: 16 });
    new PerformanceObserver((list) => {
        window.tasks.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: 'longtask' });
}"""
CLICKS = 30


def solve_in(page: Page, moves: list[str]) -> list[dict[str, Any]]:
    """Return score, nodes and seconds of each position, solved in one worker of *page*."""
    runs: list[dict[str, Any]] = page.evaluate(_SOLVE, [_WORKER, moves])
    return runs


def compare_speed(page: Page) -> None:
    samples = load()[STAGE]
    moves = [sample.moves for sample in samples]
    native = [[run.seconds for run in time_solver(samples)] for _ in range(RUNS)]
    found = [solve_in(page, moves) for _ in range(RUNS)]
    assert [run["score"] for run in found[0]] == [sample.score for sample in samples]
    nodes = sum(run["nodes"] for run in found[0])
    browser = [[run["seconds"] for run in runs] for runs in found]
    rates = [nodes / sum(map(min, zip(*times, strict=True))) / 1e6 for times in (native, browser)]
    print(
        f"{STAGE}: native {rates[0]:.2f}, browser {rates[1]:.2f} million nodes/s, "
        f"ratio {rates[1] / rates[0]:.2f}"
    )


def compare_peer(page: Page, package: Path) -> None:
    """Solve all stages in the browser with Dropfour and with the connect-four-ai-wasm in *package*."""
    peer = {
        "module": (package / "connect_four_ai_wasm.js").read_text(encoding="utf-8"),
        "wasm": b64encode((package / "connect_four_ai_wasm_bg.wasm").read_bytes()).decode(),
    }
    for stage, samples in load().items():
        moves = [sample.moves for sample in samples]
        means = []
        for worker, order in ((_WORKER, moves), (_PEER_WORKER, {**peer, "moves": moves})):
            runs = [page.evaluate(_SOLVE, [worker, order]) for _ in range(RUNS)]
            assert [run["score"] for run in runs[0]] == [sample.score for sample in samples]
            times = ([run["seconds"] for run in each] for each in runs)
            means.append(statistics.mean(map(min, zip(*times, strict=True))) * 1e3)
        ours, theirs = means
        print(
            f"{stage}: Dropfour {ours:.3f} ms, connect-four-ai {theirs:.3f} ms, "
            f"{theirs / ours:.1f} times as long"
        )


def time_columns(page: Page, count: int) -> None:
    chance = random.Random(7)
    games = [random_moves(ply, chance) for ply in range(1, LAST_PLY + 1) for _ in range(count)]
    times: list[float] = sorted(page.evaluate(_ANALYSE, games))
    print(
        f"all columns up to ply {LAST_PLY} with the book: median {statistics.median(times):.2f} ms, "
        f"99 % {times[int(0.99 * len(times))]:.2f} ms"
    )


def time_first_move(browser: Browser) -> tuple[float, float]:
    """Return the seconds until the board is clicked, and from the click to the engine's disc; the page
    waits 0.48 s of these for the person's disc to fall."""
    context = browser.new_context(base_url=URL, service_workers="block")
    page = context.new_page()
    started = time.perf_counter()
    page.goto("/", wait_until="commit")
    page.locator('.column[data-column="4"]').click()
    clicked = time.perf_counter()
    page.locator(".cells .disc:not(.ghost)").nth(1).wait_for()
    answered = time.perf_counter()
    context.close()
    return clicked - started, answered - clicked


def time_clicks(browser: Browser) -> None:
    """Click while Study searches a board on which no proof ends.

    The CPU time of the main thread does not depend on what else the machine does.
    """
    context = browser.new_context(base_url=URL, reduced_motion="reduce")
    page = context.new_page()
    page.goto("/?board=9x7")
    page.get_by_role("switch", name="Study").check()
    page.locator('.chip[data-kind="estimate"]').first.wait_for()
    page.evaluate(_OBSERVE)
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def main_thread_s() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return float(next(each["value"] for each in metrics if each["name"] == "TaskDuration"))

    busy = []
    for count in range(CLICKS // 2):
        for button in (f'.column[data-column="{count % 9 + 1}"]', '[aria-label="Undo"]'):
            box = page.locator(button).bounding_box()
            assert box is not None
            place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            page.mouse.move(*place)
            before = main_thread_s()
            page.mouse.down()
            page.mouse.up()
            page.evaluate("new Promise(requestAnimationFrame)")
            busy.append((main_thread_s() - before) * 1e3)
            page.wait_for_timeout(300)
    clicks: list[float] = page.evaluate("window.clicks")
    tasks: list[float] = page.evaluate("window.tasks")
    context.close()
    slowest = f", slowest {max(clicks):.0f} ms" if clicks else ""
    print(
        f"clicks while Study searches: main thread busy for {statistics.median(busy):.1f} ms until the "
        f"next frame (median), {max(busy):.1f} ms at most; {CLICKS - len(clicks)} of {CLICKS} painted "
        f"within 16 ms{slowest}; {len(tasks)} tasks over 50 ms"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=50, help="per ply (default: 50)")
    parser.add_argument(
        "--connect-four-ai",
        type=Path,
        metavar="DIR",
        help="the package connect-four-ai-wasm, to be timed on the same positions",
    )
    arguments = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        raise SystemExit("Chromium is not installed")
    from playwright.sync_api import sync_playwright

    with serving(PORT), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        ready_s, answer_s = min(time_first_move(browser) for _ in range(RUNS))
        print(f"cold cache: board after {ready_s:.2f} s, engine's move {answer_s:.2f} s later")
        time_clicks(browser)
        # The content security policy forbids workers from text.
        page = browser.new_context(base_url=URL, bypass_csp=True).new_page()
        page.set_default_timeout(600_000)
        page.goto("/")
        compare_speed(page)
        if arguments.connect_four_ai:
            compare_peer(page, arguments.connect_four_ai)
        time_columns(page, arguments.positions)
        (empty,) = solve_in(page, [""])
        nodes = empty["nodes"] / 1e6
        print(f"empty board without book: {empty['seconds']:.1f} s, {nodes:.1f} million nodes")
        browser.close()


if __name__ == "__main__":
    main()
