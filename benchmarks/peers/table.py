"""One table for all solvers: a row for each set of positions, a column for each solver.

`python -m benchmarks.peers.table FILE...` prints the table of several runs' JSON files.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

OURS = "Dropfour"


@dataclass(frozen=True, slots=True)
class Cell:
    """A solver on a set: means per position, and how many answers were right."""

    solver: str
    is_exact: bool  # False: finds win, draw or loss only
    mean_s: float
    mean_nodes: float | None
    right: int
    wrong: int
    unsolved: int  # took longer than the time limit, which mean_s contains instead

    @property
    def time(self) -> str:
        return ("> " if self.unsolved else "") + duration(self.mean_s)

    def __str__(self) -> str:
        text = self.time
        if self.mean_nodes is not None:
            text += f" / {quantity(self.mean_nodes)}"
            if self.mean_nodes:
                text += f" / {quantity(self.mean_s / self.mean_nodes * 1e9)}"
        return text


@dataclass(frozen=True, slots=True)
class Row:
    set: str
    positions: int
    cells: tuple[Cell, ...]

    def cell(self, solver: str) -> Cell | None:
        return next((cell for cell in self.cells if cell.solver == solver), None)

    def ratio(self) -> str:
        """Return our time in relation to the best peer's, and to the best exact one's if different."""
        ours = self.cell(OURS)
        peers = [cell for cell in self.cells if cell.solver != OURS and not cell.unsolved]
        if ours is None or ours.unsolved or not peers:
            return ""
        best = min(peers, key=lambda cell: cell.mean_s)
        text = f"{ours.mean_s / best.mean_s:.2f} ({best.solver})"
        exact = [cell for cell in peers if cell.is_exact]
        if not best.is_exact and exact:
            second = min(exact, key=lambda cell: cell.mean_s)
            text += f"; {ours.mean_s / second.mean_s:.2f} ({second.solver})"
        return text


def duration(seconds: float) -> str:
    for unit, factor in (("us", 1e6), ("ms", 1e3)):
        if seconds * factor < 1000:
            return f"{_round(seconds * factor)} {unit}"
    return f"{_round(seconds)} s"


def quantity(number: float) -> str:
    """Return a number of nodes or nanoseconds: 7.20, 449, 6,181, 1.10e6."""
    if number < 1e5:
        return _round(number)
    mantissa, exponent = f"{number:.2e}".split("e")
    return f"{mantissa}e{int(exponent)}"


def _round(number: float) -> str:
    """Return the number with at least three digits."""
    return f"{number:,.{2 if number < 9.995 else 1 if number < 99.95 else 0}f}"


def render(rows: Sequence[Row]) -> str:
    """Return the rows as a Markdown table, in which the fastest solver of each row is bold."""
    solvers: dict[str, bool] = {}
    for row in rows:
        for cell in row.cells:
            solvers.setdefault(cell.solver, cell.is_exact)
    heads = [name if is_exact else f"{name} (W/D/L)" for name, is_exact in solvers.items()]
    has_peers = len(solvers) > 1
    lines = [["set (positions)", *heads]]
    lines += [
        [f"{row.set} ({row.positions})", *(_show(row, solver) for solver in solvers)]
        for row in rows
    ]
    lines.append(["answers right / wrong", *(_count(rows, solver) for solver in solvers)])
    if has_peers:
        for line, ratio in zip(
            lines, ["ratio to best peer", *(row.ratio() for row in rows), ""], strict=True
        ):
            line.append(ratio)
    return _align(lines)


def _show(row: Row, solver: str) -> str:
    cell = row.cell(solver)
    if cell is None:
        return ""
    solved = [other.mean_s for other in row.cells if not other.unsolved]
    if solved and cell.mean_s == min(solved) and not cell.unsolved and len(row.cells) > 1:
        time, *rest = str(cell).split(" / ")
        return " / ".join([f"**{time}**", *rest])
    return str(cell)


def _count(rows: Sequence[Row], solver: str) -> str:
    cells = [cell for row in rows if (cell := row.cell(solver)) is not None]
    right, wrong = sum(cell.right for cell in cells), sum(cell.wrong for cell in cells)
    unsolved = sum(cell.unsolved for cell in cells)
    return f"{right:,} / {wrong:,}" + (f", {unsolved:,} not finished" if unsolved else "")


def _align(lines: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    rule = ["-" * width for width in widths]
    return "\n".join(
        "| "
        + " | ".join(text.ljust(width) for text, width in zip(line, widths, strict=True))
        + " |"
        for line in [lines[0], rule, *lines[1:]]
    )


def to_json(rows: Sequence[Row], conditions: dict[str, Any]) -> str:
    return json.dumps({**conditions, "rows": [asdict(row) for row in rows]}, indent=1) + "\n"


def from_json(text: str) -> list[Row]:
    """Return the rows of a run; raises ValueError if *text* was not written by to_json."""
    try:
        return [
            Row(row["set"], row["positions"], tuple(Cell(**cell) for cell in row["cells"]))
            for row in json.loads(text)["rows"]
        ]
    except (KeyError, TypeError) as error:
        raise ValueError(f"not a result of bench_peers: {error}") from None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="written by --json")
    options = parser.parse_args()
    rows: list[Row] = []
    for path in options.files:
        try:
            rows += from_json(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            parser.error(f"{path}: {error}")
    print(render(rows))


if __name__ == "__main__":
    main()
