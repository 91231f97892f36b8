"""Types of arguments and options, with errors that say what was expected."""

from __future__ import annotations

from datetime import date
from typing import Any

import click

from dropfour.rules import Objective


def _bounds(kind: str, least: float | None, most: float | None, is_open: bool) -> str:
    if most is not None and most < 1 << 32:
        return f"{kind} from {least:g} to {most:g}"
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
    """A move string; white space and commas between its columns are left out."""

    name = "moves"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return "".join(value.replace(",", " ").split())


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
