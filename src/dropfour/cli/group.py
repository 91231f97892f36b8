"""How every group of commands responds to bad input."""

from __future__ import annotations

from typing import Any

import click


class BadInput(click.ClickException):
    """Bad input; the message says what was expected."""

    exit_code = 2


class CommandGroup(click.Group):
    """Bad input ends with one sentence and exit code 2, never with a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise  # click ends quietly when the reader of a pipe has gone
        except (ValueError, OSError, ImportError) as error:
            raise BadInput(str(error)) from error
