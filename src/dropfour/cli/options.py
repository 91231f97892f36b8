"""Options that several commands share, each read in one way."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click

from dropfour.rules import MAX_CONNECT, MIN_CONNECT, Objective, Rules

Command = TypeVar("Command", bound=Callable[..., Any])


def rules_options(command: Command) -> Command:
    """Add --board, --connect and --objective, and hand them to the command as one `rules`."""

    @wraps(command)
    def with_rules(*args: Any, size: str, connect: int, objective: str, **kwargs: Any) -> Any:
        rules = Rules.for_board(size, connect, Objective(objective))
        return command(*args, rules=rules, **kwargs)

    decorated: Any = with_rules
    for option in (
        click.option(
            "--objective",
            type=click.Choice([objective.value for objective in Objective]),
            default=Objective.FIRST_LINE.value,
            show_default=True,
            help="What is played for: the first line, or the most lines (Max-Connect4).",
        ),
        click.option(
            "--connect",
            type=int,
            default=4,
            metavar="N",
            show_default=True,
            help=f"How many in a row make a line, {MIN_CONNECT} to {MAX_CONNECT}.",
        ),
        click.option(
            "--board",
            "size",
            default="7x6",
            metavar="CxR",
            show_default=True,
            help="Board size, columns x rows, up to 20x20.",
        ),
    ):
        decorated = option(decorated)
    result: Command = decorated
    return result
