"""Limits on how often a client may do something."""

from __future__ import annotations

import time
from collections.abc import Callable

_MAX_CLIENTS = 10_000


class RateLimit:
    """A token bucket for each client: *per_second* actions on average, up to *burst* at once."""

    def __init__(
        self,
        per_second: float,
        burst: int,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """*per_second* 0 means no limit."""
        self._per_second = per_second
        self._burst = burst
        self._now = now
        # How many actions a client has left, and when that was computed; less than 0 if some wait.
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, client: str, patience_s: float = 0.0) -> float:
        """Return after how many seconds *client* may act; unless that is more than *patience_s*, the
        action is counted."""
        if not self._per_second:
            return 0.0
        now = self._now()
        left = self._current(client, now)
        wait_s = max(0.0, (1 - left) / self._per_second)
        if wait_s <= patience_s:
            if len(self._left) >= _MAX_CLIENTS:
                self._forget_quiet(now)
            self._left[client] = left - 1, now
        return wait_s

    def _current(self, client: str, now: float) -> float:
        left, then = self._left.get(client, (float(self._burst), now))
        return min(float(self._burst), left + (now - then) * self._per_second)

    def _forget_quiet(self, now: float) -> None:
        """Forget the clients that have everything left, or all of them if none has."""
        busy = {
            client: state
            for client, state in self._left.items()
            if self._current(client, now) < self._burst
        }
        self._left = busy if len(busy) < _MAX_CLIENTS else {}
