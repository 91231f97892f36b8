"""The exact solver: the proven score of a position and of each of its columns, on every board."""

from __future__ import annotations

import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from dropfour import _native
from dropfour.arguments import PositionLike, position_of
from dropfour.book.reader import Book, shipped_book
from dropfour.engines.engine import NO_LIMITS, Limits, Stop, checked_limits
from dropfour.engines.proof import Analysis, ColumnScore, SearchProgress, SolveResult, Source
from dropfour.native import native_board
from dropfour.position import Position
from dropfour.rules import Rules, checked_integer, checked_rules
from dropfour.scores import ScoreRange, finished_score, score_limits

DEFAULT_TABLE_MIB = 64
MAX_TABLE_MIB = _native.MAX_TABLE_MIB
MAX_THREADS = _native.MAX_THREADS


def checked_sizes(table_mib: int, threads: int) -> tuple[int, int]:
    """Return the size of a solver's table and its threads; raise ValueError if one is out of range."""
    table_mib = checked_integer(table_mib, "table_mib")
    threads = checked_integer(threads, "threads")
    if not 1 <= table_mib <= MAX_TABLE_MIB:
        raise ValueError(f"a table can have 1 to {MAX_TABLE_MIB} MiB, not {table_mib}")
    if not 1 <= threads <= MAX_THREADS:
        raise ValueError(f"a search can use 1 to {MAX_THREADS} threads, not {threads}")
    return table_mib, threads


class Solver:
    """Solves positions of the same rules and remembers what it has proven.

    Safe to share: searches in different threads run at the same time and share what they prove. Each
    search uses *threads* threads. `Limits.depth` has no effect: a proof has no depth. Positions in
    *book* are not searched: True is the book that comes with the package, False is no book.

    >>> solver = d4.Solver(d4.Rules(columns=6, rows=5))
    >>> solver.solve(d4.Position(solver.rules)).score
    0
    """

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        table_mib: int = DEFAULT_TABLE_MIB,
        threads: int = 1,
        book: Book | bool = True,
    ) -> None:
        table_mib, threads = checked_sizes(table_mib, threads)
        self.rules = checked_rules(rules)
        if book is True:
            book = shipped_book(self.rules) or False
        if not isinstance(book, Book | bool):
            raise TypeError(f"book is True, False or a Book, not {book!r}")
        native_book = book.native if isinstance(book, Book) else None
        like = native_board(Position(self.rules))
        try:
            self._native = _native.ExactSolver(like, table_mib, threads, native_book)
        except MemoryError:
            sentence = f"there is not enough memory for a table of {table_mib} MiB"
            raise MemoryError(sentence) from None

    def __repr__(self) -> str:
        return f"<Solver for {self.rules}>"

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a Solver cannot be pickled or copied: make another one for its rules")

    def knows(self, position: PositionLike) -> bool:
        """Return whether the opening book has the score of *position*."""
        position = self._checked(position)
        return not position.is_over and self._native.look_up(native_board(position)) is not None

    def clear(self) -> None:
        """Forget everything proven so far; searches that are running keep what they have found."""
        self._native.clear()

    def solve(
        self,
        position: PositionLike,
        *,
        weak: bool = False,
        limits: Limits = NO_LIMITS,
        progress: Callable[[SearchProgress], None] | None = None,
    ) -> SolveResult:
        """Return the exact score, or with *weak* whether it is a win, a draw or a loss (cheaper).

        A search that reaches its limits returns the bounds proven so far. *progress* is called about ten
        times a second; an exception it raises ends the search.
        """
        position = self._checked(position, limits)
        started = time.monotonic()
        if position.is_over:
            score = finished_score(position)
            return SolveResult(position, ScoreRange(score, score), 0, 0.0, "rules")

        def report(low: int, high: int, nodes: int) -> None:
            if progress is not None:
                time_s = time.monotonic() - started
                progress(SearchProgress(ScoreRange(low, high), nodes, time_s))

        window = ScoreRange(-1, 1) if weak else score_limits(position)
        board = native_board(position)
        low, high, nodes, is_looked_up = self._native.solve(
            board, window.low, window.high, *_native_limits(limits), report
        )
        time_s = time.monotonic() - started
        source: Source = "book" if is_looked_up else "search"
        return SolveResult(position, ScoreRange(low, high), nodes, time_s, source)

    def analyse(
        self,
        position: PositionLike,
        *,
        limits: Limits = NO_LIMITS,
        progress: Callable[[SearchProgress], None] | None = None,
        on_column: Callable[[ColumnScore], None] | None = None,
    ) -> Analysis:
        """Return the score of every playable column.

        *on_column* is called for each column as soon as it is solved, the most promising first.
        """
        position = self._checked(position, limits)
        started = since = time.monotonic()

        def hear(text: str) -> None:
            nonlocal since
            event = json.loads(text)
            data, now = event["data"], time.monotonic()
            if event["event"] == "column" and on_column is not None:
                spent_s = now - since if data["nodes"] else 0.0
                known = ScoreRange.from_dict(data["score"])
                on_column(ColumnScore(data["column"], known, data["nodes"], spent_s))
            elif event["event"] == "progress" and progress is not None:
                known = ScoreRange.from_dict(data)
                progress(SearchProgress(known, data["nodes"], now - started, data["column"]))
                return
            since = now

        is_heard = on_column is not None or progress is not None
        text = _native.analyse(
            self._native,
            native_board(position),
            *_native_limits(limits),
            hear if is_heard else None,
        )
        found = json.loads(text)["data"]
        return Analysis(
            position,
            {each["column"]: ScoreRange.from_dict(each["score"]) for each in found["columns"]},
            ScoreRange.from_dict(found["score"]),
            found["nodes"],
            time.monotonic() - started,
            found["source"],
            self,
        )

    def find_variation(self, analysis: Analysis, *, limits: Limits = NO_LIMITS) -> tuple[int, ...]:
        """Return the principal variation, as Analysis.find_variation does."""
        position, score = self._checked(analysis.position, limits), analysis.score
        if score is None or position.is_over:
            return ()
        found = _native.find_variation(
            self._native, native_board(position), analysis.best, score, *_native_limits(limits)
        )
        return tuple(found)

    def find_best(
        self, position: PositionLike, score: int, *, limits: Limits = NO_LIMITS
    ) -> int | None:
        """Return a column that reaches *score*, the exact score of the unfinished *position*; None if
        the limits are spent first. Takes little time if this solver has found the score."""
        position = self._checked(position, limits)
        return _native.find_best(
            self._native, native_board(position), score, *_native_limits(limits)
        )

    # --- internal -------------------------------------------------------------------------------

    def _checked(self, given: PositionLike, limits: Limits = NO_LIMITS) -> Position:
        """Return the position; raise ValueError unless it has the solver's rules."""
        checked_limits(limits)
        position = position_of(given, self.rules)
        if position.rules != self.rules:
            raise ValueError(f"this solver is for {self.rules}, not for {position.rules}")
        return position


def _native_limits(limits: Limits) -> tuple[float | None, int | None, _native.StopFlag]:
    return limits.time_s, limits.nodes, (limits.stop or Stop())._flag


class SolverCache:
    """Keeps the *size* solvers used last, with everything they have proven. Threads may share it.

    The default is one: enough for the positions of one game after another.
    """

    def __init__(
        self, size: int = 1, *, table_mib: int = DEFAULT_TABLE_MIB, threads: int = 1
    ) -> None:
        self._size = size
        self._table_mib, self._threads = checked_sizes(table_mib, threads)
        self._solvers: OrderedDict[tuple[Rules, int, int, bool], Solver] = OrderedDict()
        self._lock = threading.Lock()

    def get(
        self,
        rules: Rules,
        *,
        table_mib: int | None = None,
        threads: int | None = None,
        book: bool = True,
    ) -> Solver:
        """Return the solver for *rules*, by default with the cache's own table size and threads."""
        table_mib, threads = checked_sizes(
            self._table_mib if table_mib is None else table_mib,
            self._threads if threads is None else threads,
        )
        key = (rules, table_mib, threads, book)
        with self._lock:
            solver = self._solvers.pop(key, None)
            if solver is None:
                # First, so that the memory of the old solver is free when the new one is made.
                while len(self._solvers) >= self._size:
                    self._solvers.popitem(last=False)
                solver = Solver(rules, table_mib=table_mib, threads=threads, book=book)
            self._solvers[key] = solver
            return solver

    def clear(self) -> None:
        """Forget all solvers; the memory of those in use is freed after their searches."""
        with self._lock:
            self._solvers.clear()


# The solvers of `solve` and `analyse`, which remember what earlier calls have proven.
shared_solvers = SolverCache(4)


def _solver_for(rules: Rules, table_mib: int, threads: int, book: Book | bool) -> Solver:
    if table_mib == DEFAULT_TABLE_MIB and isinstance(book, bool):
        return shared_solvers.get(rules, threads=threads, book=book)
    return Solver(rules, table_mib=table_mib, threads=threads, book=book)


def solve(
    position: PositionLike,
    rules: Rules | None = None,
    *,
    weak: bool = False,
    limits: Limits = NO_LIMITS,
    threads: int = 1,
    table_mib: int = DEFAULT_TABLE_MIB,
    progress: Callable[[SearchProgress], None] | None = None,
    book: Book | bool = True,
) -> SolveResult:
    """Return the exact score of *position*, as Solver.solve does.

    A move string is played from the empty board of *rules*, by default 7x6. Calls with a table of the
    default size share a solver and remember what was proven before.

    >>> d4.solve("4455").score
    18
    >>> d4.solve("1", limits=d4.Limits(nodes=1000), book=False).is_exact
    False
    """
    position = position_of(position, rules)
    solver = _solver_for(position.rules, table_mib, threads, book)
    return solver.solve(position, weak=weak, limits=limits, progress=progress)


def analyse(
    position: PositionLike,
    rules: Rules | None = None,
    *,
    limits: Limits = NO_LIMITS,
    threads: int = 1,
    table_mib: int = DEFAULT_TABLE_MIB,
    progress: Callable[[SearchProgress], None] | None = None,
    on_column: Callable[[ColumnScore], None] | None = None,
    book: Book | bool = True,
) -> Analysis:
    """Return the exact score of every playable column of *position*, as Solver.analyse does.

    A move string is played from the empty board of *rules*, by default 7x6. Calls with a table of the
    default size share a solver, as those of `solve` do.

    >>> analysis = d4.analyse("44")
    >>> analysis.best, analysis.scores
    ((4,), {1: -3, 2: -3, 3: -2, 4: 1, 5: -2, 6: -3, 7: -3})
    """
    position = position_of(position, rules)
    solver = _solver_for(position.rules, table_mib, threads, book)
    return solver.analyse(position, limits=limits, progress=progress, on_column=on_column)


def best_move(
    position: PositionLike, rules: Rules | None = None, *, limits: Limits = NO_LIMITS
) -> int:
    """Return a column proven best in *position*, a move string on the board of *rules* or a game.

    Raises ValueError if the game is over, and TimeoutError if the limits are reached first.

    >>> d4.best_move("44")
    4
    """
    position = position_of(position, rules)
    if position.is_over:
        raise ValueError("the game is over: there is no column to choose")
    solver = shared_solvers.get(position.rules)
    solved = solver.solve(position, limits=limits)
    column = None
    if solved.score is not None:
        column = solver.find_best(position, solved.score, limits=limits.after(solved.time_s))
    if column is None:
        raise TimeoutError("no column was proven best within the limits")
    return column
