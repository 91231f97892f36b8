"""Answers each move string with Dropfour's score, nodes and seconds, like the drivers of the peers.

Usage: dropfour_worker.py COLUMNS ROWS TABLE_MIB SWEEP_MIB. Dropfour clears its table by counting up a
generation, while the peers overwrite theirs and with them the processor's caches. SWEEP_MIB of memory
is therefore overwritten before each position, so that all solvers start with equally cold caches.
"""

import ctypes
import sys

from dropfour import _native
from dropfour.native import native_board
from dropfour.position import Position
from dropfour.rules import Rules


def main() -> None:
    columns, rows, table_mib, sweep_mib = map(int, sys.argv[1:])
    rules = Rules(columns=columns, rows=rows)
    solver = _native.ExactSolver(native_board(Position(rules)), table_mib, 1)
    swept = ctypes.create_string_buffer(max(1, sweep_mib << 20))
    print("ready", flush=True)
    for number, moves in enumerate(sys.stdin):
        try:
            position = Position.from_moves(moves.strip(), rules)
        except ValueError as error:
            print("error", error, flush=True)
            continue
        if position.is_over:
            print("error the game is over", flush=True)
            continue
        board = native_board(position)
        ctypes.memset(swept, number % 256, len(swept))
        score, nodes, seconds = solver.time_cold(board)
        print(score, nodes, seconds, flush=True)


if __name__ == "__main__":
    main()
