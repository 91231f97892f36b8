"""Solve every opening up to ply 3, and print the scores of all pairs of first moves.

python examples/opening_table.py
"""

from itertools import product

import dropfour as d4

COLUMNS = range(1, 8)


def main() -> None:
    solver = d4.Solver()
    scores = {
        moves: solver.solve(d4.Position.from_moves(moves)).score or 0
        for ply in range(4)
        for moves in map("".join, product("1234567", repeat=ply))
    }
    print("Score for red after its first move (row) and yellow's answer (column):\n")
    print("     " + "".join(f"{column:4}" for column in COLUMNS))
    for first in COLUMNS:
        print(f"{first:4} " + "".join(f"{scores[f'{first}{answer}']:+4}" for answer in COLUMNS))
    print()
    for ply in range(4):
        # A score belongs to the side to move: red after an even number of moves.
        for_red = [score * (-1) ** ply for moves, score in scores.items() if len(moves) == ply]
        wins, losses = sum(score > 0 for score in for_red), sum(score < 0 for score in for_red)
        draws = len(for_red) - wins - losses
        print(
            f"ply {ply}: {len(for_red)} sequences, red wins {wins}, draws {draws}, loses {losses}"
        )


if __name__ == "__main__":
    main()
