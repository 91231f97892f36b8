"""Options shared by several commands."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from dropfour.cli.types import SECONDS, Integer, ObjectiveWord
from dropfour.rules import MAX_CONNECT, MIN_CONNECT, Objective, Rules

Command = TypeVar("Command", bound=Callable[..., Any])


def together(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return one decorator that adds several options, shown in this order."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def is_given(*names: str) -> bool:
    """Return whether one of these options was given on the command line."""
    context = click.get_current_context()
    return any(context.get_parameter_source(name) is not ParameterSource.DEFAULT for name in names)


def refuse_both(name: str, other: str, why: str) -> None:
    """Raise UsageError if both options were given, since one would be ignored."""
    if is_given(name) and is_given(other):
        options = {each.name: each.opts[0] for each in click.get_current_context().command.params}
        raise click.UsageError(f"{options[name]} and {options[other]} exclude each other: {why}.")


class Renamed(click.Option):
    """An option with older names after its first one: they work, and the help does not show them."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        names, self.opts = self.opts, self.opts[:1]
        try:
            return super().get_help_record(ctx)
        finally:
            self.opts = names


def seconds_option(
    *names: str, help: str, default: float | None = None
) -> Callable[[Command], Command]:
    """Return an option for a time, such as --time."""
    return click.option(
        *names, cls=Renamed, type=SECONDS, default=default, metavar="SECONDS", help=help
    )


def json_option(help: str = "Print a JSON object.") -> Callable[[Command], Command]:
    """Return the flag --json, passed to the command as `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help=help)


def style_option(help: str = "How the board is drawn.") -> Callable[[Command], Command]:
    """Return the option --style."""
    from dropfour.drawing import TEXT_STYLES  # not needed by programs that make one move

    return click.option("--style", type=click.Choice(TEXT_STYLES), help=help)


def board_option(help: str) -> Callable[[Command], Command]:
    """Return the option --board, passed to the command as `size`."""
    return click.option("--board", "size", default="7x6", metavar="CxR", help=help)


def table_option(default_mib: int) -> Callable[[Command], Command]:
    """Return the option --memory of an exact search, passed to the command as `table_mib`."""
    return click.option(
        "--memory",
        "--table-mib",
        "table_mib",
        cls=Renamed,
        type=Integer(1, 1 << 20),
        default=default_mib,
        metavar="MIB",
        help="Memory for the transposition table.",
    )


def workers_option(help: str) -> Callable[[Command], Command]:
    """Return the option --workers for work that is spread over this machine."""
    return click.option("--workers", type=Integer(1, 256), metavar="N", help=help)


def rules_options(command: Command) -> Command:
    """Add --board, --connect and --objective, and pass them to the command as `rules`."""

    @wraps(command)
    def with_rules(*args: Any, size: str, connect: int, objective: str, **kwargs: Any) -> Any:
        rules = Rules.for_board(size, connect, Objective(objective))
        return command(*args, rules=rules, **kwargs)

    add_options: Callable[[Any], Any] = together(
        board_option("Board size, columns x rows, up to 20x20."),
        click.option(
            "--connect",
            type=int,
            default=4,
            metavar="N",
            help=f"How many in a row make a line, {MIN_CONNECT} to {MAX_CONNECT}.",
        ),
        click.option(
            "--objective",
            type=ObjectiveWord(),
            default=Objective.FIRST_LINE.value,
            help="How to win: make the first line, or the most lines (Max-Connect4).",
        ),
    )
    decorated: Command = add_options(with_rules)
    return decorated
