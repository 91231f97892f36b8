"""Building a book: which positions to solve, in which order, and writing the file of their scores.

Only the deepest ply is solved. All shallower ones follow from it, since a position is worth the best of
its moves, so a book need not store every ply.
"""

from __future__ import annotations

import math
import os
import random
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from dropfour.book.format import MOST_STEPS, Contents, Shelf, write_book
from dropfour.engines.engine import Limits, Stop
from dropfour.engines.exact import DEFAULT_TABLE_MIB, SolverCache
from dropfour.files import write_bytes_atomically
from dropfour.rules import Rules
from dropfour.work.executor import Executor, Report, silent
from lab.books import core
from lab.books.log import BuildLog, Scores, read_logs
from lab.books.positions import PlyPositions, position_of_key, positions_at
from lab.books.threads import ThreadExecutor

# Neighbours in the tree share most of what must be proven, so they are solved together, in blocks. The
# order of the blocks is random, so that those solved so far predict how long the rest will take.
_BLOCK = 32
_SAVE_EVERY_S = 1.0

# The longest time between two results, so that the caller can check the clock.
_SILENCE_S = 0.5
_KEYS_A_TASK = 16  # for workers in other processes
_solvers = SolverCache()  # one large table at a time


@dataclass(frozen=True, slots=True)
class BookPlan:
    """What a book will hold: all positions up to *depth*. Every *every*-th ply is stored, counted from
    the deepest; the others follow from these."""

    rules: Rules
    depth: int
    every: int = 1

    def __post_init__(self) -> None:
        last = self.rules.cell_count - 1
        if not 0 <= self.depth <= last:
            raise ValueError(f"a book of the {self.rules.size} board has a depth of 0 to {last}")
        if not 1 <= self.every <= MOST_STEPS:
            raise ValueError(
                f"every 1st to {MOST_STEPS}th ply can be stored, not every {self.every}th"
            )


@dataclass(frozen=True, slots=True)
class Build:
    """How a build ended."""

    is_finished: bool
    solved: int  # in this run
    left: int
    size: int = 0  # bytes of the file


def build(
    plan: BookPlan,
    out: str | os.PathLike[str],
    executor: Executor,
    *,
    table_mib: int = DEFAULT_TABLE_MIB,
    logs: Iterable[str | os.PathLike[str]] = (),
    time_limit_s: float | None = None,
    report: Report = silent,
) -> Build:
    """Write the book of *plan* to *out*.

    Results are logged beside it (see log_path); after an interruption, the same call continues from
    there. *logs* of other machines are read, too. If the time limit comes first, no book is written.
    """
    if time_limit_s is not None and not time_limit_s > 0:
        raise ValueError(f"a time limit must be more than 0 seconds, not {time_limit_s}")
    deadline = math.inf if time_limit_s is None else time.monotonic() + time_limit_s
    with closing_table(), BuildLog(log_path(out), plan.rules) as log:
        log.add(read_logs(logs, plan.rules))
        positions = positions_at(plan.rules, plan.depth)
        todo = keys_to_solve(positions, log.found)
        running = solve_all(todo, plan.rules, executor, table_mib)
        total = len(positions.open_keys)
        solved = _solve(f"ply {plan.depth}", todo, total, running, log, deadline, report)
        if solved < len(todo):
            return Build(False, solved, len(todo) - solved)
        data = write_book(contents_of(plan, log.found))
    write_bytes_atomically(out, data)
    return Build(True, solved, 0, len(data))


def log_path(out: str | os.PathLike[str]) -> Path:
    """Return the path of the log for the build of *out*."""
    return Path(f"{os.fspath(out)}.log")


def keys_to_solve(positions: PlyPositions, found: Scores) -> list[int]:
    """Return the positions of a ply that are left, in the order in which to solve them."""
    keys = positions.open_keys
    blocks = [keys[start : start + _BLOCK] for start in range(0, len(keys), _BLOCK)]
    random.Random(positions.ply).shuffle(blocks)
    return [key for key in chain.from_iterable(blocks) if key not in found]


def contents_of(plan: BookPlan, found: Scores) -> Contents:
    """Return the contents of the book of *plan*; raise KeyError if a position is not solved."""
    plies = list(_plies(plan, found))[::-1]
    return Contents(
        plan.rules,
        tuple(len(scores) for _, scores in plies),
        tuple(level.unfinished for level, _ in plies),
        tuple(
            shelf_of(plan.rules, level.ply, level.open_keys.packed, scores)
            for level, scores in plies
            if (plan.depth - level.ply) % plan.every == 0
        ),
    )


def _plies(plan: BookPlan, found: Scores) -> Iterator[tuple[PlyPositions, list[int]]]:
    """Yield the plies from *depth* down to 0 with the scores of their open positions."""
    below, below_scores = b"", list[int]()
    for ply in range(plan.depth, -1, -1):
        level = positions_at(plan.rules, ply)
        keys = level.open_keys.packed
        if ply == plan.depth:
            scores = [found[key] for key in level.open_keys]
        else:
            scores = core.back_up(plan.rules, keys, below, below_scores)
        yield level, scores
        below, below_scores = keys, scores


def shelf_of(rules: Rules, ply: int, keys: bytes, scores: Sequence[int]) -> Shelf:
    """Return the shelf with these scores."""
    lowest = min(scores, default=0)
    values = [score - lowest + 1 for score in scores]
    value_bits = max(max(values, default=0).bit_length(), 1)
    function = core.fuse_for(rules, keys, values, value_bits)
    return Shelf(ply, lowest, function)


def _solve(
    stage: str,
    todo: Sequence[int],
    total: int,
    running: Generator[Scores, None, None],
    log: BuildLog,
    deadline: float,
    report: Report,
) -> int:
    """Take results until *deadline* and log them every second; return their number."""
    unsaved: Scores = {}
    solved, saved_at = 0, time.monotonic()
    with closing(running):
        try:
            while time.monotonic() < deadline and (batch := next(running, None)) is not None:
                unsaved |= batch
                solved += len(batch)
                if time.monotonic() - saved_at >= _SAVE_EVERY_S:
                    log.add(unsaved)
                    unsaved, saved_at = {}, time.monotonic()
                report(stage, total - len(todo) + solved, total)
        finally:
            log.add(unsaved)
    return solved


# --- solving, in threads of this process, in other processes, or on a cluster -------------------------


@dataclass(frozen=True, slots=True)
class Task:
    """Positions to solve one after the other in one thread, with everything that takes. *stop* ends it
    early; only threads of this process can see it."""

    rules: Rules
    table_mib: int
    keys: tuple[int, ...]
    stop: Stop | None = None


def solve_all(
    keys: Iterable[int], rules: Rules, executor: Executor, table_mib: int
) -> Generator[Scores, None, None]:
    """Yield scores at least every half second, which may be none.

    The threads of a process share a table of *table_mib*, without a book: the results become the book.
    A task that runs twice because its worker died finds the same scores twice. Closing the iterator
    abandons the remaining positions; threads of this process stop searching.
    """
    is_local = isinstance(executor, ThreadExecutor)
    stop = Stop() if is_local else None

    def tasks() -> Iterator[Task]:
        coming = iter(keys)
        while together := tuple(islice(coming, 1 if is_local else _KEYS_A_TASK)):
            yield Task(rules, table_mib, together, stop)

    try:
        with closing(executor.watch(solve_task, tasks(), _SILENCE_S)) as watched:
            for done in watched:
                yield {} if done is None else done[1]
    finally:
        if stop is not None:
            stop.set()


def solve_task(task: Task) -> Scores:
    """Solve the positions of *task* in this thread, as far as it is not stopped."""
    solver = _solvers.get(task.rules, table_mib=task.table_mib, book=False)
    limits = Limits(stop=task.stop)
    solutions = (
        (key, solver.solve(position_of_key(task.rules, key), limits=limits)) for key in task.keys
    )
    return {key: found.score for key, found in solutions if found.score is not None}


@contextmanager
def closing_table() -> Iterator[None]:
    """Release the table that the threads of this process share when the block ends."""
    try:
        yield
    finally:
        _solvers.clear()
