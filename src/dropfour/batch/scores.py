"""Exact scores of many positions: on all cores, without the GIL, and with the opening book."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from dropfour import _native
from dropfour.batch.positions import Batch, load_numpy
from dropfour.book.reader import Book, shipped_book
from dropfour.engines.engine import NO_LIMITS, Limits, Stop, checked_limits
from dropfour.engines.exact import DEFAULT_TABLE_MIB, checked_sizes
from dropfour.native import empty_native_board
from dropfour.position import Position
from dropfour.rules import Rules, checked_rules
from dropfour.scores import score_limits
from dropfour.work.executor import core_count

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dropfour.batch.positions import Positions

    Scores = NDArray[np.int8] | NDArray[np.int16]

# Called with the number of positions done and the total.
Report = Callable[[int, int], None]


class Unfinished(RuntimeError):
    """The limits were reached before all scores were known. *scores* is valid where *is_known* is true;
    in an analysis, that is where all columns of a position are known."""

    def __init__(self, scores: Scores, is_known: NDArray[np.bool_]) -> None:
        super().__init__(f"stopped with {int(is_known.sum())} of {len(is_known)} positions solved")
        self.scores = scores
        self.is_known = is_known

    def __reduce__(self) -> tuple[object, ...]:
        return (Unfinished, (self.scores, self.is_known))


def solve_many(
    positions: Positions,
    rules: Rules | None = None,
    *,
    threads: int | None = None,
    table_mib: int = DEFAULT_TABLE_MIB,
    limits: Limits = NO_LIMITS,
    progress: bool | Report = False,
    book: Book | bool = True,
) -> Scores:
    """Return the exact score of each position for the side to move, as ``int8[n]``, or ``int16[n]`` on
    boards with larger scores.

    *positions* is anything that Batch accepts. *threads* defaults to the number of cores. *limits* apply
    to all positions together; once they are reached, Unfinished is raised with the scores proven so far.
    *progress* is True to show a count on standard error, or a function, called about ten times a second.
    Calls with the same rules, threads, table and book follow each other with what was proven before.

    >>> d4.solve_many(["4455", "121212"]).tolist()
    [18, 18]
    """
    batch = Batch(positions, rules)
    return _shared_solver(batch.rules, threads, table_mib, book).solve(batch, limits, progress)


def analyse_many(
    positions: Positions,
    rules: Rules | None = None,
    *,
    threads: int | None = None,
    table_mib: int = DEFAULT_TABLE_MIB,
    limits: Limits = NO_LIMITS,
    progress: bool | Report = False,
    book: Book | bool = True,
) -> tuple[Scores, NDArray[np.bool_]]:
    """Return the exact score of each column for the side to move, ``int8[n, columns]`` or ``int16``,
    and which columns can be played, ``bool[n, columns]``; the score of all others is 0.

    Column 1 has index 0. The other arguments are those of solve_many.
    """
    batch = Batch(positions, rules)
    return _shared_solver(batch.rules, threads, table_mib, book).analyse(batch, limits, progress)


@lru_cache(maxsize=1)
def _shared_solver(
    rules: Rules, threads: int | None, table_mib: int, book: Book | bool
) -> BatchSolver:
    return BatchSolver(rules, threads, table_mib, book)


class BatchSolver:
    """Solves batches with the same rules, and reuses what it has proven. Thread-safe."""

    def __init__(
        self,
        rules: Rules | None = None,
        threads: int | None = None,
        table_mib: int = DEFAULT_TABLE_MIB,
        book: Book | bool = True,
    ) -> None:
        threads = core_count() if threads is None else threads
        table_mib, threads = checked_sizes(table_mib, threads)
        self.rules = checked_rules(rules)
        known = book if isinstance(book, Book) else shipped_book(self.rules) if book else None
        self._native = _native.BatchSolver(
            empty_native_board(self.rules),
            table_mib,
            threads,
            None if known is None else known.native,
        )

    def solve(
        self, batch: Batch, limits: Limits = NO_LIMITS, progress: bool | Report = False
    ) -> Scores:
        """Return the scores, as solve_many does."""
        numpy = load_numpy()
        scores, is_known = numpy.zeros(len(batch), numpy.int16), numpy.zeros(len(batch), bool)
        self._run(self._native.solve, batch, (scores, is_known), limits, progress)
        return self._finished(scores, is_known)

    def analyse(
        self, batch: Batch, limits: Limits = NO_LIMITS, progress: bool | Report = False
    ) -> tuple[Scores, NDArray[np.bool_]]:
        """Return the scores of all columns and which of them can be played, as analyse_many does."""
        numpy = load_numpy()
        shape = len(batch), self.rules.columns
        scores, is_playable = numpy.zeros(shape, numpy.int16), numpy.zeros(shape, bool)
        is_known = numpy.zeros(len(batch), bool)
        arrays = scores, is_playable, is_known
        self._run(self._native.analyse, batch, arrays, limits, progress)
        return self._finished(scores, is_known), is_playable

    # --- within ---------------------------------------------------------------------------------

    def _run(
        self,
        work: Callable[..., None],
        batch: Batch,
        arrays: tuple[NDArray[Any], ...],
        limits: Limits,
        progress: bool | Report,
    ) -> None:
        checked_limits(limits)
        if batch.rules != self.rules:
            raise ValueError(f"this solver is for {self.rules}, not for {batch.rules}")
        report = _show if progress is True else progress
        stop = limits.stop or Stop()

        def count(done: int) -> None:
            if report:
                report(done, len(batch))

        work(batch.masks, *arrays, limits.time_s, limits.nodes, stop._flag, count)

    def _finished(self, scores: NDArray[np.int16], is_known: NDArray[np.bool_]) -> Scores:
        """Return the scores in the smallest suitable type; raise Unfinished if some are missing."""
        numpy = load_numpy()
        limits = score_limits(Position(self.rules))
        narrow: Scores = scores.astype(numpy.int8) if limits.high < 127 else scores
        if not is_known.all():
            raise Unfinished(narrow, is_known)
        return narrow


def _show(done: int, total: int) -> None:
    end = "\n" if done == total else ""
    print(f"\r{done} of {total} positions", end=end, file=sys.stderr, flush=True)
