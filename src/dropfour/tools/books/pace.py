"""The progress of a build, and how long the rest will take."""

from __future__ import annotations

import time
from dataclasses import dataclass

# With fewer positions solved than this, no estimate is given.
_FIRST_GUESS = 20


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """How many positions of one ply are solved."""

    ply: int
    done: int  # earlier runs included
    total: int
    time_s: float  # of this run
    left_s: float | None  # None: too early to say


class Pace:
    """The clock of a build.

    It estimates the time left from the positions solved in this run, which are a random sample.
    """

    def __init__(self, time_limit_s: float | None = None) -> None:
        if time_limit_s is not None and not time_limit_s > 0:
            raise ValueError(f"a time limit must be more than 0 seconds, not {time_limit_s}")
        self._time_limit_s = time_limit_s
        self._began = self._started = time.monotonic()
        self._ply = self._total = self._to_do = 0
        self.done = 0

    def start(self, ply: int, total: int, to_do: int) -> None:
        """Begin a ply of *total* positions, of which *to_do* are not solved yet."""
        self._started = time.monotonic()
        self._ply, self._total, self._to_do = ply, total, to_do
        self.done = 0

    def add(self, count: int) -> None:
        self.done += count

    @property
    def is_over(self) -> bool:
        """Whether the time limit has passed."""
        limit_s = self._time_limit_s
        return limit_s is not None and time.monotonic() - self._began >= limit_s

    @property
    def progress(self) -> BuildProgress:
        time_s = time.monotonic() - self._started
        left = self._to_do - self.done
        enough = self.done >= min(_FIRST_GUESS, self._to_do)
        left_s = time_s / self.done * left if enough and self.done else None
        return BuildProgress(self._ply, self._total - left, self._total, time_s, left_s)
