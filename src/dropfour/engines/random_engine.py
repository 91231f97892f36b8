"""The engine that plays at random."""

from __future__ import annotations

import random
from dataclasses import dataclass

from dropfour.engines.engine import NO_LIMITS, Choice, Limits, check_turn, checked_seed
from dropfour.engines.native_search import drawn
from dropfour.position import Position


@dataclass(frozen=True, slots=True)
class RandomEngine:
    """Plays any legal column, each with the same probability.

    With a *seed* it makes the same choice in the same position.
    """

    seed: int | None = None

    def __post_init__(self) -> None:
        if self.seed is not None:
            checked_seed(self.seed)

    @property
    def name(self) -> str:
        return "random" if self.seed is None else f"random:seed={self.seed}"

    def choose(self, position: Position, limits: Limits = NO_LIMITS) -> Choice:
        check_turn(position, limits)
        if self.seed is None:
            return Choice(random.choice(position.legal_columns))
        return Choice(drawn(position, self.seed, position.legal_columns))
