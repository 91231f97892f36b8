"""Max-Connect4's two modes, as commands of dropfour maxconnect4 and of the program maxconnect4."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from pathlib import Path
from typing import Any

import click

import dropfour
from dropfour.cli.completion import complete_engine
from dropfour.cli.group import SETTINGS, CommandGroup, Expert
from dropfour.cli.options import (
    POSITIVE,
    Command,
    board_option,
    refuse_both,
    seconds_option,
    together,
)
from dropfour.rules import Objective, Rules
from dropfour.terminal.dialogue import Dialogue
from dropfour.terminal.maxconnect4 import COMPUTER_NEXT, HUMAN_NEXT, SOLVING_TIME_S, ComputerOptions
from dropfour.terminal.maxconnect4 import interactive as play_interactive
from dropfour.terminal.maxconnect4 import one_move as play_one_move


def game_options(command: Command) -> Command:
    """Add --time, --engine and --solve-time, passed with DEPTH as one `computer`, and --board."""

    @wraps(command)
    def with_game(*args: Any, size: str, **kwargs: Any) -> Any:
        refuse_both("engine", "solving_time_s", "only the default engine solves")
        rules = Rules.for_board(size, objective=Objective.MOST_LINES)
        options = {each.name: kwargs.pop(each.name) for each in fields(ComputerOptions)}
        return command(*args, computer=ComputerOptions(**options), rules=rules, **kwargs)

    add_options: Callable[[Any], Any] = together(
        seconds_option(
            "--time",
            "time_s",
            help="Time for each move, which ends the search before DEPTH is reached.",
        ),
        click.option(
            "--engine",
            metavar="SPEC",
            shell_complete=complete_engine,
            help="Another engine, such as minimax:streaks or alphabeta:streaks.",
        ),
        seconds_option(
            "--solve-time",
            "solving_time_s",
            cls=Expert,
            default=SOLVING_TIME_S,
            help="Time for the default engine to solve the rest of the game, late in the game.",
        ),
        board_option("Board size of the file, columns x rows."),
    )
    decorated: Command = add_options(with_game)
    return decorated


@click.group(
    cls=CommandGroup, context_settings=SETTINGS, short_help="Play Max-Connect4 from files."
)
@click.version_option(dropfour.__version__, message="maxconnect4 of dropfour %(version)s")
def maxconnect4() -> None:
    """Max-Connect4: fill the board; each four in a row is a point.

    Example: dropfour maxconnect4 one-move input.txt output.txt 7
    """


@maxconnect4.command("one-move", short_help="Make one move from file to file.")
@click.argument("source", metavar="IN", type=click.Path(path_type=Path))
@click.argument("target", metavar="OUT", type=click.Path(path_type=Path))
@click.argument("depth", type=POSITIVE)
@game_options
def one_move(source: Path, target: Path, computer: ComputerOptions, rules: Rules) -> None:
    """Read a Max-Connect4 position from IN, make one move, and write it to OUT.

    DEPTH is how many moves to look ahead. If the board is full, OUT is not written; a missing IN is
    the empty board.

    Example: dropfour maxconnect4 one-move input.txt output.txt 7
    """
    play_one_move(source, target, computer, rules, Dialogue())


@maxconnect4.command("interactive", short_help="Play from a file against the computer.")
@click.argument("source", metavar="IN", type=click.Path(path_type=Path))
@click.argument("turn", type=click.Choice([COMPUTER_NEXT, HUMAN_NEXT]))
@click.argument("depth", type=POSITIVE)
@game_options
def interactive(source: Path, turn: str, computer: ComputerOptions, rules: Rules) -> None:
    """Play Max-Connect4 from the position in IN until the board is full.

    DEPTH is how many moves the computer looks ahead. After each move the position is saved, the
    computer's in computer.txt and yours in human.txt. A missing IN is the empty board.

    Example: dropfour maxconnect4 interactive input.txt human-next 7
    """
    raise SystemExit(play_interactive(source, turn, computer, rules, Dialogue()))
