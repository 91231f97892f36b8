"""Find the moves of a game that changed its result, and what would have been better.

python examples/blunders.py [MOVES]
"""

import sys

import dropfour as d4

RESULTS = {1: "a win", 0: "a draw", -1: "a loss"}


def sign(score: int) -> int:
    return (score > 0) - (score < 0)


def main(moves: str) -> None:
    solver = d4.Solver()
    position = d4.Position()
    for ply, column in enumerate(map(int, moves), start=1):
        scores = solver.analyse(position).scores
        best, played = max(scores.values()), scores[column]
        if sign(played) < sign(best):
            better = [str(other) for other, score in scores.items() if sign(score) == sign(best)]
            print(
                f"Move {ply}: {position.to_move} played column {column}, which turned "
                f"{RESULTS[sign(best)]} into {RESULTS[sign(played)]}; better: {', '.join(better)}."
            )
        position = position.play(column)
    print(position)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "4135333445446662433662165555111122")
