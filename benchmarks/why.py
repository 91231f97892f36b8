"""`python -m benchmarks.why`: what kind of answer `explain` gives to one hundred positions in a second.

The positions in benchmarks/why.txt come from games between our levels, ply 4 to 30; `--make` plays the
games again, from a seed. `benchmarks.browser --only why` asks the page about the same positions.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from dropfour.engines.engine import Limits
from dropfour.engines.levels import TOP, level
from dropfour.moves import format_moves
from dropfour.position import Position
from dropfour.study.explain import explain

FILE = Path(__file__).with_name("why.txt")
SEED = 20261119
POSITIONS = 100
PLIES = range(4, 31)


def load(file: Path = FILE) -> list[str]:
    """Return the positions of ply 4 to 30, as their moves: the first word of each row."""
    rows = (row.split()[0] for row in file.read_text(encoding="ascii").splitlines() if row)
    return [moves for moves in rows if moves.isdigit() and len(moves) in PLIES]


def make(chance: random.Random) -> Iterator[str]:
    """Yield the positions: one of each game, at a ply drawn first."""
    found = set[str]()
    while len(found) < POSITIONS:
        last = chance.choice(PLIES)
        players = [level(chance.randint(1, TOP - 1), seed=chance.randrange(10**6)) for _ in "ry"]
        position, columns = Position(), list[int]()
        while position.ply < last and not position.is_over:
            player = players[position.ply % 2]
            columns.append(player.choose(position, Limits(nodes=20_000)).column)
            position = position.play(columns[-1])
        moves = format_moves(columns)
        if not position.is_over and moves not in found:
            found.add(moves)
            yield moves


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", nargs="?", type=Path, default=FILE, help="other positions")
    parser.add_argument("--make", action="store_true", help="write the positions, and explain none")
    parser.add_argument("--time", type=float, default=1.0, help="seconds for each position")
    parser.add_argument("--nodes", type=int, help="instead of a time")
    parser.add_argument("--show", action="store_true", help="print each headline")
    options = parser.parse_args()
    if options.make:
        head = (
            f"# Made by `python -m benchmarks.why --make` from seed {SEED}: games of levels 1 to 9."
        )
        FILE.write_text("\n".join([head, *make(random.Random(SEED)), ""]), encoding="ascii")
        return
    limits = Limits(time_s=None if options.nodes else options.time, nodes=options.nodes)
    kinds, first_s = Counter[str](), list[float]()
    for moves in load(options.file):
        started, heard = time.perf_counter(), list[float]()
        answer = explain(
            moves,
            limits=limits,
            on_answer=lambda _: heard.append(time.perf_counter()),  # noqa: B023
        )
        first_s.append(heard[0] - started)
        kinds[answer.kind] += 1
        if options.show:
            print(moves, answer.headline)
    for kind, count in kinds.most_common():
        print(f"{count:4d} {kind}")
    print(f"first answer: {1000 * max(first_s):.0f} ms at most")


if __name__ == "__main__":
    main()
