import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from dropfour.book.positions import pack_keys, positions_at
from dropfour.book.reader import load_contents, open_book
from dropfour.position import Position
from dropfour.rules import Objective, Rules
from dropfour.tools.books.build import BookPlan, Build, build, log_path
from dropfour.tools.books.pace import BuildProgress, Pace
from dropfour.tools.books.solving import Crew, Job, Solved, ThreadCrew
from platforms import posix_only

PLAN = BookPlan(Rules(5, 4), depth=6, hard_depth=7, hard_nodes=60)

# Saves after every position, so that there are many moments at which to kill it.
PROGRAM = """
from dropfour.tools.books import build
build._SAVE_EVERY_S = 0
from dropfour.cli.book import book
book()
"""


def command(out: Path) -> list[str]:
    options = "--board 5x4 --depth 6 --hard-depth 7 --hard-nodes 60 --workers 2 --table-mib 4"
    return [sys.executable, "-c", PROGRAM, "build", *options.split(), "--out", str(out)]


def built(plan: BookPlan, path: Path, **options: object) -> Build:
    return build(plan, path, ThreadCrew(plan.rules, 2, 4), **options)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("uninterrupted") / "5x4.book"
    assert built(PLAN, path).is_finished
    return path


@posix_only
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_a_build_killed_at_random_moments_and_resumed_gives_the_same_bytes(
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


def test_a_truncated_log_is_repaired_and_gives_the_same_bytes(
    tmp_path: Path, uninterrupted: Path
) -> None:
    data = log_path(uninterrupted).read_bytes()
    for part in (0.01, 0.3, 0.99):
        out = tmp_path / f"{part}.book"
        log_path(out).write_bytes(data[: int(len(data) * part)] + b"S\x07\x00")
        assert built(PLAN, out).is_finished
        assert out.read_bytes() == uninterrupted.read_bytes()


def test_when_time_is_up_there_is_no_book_and_the_same_call_continues(
    tmp_path: Path, uninterrupted: Path
) -> None:
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
def test_a_book_that_stores_fewer_plies_is_smaller_and_knows_the_same(
    every: int, tmp_path: Path, uninterrupted: Path
) -> None:
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
        assert book.lookup_keys(keys) == full.lookup_keys(keys)


def test_other_objectives_have_books_too(tmp_path: Path) -> None:
    rules = Rules(3, 4, 3, Objective.MOST_LINES)
    out = tmp_path / "most.book"
    built(BookPlan(rules, 4, every=2), out)
    book = open_book(out)
    position = Position(rules)
    scores = [book.lookup(position.play(column)) for column in (1, 2, 3)]
    assert book.lookup(position) == max(-score for score in scores if score is not None)


class Interrupted:
    """A crew that fails after some positions."""

    def __init__(self, crew: Crew, after: int) -> None:
        self._crew, self._after = crew, after

    def run(self, jobs: Iterable[Job]) -> Iterator[list[Solved]]:
        done = 0
        for batch in self._crew.run(jobs):
            yield batch
            done += len(batch)
            if done > self._after:
                raise KeyboardInterrupt

    def close(self) -> None:
        pass


def test_an_interrupt_loses_nothing_that_was_solved(tmp_path: Path) -> None:
    rules = Rules(5, 4)
    out = tmp_path / "5x4.book"
    seen: list[BuildProgress] = []
    with pytest.raises(KeyboardInterrupt):
        build(BookPlan(rules, 6), out, Interrupted(ThreadCrew(rules, 1, 4), 50), report=seen.append)
    result = built(BookPlan(rules, 6), out)
    assert result.is_finished
    assert seen[-1].done + result.solved == seen[-1].total


def test_an_error_in_a_worker_is_raised(tmp_path: Path) -> None:
    class Broken(ThreadCrew):
        def run(self, jobs: Iterable[Job]) -> Iterator[list[Solved]]:
            return super().run([Job(0)])  # no position has this key

    with pytest.raises(ValueError, match=r"shift|key|negative"):
        build(BookPlan(Rules(4, 4), 2), tmp_path / "x.book", Broken(Rules(4, 4), 2, 4))


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (lambda: BookPlan(Rules(4, 4), 16), "depth of 0 to 15"),
        (lambda: BookPlan(Rules(4, 4), -1), "depth of 0 to 15"),
        (lambda: BookPlan(Rules(4, 4), 5, 5), "beyond depth 5"),
        (lambda: BookPlan(Rules(4, 4), 5, 16), "up to 15, not 16"),
        (lambda: BookPlan(Rules(4, 4), 5, 6, 0), "at least 1, not 0"),
        (lambda: BookPlan(Rules(4, 4), 5, every=0), "every 1st to 4th ply"),
        (lambda: BookPlan(Rules(4, 4), 5, every=5), "not every 5th"),
        (lambda: Pace(0), "more than 0 seconds"),
        (lambda: ThreadCrew(Rules(4, 4), 0, 4), "at least 1 worker"),
    ],
)
def test_an_impossible_plan_is_refused(plan: object, message: str) -> None:
    assert callable(plan)
    with pytest.raises(ValueError, match=message):
        plan()


def test_the_time_left_is_that_of_the_rest_at_the_same_pace(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    pace = Pace()
    pace.start(ply=8, total=1000, to_do=400)  # 600 from earlier runs do not affect the pace
    pace.add(10)
    now = 110.0
    assert pace.progress.left_s is None
    pace.add(90)
    assert pace.progress == BuildProgress(8, 700, 1000, 10.0, 30.0)
