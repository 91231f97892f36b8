"""The progress of a build on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from dropfour.cli.notes import is_quiet, note
from dropfour.exit_codes import INTERRUPTED

_REDRAW_S = 0.1
_LOG_S = 10.0
_SETTLED = 20  # steps after which the pace predicts the time that is left


class StatusLine:
    """A line on standard error that is redrawn, and removed in the end; nothing unless it is a
    terminal."""

    def __init__(self) -> None:
        self.is_shown = sys.stderr.isatty() and not is_quiet()

    def show(self, text: str) -> None:
        if self.is_shown:
            click.echo(f"\r\x1b[K{text}", nl=False, err=True)

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

    def __call__(self, stage: str, done: int, total: int) -> None:
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
        if not self._is_terminal:
            note(text)
            return
        self._line.show(text + "\n" * is_last)


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
