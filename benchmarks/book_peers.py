"""Compares our book with BitBully's database of ply 12: random positions, score by score.

`make bench-peers` runs it. The two were made by different programs from nothing in common.
"""

from __future__ import annotations

import argparse
import random
import sys

from benchmarks.analysis_latency import random_moves
from benchmarks.bench_peers import WORKER, Peer
from dropfour.book.reader import shipped_book
from dropfour.position import Position
from dropfour.rules import Rules

PLY = 12


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bitbully", required=True, help="the Python that has BitBully")
    parser.add_argument("--positions", type=int, default=20_000)
    arguments = parser.parse_args()
    book = shipped_book(Rules())
    if book is None:
        sys.exit("no book comes with this installation")
    peer = Peer("BitBully", [arguments.bitbully, str(WORKER), "--book"])
    rng = random.Random(PLY)
    different = 0
    for _ in range(arguments.positions):
        moves = random_moves(PLY, rng)
        ours, theirs = book.lookup(Position.from_moves(moves)), int(peer.ask(moves)[0])
        if ours != theirs:
            different += 1
            print(f"{moves}: our book says {ours}, BitBully's {theirs}")
    peer.close()
    print(
        f"{arguments.positions} positions of ply {PLY}, {different} different in BitBully's database"
    )
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
