"""Commands for language models and other agents: mcp, benchmark, export."""

from __future__ import annotations

from pathlib import Path

import click

from dropfour.cli.completion import complete_engine
from dropfour.cli.group import CommandGroup, command, expert_option
from dropfour.cli.notes import StatusLine
from dropfour.cli.options import POSITIVE, Integer, json_option, seconds_option
from dropfour.cli.outputs import Output, print_json
from dropfour.extras import needed_by
from dropfour.launch import from_thread, import_for_program
from dropfour.llm.prompts import NOTATIONS, Notation, Style


@command(short_help="Measure a player on 1,000 positions with exact scores.")
@click.argument("player", shell_complete=complete_engine)
@click.option(
    "--count", type=POSITIVE, metavar="N", show_default=False, help="Only the first N positions."
)
@expert_option(
    "--notation",
    type=click.Choice(NOTATIONS),
    default="drawing",
    help="How prompts show the board.",
)
@expert_option("--from-0", is_flag=True, help="Count columns from 0 in prompts and answers.")
@seconds_option("--time", "time_s", help="Time for a move; default: 1, or 120 for prompt:COMMAND.")
@click.option("--seed", type=Integer(min=0), default=1, metavar="N", help="Repeats random play.")
@json_option()
def benchmark(
    player: str,
    count: int | None,
    notation: Notation,
    from_0: bool,
    time_s: float | None,
    seed: int,
    as_json: bool,
) -> None:
    """Ask PLAYER for a move in each position of dropfour-bench-1.

    PLAYER is an engine such as medium, a Python file or function, program:COMMAND, engine:COMMAND, or
    prompt:COMMAND, a program that reads a prompt and prints an answer, such as one that asks a
    language model. Prints the share of best moves, the mean regret in points of the exact score, the
    answers that were no legal move, and the cost; with 95 % intervals.

    Example: dropfour benchmark "prompt:python3 ask.py" --count 100
    """
    from dropfour.llm.benchmark import run_benchmark  # not needed by mcp

    with StatusLine() as line:
        report = run_benchmark(
            player,
            count=count,
            style=Style(notation, 0 if from_0 else 1),
            time_s=time_s,
            seed=seed,
            progress=lambda done, total: line.show(f"{done} of {total} positions"),
        )
    if as_json:
        print_json(report.to_dict())
    else:
        click.echo(report)


@command(short_help="Serve tools for agents (Model Context Protocol).")
def mcp() -> None:
    """Serve tools for agents over standard input and output: the Model Context Protocol.

    A client starts this command; docs/agents.md has the lines that register it. Needs dropfour[mcp].

    Example: claude mcp add dropfour -- dropfour mcp
    """
    with needed_by("dropfour mcp", "mcp"):
        server = import_for_program("dropfour.mcp.server").server
    for _ in from_thread(server.run() for _ in range(1)):  # a read that waits cannot be interrupted
        pass


@click.group(cls=CommandGroup, short_help="Write players for other sites.")
def export() -> None:
    """Write players for other sites.

    Example: dropfour export kaggle submission.tar.gz
    """


@export.command(short_help="Write a perfect player for Kaggle's ConnectX.")
@click.argument("file", type=Output())
@expert_option(
    "--wheel",
    "wheels",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="Take the compiled core from this wheel of Dropfour, for another platform or Python.",
)
def kaggle(file: Path, wheels: tuple[Path, ...]) -> None:
    """Write a submission for ConnectX to FILE, a .tar.gz archive.

    It holds the compiled core, the opening book and main.py, and plays perfectly on 7x6. Kaggle's
    machines run Linux on x86-64: elsewhere, or for another version of Python, take the core from a
    wheel that pip download fetches.

    Example: dropfour export kaggle submission.tar.gz
    """
    from dropfour.players.kaggle import write_submission

    size = write_submission(file, wheels)
    click.echo(f"{file}: {size / 1e6:.1f} MB")
