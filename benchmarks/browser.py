"""The page and its core in a real browser, beside the native solver on the same machine.

- first-move: from opening the page with an empty cache to the board, and to the engine's answer to a
  click that follows immediately
- clicks: from a click to the frame that shows the disc, while Study searches
- speed: nodes per second of one worker and of the native solver on the stage middle-medium (L2 R2)
- columns: all columns of positions up to ply 12 with the book
- threads: the empty board without a book with one thread and more, as many as there are processors
- why: the kinds of answers to the positions of `benchmarks.why`, within one second each

Searches have one thread (but for the last part) and an empty table before each position. Of several
rounds the best one counts. `lab.peers.browser` compares other solvers.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks import why
from benchmarks.analysis_latency import random_moves
from benchmarks.positions import Sample, load
from benchmarks.server import serving
from benchmarks.timing import parse_number, time_solver

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PORT = 4460
URL = f"http://127.0.0.1:{PORT}"
STAGE = "middle-medium"
LAST_PLY = 12
PARTS = ("first-move", "clicks", "speed", "columns", "threads", "why")
TABLE_MIB = 64

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
    const { runMachine } = await import('/static/js/core/machines.js');
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
        const send = ({ event }) => {
            if (event === 'column') last = performance.now() - started;
        };
        await runMachine(pool, (core) => core.startAnalysis(position, 1e9), { send });
        times.push(last);
    }
    return times.slice(1);  // the first one started the worker
}"""

# The first search starts the workers and makes the table, which then has little in it.
_SOLVE = """async (threads) => {
    const { Pool } = await import('/static/js/core/pool.js');
    const { runMachine } = await import('/static/js/core/machines.js');
    const { parsePosition } = await import('/static/js/board/notation.js');
    const pool = new Pool(1, 64, threads);
    const solve = (text) => runMachine(pool, (core) => core.startProof(parsePosition(text)));
    await solve('7x6.4.first-line.ry-r-y-ryryry-yr-ry-r.y');
    const started = performance.now();
    const { low, high, nodes } = await solve('7x6.4.first-line.7.r');
    return { low, high, nodes, seconds: (performance.now() - started) / 1000 };
}"""

# The kind of the last answer, and when the first one came.
_WHY = """async (games) => {
    const { answerWhy, openSolution } = await import('/static/js/core/browser.js');
    const { solutionText } = await import('/static/js/study/solution.js');
    const { Position } = await import('/static/js/board/rules.js');
    const { parseMoves } = await import('/static/js/board/notation.js');
    const empty = Position.empty({ columns: 7, rows: 6, connect: 4, objective: 'first-line' });
    await openSolution(solutionText, empty);
    const found = [];
    for (const moves of ['', ...games]) {
        const position = parseMoves(moves).reduce((at, column) => at.play(column), empty);
        const started = performance.now();
        let kind = '', first = 0;
        await answerWhy(position, [], 1000, new AbortController().signal, (answer) => {
            if (answer === null) return;
            first ||= performance.now() - started;
            kind = answer.kind;
        });
        found.push([kind, first]);
    }
    return found.slice(1);  // the first one started the worker
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

_DROPFOUR = """
const { origin, book, moves } = await new Promise((resolve) => {
  globalThis.onmessage = ({ data }) => resolve(data);
  globalThis.postMessage('ready');
});
const { Core } = await import(`${origin}/static/js/core/native.js`);
const { Position } = await import(`${origin}/static/js/board/rules.js`);
const { parseMoves } = await import(`${origin}/static/js/board/notation.js`);
const { runMachine } = await import(`${origin}/static/js/core/machines.js`);
const rules = { columns: 7, rows: 6, connect: 4, objective: 'first-line' };
const response = await fetch(`${origin}/static/core/dropfour.wasm`);
const core = await Core.start(await WebAssembly.compile(await response.arrayBuffer()), TABLE_MIB);
// One after the other, without a pause to listen.
const run = async (kind, { question }) => {
  core.ask(question);
  core.work(0, () => {});
  return core.answer();
};
const pool = { size: 1, policy: async () => core, run };
// The first search also allocates the table.
await runMachine(pool, () => core.startAnalysis(Position.empty(rules), 1));
if (book) {
  const file = await fetch(`${origin}/static/book/${book}`);
  core.openBook(new Uint8Array(await file.arrayBuffer()));
}
const found = [];
for (const game of moves) {
  let position = Position.empty(rules);
  for (const column of parseMoves(game)) position = position.play(column);
  core.set(position);
  core.clear();
  const started = performance.now();
  const known = book ? core.lookUp() : null;
  const { low, nodes } =
    known === null ? await runMachine(pool, () => core.startProof(position)) : { low: known, nodes: 0 };
  found.push({ score: low, nodes, seconds: (performance.now() - started) / 1000 });
}
globalThis.postMessage(found);
""".replace("TABLE_MIB", str(TABLE_MIB))

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


def count_answers(page: Page, file: Path) -> None:
    found = page.evaluate(_WHY, why.load(file))
    kinds = Counter(kind for kind, _ in found)
    print("why:", ", ".join(f"{count} {kind}" for kind, count in kinds.most_common()))
    print(f"first answer: {max(first for _, first in found):.0f} ms at most")


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


@contextmanager
def chromium() -> Iterator[Browser]:
    names = ("chromium", "chromium-headless-shell", "google-chrome")
    program = next(filter(None, map(shutil.which, names)), None)
    if program is None:
        raise SystemExit("Chromium is not installed")
    from playwright.sync_api import sync_playwright

    with serving(PORT), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


def page_for_solvers(browser: Browser) -> Page:
    # The content security policy forbids workers from text.
    page = browser.new_context(base_url=URL, bypass_csp=True).new_page()
    page.set_default_timeout(600_000)
    page.goto("/")
    return page


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="browser", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="these parts only")
    parser.add_argument("--rounds", type=parse_number, default=5, help="(default: 5)")
    parser.add_argument("--positions", type=parse_number, default=50, help="per ply (default: 50)")
    parser.add_argument("--file", type=Path, default=why.FILE, help="other positions for *why*")
    options = parser.parse_args()
    with chromium() as browser:
        if "first-move" in options.only:
            time_first_move(browser, options.rounds)
        if "clicks" in options.only:
            time_clicks(browser)
        page = page_for_solvers(browser)
        if "speed" in options.only:
            compare_speed(page, dropfour(URL), options.rounds)
        if "columns" in options.only:
            time_columns(page, options.positions, options.rounds)
        if "threads" in options.only:
            compare_threads(browser, options.rounds)
        if "why" in options.only:
            count_answers(page, options.file)


if __name__ == "__main__":
    main()
