"""The engine that has no plan."""

from __future__ import annotations

import random
from dataclasses import dataclass

from dropfour.engines.engine import NO_LIMITS, Choice, Limits
from dropfour.position import Position


@dataclass(frozen=True, slots=True)
class RandomEngine:
    """Any legal column, each as likely as the others.

    With a *seed* it makes the same choice in the same position; without one, chance decides anew.
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
