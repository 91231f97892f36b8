"""Executor: does work on many items, in this process, in local ones, or on a cluster.

Whoever hands out work must not mind if a piece of it is done twice: a worker that dies is made up for,
and what it was doing is done again. Each item's result is handed back once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from typing import TypeVar

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")

_SILENCE_S = 5.0


class WorkFailed(ChildProcessError):
    """Work that nobody could do: its worker died again and again, or no worker is left."""


class Executor(ABC):
    """Does work on items, several at a time. Leaving a ``with`` block closes it."""

    @property
    @abstractmethod
    def slots(self) -> int:
        """How many items are worked on at once."""

    @abstractmethod
    def watch(
        self, work: Callable[[Item], Outcome], items: Iterable[Item], silence_s: float
    ) -> Generator[tuple[Item, Outcome] | None, None, None]:
        """Do as `run` does, and yield None whenever *silence_s* passed without a result: for those who
        want to look at the clock."""

    def run(
        self, work: Callable[[Item], Outcome], items: Iterable[Item]
    ) -> Generator[tuple[Item, Outcome], None, None]:
        """Yield each item with its result, in the order in which they are done.

        Items are drawn when there is room for them, so they may depend on results that came before.
        *work* is a function at the top of a module. What it raises is raised here. Closing the
        iterator gives up what is not done.
        """
        with closing(self.watch(work, items, _SILENCE_S)) as watched:
            for done in watched:
                if done is not None:
                    yield done

    def close(self) -> None:  # noqa: B027 (not every executor holds something)
        """Let go of workers and connections."""

    def __enter__(self) -> Executor:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_executor(workers: int = 1, cluster: str | None = None) -> Executor:
    """Return where to work: a Dask cluster if there is an address, else *workers* local processes (one
    worker is this process itself)."""
    if cluster is not None:
        from dropfour.work.cluster import ClusterExecutor

        return ClusterExecutor(cluster)
    if workers < 1:
        raise ValueError(f"there is 1 worker or more, not {workers}")
    if workers == 1:
        return InlineExecutor()
    from dropfour.work.processes import ProcessExecutor

    return ProcessExecutor(workers)


class InlineExecutor(Executor):
    """Works in this process, one item after the other; it is silent for as long as one takes."""

    @property
    def slots(self) -> int:
        return 1

    def watch(
        self, work: Callable[[Item], Outcome], items: Iterable[Item], silence_s: float
    ) -> Generator[tuple[Item, Outcome] | None, None, None]:
        for item in items:
            yield item, work(item)
