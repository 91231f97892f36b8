"""Makes the positions of dropfour-bench-1: `python -m lab.shipped.benchmark FILE --sets DIR`.

Random games are played to a ply of 4 to 36 and solved. A position is taken if its kind is still wanted
(`KINDS` says how many of each, half of them for each colour), nobody can complete a line at once, except
in half of the saves the opponent, and neither it nor its mirror image was taken before or is in a public
set: the six of Pascal Pons (`--sets`, files of `moves score`), and all positions with 8 stones, which
are in the UCI collection. The same seed gives the same file.
"""

from __future__ import annotations

import argparse
import gzip
import random
from collections import Counter
from pathlib import Path

from dropfour.arguments import position_of
from dropfour.engines.exact import Solver
from dropfour.layout import layout_of
from dropfour.moves import format_moves
from dropfour.position import Colour, Position
from dropfour.rules import Rules

SEED = 20261119
KINDS = {"win": 400, "draw": 300, "block": 150, "save": 150}  # a block is a save as well
PLIES = [ply for ply in range(4, 37) if ply != 8]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--sets", type=Path, required=True, metavar="DIR", help="Pons' test sets")
    options = parser.parse_args()
    public = {
        key_of(position_of(row.split()[0]))
        for path in sorted(options.sets.glob("Test_L*"))
        for row in path.read_text(encoding="ascii").splitlines()
        if row.strip()
    }
    print(f"{len(public)} public positions")
    rows = find_rows(public)
    text = "\n".join(rows) + "\n"
    options.file.write_bytes(gzip.compress(text.encode("ascii"), compresslevel=9, mtime=0))
    print(f"{len(rows)} positions written to {options.file}")


def find_rows(public: set[int]) -> list[str]:
    chance, solver = random.Random(SEED), Solver(Rules(), table_mib=256)
    wanted = Counter(
        {(kind, colour): count // 2 for kind, count in KINDS.items() for colour in Colour}
    )
    taken, rows = set(public), []
    while wanted.total():
        moves = random_moves(chance, chance.choice(PLIES))
        position = Position.from_moves(moves)
        if len(moves) not in PLIES or position.is_over or key_of(position) in taken:
            continue
        scores = solver.analyse(position).scores
        kind = kind_of(position, scores)
        if kind is None or not wanted[kind, position.to_move]:
            continue
        wanted[kind, position.to_move] -= 1
        taken.add(key_of(position))
        values = " ".join(str(scores.get(column, ".")) for column in range(1, 8))
        rows.append(f"{kind.replace('block', 'save')} {format_moves(moves)} {values}")
    chance.shuffle(rows)
    return rows


def random_moves(chance: random.Random, ply: int) -> tuple[int, ...]:
    """Return the moves of a random game to *ply*, in which nobody wins."""
    moves: list[int] = []
    position = Position()
    while len(moves) < ply:
        safe = [column for column in position.legal_columns if not position.play(column).is_over]
        if not safe:
            break
        moves.append(chance.choice(safe))
        position = position.play(moves[-1])
    return tuple(moves)


def kind_of(position: Position, scores: dict[int, int]) -> str | None:
    """Return the kind of a position, None if it is of none: every column is as good, or it is lost."""
    best, worst = max(scores.values()), min(scores.values())
    if best < 0 or worst >= (best > 0) or wins_at_once(position, position.to_move):
        return None
    is_save = sum(score >= 0 for score in scores.values()) == 1
    if wins_at_once(position, position.to_move.opponent):
        return "block" if is_save else None
    if is_save:
        return "save"
    if best > 0:
        return "win"
    return "draw"


def wins_at_once(position: Position, colour: Colour) -> bool:
    """Return whether *colour* would complete a line with its next stone."""
    layout = layout_of(position.rules)
    for column in position.legal_columns:
        cell = position.landing_cell(column)
        if layout.has_line(position.mask(colour) | layout.bit(cell)):
            return True
    return False


def key_of(position: Position) -> int:
    """Return a number that only this position and its mirror image have."""
    return min(_number(position.to_rows()), _number([row[::-1] for row in position.to_rows()]))


def _number(rows: list[list[int]]) -> int:
    return int("".join(str(cell) for row in rows for cell in row), 3)


if __name__ == "__main__":
    main()
