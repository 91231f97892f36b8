"""Who solves the positions of a book: threads of this process that share one table."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from dropfour.book.positions import position_of_key
from dropfour.engines.engine import Limits
from dropfour.engines.exact import Solver, Stop
from dropfour.rules import Rules

# How long a crew may keep silent: whoever listens wants to look at the clock.
SILENCE_S = 0.5
# The table of a trial; a trial is short, and an empty table is part of what it asks.
_TRIAL_TABLE_MIB = 16


@dataclass(frozen=True, slots=True)
class Job:
    """A position to solve; with *hard_nodes* only if so many nodes do not solve it."""

    key: int
    hard_nodes: int | None = None


@dataclass(frozen=True, slots=True)
class Solved:
    """What came of a job; no score: the position is easy."""

    job: Job
    score: int | None


class Crew(Protocol):
    """Does jobs, several at a time."""

    def run(self, jobs: Iterable[Job]) -> Iterator[list[Solved]]:
        """Yield what is done, at least every SILENCE_S seconds and then perhaps nothing.

        Closing the iterator gives up what is not done.
        """
        ...

    def close(self) -> None: ...


class Prover:
    """Does one job at a time. Books play no part in it: what is proven here is the book."""

    def __init__(self, rules: Rules, table_mib: int) -> None:
        self._rules = rules
        self._solver = Solver(rules, table_mib=table_mib, book=False)
        self._trial: Solver | None = None

    def sharing(self) -> Prover:
        """Return another one, for a thread of its own, that shares what this one has proven."""
        other = Prover.__new__(Prover)
        other._rules, other._solver, other._trial = self._rules, self._solver, None
        return other

    def work(self, job: Job, stop: Stop) -> Solved | None:
        """Return what comes of *job*; None if *stop* came first."""
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
        score = self._solver.solve(position, limits=Limits(stop=stop)).score
        return None if score is None else Solved(job, score)


class ThreadCrew:
    """Works in threads of this process; all know what each of them has proven.

    No executor of `dropfour.work`, whose workers share nothing and end what they have begun: here all
    share one table and a search under way stops at once.
    """

    def __init__(self, rules: Rules, workers: int, table_mib: int) -> None:
        if workers < 1:
            raise ValueError(f"there is 1 worker or more, not {workers}")
        first = Prover(rules, table_mib)
        self._provers = [first, *(first.sharing() for _ in range(workers - 1))]

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
    """Yield what comes within SILENCE_S, and what has come by then."""
    try:
        yield done.get(timeout=SILENCE_S)
        while True:
            yield done.get_nowait()
    except queue.Empty:
        return
