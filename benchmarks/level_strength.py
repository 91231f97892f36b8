"""`python -m benchmarks.level_strength`: what each level scores against the one below it.

Every opening of a few random moves is played twice, with sides swapped; a draw is half a point.
"""

from __future__ import annotations

import argparse
import random
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from dropfour.engines.registry import engine
from dropfour.game import Game
from dropfour.players.player import EnginePlayer
from dropfour.position import RED, Position

OPENING_PLIES = 4


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game: who is red, who is yellow, and the moves it begins with."""

    red: str
    yellow: str
    opening: tuple[int, ...]
    seed: int


def play(pairing: Pairing) -> float:
    """Return red's points."""
    players = [EnginePlayer(engine(name, pairing.seed)) for name in (pairing.red, pairing.yellow)]
    winner = Game(Position.from_moves(pairing.opening), *players).run().winner
    return 0.5 if winner is None else float(winner is RED)


def openings(count: int, chance: random.Random) -> list[tuple[int, ...]]:
    """Return different openings after which nobody can win at once."""
    found: dict[Position, tuple[int, ...]] = {}
    while len(found) < count:
        columns = tuple(chance.randint(1, 7) for _ in range(OPENING_PLIES))
        position = Position.from_moves(columns)
        if not any(position.play(column).is_over for column in position.legal_columns):
            found.setdefault(position, columns)
    return list(found.values())


def score(
    stronger: str, weaker: str, games: int, pool: ProcessPoolExecutor
) -> tuple[float, int, int, int]:
    """Return the stronger one's share of the points, and its wins, draws and losses."""
    pairings = []
    for seed, opening in enumerate(openings(games // 2, random.Random(4))):
        pairings.append(Pairing(stronger, weaker, opening, seed))
        pairings.append(Pairing(weaker, stronger, opening, seed))
    red_points = pool.map(play, pairings)
    points = [
        red if pairing.red == stronger else 1 - red
        for pairing, red in zip(pairings, red_points, strict=True)
    ]
    wins, draws, losses = (points.count(value) for value in (1.0, 0.5, 0.0))
    return sum(points) / len(points), wins, draws, losses


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="for each pairing")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("levels", nargs="*", default=["easy", "medium", "hard", "perfect"])
    options = parser.parse_args()
    print(f"{'level':>10}{'against':>10}{'points':>9}{'won':>6}{'drawn':>7}{'lost':>6}")
    with ProcessPoolExecutor(options.workers) as pool:
        for weaker, stronger in zip(options.levels, options.levels[1:], strict=False):
            share, wins, draws, losses = score(stronger, weaker, options.games, pool)
            print(f"{stronger:>10}{weaker:>10}{share:9.1%}{wins:6}{draws:7}{losses:6}", flush=True)


if __name__ == "__main__":
    main()
