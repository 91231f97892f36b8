"""The command line: argument parsing only; the packages below do the work."""

from __future__ import annotations

import click

import dropfour
from dropfour.cli.arena import check_engine, engine, match, sprt, tournament
from dropfour.cli.board import board, perft
from dropfour.cli.book import book
from dropfour.cli.dataset import dataset
from dropfour.cli.engines import engines
from dropfour.cli.group import CommandGroup
from dropfour.cli.maxconnect4 import interactive, one_move
from dropfour.cli.play import play
from dropfour.cli.review import review
from dropfour.cli.serve import serve
from dropfour.cli.site import site
from dropfour.cli.solve import analyse, solve


@click.group("dropfour", cls=CommandGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(dropfour.__version__, message="dropfour %(version)s")
def main() -> None:
    """Everything for Connect Four: play, solve, study, compete.

    Example: dropfour serve
    """


for command in (
    analyse,
    board,
    book,
    check_engine,
    dataset,
    engine,
    engines,
    interactive,
    match,
    one_move,
    perft,
    play,
    review,
    serve,
    site,
    solve,
    sprt,
    tournament,
):
    main.add_command(command)
