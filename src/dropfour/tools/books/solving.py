"""Solving the positions of a book in threads of this process that share one table."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from dropfour.book.positions import canonical_key, position_of_key
from dropfour.engines.engine import Limits, Stop
from dropfour.engines.exact import Solver
from dropfour.rules import Rules

# The longest time between two results of a crew, so that its caller can check the clock.
SILENCE_S = 0.5
# The table for the test whether a position is hard, which is short and starts from an empty table.
_TRIAL_TABLE_MIB = 16


@dataclass(frozen=True, slots=True)
class Job:
    """A position to solve; with *hard_nodes*, only if that many nodes do not suffice; with *wants_move*,
    a best move is to be found, too."""

    key: int
    hard_nodes: int | None = None
    wants_move: bool = False


@dataclass(frozen=True, slots=True)
class Solved:
    """The result of a job; without a score, the position is easy. *best* is the key after a best move,
    if one was to be found."""

    job: Job
    score: int | None
    best: int | None = None


class Crew(Protocol):
    """Does jobs in parallel."""

    def run(self, jobs: Iterable[Job]) -> Iterator[list[Solved]]:
        """Yield results at least every SILENCE_S seconds, in lists that may be empty.

        Closing the iterator abandons the remaining jobs.
        """
        ...

    def close(self) -> None: ...


class Prover:
    """Does one job at a time with *solver*, which must not use a book: its results become the book.

    The provers of several threads may share a solver.
    """

    def __init__(self, solver: Solver) -> None:
        self._rules = solver.rules
        self._solver = solver
        self._trial: Solver | None = None

    def work(self, job: Job, stop: Stop) -> Solved | None:
        """Return the result of *job*; None if it was stopped."""
        position = position_of_key(self._rules, job.key)
        if job.hard_nodes is not None:
            # From an empty table on one thread: the same positions are hard on every machine.
            if self._trial is None:
                self._trial = Solver(self._rules, table_mib=_TRIAL_TABLE_MIB, book=False)
            self._trial.clear()
            limits = Limits(nodes=job.hard_nodes, stop=stop)
            if self._trial.solve(position, limits=limits).is_exact:
                return Solved(job, None)
            if stop.is_set:
                return None
        limits = Limits(stop=stop)
        score = self._solver.solve(position, limits=limits).score
        if score is None:
            return None
        if not job.wants_move:
            return Solved(job, score)
        column = self._solver.find_best(position, score, limits=limits)
        return None if column is None else Solved(job, score, canonical_key(position.play(column)))


class ThreadCrew:
    """Works in threads of this process that share what each of them has proven.

    It does not use an executor of `dropfour.work`: their workers share nothing and finish what they have
    begun, while these share one table and can be stopped at any time.
    """

    def __init__(self, rules: Rules, workers: int, table_mib: int) -> None:
        if workers < 1:
            raise ValueError(f"there must be at least 1 worker, not {workers}")
        solver = Solver(rules, table_mib=table_mib, book=False)
        self._provers = [Prover(solver) for _ in range(workers)]

    def run(self, jobs: Iterable[Job]) -> Iterator[list[Solved]]:
        done: queue.Queue[Solved | BaseException | None] = queue.Queue()
        stop = Stop()
        coming, lock = iter(jobs), threading.Lock()

        def serve(prover: Prover) -> None:
            try:
                while not stop.is_set:
                    with lock:
                        job = next(coming, None)
                    solved = None if job is None else prover.work(job, stop)
                    if solved is None:
                        break
                    done.put(solved)
                done.put(None)
            except BaseException as error:
                done.put(error)

        threads = [
            threading.Thread(target=serve, args=(prover,), daemon=True) for prover in self._provers
        ]
        for thread in threads:
            thread.start()
        try:
            working = len(threads)
            while working:
                batch: list[Solved] = []
                for item in _gathered(done):
                    if item is None:
                        working -= 1
                    elif isinstance(item, Solved):
                        batch.append(item)
                    else:
                        raise item
                yield batch
        finally:
            stop.set()
            for thread in threads:
                thread.join()

    def close(self) -> None:
        pass


def _gathered(
    done: queue.Queue[Solved | BaseException | None],
) -> Iterator[Solved | BaseException | None]:
    """Yield the first item that arrives within SILENCE_S, and all others that are there by then."""
    try:
        yield done.get(timeout=SILENCE_S)
        while True:
            yield done.get_nowait()
    except queue.Empty:
        return
