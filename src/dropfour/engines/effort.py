"""The effort of one call that makes several searches, and what remains of its limits."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from dropfour.engines.engine import Limits, Stop
from dropfour.engines.proof import Source


@dataclass(slots=True)
class Effort:
    """The nodes, time and sources of all searches of one call so far, within its limits."""

    limits: Limits
    stop: Stop = field(init=False)
    started: float = field(default_factory=time.monotonic)
    nodes: int = 0
    is_searched: bool = False
    is_looked_up: bool = False

    def __post_init__(self) -> None:
        self.stop = self.limits.stop or Stop()

    @property
    def source(self) -> Source:
        """Where the results so far come from."""
        if self.is_searched:
            return "search"
        return "book" if self.is_looked_up else "rules"

    def add(self, nodes: int, is_searched: bool, is_looked_up: bool) -> None:
        self.nodes += nodes
        self.is_searched |= is_searched
        self.is_looked_up |= is_looked_up

    @property
    def elapsed_s(self) -> float:
        return time.monotonic() - self.started

    @property
    def time_left_s(self) -> float | None:
        return None if self.limits.time_s is None else self.limits.time_s - self.elapsed_s

    @property
    def nodes_left(self) -> int | None:
        return None if self.limits.nodes is None else self.limits.nodes - self.nodes

    @property
    def is_spent(self) -> bool:
        time_left_s, nodes_left = self.time_left_s, self.nodes_left
        return (
            self.stop.is_set
            or (time_left_s is not None and time_left_s <= 0)
            or (nodes_left is not None and nodes_left <= 0)
        )
