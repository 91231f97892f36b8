"""Notes and the progress of builds on standard error, which -q leaves out; colours, which --color
decides."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from dropfour.interrupts import INTERRUPTED

if TYPE_CHECKING:
    from pathlib import Path  # takes a while to import, and every command imports this

_FORCING = ("FORCE_COLOR", "CLICOLOR_FORCE")
_QUIET = f"{__name__}.quiet"
ALL_OPTIONS = f"{__name__}.all_options"


def note(text: str) -> None:
    """Print what helps people but is neither a result nor an error."""
    if not is_quiet():
        click.echo(text, err=True)


def is_quiet() -> bool:
    """Return whether the running command was asked to be."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(_QUIET))


def _be_quiet(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value:
        context.meta[_QUIET] = True


def _choose_colour(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    if value in ("always", "never"):
        for name in ("NO_COLOR", *_FORCING):
            os.environ.pop(name, None)
        os.environ["FORCE_COLOR" if value == "always" else "NO_COLOR"] = "1"
    is_forced = any(os.environ.get(name, "0") not in ("", "0") for name in _FORCING)
    if is_forced and not os.environ.get("NO_COLOR"):
        context.color = True  # click removes colours in a pipe otherwise


def _show_all(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value and not context.resilient_parsing:
        context.meta[ALL_OPTIONS] = True
        click.echo(context.get_help(), color=context.color)
        context.exit()


def shared_options(cls: type[click.Option]) -> list[click.Option]:
    """Return the options of every command, as options of the class *cls*."""
    return [
        cls(
            ["-q", "--quiet"],
            is_flag=True,
            expose_value=False,
            callback=_be_quiet,
            help="Print results and errors only: no notes, no progress.",
        ),
        cls(
            ["--color"],
            type=click.Choice(["auto", "always", "never"]),
            expose_value=False,
            callback=_choose_colour,
            help="When to use colours; auto follows the terminal, NO_COLOR and FORCE_COLOR.",
        ),
        click.Option(
            ["--help-all"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_show_all,
            allow_from_autoenv=False,
            help="Show all options, also those that few people need.",
        ),
    ]


_REDRAW_S = 0.1
_LOG_S = 10.0
_SETTLED = 20  # steps after which the pace predicts the time that is left


class StatusLine:
    """A line on standard error that is redrawn, and removed in the end; nothing unless it is a
    terminal."""

    def __init__(self) -> None:
        self.is_shown = sys.stderr.isatty() and not is_quiet()

    def show(self, text: str, is_last: bool = False) -> None:
        if self.is_shown:
            from shutil import get_terminal_size  # takes a while to import

            width = get_terminal_size().columns - 1  # a line that wraps could not be removed
            click.echo(f"\r\x1b[K{text[:width]}", nl=is_last, err=True)

    def __enter__(self) -> StatusLine:
        return self

    def __exit__(self, *_: object) -> None:
        self.show("")


class ProgressDisplay:
    """A line that is redrawn, in a terminal; elsewhere, such as in a log, a line every ten seconds."""

    def __init__(self) -> None:
        self._line = StatusLine()
        self._is_terminal = self._line.is_shown
        self._stage = ""
        self._began_s = self._next_s = 0.0
        self._first = 0

    def __call__(self, stage: str, done: int, total: int, more: str = "") -> None:
        now_s = time.monotonic()
        if stage != self._stage:
            self._stage, self._began_s, self._first = stage, now_s, done
            self._next_s = now_s + (0 if self._is_terminal else _LOG_S)
        is_last = self._is_terminal and done == total
        if now_s < self._next_s and not is_last:
            return
        self._next_s = now_s + (_REDRAW_S if self._is_terminal else _LOG_S)
        text = f"{stage}: {done} of {total}"
        steps = done - self._first  # those of earlier runs do not count
        if steps >= min(_SETTLED, total - self._first) and steps and not is_last:
            left_s = (now_s - self._began_s) / steps * (total - done)
            text += f", about {_duration(left_s)} left"
        if self._is_terminal:
            self._line.show(text + more, is_last)
        else:
            note(text + more)


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s"


@contextmanager
def continues_from(path: Path) -> Iterator[None]:
    """End the command after Ctrl+C, saying that it continues from the results in *path*."""
    try:
        yield
    except KeyboardInterrupt:
        click.echo(f"Stopped. The same command continues from {path}.", err=True)
        raise SystemExit(INTERRUPTED) from None
