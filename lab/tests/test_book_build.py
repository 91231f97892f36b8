import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from clusters import cluster_in_threads
from dropfour import Objective, Position, Rules
from dropfour.book.format import read_book, write_book
from dropfour.book.reader import load_contents, open_book
from dropfour.work import open_executor
from dropfour.work.executor import InlineExecutor
from lab.books.__main__ import main
from lab.books.build import BookPlan, Build, Task, build, contents_of, log_path, solve_task
from lab.books.core import lookup_keys
from lab.books.log import BuildLog, read_log
from lab.books.positions import pack_keys, positions_at
from lab.books.threads import ThreadExecutor
from platforms import posix_only
from small_books import SMALL_PATH

PLAN = BookPlan(Rules(5, 4), depth=6)

# Saves after every position, so that there are many moments at which to kill it.
PROGRAM = """
from lab.books import build
build._SAVE_EVERY_S = 0
from lab.books.__main__ import main
main()
"""


def command(out: Path) -> list[str]:
    options = "--board 5x4 --depth 6 --workers 2 --memory 4"
    return [sys.executable, "-c", PROGRAM, "build", *options.split(), "--out", str(out)]


def built(plan: BookPlan, path: Path, **options: object) -> Build:
    with ThreadExecutor(2) as threads:
        return build(plan, path, threads, table_mib=4, **options)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("uninterrupted") / "5x4.book"
    assert built(PLAN, path).is_finished
    return path


@pytest.mark.parametrize(
    "plan",
    [
        BookPlan(Rules(), 6),
        BookPlan(Rules(), 4, every=3),
        BookPlan(Rules(9, 8), 2),
        BookPlan(Rules(20, 20, 10), 1),
        BookPlan(Rules(1, 1, 3), 0),
        BookPlan(Rules(5, 5, 4, Objective.MOST_LINES), 3),
    ],
    ids=lambda plan: plan.rules.size,
)
def test_a_file_says_what_was_written(plan: BookPlan) -> None:
    made_up = {key: key % 7 - 3 for key in positions_at(plan.rules, plan.depth).open_keys}
    contents = contents_of(plan, made_up)
    data = write_book(contents)
    read = read_book(data)
    assert (read.rules, read.depth) == (plan.rules, plan.depth)
    assert (read.known, read.unfinished) == (contents.known, contents.unfinished)
    assert write_book(read) == data
    keys = pack_keys(plan.rules, made_up)
    assert lookup_keys(read, keys) == list(made_up.values())


@posix_only
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_a_killed_build_gives_the_same_bytes(
    seed: int, tmp_path: Path, uninterrupted: Path
) -> None:
    rng = random.Random(seed)
    out, full_size = tmp_path / "5x4.book", log_path(uninterrupted).stat().st_size
    log = log_path(out)
    kills = 0
    while kills < 3:
        part = rng.uniform(0.02, 0.9)
        process = subprocess.Popen(command(out), stderr=subprocess.DEVNULL)
        while process.poll() is None:
            if log.exists() and log.stat().st_size >= part * full_size:
                break
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
        if process.wait() == -signal.SIGKILL:
            kills += 1
            assert not out.exists()
        else:  # it finished before it could be killed
            out.unlink()
            log.unlink()
    subprocess.run(command(out), check=True, capture_output=True)
    assert out.read_bytes() == uninterrupted.read_bytes()


def test_the_book_of_the_tests_is_the_one_that_is_built(tmp_path: Path) -> None:
    built(BookPlan(Rules(4, 4), 5, every=2), tmp_path / "4x4.book")
    assert (tmp_path / "4x4.book").read_bytes() == SMALL_PATH.read_bytes()


def test_a_truncated_log_gives_the_same_bytes(tmp_path: Path, uninterrupted: Path) -> None:
    data = log_path(uninterrupted).read_bytes()
    for part in (0.01, 0.3, 0.99):
        out = tmp_path / f"{part}.book"
        log_path(out).write_bytes(data[: int(len(data) * part)] + b"S\x07\x00")
        assert built(PLAN, out).is_finished
        assert out.read_bytes() == uninterrupted.read_bytes()


def test_when_time_is_up_the_same_call_continues(tmp_path: Path, uninterrupted: Path) -> None:
    out = tmp_path / "5x4.book"
    first = built(PLAN, out, time_limit_s=1e-6)
    assert not first.is_finished
    assert first.left > 0
    assert not out.exists()
    second = built(PLAN, out)
    assert second.is_finished
    assert out.read_bytes() == uninterrupted.read_bytes()
    assert built(PLAN, out).solved == 0


def test_the_log_of_another_machine_is_taken_over(tmp_path: Path, uninterrupted: Path) -> None:
    out = tmp_path / "5x4.book"
    result = built(PLAN, out, logs=[log_path(uninterrupted)])
    assert result == Build(True, 0, 0, uninterrupted.stat().st_size)
    assert out.read_bytes() == uninterrupted.read_bytes()


def test_a_book_goes_deeper_from_the_log_of_a_shallower_one(tmp_path: Path) -> None:
    out = tmp_path / "4x4.book"
    rules = Rules(4, 4)
    built(BookPlan(rules, 3), out)
    shallow = load_contents(out)
    built(BookPlan(rules, 5), out)
    deep = load_contents(out)
    assert (shallow.depth, deep.depth) == (3, 5)
    assert deep.known[:4] == shallow.known


@pytest.mark.parametrize("every", [1, 2, 3, 4])
def test_a_smaller_book_knows_the_same(every: int, tmp_path: Path, uninterrupted: Path) -> None:
    out = tmp_path / "5x4.book"
    plan = BookPlan(PLAN.rules, 6, every=every)
    built(plan, out, logs=[log_path(uninterrupted)])
    book, full = open_book(out), open_book(uninterrupted)
    if every > 1:
        stored = sum(book.contents.known[ply] for ply in range(6 % every, 7, every))
        assert out.stat().st_size < stored + 300  # less than a byte per position, plus the header
    assert [shelf.ply for shelf in book.contents.shelves] == list(range(6 % every, 7, every))
    for ply in range(7):
        keys = pack_keys(plan.rules, positions_at(plan.rules, ply).open_keys)
        assert lookup_keys(book.contents, keys) == lookup_keys(full.contents, keys)


def test_other_objectives_have_books_too(tmp_path: Path) -> None:
    rules = Rules(3, 4, 3, Objective.MOST_LINES)
    out = tmp_path / "most.book"
    built(BookPlan(rules, 4, every=2), out)
    book = open_book(out)
    position = Position(rules)
    scores = [book.lookup(position.play(column)) for column in (1, 2, 3)]
    assert book.lookup(position) == max(-score for score in scores if score is not None)


class Interrupted(InlineExecutor):
    """An executor that fails after some items."""

    def watch(
        self, work: Callable[[Any], Any], items: Iterable[Any], silence_s: float
    ) -> Generator[tuple[Any, Any] | None, None, None]:
        yield from islice(super().watch(work, items, silence_s), 4)
        raise KeyboardInterrupt


def test_an_interrupt_loses_nothing_that_was_solved(tmp_path: Path) -> None:
    plan, out = BookPlan(Rules(5, 4), 6), tmp_path / "5x4.book"
    seen: list[tuple[str, int, int]] = []
    with pytest.raises(KeyboardInterrupt):
        build(plan, out, Interrupted(), table_mib=4, report=lambda *now: seen.append(now))
    result = built(plan, out)
    assert result.is_finished
    stage, done, total = seen[-1]
    assert stage == "ply 6"
    assert done > 0
    assert done + result.solved == total


class Forgetful(InlineExecutor):
    """Does everything twice, without reporting in between."""

    def __init__(self) -> None:
        self.done = 0

    def watch(
        self, work: Callable[[Any], Any], items: Iterable[Any], silence_s: float
    ) -> Generator[tuple[Any, Any] | None, None, None]:
        for item in items:
            yield None
            result = work(item)
            assert work(item) == result
            self.done += 1
            yield item, result


def test_work_done_twice_or_elsewhere_is_the_same(tmp_path: Path, uninterrupted: Path) -> None:
    twice = Forgetful()
    build(PLAN, tmp_path / "5x4.book", twice, table_mib=4)
    assert (tmp_path / "5x4.book").read_bytes() == uninterrupted.read_bytes()
    assert twice.done > 3
    with cluster_in_threads() as address, open_executor(cluster=address) as executor:
        build(PLAN, tmp_path / "cluster.book", executor, table_mib=4)
    assert (tmp_path / "cluster.book").read_bytes() == uninterrupted.read_bytes()


def test_when_time_is_up_a_long_search_is_stopped(tmp_path: Path) -> None:
    began = time.monotonic()
    plan = BookPlan(Rules(), 1)  # each position takes seconds to hours without a book
    assert not built(plan, tmp_path / "7x6.book", time_limit_s=0.1).is_finished
    assert time.monotonic() - began < 60


def test_an_error_in_a_worker_is_raised() -> None:
    with pytest.raises(ValueError, match=r"shift|key|negative"):
        solve_task(Task(Rules(4, 4), 4, (0,)))  # no position has this key


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (lambda: BookPlan(Rules(4, 4), 16), "depth of 0 to 15"),
        (lambda: BookPlan(Rules(4, 4), -1), "depth of 0 to 15"),
        (lambda: BookPlan(Rules(4, 4), 5, every=0), "every 1st to 4th ply"),
        (lambda: BookPlan(Rules(4, 4), 5, every=5), "not every 5th"),
        (lambda: built(PLAN, Path("x"), time_limit_s=0), "more than 0 seconds"),
    ],
)
def test_an_impossible_plan_is_refused(plan: object, message: str) -> None:
    assert callable(plan)
    with pytest.raises(ValueError, match=message):
        plan()


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [*map(str, words)])


def test_the_commands_build_and_verify(tmp_path: Path) -> None:
    out = tmp_path / "4x4.book"
    result = run("build", "--board", "4x4", "--depth", "4", "--out", out, "--memory", "4")
    assert result.exit_code == 0
    assert "82 positions solved" in result.stdout
    assert load_contents(out).rules == Rules(4, 4)
    result = run("results", out)
    assert result.stdout.splitlines()[1].split() == ["0", "0", "1", "0"]
    result = run("verify", out, "--sample", "20")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == "ok    20 positions solved again"


def test_verify_compares_with_the_log_of_another_build(tmp_path: Path) -> None:
    out = tmp_path / "4x4.book"
    run("build", "--board", "4x4", "--depth", "4", "--out", out, "--memory", "4")
    result = run("verify", out, "--sample", "0", "--against", f"{out}.log")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0] == "ok    82 of 82 scores of another log"
    with BuildLog(tmp_path / "wrong.log", Rules(4, 4)) as log:
        key, score = next(iter(read_log(f"{out}.log", Rules(4, 4)).items()))
        log.add({key: score + 1})
    result = run("verify", out, "--sample", "0", "--against", tmp_path / "wrong.log")
    assert result.exit_code == 1
    assert result.stdout.startswith("WRONG scores of another log: ")
    assert f"has the score {score}, by the log {score + 1}" in result.stdout


def test_build_without_time_says_how_to_continue(tmp_path: Path) -> None:
    out = tmp_path / "5x5.book"
    result = run("build", "--board", "5x5", "--depth", "8", "--out", out, "--time", "0.001")
    assert result.exit_code == 1
    assert "left of this ply. The same command continues from" in result.stdout
    assert not out.exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--depth 42 --out x", "depth of 0 to 41"),
        ("--depth 4 --out missing/x", "missing"),
        ("--depth 1 --out -", "cannot go to standard output"),
        ("--depth 4 --out x --cluster nowhere:1", "no Dask"),
    ],
)
def test_a_build_that_cannot_begin_is_refused(words: str, message: str) -> None:
    result = run("build", *words.split())
    assert (result.exit_code, message in result.stderr) == (2, True)
