"""Games of random moves."""

from __future__ import annotations

import random

from dropfour.game import Game
from dropfour.rules import Rules, checked_rules


def random_game(seed: int | None = None, rules: Rules | None = None) -> Game:
    """Return a finished game in which every legal column was equally likely; *seed* repeats it.

    >>> d4.random_game(1) == d4.random_game(1), d4.random_game(1).is_over
    (True, True)
    """
    chance, game = random.Random(seed), Game(checked_rules(rules))
    while not game.is_over:
        game.play(chance.choice(game.position.legal_columns))
    return game
