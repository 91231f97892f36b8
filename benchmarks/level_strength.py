"""`python -m benchmarks.level_strength`: the score of each level against the one below it.

Every opening of a few random moves is played twice, with sides swapped; a draw is half a point.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from benchmarks.positions import random_openings
from dropfour.engines.registry import engine
from dropfour.game import Game
from dropfour.players.player import EnginePlayer
from dropfour.position import RED, Position
from dropfour.rules import Objective, Rules

OPENING_PLIES = 4


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game: the levels that play red and yellow, and the position it starts from."""

    red: str
    yellow: str
    start: Position
    seed: int


def play(pairing: Pairing) -> float:
    """Return red's points."""
    players = [EnginePlayer(engine(name, pairing.seed)) for name in (pairing.red, pairing.yellow)]
    winner = Game(pairing.start, *players).run().winner
    return 0.5 if winner is None else float(winner is RED)


def score(
    stronger: str, weaker: str, games: int, rules: Rules, pool: ProcessPoolExecutor
) -> tuple[float, int, int, int]:
    """Return the stronger level's share of the points, and its wins, draws and losses."""
    pairings = []
    for seed, start in enumerate(random_openings(games // 2, rules, OPENING_PLIES, seed=4)):
        pairings.append(Pairing(stronger, weaker, start, seed))
        pairings.append(Pairing(weaker, stronger, start, seed))
    red_points = pool.map(play, pairings)
    points = [
        red if pairing.red == stronger else 1 - red
        for pairing, red in zip(pairings, red_points, strict=True)
    ]
    wins, draws, losses = (points.count(value) for value in (1.0, 0.5, 0.0))
    return sum(points) / len(points), wins, draws, losses


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="per pairing")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--objective", default="first-line", choices=[each.value for each in Objective]
    )
    parser.add_argument("levels", nargs="*", default=["easy", "medium", "hard", "perfect"])
    options = parser.parse_args()
    rules = Rules(objective=Objective(options.objective))
    print(f"{'level':>10}{'against':>10}{'points':>9}{'won':>6}{'drawn':>7}{'lost':>6}")
    with ProcessPoolExecutor(options.workers) as pool:
        for weaker, stronger in zip(options.levels, options.levels[1:], strict=False):
            share, wins, draws, losses = score(stronger, weaker, options.games, rules, pool)
            print(f"{stronger:>10}{weaker:>10}{share:9.1%}{wins:6}{draws:7}{losses:6}", flush=True)


if __name__ == "__main__":
    main()
