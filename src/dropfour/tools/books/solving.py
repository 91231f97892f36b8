"""Solving the positions of a book: in threads of this process, in other processes, or on a cluster."""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import islice

from dropfour.book.positions import canonical_key, position_of_key
from dropfour.engines.engine import Limits, Stop
from dropfour.engines.exact import Solver, SolverCache
from dropfour.rules import Rules
from dropfour.work.executor import Executor
from dropfour.work.threads import ThreadExecutor

# The longest time between two results, so that the caller can check the clock.
_SILENCE_S = 0.5
_JOBS_A_TASK = 16  # for workers in other processes
# The table for the test whether a position is hard, which is short and starts from an empty table.
_TRIAL_TABLE_MIB = 16


@dataclass(frozen=True, slots=True)
class Job:
    """A position to solve. With *hard_nodes*, it is solved only if that many nodes do not suffice; with
    *wants_move*, a best move is found as well."""

    key: int
    hard_nodes: int | None = None
    wants_move: bool = False


@dataclass(frozen=True, slots=True)
class Solved:
    """The result of a job; without a score, the position is easy. *best* is the key after a best move,
    if the job asked for one."""

    job: Job
    score: int | None
    best: int | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """Jobs to do one after the other in one thread, with everything they need. *stop* ends them early;
    only threads of this process can see it."""

    rules: Rules
    table_mib: int
    jobs: tuple[Job, ...]
    stop: Stop | None = None


def solve_all(
    jobs: Iterable[Job], rules: Rules, executor: Executor, table_mib: int
) -> Generator[list[Solved], None, None]:
    """Yield results at least every half second, in lists that may be empty.

    The threads of a process share a table of *table_mib*, without a book: the results become the book.
    A task that runs twice because its worker died finds the same scores twice. Closing the iterator
    abandons the remaining jobs; threads of this process stop searching.
    """
    is_local = isinstance(executor, ThreadExecutor)
    stop = Stop() if is_local else None

    def tasks() -> Iterator[Task]:
        coming = iter(jobs)
        while together := tuple(islice(coming, 1 if is_local else _JOBS_A_TASK)):
            yield Task(rules, table_mib, together, stop)

    try:
        with closing(executor.watch(solve_task, tasks(), _SILENCE_S)) as watched:
            for done in watched:
                yield [] if done is None else done[1]
    finally:
        if stop is not None:
            stop.set()


def solve_task(task: Task) -> list[Solved]:
    """Do the jobs of *task* in this thread, as far as they are not stopped."""
    solver = _solvers.get(task.rules, table_mib=task.table_mib, book=False)
    done = (_solve(job, solver, task.stop or Stop()) for job in task.jobs)
    return [solved for solved in done if solved is not None]


@contextmanager
def closing_table() -> Iterator[None]:
    """Release the table that the threads of this process share when the block ends."""
    try:
        yield
    finally:
        _solvers.clear()


class _Trials(threading.local):
    """The solver that a thread uses to test whether positions are hard."""

    def __init__(self) -> None:
        self.solvers = SolverCache(table_mib=_TRIAL_TABLE_MIB)


_solvers = SolverCache()  # one large table at a time
_trials = _Trials()


def _solve(job: Job, solver: Solver, stop: Stop) -> Solved | None:
    """Return the result of *job*; None if it was stopped."""
    position = position_of_key(solver.rules, job.key)
    if job.hard_nodes is not None:
        # From an empty table on one thread: the same positions are hard on every machine.
        trial = _trials.solvers.get(solver.rules, book=False)
        trial.clear()
        limits = Limits(nodes=job.hard_nodes, stop=stop)
        if trial.solve(position, limits=limits).is_exact:
            return Solved(job, None)
        if stop.is_set:
            return None
    limits = Limits(stop=stop)
    score = solver.solve(position, limits=limits).score
    if score is None:
        return None
    if not job.wants_move:
        return Solved(job, score)
    column = solver.find_best(position, score, limits=limits)
    return None if column is None else Solved(job, score, canonical_key(position.play(column)))
