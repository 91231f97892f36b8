"""Answers a move string a line with BitBully's score and the seconds it took, table cleared before.

Runs in the environment that has BitBully and nothing of ours. The cost of calling into its native
code, measured on a call that does nothing, is taken off.
"""

import sys
import time

from bitbully import bitbully_core  # type: ignore[import-not-found]


def main() -> None:
    solver = bitbully_core.BitBullyCore()
    calls = 10_000
    started = time.perf_counter()
    for _ in range(calls):
        solver.getNodeCounter()
    overhead = (time.perf_counter() - started) / calls
    for line in sys.stdin:
        board = bitbully_core.BoardCore()
        board.setBoard([int(column) - 1 for column in line.strip()])
        solver.resetTranspositionTable()
        started = time.perf_counter()
        score = solver.mtdf(board, 0)
        seconds = time.perf_counter() - started - overhead
        print(score, seconds, flush=True)


if __name__ == "__main__":
    main()
