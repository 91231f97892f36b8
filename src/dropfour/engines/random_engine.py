"""The engine that plays at random."""

from __future__ import annotations

import random
from dataclasses import dataclass

from dropfour.engines.engine import NO_LIMITS, Choice, Limits
from dropfour.position import Position


@dataclass(frozen=True, slots=True)
class RandomEngine:
    """Plays any legal column, each with the same probability.

    With a *seed* it makes the same choice in the same position.
    """

    seed: int | None = None

    @property
    def name(self) -> str:
        return "random" if self.seed is None else f"random:seed={self.seed}"

    def choose(self, position: Position, limits: Limits = NO_LIMITS) -> Choice:
        if position.is_over:
            raise ValueError("the game is over: there is no column to choose")
        chance = random.Random()
        if self.seed is not None:
            chance.seed(f"{self.seed} {position.key} {position.to_move}")
        return Choice(chance.choice(position.legal_columns))
