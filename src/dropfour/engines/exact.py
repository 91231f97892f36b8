"""The exact solver: the proven score of a position and of each of its columns, on every board."""

from __future__ import annotations

import threading
import time
import weakref
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Protocol

from dropfour import _native
from dropfour.arguments import PositionLike, position_of
from dropfour.engines.effort import Effort
from dropfour.engines.engine import NO_LIMITS, Limits, Stop, checked_limits
from dropfour.engines.proof import (
    Analysis,
    ColumnScore,
    Ranking,
    SearchProgress,
    Solution,
)
from dropfour.native import native_board, position_from
from dropfour.position import Position
from dropfour.rules import Rules, checked_integer, checked_rules
from dropfour.scores import ScoreRange, best_range, column_scores, finished_score, score_limits

DEFAULT_TABLE_MIB = 64
MAX_TABLE_MIB = _native.MAX_TABLE_MIB
MAX_THREADS = _native.MAX_THREADS


class KnownScores(Protocol):
    """Exact scores known without a search, such as an opening book.

    `lookup` is called for unfinished positions, from several threads; it returns the score for the
    side to move, or None.
    """

    def lookup(self, position: Position) -> int | None: ...


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
        book: KnownScores | bool = True,
    ) -> None:
        table_mib, threads = checked_sizes(table_mib, threads)
        self.rules = checked_rules(rules)
        native_book: _native.Book | None = None
        self._known_scores: KnownScores | None = None
        if book is True:
            from dropfour.book.reader import shipped_book

            shipped = shipped_book(self.rules)
            native_book = None if shipped is None else shipped.native
        elif book is not False:
            if not callable(getattr(book, "lookup", None)):
                raise TypeError(f"book is True, False or a Book, not {book!r}")
            native_book = getattr(book, "native", None)
            self._known_scores = book if native_book is None else None
        like = native_board(Position(self.rules))
        try:
            self._native = _native.ExactSolver(like, table_mib, threads, native_book)
        except MemoryError:
            sentence = f"there is not enough memory for a table of {table_mib} MiB"
            raise MemoryError(sentence) from None
        if self._known_scores is not None:
            # A weak reference, since the collector does not look for cycles in native objects.
            self._native.set_look_up(partial(_look_up, weakref.ref(self)))

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
    ) -> Solution:
        """Return the exact score, or with *weak* whether it is a win, a draw or a loss (cheaper).

        A search that reaches its limits returns the bounds proven so far. *progress* is called about ten
        times a second; an exception it raises ends the search.
        """
        position = self._checked(position, limits)
        effort = Effort(limits)
        if position.is_over:
            score = finished_score(position)
            return Solution(position, ScoreRange(score, score), 0, effort.elapsed_s, "rules")
        window = ScoreRange(-1, 1) if weak else score_limits(position)
        known = self._search(position, window, effort, progress)
        return Solution(position, known, effort.nodes, effort.elapsed_s, effort.source)

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
        effort = Effort(limits)
        if position.is_over:
            score = finished_score(position)
            known = ScoreRange(score, score)
            return Analysis(position, {}, known, 0, effort.elapsed_s, "rules", self)
        found = {}
        for scored in self._columns(position, effort, progress):
            found[scored.column] = scored.range
            if on_column is not None:
                on_column(scored)
        columns = {column: found[column] for column in sorted(found)}
        return Analysis(
            position,
            columns,
            best_range(position, columns),
            effort.nodes,
            effort.elapsed_s,
            effort.source,
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

    def rank(self, position: PositionLike, *, limits: Limits = NO_LIMITS) -> Ranking:
        """Prove as much of each playable column as it takes to know the best: first who wins, then
        how soon. This is cheaper than `analyse`: how much worse a column is does not matter.
        Raises ValueError if the game is over."""
        position = self._checked(position, limits)
        if position.is_over:
            raise ValueError("the game is over: there is no column to rank")
        started = time.monotonic()
        columns, nodes = _native.rank(self._native, native_board(position), *_native_limits(limits))
        ranges = {column: ScoreRange(*known) for column, known in columns}
        return Ranking(ranges, nodes, time.monotonic() - started)

    def prefer(self, position: Position, columns: Sequence[int]) -> int | None:
        """Return the one of equally good *columns* with which the book's repertoire continues: the
        nearest to the middle after which the book knows every answer. None without a repertoire."""
        return _native.prefer(self._native, native_board(position), list(columns))

    def pick(self, position: Position, ranking: Ranking, time_s: float) -> int:
        """Return the one of the columns proven best to play: unless the game is won, one after which
        the opponent most probably errs. Takes at most *time_s*, usually a few milliseconds."""
        known = column_scores(position, ranking.columns)
        column, _ = _native.pick_best(
            self._native, native_board(position), known, None, time_s, None
        )
        return column

    # --- internal -------------------------------------------------------------------------------

    def _checked(self, given: PositionLike, limits: Limits = NO_LIMITS) -> Position:
        """Return the position; raise ValueError unless it has the solver's rules."""
        checked_limits(limits)
        position = position_of(given, self.rules)
        if position.rules != self.rules:
            raise ValueError(f"this solver is for {self.rules}, not for {position.rules}")
        return position

    def _search(
        self,
        position: Position,
        window: ScoreRange,
        effort: Effort,
        progress: Callable[[SearchProgress], None] | None = None,
        column: int | None = None,
    ) -> ScoreRange:
        """Return bounds of an unfinished position's score, exact if it is within *window*."""
        if effort.is_spent:
            score = self._native.look_up(native_board(position))
            effort.is_looked_up |= score is not None
            effort.is_searched |= score is None
            return score_limits(position) if score is None else ScoreRange(score, score)

        def report(low: int, high: int, nodes: int) -> None:
            if progress is not None:
                # In an analysis the search is about a child, and its score belongs to the other side.
                known = ScoreRange(low, high) if column is None else ScoreRange(-high, -low)
                progress(SearchProgress(known, effort.nodes + nodes, effort.elapsed_s, column))

        low, high, nodes, is_looked_up = self._native.solve(
            native_board(position),
            window.low,
            window.high,
            effort.time_left_s,
            effort.nodes_left,
            effort.stop._flag,
            report,
        )
        effort.add(nodes, not is_looked_up, is_looked_up)
        return ScoreRange(low, high)

    def _columns(
        self,
        position: Position,
        effort: Effort,
        progress: Callable[[SearchProgress], None] | None,
    ) -> Iterator[ColumnScore]:
        """Yield the score of each playable column once: easy ones first, then the most promising."""
        solved, hard, nodes, is_searched, is_looked_up = _native.glance(
            self._native, native_board(position), effort.time_left_s, effort.stop._flag
        )
        effort.add(nodes, is_searched, is_looked_up)
        for column, bounds in solved:
            yield from _both_sides(position, column, ScoreRange(*bounds))
        for column, bounds in hard:
            started, before = effort.elapsed_s, effort.nodes
            glanced, child = ScoreRange(*bounds), position.play(column)
            known = -self._search(child, -glanced, effort, progress, column) & glanced
            nodes, time_s = effort.nodes - before, effort.elapsed_s - started
            yield from _both_sides(position, column, known, nodes, time_s)


def _look_up(owner: weakref.ref[Solver], board: _native.Board) -> int | None:
    solver = owner()
    assert solver is not None
    assert solver._known_scores is not None
    return solver._known_scores.lookup(position_from(board, solver.rules))


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


def _solver_for(rules: Rules, table_mib: int, threads: int, book: KnownScores | bool) -> Solver:
    if table_mib == DEFAULT_TABLE_MIB and isinstance(book, bool):
        return shared_solvers.get(rules, threads=threads, book=book)
    return Solver(rules, table_mib=table_mib, threads=threads, book=book)


def solve(
    position: PositionLike,
    *,
    weak: bool = False,
    limits: Limits = NO_LIMITS,
    threads: int = 1,
    table_mib: int = DEFAULT_TABLE_MIB,
    progress: Callable[[SearchProgress], None] | None = None,
    book: KnownScores | bool = True,
) -> Solution:
    """Return the exact score of *position*, a move string on 7x6 or a game, as Solver.solve does.

    Calls with a table of the default size share a solver and remember what was proven before.

    >>> d4.solve("4455").score
    18
    >>> d4.solve("1", limits=d4.Limits(nodes=1000), book=False).is_exact
    False
    """
    position = position_of(position)
    solver = _solver_for(position.rules, table_mib, threads, book)
    return solver.solve(position, weak=weak, limits=limits, progress=progress)


def analyse(
    position: PositionLike,
    *,
    limits: Limits = NO_LIMITS,
    threads: int = 1,
    table_mib: int = DEFAULT_TABLE_MIB,
    progress: Callable[[SearchProgress], None] | None = None,
    on_column: Callable[[ColumnScore], None] | None = None,
    book: KnownScores | bool = True,
) -> Analysis:
    """Return the exact score of every playable column of *position*, as Solver.analyse does.

    A move string is the position it leads to on 7x6. Calls with a table of the default size share a
    solver, as those of `solve` do.

    >>> analysis = d4.analyse("44")
    >>> analysis.best, analysis.scores
    ((4,), {1: -3, 2: -3, 3: -2, 4: 1, 5: -2, 6: -3, 7: -3})
    """
    position = position_of(position)
    solver = _solver_for(position.rules, table_mib, threads, book)
    return solver.analyse(position, limits=limits, progress=progress, on_column=on_column)


def _both_sides(
    position: Position, column: int, known: ScoreRange, nodes: int = 0, time_s: float = 0.0
) -> Iterator[ColumnScore]:
    """Yield the score of a column, and of its mirror image if the position is symmetric."""
    yield ColumnScore(column, known, nodes, time_s)
    twin = position.rules.columns + 1 - column
    if twin != column and position.mirror() == position:
        yield ColumnScore(twin, known)
