"""The command to play in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from dropfour.cli.completion import complete_seat
from dropfour.cli.options import is_given, rules_options, seconds_option, style_option
from dropfour.cli.types import MOVES
from dropfour.extras import needed_by
from dropfour.rules import Rules
from dropfour.terminal.dialogue import write_ascii_if_needed
from dropfour.terminal.setup import DEFAULT_TIME_LIMIT_S, PlayOptions, play_typed


@click.command(short_help="Play in the terminal.")
@click.option(
    "--red",
    metavar="PLAYER",
    shell_complete=complete_seat,
    help="human, an engine such as medium, a Python file, program:COMMAND or engine:COMMAND.",
)
@click.option(
    "--yellow", metavar="PLAYER", shell_complete=complete_seat, help="The same for yellow."
)
@style_option()
@click.option("--seed", type=int, metavar="N", help="Make random play repeatable.")
@click.option("--from", "moves", type=MOVES, metavar="MOVES", help="Start after these moves.")
@click.option(
    "--load",
    "file",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Continue a saved game.",
)
@seconds_option(
    "--time",
    "time_limit_s",
    default=DEFAULT_TIME_LIMIT_S,
    help="Time for each move of an engine or program.",
)
@click.option("--tui", is_flag=True, help="Full screen, with the mouse (dropfour[tui]).")
@rules_options
def play(tui: bool, rules: Rules, **options: Any) -> None:
    """Play against the computer or another person; asks for what the options leave open.

    A move is the number of a column; ? lists the other commands. A game that you leave is saved.
    Players of your own are named as in dropfour match.

    Example: dropfour play --yellow medium --board 9x7
    """
    write_ascii_if_needed()
    has_rules = is_given("size", "connect", "objective")
    chosen = PlayOptions(rules if has_rules else None, **options)
    if not tui:
        raise SystemExit(play_typed(chosen))
    with needed_by("the full screen", "tui"):
        from dropfour.terminal.tui import play_full_screen
    raise SystemExit(play_full_screen(chosen))
