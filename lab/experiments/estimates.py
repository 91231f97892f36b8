"""How good the estimates of the page are: alpha-beta values of positions whose result is proven.

    python -m lab.experiments.estimates [--positions 400] [--depth 8]

Prints the scale of the logistic curve that fits best (`kShareScale` in native/policy/estimates.hpp),
and how often the side that the estimate prefers does not lose.
"""

from __future__ import annotations

import argparse
import math
from random import Random

import dropfour as d4
from dropfour import _native
from dropfour.native import native_board
from dropfour.position import Position

_SCALE = 10  # kShareScale, by which estimates are turned back into values


def random_position(chance: Random, plies: int) -> Position | None:
    """Return an unfinished position after *plies* random moves; None if the game ended before."""
    position = Position()
    for _ in range(plies):
        if position.is_over:
            return None
        position = position.play(chance.choice(position.legal_columns))
    return None if position.is_over else position


def samples(count: int, depth: int) -> list[tuple[float, float]]:
    """Return value and result (1, 0.5 or 0) of moves whose positions the search does not settle."""
    chance = Random(18)
    found: list[tuple[float, float]] = []
    while len(found) < count:
        position = random_position(chance, chance.randint(5, 21))
        if position is None:
            continue
        column = chance.choice(position.legal_columns)
        limits = depth, None, None, None
        share, _ = _native.estimate_column(native_board(position), column, *limits) or (1.0, 0)
        if not 1e-15 < share < 1 - 1e-15:
            continue
        score = d4.solve(position.play(column)).score or 0
        found.append(
            (_SCALE * math.log(share / (1 - share)), 0.5 - 0.5 * ((score > 0) - (score < 0)))
        )
    return found


def loss(found: list[tuple[float, float]], scale: float) -> float:
    """Return the mean squared error of the expected result."""
    errors = ((1 / (1 + math.exp(-value / scale)) - result) ** 2 for value, result in found)
    return sum(errors) / len(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=400)
    parser.add_argument("--depth", type=int, default=8)
    given = parser.parse_args()
    found = samples(given.positions, given.depth)
    scale = min(range(5, 201, 5), key=lambda each: loss(found, each))
    kept = [result for value, result in found if value > 0] + [
        1 - result for value, result in found if value < 0
    ]
    print(f"{len(found)} positions, depth {given.depth}: best scale {scale}")
    print(f"mean squared error {loss(found, scale):.3f} (always one half: {loss(found, 1e9):.3f})")
    print(f"the preferred side does not lose: {sum(each > 0 for each in kept) / len(kept):.0%}")


if __name__ == "__main__":
    main()
