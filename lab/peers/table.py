"""One table for all solvers: a row for each set of positions, a column for each solver.

`python -m lab.peers.table FILE...` prints one table of several runs' JSON files. With `--publish`
it also replaces the runs in lab/peers/results/ by these, and the table in docs/solver.md.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from dropfour.files import write_text_atomically

OURS = "Dropfour"

RESULTS = Path(__file__).with_name("results")
BEGIN, END = "<!-- peers: begin -->", "<!-- peers: end -->"
PAGE = Path(__file__).parents[2] / "docs" / "solver.md"


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
    time, *rest = str(cell).split(" / ")
    solved = [other.mean_s for other in row.cells if not other.unsolved]
    if len(row.cells) > 1 and solved and cell.mean_s == min(solved) and not cell.unsolved:
        time = f"**{time}**"
    return " / ".join([time, *rest])


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


@dataclass(frozen=True, slots=True)
class Run:
    """The rows of one run, and how they were measured."""

    date: str
    machine: str
    jobs: int
    rows: tuple[Row, ...]

    def to_json(self) -> str:
        return json.dumps(asdict(self), indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Run:
        """Return the run; raises ValueError if *text* was not written by to_json."""
        try:
            run: dict[str, Any] = json.loads(text)
            rows = [
                Row(row["set"], row["positions"], tuple(Cell(**cell) for cell in row["cells"]))
                for row in run["rows"]
            ]
            return cls(run["date"], run["machine"], run["jobs"], tuple(rows))
        except (KeyError, TypeError) as error:
            raise ValueError(f"not a result of lab.peers.bench: {error}") from None

    def __str__(self) -> str:
        return f"{self.date}, {self.machine}, {self.jobs} job{'s' * (self.jobs != 1)} at a time"


def describe(runs: Sequence[Run]) -> str:
    """Return the conditions and one table of all runs, the empty boards last."""
    rows = sorted(
        (row for run in runs for row in run.rows), key=lambda row: row.set.startswith("empty")
    )
    conditions = "; ".join(dict.fromkeys(map(str, runs)))
    return f"Measured {conditions}.\n\n{render(rows)}\n"


def load_results() -> list[Run]:
    """Return the published runs."""
    return [
        Run.from_json(path.read_text(encoding="utf-8")) for path in sorted(RESULTS.glob("*.json"))
    ]


def insert(page: str, table: str) -> str:
    """Return *page* with *table* between its marks."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"no {BEGIN} and {END}")
    return f"{before}{begin}\n\n{table}\n{end}{after}"


def publish(runs: Sequence[Run]) -> None:
    """Replace the published runs and the table on the page; raises ValueError for an unmarked page."""
    page = insert(PAGE.read_text(encoding="utf-8"), describe(runs))
    RESULTS.mkdir(exist_ok=True)
    for path in RESULTS.glob("*.json"):
        path.unlink()
    for number, run in enumerate(runs, 1):
        write_text_atomically(RESULTS / f"{number}.json", run.to_json())
    write_text_atomically(PAGE, page)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="written by --json")
    parser.add_argument("--publish", action="store_true", help="update docs/solver.md")
    options = parser.parse_args()
    runs = []
    for path in options.files:
        try:
            runs.append(Run.from_json(path.read_text(encoding="utf-8")))
        except (OSError, ValueError) as error:
            parser.error(f"{path}: {error}")
    print(describe(runs), end="")
    if options.publish:
        publish(runs)


if __name__ == "__main__":
    main()
