"""The strength of the evaluations: each plays every other at equal depth.

    python -m benchmarks.strength [--openings 100] [--depths 4,6] [--board 7x6] [--seed 1]

From each opening of a few random moves, two games are played with sides swapped; a win is a point, a
draw half a point. The engines are deterministic, so the same seed gives the same table.
"""

from __future__ import annotations

import argparse
import itertools
import random

from dropfour.engines.engine import Limits
from dropfour.engines.evaluations import NATIVE_EVALUATIONS
from dropfour.engines.registry import engine
from dropfour.position import Position
from dropfour.rules import Objective, Rules

MIN_PLIES, MAX_PLIES = 2, 10


def openings(count: int, rules: Rules, seed: int) -> list[Position]:
    """Return distinct positions after a few random moves, without a winning move."""
    chance, found = random.Random(seed), list[Position]()
    seen: set[Position] = set()
    while len(found) < count:
        position = Position(rules)
        for _ in range(chance.randint(MIN_PLIES, MAX_PLIES)):
            position = position.play(chance.choice(position.legal_columns))
            if position.is_over:
                break
        is_quiet = not position.is_over and not any(
            position.play(column).is_over for column in position.legal_columns
        )
        if is_quiet and position not in seen:
            seen.add(position)
            found.append(position)
    return found


def points(start: Position, first: str, second: str, depth: int) -> float:
    """Play a game and return the points of *first*, who moves first."""
    position, names = start, (first, second)
    while not position.is_over:
        name = names[(position.ply - start.ply) % 2]
        position = position.play(engine(name).choose(position, Limits(depth=depth)).column)
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        return 0.5
    return 1.0 if outcome.winner is start.to_move else 0.0


def share(one: str, other: str, depth: int, starts: list[Position]) -> float:
    """Return the share of the points that *one* takes from *other*."""
    total = sum(
        points(start, one, other, depth) + 1 - points(start, other, one, depth) for start in starts
    )
    return total / (2 * len(starts))


def cross_table(depth: int, starts: list[Position]) -> None:
    names = sorted(NATIVE_EVALUATIONS)
    shares = {}
    for one, other in itertools.combinations(names, 2):
        shares[one, other] = share(one, other, depth, starts)
        shares[other, one] = 1 - shares[one, other]
    mean = {one: sum(shares[one, other] for other in names if other != one) for one in names}
    names.sort(key=lambda name: -mean[name])
    print("| % of points against | " + " | ".join(names) + " | mean |")
    print("|---" * (len(names) + 2) + "|")
    for one in names:
        row = ["" if one == other else f"{100 * shares[one, other]:.0f}" for other in names]
        print(
            f"| **{one}** | " + " | ".join(row) + f" | {100 * mean[one] / (len(names) - 1):.0f} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the strength of the evaluations.")
    parser.add_argument("--openings", type=int, default=100, help="with two games each")
    parser.add_argument("--depths", default="4,6")
    parser.add_argument("--board", default="7x6")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for objective in Objective:
        rules = Rules.for_board(options.board, objective=objective)
        starts = openings(options.openings, rules, options.seed)
        for depth in map(int, options.depths.split(",")):
            games = 2 * len(starts)
            print(f"\n{rules.size}, {objective.value}, depth {depth}, {games} games per pair\n")
            cross_table(depth, starts)


if __name__ == "__main__":
    main()
