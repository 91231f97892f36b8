"""How large a solution may be below a position that was not looked at, and what a search may find."""

from __future__ import annotations

# How hard a plan is looked for, in positions visited; each level follows when the one before has failed.
EFFORTS = (60_000, 1_000_000, 8_000_000, 64_000_000)


class Estimates:
    """How often plans are found, and how many replies there are, by ply."""

    def __init__(self, cell_count: int) -> None:
        self._cell_count = cell_count
        self._tried: dict[tuple[int, int], list[float]] = {}
        self._width: dict[int, list[float]] = {}
        self._values: dict[tuple[int, int], float] = {}

    def count_search(self, ply: int, level: int, is_found: bool) -> None:
        found, tried = self._tried.setdefault((ply, level), [0.0, 0.0])
        self._tried[ply, level] = [found + is_found, tried + 1]

    def count_replies(self, ply: int, count: float) -> None:
        total, number = self._width.setdefault(ply, [0.0, 0.0])
        self._width[ply] = [total + count, number + 1]

    def forget_values(self) -> None:
        self._values.clear()

    def chance(self, ply: int, level: int) -> float:
        """How likely a search of this level finds a plan after the others have failed."""
        left = 1 - ply / self._cell_count
        usual = max(0.002, min(0.9, 1.6 * (0.92 - left))) * (1 if level == 0 else 0.1)
        found, tried = self._tried.get((ply, level), (0.0, 0.0))
        return (found + 4 * usual) / (tried + 4)

    def value(self, ply: int, level: int) -> float:
        """The value of a position without a plan, after searches below *level*."""
        if ply >= self._cell_count:
            return 1.0
        known = self._values.get((ply, level))
        if known is None:
            if level < len(EFFORTS):
                chance = self.chance(ply, level)
                known = chance + (1 - chance) * self.value(ply, level + 1)
            else:
                total, number = self._width.get(ply, (0.0, 0.0))
                width = (total + 4 * 4.0) / (number + 4)
                known = 1 + width * self.value(ply + 2, 0)
            self._values[ply, level] = min(known, 1e6)
        return self._values[ply, level]
