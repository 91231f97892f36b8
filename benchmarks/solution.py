"""`python -m benchmarks.solution`: games of the shipped solution, as red, against all levels.

The opponents take turns, each game with another seed. Every game must be won; exit code 1 if one is not.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

import dropfour as d4
from dropfour.game import Game
from dropfour.position import RED

OPPONENTS = ("random", "easy", "medium", "hard", *map(str, range(1, 11)), "perfect")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="in all (default: %(default)s)")
    games = parser.parse_args().games
    solution = d4.solution()
    won: Counter[str] = Counter()
    slowest_s = 0.0
    for seed in range(games):
        name = OPPONENTS[seed % len(OPPONENTS)]
        game, yellow = Game(), d4.engine(name, seed)
        while not game.is_over:
            began = time.perf_counter()
            if game.position.to_move is RED:
                column = solution.reply(game.position)
                slowest_s = max(slowest_s, time.perf_counter() - began)
            else:
                column = yellow.choose(game.position, d4.Limits(time_s=0.05)).column
            game.play(column)
        won[name] += game.position.winner is RED
    for name in OPPONENTS:
        print(f"{name:10} {won[name]} won")
    print(f"{won.total()} of {games} games won; slowest reply {1000 * slowest_s:.0f} ms")
    return int(won.total() < games)


if __name__ == "__main__":
    raise SystemExit(main())
