"""The exact solver: the proven score of a position and of each of its columns, on every board."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from dropfour import _native
from dropfour.arguments import checked_position, position_of
from dropfour.engines.effort import Effort
from dropfour.engines.engine import NO_LIMITS, Limits, checked_limits
from dropfour.engines.proof import (
    Analysis,
    ColumnScore,
    Ranking,
    SearchProgress,
    Solution,
    best_range,
)
from dropfour.native import native_board
from dropfour.position import Position
from dropfour.rules import Objective, Rules, checked_integer
from dropfour.scores import ScoreRange, finished_score, score_limits

DEFAULT_TABLE_MIB = 64
MAX_TABLE_MIB = 1 << 20
MAX_THREADS = 256

# The nodes each column gets before the columns are ordered.
_GLANCE_NODES = 500


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
        if not isinstance(rules, Rules | None):
            raise TypeError(f"expected Rules, not {rules!r}")
        self.rules = rules or Rules()
        # Looked up by the native solver, unless it is of the caller's own making.
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
        self._has_repertoire = native_book is not None and native_book.has_repertoire
        like = native_board(Position(self.rules))
        try:
            self._native = _native.ExactSolver(like, table_mib, threads, native_book)
        except MemoryError:
            sentence = f"there is not enough memory for a table of {table_mib} MiB"
            raise MemoryError(sentence) from None

    def knows(self, position: Position) -> bool:
        """Return whether the opening book has the score of *position*."""
        return self._book_score(position) is not None

    def clear(self) -> None:
        """Forget everything proven so far; searches that are running keep what they have found."""
        self._native.clear()

    def solve(
        self,
        position: Position,
        *,
        weak: bool = False,
        limits: Limits = NO_LIMITS,
        progress: Callable[[SearchProgress], None] | None = None,
    ) -> Solution:
        """Return the exact score, or with *weak* whether it is a win, a draw or a loss (cheaper).

        A search that reaches its limits returns the bounds proven so far. *progress* is called about ten
        times a second; an exception it raises ends the search.
        """
        self._check(position, limits)
        effort = Effort(limits)
        if position.is_over:
            score = finished_score(position)
            return Solution(position, ScoreRange(score, score), 0, effort.elapsed_s, "rules")
        window = ScoreRange(-1, 1) if weak else score_limits(position)
        known = self._search(position, window, effort, progress)
        return Solution(position, known, effort.nodes, effort.elapsed_s, effort.source)

    def analyse(
        self,
        position: Position,
        *,
        limits: Limits = NO_LIMITS,
        progress: Callable[[SearchProgress], None] | None = None,
        on_column: Callable[[ColumnScore], None] | None = None,
    ) -> Analysis:
        """Return the score of every playable column.

        *on_column* is called for each column as soon as it is solved, the most promising first.
        """
        self._check(position, limits)
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
            best_range(columns),
            effort.nodes,
            effort.elapsed_s,
            effort.source,
            self,
        )

    def find_variation(self, analysis: Analysis, *, limits: Limits = NO_LIMITS) -> tuple[int, ...]:
        """Return the principal variation, as Analysis.find_variation does."""
        position, score = analysis.position, analysis.score
        self._check(position, limits)
        if score is None or position.is_over:
            return ()
        effort = Effort(limits)
        column = next(each for each in position.columns_from_middle if each in analysis.best)
        variation = [column]
        position, score = position.play(column), -score
        while not position.is_over:
            best = self._find_best(position, score, effort)
            if best is None:
                break  # the limits are spent
            variation.append(best)
            position, score = position.play(best), -score
        return tuple(variation)

    def find_best(
        self, position: Position, score: int, *, limits: Limits = NO_LIMITS
    ) -> int | None:
        """Return a column that reaches *score*, the exact score of the unfinished *position*; None if
        the limits are spent first. Takes little time if this solver has found the score."""
        self._check(position, limits)
        effort = Effort(limits)
        for column in position.columns_from_middle:
            if self._glance(position, position.play(column), effort).low >= score:
                return column
        return self._find_best(position, score, effort)

    def rank(self, position: Position, *, limits: Limits = NO_LIMITS) -> Ranking:
        """Prove as much of each playable column as it takes to know the best: first who wins, then
        how soon. This is cheaper than `analyse`: how much worse a column is does not matter.
        Raises ValueError if the game is over."""
        self._check(position, limits)
        if position.is_over:
            raise ValueError("the game is over: there is no column to rank")
        effort = Effort(limits)
        children = {column: position.play(column) for column in position.columns_from_middle}
        # A short search first, so that even the smallest limit suffices for immediate wins.
        columns = {
            column: self._glance(position, child, effort) for column, child in children.items()
        }

        def narrow(column: int, window: ScoreRange) -> None:
            columns[column] &= self._child(children[column], window, effort)

        limit = self._score_limit(position, effort)
        if limit is not None:
            # No column is better than the position, and if the limit is its score one is as good.
            columns = {
                column: known & ScoreRange(known.low, limit) for column, known in columns.items()
            }
            for column, child in children.items():
                columns[column] &= self._glance(position, child, effort)
            for column in children:
                if max(known.low for known in columns.values()) < limit:
                    narrow(column, ScoreRange(limit - 1, limit))
            ordered = {column: columns[column] for column in sorted(columns)}
            return Ranking(ordered, effort.nodes, effort.elapsed_s)
        for column in children:
            narrow(column, ScoreRange(-1, 1))
            if columns[column].low > 0:
                break
        for column in sorted(children, key=lambda column: -columns[column].high):
            best = max(known.low for known in columns.values())
            if columns[column].high >= best and not columns[column].is_exact:
                # Only whether the column equals the best, or exceeds it, matters.
                narrow(column, ScoreRange(best - 1, columns[column].high))
        ordered = {column: columns[column] for column in sorted(columns)}
        return Ranking(ordered, effort.nodes, effort.elapsed_s)

    def prefer(self, position: Position, columns: Sequence[int]) -> int | None:
        """Return the one of equally good *columns* with which the book's repertoire continues: the
        nearest to the middle after which the book knows every answer. None without a repertoire."""
        if not self._has_repertoire:
            return None
        for column in position.columns_from_middle:
            if column in columns and self._knows_answers(position.play(column)):
                return column
        return None

    # --- internal -------------------------------------------------------------------------------

    def _knows_answers(self, position: Position) -> bool:
        answers = (position.play(column) for column in position.legal_columns)
        return all(answer.is_over or self._book_score(answer) is not None for answer in answers)

    def _find_best(self, position: Position, score: int, effort: Effort) -> int | None:
        """Return the column nearest the middle that reaches *score*; None if the effort is spent."""
        for column in position.columns_from_middle:
            known = self._child(position.play(column), ScoreRange(score - 1, score), effort)
            if known.low >= score:
                return column
        return None

    def _score_limit(self, position: Position, effort: Effort) -> int | None:
        """Return an upper bound of the score before the columns are ranked: the score in the book or, in
        MOST_LINES, what a search finds, since few positions there are decided by who wins."""
        score = self._book_score(position)
        if score is not None or position.rules.objective is Objective.FIRST_LINE:
            return score
        return self._search(position, score_limits(position), effort).high

    def _check(self, position: Position, limits: Limits) -> None:
        checked_limits(limits)
        if checked_position(position).rules != self.rules:
            raise ValueError(f"this solver is for {self.rules}, not for {position.rules}")

    def _book_score(self, position: Position) -> int | None:
        if position.is_over:
            return None
        if self._known_scores is not None:
            return self._known_scores.lookup(position)
        return self._native.look_up(native_board(position))

    def _search(
        self,
        position: Position,
        window: ScoreRange,
        effort: Effort,
        progress: Callable[[SearchProgress], None] | None = None,
        column: int | None = None,
    ) -> ScoreRange:
        """Return bounds of an unfinished position's score, exact if it is within *window*."""
        if self._known_scores is not None or effort.is_spent:
            score = self._book_score(position)
            if score is not None:
                effort.is_looked_up = True
                return ScoreRange(score, score)
        if effort.is_spent:
            effort.is_searched = True
            return score_limits(position)

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
        effort.nodes += nodes
        effort.is_looked_up |= is_looked_up
        effort.is_searched |= not is_looked_up
        return ScoreRange(low, high)

    def _child(
        self,
        child: Position,
        window: ScoreRange,
        effort: Effort,
        progress: Callable[[SearchProgress], None] | None = None,
        column: int | None = None,
    ) -> ScoreRange:
        """Return what is proven of a position reached by a move, for the side that made it."""
        if child.is_over:
            score = -finished_score(child)
            return ScoreRange(score, score)
        return -self._search(child, -window, effort, progress, column)

    def _glance(self, position: Position, child: Position, effort: Effort) -> ScoreRange:
        """Return what a short search proves of *child*, reached from *position*. It takes a small part
        of the time, and a few nodes even if none are left."""
        time_left_s = effort.time_left_s
        if time_left_s is not None:
            if time_left_s <= 0 and not child.is_over:
                return score_limits(position)
            time_left_s = max(1e-3, time_left_s / (2 * position.rules.columns))
        glance = Effort(Limits(time_s=time_left_s, nodes=_GLANCE_NODES, stop=effort.stop))
        known = self._child(child, score_limits(position), glance)
        effort.add(glance)
        return known

    def _columns(
        self,
        position: Position,
        effort: Effort,
        progress: Callable[[SearchProgress], None] | None,
    ) -> Iterator[ColumnScore]:
        """Yield the score of each playable column once: easy ones first, then the most promising."""
        children = {column: position.play(column) for column in position.columns_from_middle}
        if position.mirror() == position:
            middle = (position.rules.columns + 1) // 2
            children = {column: child for column, child in children.items() if column <= middle}
        hard: list[tuple[int, ScoreRange]] = []
        for column, child in children.items():
            started, before = effort.elapsed_s, effort.nodes
            known = self._glance(position, child, effort)
            if known.is_exact:
                nodes, time_s = effort.nodes - before, effort.elapsed_s - started
                yield from _both_sides(position, column, known, nodes, time_s)
            else:
                hard.append((column, known))
        score = self._book_score(position)
        if score is not None:
            # No column is better than the score of the position in the book.
            hard = [(column, known & ScoreRange(known.low, score)) for column, known in hard]
        hard.sort(key=lambda pair: -(pair[1].low + pair[1].high))
        for column, glanced in hard:
            started, before = effort.elapsed_s, effort.nodes
            known = self._child(children[column], glanced, effort, progress, column) & glanced
            nodes, time_s = effort.nodes - before, effort.elapsed_s - started
            yield from _both_sides(position, column, known, nodes, time_s)


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


def _solver_for(
    position: Position, table_mib: int, threads: int, book: KnownScores | bool
) -> Solver:
    if table_mib == DEFAULT_TABLE_MIB and isinstance(book, bool):
        return shared_solvers.get(position.rules, threads=threads, book=book)
    return Solver(position.rules, table_mib=table_mib, threads=threads, book=book)


def solve(
    position: Position | str,
    *,
    weak: bool = False,
    limits: Limits = NO_LIMITS,
    threads: int = 1,
    table_mib: int = DEFAULT_TABLE_MIB,
    progress: Callable[[SearchProgress], None] | None = None,
    book: KnownScores | bool = True,
) -> Solution:
    """Return the exact score of *position*, or of a move string on 7x6, as Solver.solve does.

    Calls with a table of the default size share a solver and remember what was proven before.

    >>> d4.solve("4455").score
    18
    >>> d4.solve("1", limits=d4.Limits(nodes=1000), book=False).is_exact
    False
    """
    position = position_of(position)
    solver = _solver_for(position, table_mib, threads, book)
    return solver.solve(position, weak=weak, limits=limits, progress=progress)


def analyse(
    position: Position | str,
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
    solver = _solver_for(position, table_mib, threads, book)
    return solver.analyse(position, limits=limits, progress=progress, on_column=on_column)


def _both_sides(
    position: Position, column: int, known: ScoreRange, nodes: int, time_s: float
) -> Iterator[ColumnScore]:
    """Yield the score of a column, and of its mirror image if the position is symmetric."""
    yield ColumnScore(column, known, nodes, time_s)
    twin = position.rules.columns + 1 - column
    if twin != column and position.mirror() == position:
        yield ColumnScore(twin, known)
