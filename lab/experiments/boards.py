"""`python -m lab.experiments.boards`: the solver's nodes and time per node on boards of other sizes.

A board needs a bit for each cell and one more for each column: 7x7 has 56, 8x8 72 and 12x12 156, which
take one, two and three words. The positions are random, without a win in one move, and late enough to be
solved in milliseconds. The best of several rounds counts, since other programs only add time.
"""

from __future__ import annotations

import argparse
import random

from benchmarks.timing import parse_number
from dropfour import _native
from dropfour.native import native_board
from dropfour.position import Position
from dropfour.rules import Rules

# Board, empty cells.
BOARDS = [
    ("6x6", 26),
    ("7x6", 26),
    ("7x7", 27),
    ("8x6", 26),
    ("8x8", 26),
    ("9x7", 25),
    ("10x6", 28),
    ("12x5", 30),
    ("10x9", 26),
    ("12x12", 30),
]


def quiet_position(rules: Rules, empty: int, chance: random.Random) -> Position:
    """Return a random position with *empty* empty cells in which nobody can win at once."""
    last_ply = rules.columns * rules.rows - empty
    while True:
        position = Position(rules)
        while position.ply < last_ply:
            quiet = [
                after
                for after in map(position.play, position.legal_columns)
                if not after.is_over
                and not any(after.play(column).is_over for column in after.legal_columns)
            ]
            if not quiet:
                break
            position = chance.choice(quiet)
        else:
            return position


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=parse_number, default=20)
    parser.add_argument("--rounds", type=parse_number, default=5)
    options = parser.parse_args()
    print(f"{'board':>6}{'bits':>6}{'nodes':>12}{'time':>12}{'per node':>12}")
    for size, empty in BOARDS:
        rules, chance = Rules.for_board(size), random.Random(5)
        boards = [
            native_board(quiet_position(rules, empty, chance)) for _ in range(options.positions)
        ]
        solver = _native.ExactSolver(boards[0], 64, 1)
        rounds = [[solver.time_cold(board) for board in boards] for _ in range(options.rounds)]
        nodes = sum(nodes for _, nodes, _ in rounds[0])
        seconds = min(sum(seconds for _, _, seconds in runs) for runs in rounds)
        bits = rules.columns * (rules.rows + 1)
        print(
            f"{size:>6}{bits:6}{nodes:12,}{seconds * 1e3:9.1f} ms{seconds / nodes * 1e9:9.0f} ns",
            flush=True,
        )


if __name__ == "__main__":
    main()
