"""How often a search by each evaluation chooses a column that is proven best.

    python -m lab.experiments.truth FILE... [--depth 8] [--evaluations parity,patterns]

Each FILE has lines of moves and the exact score on 7x6, as Pons' six public sets.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from dropfour.engines.engine import Limits
from dropfour.engines.exact import solve
from dropfour.engines.registry import engine
from dropfour.position import Position


def is_best(moves: str, score: int, name: str, depth: int) -> bool:
    """Whether the column that alpha-beta chooses keeps *score*."""
    position = Position.from_moves(moves)
    child = position.play(engine(f"alphabeta:{name}").choose(position, Limits(depth=depth)).column)
    # An immediate win is best, and so is the only cell that is left.
    return child.is_over or solve(child).score == -score


def share(file: Path, name: str, depth: int) -> tuple[int, int]:
    """Return in how many positions of *file* the choice is best, and of how many."""
    lines = [line.split() for line in file.read_text().splitlines() if line[:1].isdigit()]
    return sum(is_best(line[0], int(line[1]), name, depth) for line in lines), len(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--depth", type=int, default=8)
    parser.add_argument("--evaluations", default="parity,patterns")
    options = parser.parse_args()
    names = options.evaluations.split(",")
    totals = dict.fromkeys(names, 0)
    positions = 0
    for file in options.files:
        found = {name: share(file, name, options.depth) for name in names}
        count = found[names[0]][1]
        positions += count
        for name in names:
            totals[name] += found[name][0]
        print(f"{file.stem:12}", *(f"{name} {found[name][0]}/{count}" for name in names))
    print("all", *(f"{name} {totals[name] / positions:.1%}" for name in names))


if __name__ == "__main__":
    main()
