"""How every group of commands answers bad input and Ctrl+C."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, NoReturn

import click

from dropfour.exit_codes import INTERRUPTED


class BadInput(click.ClickException):
    """Bad input; the message says what was expected."""

    exit_code = 2


class CommandGroup(click.Group):
    """Bad input ends with one sentence and exit code 2, Ctrl+C with one sentence and exit code 130;
    neither with a traceback."""

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        run: Callable[..., Any] = super().main
        # In standalone mode click would answer Ctrl+C itself: "Aborted!" and exit code 1.
        try:
            code = run(*args, **extra, standalone_mode=False)
        except click.ClickException as error:
            error.show()
            code = error.exit_code
        except (click.Abort, KeyboardInterrupt):
            click.echo("Interrupted.", err=True)
            code = INTERRUPTED
        sys.exit(code)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise  # click ends quietly when the reader of a pipe has gone
        except (ValueError, OSError, ImportError) as error:
            raise BadInput(str(error)) from error
