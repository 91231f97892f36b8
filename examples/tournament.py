"""Let three heuristics play a round-robin tournament, and rate them (needs the extra `arena`).

python examples/tournament.py
"""

import tempfile
from pathlib import Path

import dropfour as d4
from dropfour.arena import make_plan
from dropfour.arena.report.text import format_report
from dropfour.arena.store import TournamentStore
from dropfour.arena.tournament import hold_tournament
from dropfour.work import open_executor


def constant(position: d4.Position) -> float:
    """Know nothing: alpha-beta still sees wins and losses within its depth."""
    return 0


def mobility(position: d4.Position) -> float:
    """Prefer positions with an even number of open columns."""
    return float(len(position.legal_columns) % 2 == 0)


def open_lines(position: d4.Position) -> float:
    """Count the lines that only one side can still complete, weighted by their stones."""
    total = 0
    for line in position.rules.lines:
        owners = {position[cell] for cell in line} - {None}
        if len(owners) == 1:
            stones = sum(position[cell] is not None for cell in line)
            total += stones**2 if position.to_move in owners else -(stones**2)
    return total


def main() -> None:
    for heuristic in (constant, mobility, open_lines):
        d4.register(heuristic.__name__, heuristic)
    plan = make_plan(
        {
            "title": "Three heuristics",
            "player": ["constant:depth=1", "mobility:depth=1", "open_lines:depth=1"],
            "games": 8,
            "board": "6x5",
            "seed": 1,
        }
    )
    # Functions registered here are known in this process only, so there is one worker.
    with (
        tempfile.TemporaryDirectory() as folder,
        TournamentStore(str(Path(folder) / "tournament.db")) as store,
        open_executor(workers=1) as executor,
    ):
        print(format_report(hold_tournament(plan, store, executor)))


if __name__ == "__main__":
    main()
