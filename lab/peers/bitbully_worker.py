"""Answers each move string with BitBully's score, nodes and seconds, like the drivers of the peers.

Runs in an environment that has BitBully but not Dropfour. The table is cleared before each position. The
cost of a call into native code, measured on a call that does nothing, is subtracted. With `--book`,
BitBully uses its database of ply 12, and its table, which takes long to clear, is kept.
"""

import sys
import time

from bitbully import bitbully_core

HAS_BOOK = "--book" in sys.argv


def make_solver() -> bitbully_core.BitBullyCore:
    if not HAS_BOOK:
        return bitbully_core.BitBullyCore()
    from bitbully_databases import BitBullyDatabases

    return bitbully_core.BitBullyCore(BitBullyDatabases.get_database_path("12-ply-dist"))


def main() -> None:
    solver = make_solver()
    calls = 10_000
    started = time.perf_counter()
    for _ in range(calls):
        solver.getNodeCounter()
    overhead = (time.perf_counter() - started) / calls
    print("ready", flush=True)
    for moves in sys.stdin:
        board = bitbully_core.BoardCore()
        board.setBoard([int(column) - 1 for column in moves.strip()])
        if not HAS_BOOK:
            solver.resetTranspositionTable()
        solver.resetNodeCounter()
        started = time.perf_counter()
        score = solver.mtdf(board, 0)
        seconds = time.perf_counter() - started - overhead
        print(score, solver.getNodeCounter(), seconds, flush=True)


if __name__ == "__main__":
    main()
