"""A book's positions solved on a Dask cluster (extra ``cluster``)."""

from __future__ import annotations

import importlib
import threading
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

from dropfour.book.solving import SILENCE_S, Job, Prover, Solved
from dropfour.engines.exact import Stop
from dropfour.rules import Rules

_CONNECT_S = 15
_JOBS_A_TASK = 16
_TASKS_A_THREAD = 2  # so that none waits for the network


class ClusterCrew:
    """Works on the cluster whose scheduler listens at *address*; its workers need this package.

    The threads of one worker process share a table of *table_mib*. A task that runs twice, since its
    worker died, finds the same scores twice. Whoever can reach a scheduler can run code on it:
    keep it on this machine, or behind TLS.
    """

    def __init__(self, address: str, rules: Rules, table_mib: int) -> None:
        try:
            self._dask: Any = importlib.import_module("distributed")  # it has few types
        except ImportError:
            raise ImportError('--cluster needs dask: pip install "dropfour[cluster]"') from None
        try:
            self._client = self._dask.Client(address, timeout=_CONNECT_S, set_as_default=False)
        except (OSError, TimeoutError) as error:
            raise OSError(f"there is no Dask scheduler at {address}: {error}") from None
        self._rules = rules
        self._table_mib = table_mib

    def run(self, jobs: Iterable[Job]) -> Iterator[list[Solved]]:
        coming = iter(jobs)
        running: set[Any] = set()
        try:
            while True:
                threads = max(sum(self._client.nthreads().values()), 1)
                while len(running) < threads * _TASKS_A_THREAD:
                    task = tuple(islice(coming, _JOBS_A_TASK))
                    if not task:
                        break
                    running.add(
                        self._client.submit(
                            solve_jobs, self._rules, task, self._table_mib, pure=False
                        )
                    )
                if not running:
                    return
                try:
                    with self._client.as_current():
                        waited = self._dask.wait(running, SILENCE_S, return_when="FIRST_COMPLETED")
                except (TimeoutError, self._dask.TimeoutError):
                    yield []
                    continue
                running = set(waited.not_done)
                yield [solved for future in waited.done for solved in future.result()]
        finally:
            if running:
                self._client.cancel(list(running), force=True)

    def close(self) -> None:
        self._client.close()


def solve_jobs(rules: Rules, jobs: tuple[Job, ...], table_mib: int) -> list[Solved]:
    """Do *jobs* in this thread of a worker."""
    prover = _prover_of_thread(rules, table_mib)
    done = (prover.work(job, Stop()) for job in jobs)
    return [solved for solved in done if solved is not None]


_of_thread = threading.local()
_making = threading.Lock()


@lru_cache(maxsize=1)
def _prover_of_process(rules: Rules, table_mib: int) -> Prover:
    return Prover(rules, table_mib)


def _prover_of_thread(rules: Rules, table_mib: int) -> Prover:
    provers: dict[tuple[Rules, int], Prover] = _of_thread.__dict__.setdefault("provers", {})
    if (rules, table_mib) not in provers:
        with _making:
            provers[rules, table_mib] = _prover_of_process(rules, table_mib).sharing()
    return provers[rules, table_mib]
