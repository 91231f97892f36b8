"""Compares scores of random positions in Dropfour's opening book with BitBully's database of ply 12.

Run by `make bench-peers`. The two were made by different programs that share no code.
"""

from __future__ import annotations

import argparse
import random
import sys

from benchmarks.analysis_latency import random_moves
from dropfour.book.reader import shipped_book
from dropfour.position import Position
from dropfour.rules import Rules
from lab.peers.build import Board
from lab.peers.workers import bitbully

PLY = 12


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bitbully", required=True, help="Python interpreter with bitbully")
    parser.add_argument("--positions", type=int, default=20_000)
    arguments = parser.parse_args()
    book = shipped_book(Rules())
    if book is None:
        sys.exit("this installation has no opening book")
    peer = bitbully(arguments.bitbully, "--book").start(Board())
    rng = random.Random(PLY)
    different = 0
    for _ in range(arguments.positions):
        moves = random_moves(PLY, rng)
        ours, theirs = book.lookup(Position.from_moves(moves)), peer.ask(moves).score
        if ours != theirs:
            different += 1
            print(f"{moves}: {ours} in Dropfour's book, {theirs} in BitBully's")
    peer.close()
    print(
        f"{arguments.positions} positions of ply {PLY}, {different} with another score in BitBully's "
        "database"
    )
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
