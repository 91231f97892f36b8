"""Executor: runs a function on many items, in this process, in local processes, or on a cluster.

An item may be worked on twice, because a worker that dies is replaced and its item is started
again, so the function must be safe to repeat. Each item's result is returned once.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from typing import TypeVar

Item = TypeVar("Item")
Output = TypeVar("Output")

_SILENCE_S = 5.0

# Called with the progress of long work: the name of a stage, how many of its steps are done, and how
# many there are.
Report = Callable[[str, int, int], None]


class WorkFailed(ChildProcessError):
    """Work that could not be done: its workers died repeatedly, or no worker is left."""


class Executor(ABC):
    """Runs a function on items, several at a time. Leaving a ``with`` block closes it."""

    _slots = 1

    @property
    def slots(self) -> int:
        """How many items are worked on at the same time."""
        return self._slots

    @property
    def is_cluster(self) -> bool:
        """Whether other machines do the work."""
        return False

    @abstractmethod
    def watch(
        self, work: Callable[[Item], Output], items: Iterable[Item], silence_s: float
    ) -> Generator[tuple[Item, Output] | None, None, None]:
        """Do the same as `run`, and also yield None after every *silence_s* without a result, so that
        the caller can act on the time."""

    def run(
        self, work: Callable[[Item], Output], items: Iterable[Item]
    ) -> Generator[tuple[Item, Output], None, None]:
        """Yield each item with its result, in the order in which they are finished.

        Items are taken from the iterable when a slot is free, so they may depend on earlier results.
        *work* must be a module-level function; its exceptions are raised here. Closing the generator
        abandons unfinished items.
        """
        with closing(self.watch(work, items, _SILENCE_S)) as watched:
            for done in watched:
                if done is not None:
                    yield done

    def close(self) -> None:  # noqa: B027 (not every executor has something to close)
        """Release workers and connections."""

    def __enter__(self) -> Executor:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def core_count() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class InlineExecutor(Executor):
    """Works in this process, one item after another; `watch` never yields None."""

    def watch(
        self, work: Callable[[Item], Output], items: Iterable[Item], silence_s: float
    ) -> Generator[tuple[Item, Output] | None, None, None]:
        for item in items:
            yield item, work(item)


def silent(stage: str, done: int, total: int) -> None:
    """Report no progress."""
