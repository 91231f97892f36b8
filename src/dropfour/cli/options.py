"""Options shared by several commands, and types with errors that say what was expected."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import date
from functools import wraps
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from dropfour.cli.group import expert_option
from dropfour.rules import MAX_CONNECT, MIN_CONNECT, Objective, Rules


def _bounds(kind: str, least: float | None, most: float | None, is_open: bool) -> str:
    if most is not None and most < 1 << 32:
        return f"{kind} from {least} to {most}"
    return f"{kind} {'more than' if is_open else 'of at least'} {least:g}"


class Integer(click.IntRange):
    """An integer within limits."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            expected = _bounds("an integer", self.min, self.max, False)
            self.fail(f"expected {expected}, not {value!r}", param, ctx)


class Number(click.FloatRange):
    """A number within limits."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            expected = _bounds("a number", self.min, self.max, self.min_open)
            self.fail(f"expected {expected}, not {value!r}", param, ctx)


class Date(click.ParamType[date]):
    """A day, as ISO 8601 writes it."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        try:
            return date.fromisoformat(value)
        except ValueError:
            self.fail(f"expected a date such as 2026-11-17, not {value!r}", param, ctx)


class Moves(click.ParamType[str]):
    """A move string, or - to read it from standard input; white space and commas between its columns
    are left out."""

    name = "moves"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        text = sys.stdin.read() if value == "-" else value
        return "".join(text.replace(",", " ").split())


class ObjectiveWord(click.Choice[str]):
    """The word for an objective, or another name of it."""

    def __init__(self) -> None:
        super().__init__([each.value for each in Objective])

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            return Objective(value).value
        except ValueError as error:
            self.fail(str(error), param, ctx)


POSITIVE = Integer(min=1)
SECONDS = Number(min=0, min_open=True)
MOVES = Moves()
moves_argument = click.argument("moves", type=MOVES)


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


def seconds_option(
    *names: str, help: str, default: float | None = None, cls: type[click.Option] = click.Option
) -> Callable[[Command], Command]:
    """Return an option for a time, such as --time."""
    return click.option(
        *names, cls=cls, type=SECONDS, default=default, metavar="SECONDS", help=help
    )


def json_option(help: str = "Print a JSON object.") -> Callable[[Command], Command]:
    """Return the flag --json, passed to the command as `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help=help)


def style_option(help: str = "How the board is drawn.") -> Callable[[Command], Command]:
    """Return the option --style."""
    from dropfour.drawing import TEXT_STYLES  # not needed by programs that make one move

    return click.option("--style", type=click.Choice(TEXT_STYLES), help=help)


def language_option() -> Callable[[Command], Command]:
    """Return the option --language, in which everything that the command says to a player is said."""
    from dropfour.words import languages, speaking

    def speak(context: click.Context, _: click.Parameter, language: str | None) -> None:
        context.with_resource(speaking(language))

    return click.option(
        "--language",
        envvar="DROPFOUR_LANGUAGE",
        type=click.Choice(languages()),
        expose_value=False,
        callback=speak,
        help="Language of the sentences; default: en.",
    )


def board_option(help: str) -> Callable[[Command], Command]:
    """Return the option --board, passed to the command as `size`."""
    return click.option("--board", "size", default="7x6", metavar="CxR", help=help)


def table_option(default_mib: int) -> Callable[[Command], Command]:
    """Return the option --memory of an exact search, passed to the command as `table_mib`."""
    return expert_option(
        "--memory",
        "table_mib",
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
