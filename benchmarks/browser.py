"""The core in a real browser: Chromium beside the native solver and other solvers on the same machine.

- first-move: from opening the page with an empty cache to the board, and to the engine's answer to a
  click that follows immediately
- clicks: from a click to the frame that shows the disc, while Study searches
- speed: nodes per second of one worker and of the native solver on the stage middle-medium (L2 R2)
- columns: all columns of positions up to ply 12 with the book
- stages: the mean time of all stages, for Dropfour and the other solvers that were given
- empty: the empty board without a book, for the same solvers
- threads: the empty board without a book with one thread and more, as many as there are processors

Solvers take turns, and each has one thread (but for the last part) and an empty table before each
position. Of several rounds the best one counts.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.analysis_latency import random_moves
from benchmarks.peers.browser import BrowserSolver, c4, connect_four_ai, dropfour
from benchmarks.peers.build import PeerError
from benchmarks.positions import Sample, load
from benchmarks.server import serving
from benchmarks.timing import time_solver

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PORT = 4460
URL = f"http://127.0.0.1:{PORT}"
STAGE = "middle-medium"
LAST_PLY = 12
PARTS = ("first-move", "clicks", "speed", "columns", "stages", "empty", "threads")

# Clicks the board when it is first drawn, and notes when that was and when a worker has answered.
_FIRST_MOVE = """(() => {
    const times = globalThis.dropfourTimes = new Promise((resolve) => {
        const noted = {};
        globalThis.Worker = class extends Worker {
            constructor(...given) {
                super(...given);
                this.addEventListener('message', ({ data }) => {
                    if (!('result' in data) || noted.answer) return;
                    noted.answer = performance.now();
                    resolve(noted);
                });
            }
        };
        const look = () => {
            const column = document.querySelector('#game-view[data-drawn] .column[data-column="4"]');
            if (!column) return requestAnimationFrame(look);
            noted.board = performance.now();
            column.click();
        };
        requestAnimationFrame(look);
    });
})()"""

_ANALYSE = """async (games) => {
    const { Pool } = await import('/static/js/core/pool.js');
    const { analyse } = await import('/static/js/core/analysis.js');
    const { FULL, keptBook } = await import('/static/js/core/books.js');
    const { Position } = await import('/static/js/board/rules.js');
    const { parseMoves } = await import('/static/js/board/notation.js');
    globalThis.dropfourPool ??= new Pool(1, 64);
    const pool = globalThis.dropfourPool;
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

# The first search starts the workers and makes the table, which then has little in it.
_SOLVE = """async (threads) => {
    const { Pool } = await import('/static/js/core/pool.js');
    const pool = new Pool(1, 64, threads);
    const solve = (position) => pool.run('solve', { position, window: null, timeMs: 1e9 });
    await solve('7x6.4.first-line.ry-r-y-ryryry-yr-ry-r.y');
    const started = performance.now();
    const { low, high, nodes } = await solve('7x6.4.first-line.7.r');
    return { low, high, nodes, seconds: (performance.now() - started) / 1000 };
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


def time_first_move(browser: Browser, rounds: int) -> None:
    page = browser.new_context().new_page()
    page.add_init_script(_FIRST_MOVE)
    devtools = page.context.new_cdp_session(page)
    found: list[dict[str, float]] = []
    for _ in range(rounds + 1):
        page.goto("about:blank")
        devtools.send("Network.clearBrowserCache")
        devtools.send("Storage.clearDataForOrigin", {"origin": URL, "storageTypes": "all"})
        page.wait_for_timeout(500)  # what the page before has left behind ends
        page.goto(URL, wait_until="commit")
        found.append(page.evaluate("dropfourTimes"))
    for name, words in (("board", "the board is drawn"), ("answer", "the engine has answered")):
        times = [each[name] for each in found[1:]]  # the first one started a process
        print(f"cold cache: {words} after {describe(times)} ms")
    page.context.close()


def describe(times: Sequence[float]) -> str:
    return f"{min(times):.0f} (best of {len(times)}; median {statistics.median(times):.0f})"


def compare_speed(page: Page, solver: BrowserSolver, rounds: int) -> None:
    samples = load()[STAGE]
    moves = [sample.moves for sample in samples]
    native, browser = [], []
    for _ in range(rounds):
        native.append([run.seconds for run in time_solver(samples)])
        found = solver.solve(page, moves)
        check(solver, samples, [run["score"] for run in found])
        browser.append([run["seconds"] for run in found])
    nodes = sum(run["nodes"] for run in found)
    rates = [nodes / sum(map(min, zip(*times, strict=True))) / 1e6 for times in (native, browser)]
    print(
        f"{STAGE}: native {rates[0]:.2f}, browser {rates[1]:.2f} million nodes/s, "
        f"ratio {rates[1] / rates[0]:.2f}"
    )


def check(solver: BrowserSolver, samples: list[Sample], scores: list[int]) -> None:
    wrong = [
        sample.moves for sample, score in zip(samples, scores, strict=True) if score != sample.score
    ]
    if wrong:
        raise AssertionError(f"{solver.name} is wrong about {', '.join(wrong)}")


def time_columns(page: Page, count: int, rounds: int) -> None:
    chance = random.Random(7)
    games = [random_moves(ply, chance) for ply in range(1, LAST_PLY + 1) for _ in range(count)]
    runs = [page.evaluate(_ANALYSE, games) for _ in range(rounds)]
    times = sorted(min(runs, key=statistics.median))
    print(
        f"all columns of {len(games)} positions up to ply {LAST_PLY} with the book: "
        f"median {statistics.median(times):.2f} ms, 99 % {times[int(0.99 * len(times))]:.2f} ms"
    )


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


def compare_threads(browser: Browser, rounds: int) -> None:
    """Solve the empty board with 1, 2, 4 and 8 threads, in turns. On two processors the page would use
    one thread, so the browser reports eight."""
    processors = len(os.sched_getaffinity(0))
    counts = [count for count in (1, 2, 4, 8) if count <= processors]
    times: dict[int, list[float]] = {count: [] for count in counts}
    for _ in range(rounds):
        for count in counts:
            page = browser.new_context(base_url=URL).new_page()
            page.set_default_timeout(600_000)
            devtools = page.context.new_cdp_session(page)
            devtools.send("Emulation.setHardwareConcurrencyOverride", {"hardwareConcurrency": 8})
            page.goto("/")
            found = page.evaluate(_SOLVE, count)
            if (found["low"], found["high"]) != (1, 1):
                raise AssertionError(f"{count} threads are wrong about the empty board: {found}")
            times[count].append(found["seconds"])
            page.context.close()
    one = min(times[1])
    shown = (f"{count}: {min(each):.2f} s ({one / min(each):.2f})" for count, each in times.items())
    print(f"the empty board by number of threads (speed beside one): {', '.join(shown)}")


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
    parser = argparse.ArgumentParser(
        prog="browser", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="these parts only")
    parser.add_argument("--rounds", type=int, default=5, help="(default: 5; empty: 1)")
    parser.add_argument("--positions", type=int, default=50, help="per ply (default: 50)")
    parser.add_argument(
        "--connect-four-ai", type=Path, metavar="DIR", help="the package connect-four-ai-wasm"
    )
    parser.add_argument("--c4", type=Path, metavar="DIR", help="checkout of Steininger's c4")
    options = parser.parse_args()
    if options.rounds < 1 or options.positions < 1:
        parser.error("--rounds and --positions must be at least 1")
    try:
        with tempfile.TemporaryDirectory() as folder:
            solvers = [dropfour(URL)]
            if options.connect_four_ai:
                solvers += [dropfour(URL, with_book=True), connect_four_ai(options.connect_four_ai)]
            if options.c4:
                solvers.append(c4(options.c4, Path(folder)))
        measure(options, solvers)
    except PeerError as error:
        print(f"browser: {error}", file=sys.stderr)
        sys.exit(2)


def measure(options: argparse.Namespace, solvers: list[BrowserSolver]) -> None:
    names = ("chromium", "chromium-headless-shell", "google-chrome")
    chromium = next(filter(None, map(shutil.which, names)), None)
    if chromium is None:
        raise SystemExit("Chromium is not installed")
    from playwright.sync_api import sync_playwright

    with serving(PORT), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        if "first-move" in options.only:
            time_first_move(browser, options.rounds)
        if "clicks" in options.only:
            time_clicks(browser)
        # The content security policy forbids workers from text.
        page = browser.new_context(base_url=URL, bypass_csp=True).new_page()
        page.set_default_timeout(600_000)
        page.goto("/")
        if "speed" in options.only:
            compare_speed(page, solvers[0], options.rounds)
        if "columns" in options.only:
            time_columns(page, options.positions, options.rounds)
        if "stages" in options.only:
            compare_stages(page, solvers, options.rounds)
        if "empty" in options.only:
            print(f"empty board: {in_turns(page, solvers, [Sample('', 1)], 1)}")
        if "threads" in options.only:
            compare_threads(browser, options.rounds)
        browser.close()


if __name__ == "__main__":
    main()
