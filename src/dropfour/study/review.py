"""Where a game was lost: what each move was worth, told from the end back to the start."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from dropfour.engines.engine import Limits, Stop
from dropfour.position import Position
from dropfour.rules import Objective
from dropfour.scores import ScoreRange, finished_score, score_limits
from dropfour.study.analyst import Analyst

# How long a position is searched at first, and once all others have had their turn.
_GLANCE_S, _LONG_SEARCH_S = 0.7, 10.0


class Verdict(Enum):
    """What a move did to the game; the values are the words of the API."""

    BEST = "best"
    SLOWER_WIN = "slower win"
    SOONER_LOSS = "sooner loss"
    FEWER_LINES = "fewer lines"
    KEPT = "kept"  # the result is the same; how much else was lost is not proven
    BLUNDER = "blunder"  # the result changed


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A move with what is proven of it, for the player who made it: *ply* counts from 1, *best* is the
    value of the best move there was, *played* of the one made, *columns* where the best ones are."""

    ply: int
    column: int
    best: ScoreRange
    played: ScoreRange
    verdict: Verdict | None
    columns: tuple[int, ...] = ()

    @property
    def is_mistake(self) -> bool:
        return self.verdict not in (None, Verdict.BEST)


def review(
    positions: Sequence[Position],
    analyst: Analyst,
    time_s: float,
    stop: Stop,
    on_move: Callable[[Reviewed], None],
) -> None:
    """Tell *on_move* what each move of a game was worth, the last one first.

    First comes what is proven quickly, then again each mistake with the columns that were best, then
    again what could be proven in the time that is left.
    """
    _Reviewer(positions, analyst, time.monotonic() + time_s, stop, on_move).run()


class _Reviewer:
    def __init__(
        self,
        positions: Sequence[Position],
        analyst: Analyst,
        ends_at: float,
        stop: Stop,
        on_move: Callable[[Reviewed], None],
    ) -> None:
        self._positions = positions
        self._thinking = analyst
        self._ends_at = ends_at
        self._stop = stop
        self._on_move = on_move
        self._values = [_by_rules(position) for position in positions]
        self._moves: dict[int, Reviewed] = {}

    def run(self) -> None:
        last = len(self._positions) - 1
        self._prove(last, _GLANCE_S)
        for i in reversed(range(last)):
            self._prove(i, _GLANCE_S)
            self._tell(i)
        self._name_best()
        for i in reversed(range(last + 1)):
            if self._values[i].is_exact:
                continue
            self._prove(i, _LONG_SEARCH_S)
            for j in (i, i - 1):
                if 0 <= j < last:
                    self._tell(j)
        self._name_best()

    def _limits(self, time_s: float) -> Limits | None:
        left_s = min(time_s, self._ends_at - time.monotonic())
        if left_s <= 0.01 or self._stop.is_set:
            return None
        return Limits(time_s=left_s, stop=self._stop)

    def _prove(self, i: int, time_s: float) -> None:
        """Learn more about the position after *i* moves."""
        position = self._positions[i]
        known = self._thinking.known(position)
        limits = self._limits(time_s)
        if known is not None:
            self._values[i] = known.range
        elif limits is not None and not position.is_over:
            solver = self._thinking.solver(position.rules)
            found = solver.solve(position, limits=limits).range
            self._values[i] = self._values[i] & found
        if i + 1 < len(self._positions):
            # A position is worth at least what the move made of it.
            least = -self._values[i + 1].high
            value = self._values[i]
            self._values[i] = ScoreRange(max(value.low, least), max(value.high, least))

    def _tell(self, i: int) -> None:
        """Tell of the move that was made after *i* others, unless that is known already."""
        best, played = self._values[i], -self._values[i + 1]
        before = self._moves.get(i)
        if before is not None and (before.best, before.played) == (best, played):
            return
        last = self._positions[i + 1].last_cell
        assert last is not None, "a move was made"
        verdict = judge(best, played, self._positions[i].rules.objective)
        self._moves[i] = Reviewed(i + 1, last.column, best, played, verdict)
        self._on_move(self._moves[i])

    def _name_best(self) -> None:
        """Find the best columns of each mistake that has none yet, the blunders first."""
        mistakes = [move for move in self._moves.values() if move.is_mistake and not move.columns]
        for move in sorted(mistakes, key=lambda move: move.verdict is not Verdict.BLUNDER):
            limits = self._limits(_LONG_SEARCH_S)
            if limits is None:
                return
            found = self._thinking.analyse(self._positions[move.ply - 1], limits)
            if found.best:
                named = Reviewed(
                    move.ply, move.column, move.best, move.played, move.verdict, found.best
                )
                self._moves[move.ply - 1] = named
                self._on_move(named)


def judge(best: ScoreRange, played: ScoreRange, objective: Objective) -> Verdict | None:
    """Return what a move did that is worth *played* where *best* was to be had; None: not proven."""
    if played.low >= best.high:
        return Verdict.BEST
    could, did = _result(best), _result(played)
    if could is None or did is None:
        return None
    if could != did:
        return Verdict.BLUNDER
    if best.low <= played.high:
        return Verdict.KEPT
    if objective is Objective.MOST_LINES:
        return Verdict.FEWER_LINES
    return Verdict.SLOWER_WIN if did > 0 else Verdict.SOONER_LOSS


def _result(known: ScoreRange) -> int | None:
    """1, 0 or -1 for a proven win, draw or loss."""
    if known.low > 0:
        return 1
    if known.high < 0:
        return -1
    return 0 if known.is_exact else None


def _by_rules(position: Position) -> ScoreRange:
    if not position.is_over:
        return score_limits(position)
    score = finished_score(position)
    return ScoreRange(score, score)
