"""Solving the positions of a book with an executor: on a Dask cluster, or in local processes."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import islice

from dropfour.engines.engine import Stop
from dropfour.engines.exact import SolverCache
from dropfour.rules import Rules
from dropfour.tools.books.solving import SILENCE_S, Job, Prover, Solved
from dropfour.work.executor import Executor

_JOBS_A_TASK = 16

# The solver that all threads of a worker process share: one large table at a time.
_solvers = SolverCache()


@dataclass(frozen=True, slots=True)
class Task:
    """Jobs to do one after the other in one thread, with everything they need."""

    rules: Rules
    table_mib: int
    jobs: tuple[Job, ...]


class ExecutorCrew:
    """Solves positions with *executor*, which it owns.

    The threads of one worker process share a table of *table_mib*. A task that runs twice because its
    worker died finds the same scores twice.
    """

    def __init__(self, executor: Executor, rules: Rules, table_mib: int) -> None:
        self._executor = executor
        self._rules = rules
        self._table_mib = table_mib

    def run(self, jobs: Iterable[Job]) -> Generator[list[Solved], None, None]:
        with closing(self._executor.watch(solve_task, self._tasks(jobs), SILENCE_S)) as watched:
            for done in watched:
                yield [] if done is None else done[1]

    def close(self) -> None:
        self._executor.close()

    def _tasks(self, jobs: Iterable[Job]) -> Iterator[Task]:
        coming = iter(jobs)
        while together := tuple(islice(coming, _JOBS_A_TASK)):
            yield Task(self._rules, self._table_mib, together)


def solve_task(task: Task) -> list[Solved]:
    """Do the jobs of *task* in this thread; doing them again does no harm."""
    prover = Prover(_solvers.get(task.rules, table_mib=task.table_mib, book=False))
    done = (prover.work(job, Stop()) for job in task.jobs)
    return [solved for solved in done if solved is not None]
