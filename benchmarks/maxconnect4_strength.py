"""The strength of the default engine of `one-move` against alpha-beta with `streaks`.

    python -m benchmarks.maxconnect4_strength [--depth 4] [--games 100]

Both search to the same depth; each opening is played twice, with sides swapped. It also
times one move at depth 8 from the empty board, best of three.
"""

from __future__ import annotations

import argparse
import time

from benchmarks.positions import random_openings
from dropfour.engines.engine import Limits
from dropfour.engines.registry import engine
from dropfour.game import Game
from dropfour.players.player import EnginePlayer
from dropfour.position import Colour, Position
from dropfour.rules import Objective, Rules
from dropfour.terminal.maxconnect4 import MaxConnect4Engine

RULES = Rules(objective=Objective.MOST_LINES)
OPPONENT = "alphabeta:streaks"
OPENING_PLIES = 4


def points(game: Game, colour: Colour) -> float:
    """Play the game, and return the points of *colour*."""
    winner = game.run().winner
    return 0.5 if winner is None else float(winner is colour)


def score(games: int, depth: int) -> float:
    """Return the points of the default engine over *games* games."""
    limits = Limits(depth=depth)
    ours = EnginePlayer(MaxConnect4Engine(), limits)
    theirs = EnginePlayer(engine(OPPONENT), limits)
    return sum(
        points(Game(start, ours, theirs), Colour.RED)
        + points(Game(start, theirs, ours), Colour.YELLOW)
        for start in random_openings(games // 2, RULES, OPENING_PLIES, seed=1)
    )


def time_of_one_move(depth: int = 8) -> float:
    """Return the seconds of one move from the empty board, best of three."""
    seconds = []
    for _ in range(3):
        started = time.perf_counter()
        MaxConnect4Engine().choose(Position(RULES), Limits(depth=depth))
        seconds.append(time.perf_counter() - started)
    return min(seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure strength and speed at Max-Connect4.")
    parser.add_argument("--depth", type=int, nargs="+", default=[4, 6])
    parser.add_argument("--games", type=int, default=100)
    options = parser.parse_args()
    for depth in options.depth:
        games = options.games // 2 * 2
        started = time.perf_counter()
        share = score(games, depth) / games
        seconds = time.perf_counter() - started
        print(f"depth {depth}: {share:.1%} of {games} games against {OPPONENT}, {seconds:.0f} s")
    print(f"one move at depth 8 from the empty board: {time_of_one_move():.3f} s")


if __name__ == "__main__":
    main()
