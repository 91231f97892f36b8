"""The command line: argument parsing only; the work is done in the rooms below."""

from __future__ import annotations

from typing import Any

import click

import dropfour
from dropfour.cli.board import board, perft


class BadInput(click.ClickException):
    """Something the user can mend; the message says what was expected."""

    exit_code = 2


class _Group(click.Group):
    """Bad input ends with one sentence and exit code 2, never with a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise  # click ends quietly when the reader of a pipe has gone
        except (ValueError, OSError, ImportError) as error:
            raise BadInput(str(error)) from error


@click.group("dropfour", cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(dropfour.__version__, message="dropfour %(version)s")
def main() -> None:
    """Connect Four, whole.

    Example: dropfour board 4455
    """


main.add_command(board)
main.add_command(perft)
