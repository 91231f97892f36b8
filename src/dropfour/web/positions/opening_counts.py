"""Counting the stored games by what was played next."""

from __future__ import annotations

import math
import time

from dropfour.web.games.store import GameStore, OpeningRow

_REMEMBERED = 10_000
_LONG_S = 0.005
_COUNTED_AGAIN_S = 60


class OpeningCounts:
    """Counts finished games; what took long to count is counted again a minute later at the earliest."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        # What took long to count, and when that was.
        self._counted: dict[tuple[str, str], tuple[list[OpeningRow], float]] = {}

    def engines(self, start: str, moves: str, is_reds_turn: bool) -> list[OpeningRow]:
        """Count the games that began with *moves* and in which an engine made the next move."""
        rows, counted_at = self._counted.get((start, moves), ([], -math.inf))
        begun = time.monotonic()
        if begun - counted_at < _COUNTED_AGAIN_S:
            return rows
        rows = self._store.engine_openings(start, moves, is_reds_turn)
        if time.monotonic() - begun > _LONG_S:
            if len(self._counted) >= _REMEMBERED:
                self._counted.clear()
            self._counted[start, moves] = rows, begun
        return rows
