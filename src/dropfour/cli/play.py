"""The commands to play and to solve puzzles in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from dropfour.cli.completion import complete_seat
from dropfour.cli.group import CommandGroup, command
from dropfour.cli.options import (
    MOVES,
    POSITIVE,
    Date,
    Integer,
    is_given,
    json_option,
    language_option,
    rules_options,
    seconds_option,
    style_option,
)
from dropfour.cli.outputs import print_json
from dropfour.extras import needed_by
from dropfour.puzzles.puzzle import THEMES
from dropfour.rules import Rules
from dropfour.terminal.dialogue import write_ascii_if_needed
from dropfour.terminal.puzzle import PuzzleOptions, solve_puzzles
from dropfour.terminal.setup import DEFAULT_TIME_LIMIT_S, PlayOptions, play_typed


@command(short_help="Play in the terminal.", renamed="--from")
@click.argument("moves", type=MOVES, required=False)
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
@language_option()
@click.option("--drawn", is_flag=True, help="Begin in a position that is proven drawn.")
@click.option("--swap", is_flag=True, help="The second player may type swap after the first move.")
@click.option("--tui", is_flag=True, help="Full screen, with the mouse (dropfour[tui]).")
@rules_options
def play(tui: bool, rules: Rules, **options: Any) -> None:
    """Play against the computer or another person, from the empty board or after MOVES; asks for what
    the options leave open.

    A move is the number of a column; ? lists the other commands. A game that you leave is saved.
    Players of your own are named as in dropfour match. Best play wins 7x6, 8x7 and 9x7 for red, 8x8
    for yellow; 9x8 and 9x9 are unsolved.

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


@click.group(cls=CommandGroup, short_help="Solve puzzles in the terminal.")
def puzzles() -> None:
    """Puzzles: positions in which few columns win, or hold the draw.

    Example: dropfour puzzles solve
    """


@puzzles.command(short_help="Solve today's puzzle, or others.")
@click.argument("id", required=False)
@click.option("--theme", type=click.Choice(THEMES), metavar="THEME", help="A puzzle of this theme.")
@click.option(
    "--rating",
    type=Integer(0, 5000),
    metavar="ELO",
    help="A puzzle about as hard as this; the level medium has 1500.",
)
@click.option(
    "--day", type=Date(), metavar="YYYY-MM-DD", help="The puzzle of this day instead of today's."
)
@click.option("--count", type=POSITIVE, default=1, metavar="N", help="Number of puzzles.")
@click.option("--seed", type=int, metavar="N", help="Make the choice repeatable.")
@style_option()
@language_option()
@json_option("Print the puzzle with its solution.")
def solve(style: str | None, as_json: bool, **options: Any) -> None:
    """Solve today's puzzle, the one with this ID, or others of a theme or rating.

    Type the column that wins or holds the draw; wrong ones are refuted on the board. Other answers:
    hint, solution, quit. Themes: max-connect4, draw, zugzwang, trap, only-move, win, win-in-2 to
    win-in-8.

    Example: dropfour puzzles solve --theme trap --rating 1500
    """
    chosen = PuzzleOptions(**options).choose()
    if as_json:
        for each in chosen:
            print_json(each.to_dict(), each.position, each.moves)
        return
    raise SystemExit(solve_puzzles(chosen, style))
