"""`python -m lab.solutions FILE --colour COLOUR`: build a solution, or continue a build."""

from __future__ import annotations

from pathlib import Path

import click

from dropfour.cli.notes import ProgressDisplay, continues_from
from dropfour.cli.options import MOVES, rules_options, seconds_option, workers_option
from dropfour.cli.outputs import Output
from dropfour.position import Colour, Position
from dropfour.rules import Rules
from dropfour.work import open_executor
from dropfour.work.executor import core_count
from lab.solutions.build import build, log_path


@click.command()
@click.argument("file", type=Output())
@click.option(
    "--colour",
    type=click.Choice([str(colour) for colour in Colour]),
    required=True,
    help="The side that it is for.",
)
@click.option("--moves", type=MOVES, default="", metavar="MOVES", help="Start after these moves.")
@workers_option("Processes that search; default: one per core.")
@click.option("--cluster", metavar="ADDRESS", help="Search on this Dask cluster instead.")
@seconds_option(
    "--time", "time_limit_s", help="Make it smaller for SECONDS; default: until that hardly helps."
)
@rules_options
def main(
    file: Path,
    colour: str,
    moves: str,
    workers: int | None,
    cluster: str | None,
    time_limit_s: float | None,
    rules: Rules,
) -> None:
    """Find what one side plays against every reply, and write it to FILE.

    The longer it runs, the smaller it gets. Results are logged in FILE.log; after an interruption, or
    to make FILE smaller, the same command continues from both. Exit code 1: the time was too short.

    Example: python -m lab.solutions 6x5.solution --board 6x5 --colour red
    """
    start = Position.from_moves(moves, rules)
    executor = open_executor(workers or core_count(), cluster)
    with continues_from(log_path(file)), executor:
        result = build(
            moves,
            start,
            Colour[colour.upper()],
            file,
            executor,
            time_limit_s=time_limit_s,
            report=ProgressDisplay(),
        )
    if result.solution is None:
        click.echo(
            f"{result.searches} searches, {result.open} positions are open. "
            f"The same command continues from {log_path(file)}."
        )
        raise SystemExit(1)
    found = result.solution
    click.echo(f"{file}: {found.result}, {len(found.entries)} positions, {len(found.plans)} plans.")


if __name__ == "__main__":
    main()
