"""How commands report bad input and Ctrl+C."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NoReturn

import click

from dropfour.cli.notes import shared_options
from dropfour.exit_codes import INTERRUPTED
from dropfour.interrupts import was_interrupted
from dropfour.launch import import_for_program

# The context settings of every program.
SETTINGS = {"help_option_names": ["-h", "--help"], "show_default": True}


_BROKEN_PIPE = 1  # as click has it: the reader of a pipe has gone, and nobody needs a message


class BadInput(click.ClickException):
    """Bad input; the message says what was expected."""

    exit_code = 2


class CommandGroup(click.Group):
    """Bad input ends with one sentence and exit code 2, Ctrl+C with one sentence and exit code 130;
    neither with a traceback.

    *modules* names the module of each command, imported when the command is used: most of the time that
    a command takes to start is spent on imports. The help lists the commands by *sections*. All commands
    take the options of `shared_options`, before or after the command's name.
    """

    def __init__(
        self,
        *args: Any,
        modules: Mapping[str, str] | None = None,
        sections: Mapping[str, Sequence[str]] | None = None,
        **extra: Any,
    ) -> None:
        super().__init__(*args, **extra)
        self._modules = dict(modules or {})
        self.sections = dict(sections or {})
        self.params += shared_options(is_hidden=not self.sections)

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        if not isinstance(cmd, CommandGroup) and not any(
            each.name == "quiet" for each in cmd.params
        ):
            cmd.params += shared_options(is_hidden=True)
        super().add_command(cmd, name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if not self.sections:
            super().format_commands(ctx, formatter)
            return
        width = max(map(len, self.list_commands(ctx)))
        for title, names in self.sections.items():
            rows = []
            for name in names:
                command = self.get_command(ctx, name)
                assert command is not None
                rows.append((name.ljust(width), command.get_short_help_str(formatter.width)))
            with formatter.section(title):
                formatter.write_dl(rows)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*self.commands, *self._modules})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.commands and cmd_name in self._modules:
            module = import_for_program(self._modules[cmd_name])
            self.add_command(getattr(module, cmd_name.replace("-", "_")))
        return super().get_command(ctx, cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches

            close = get_close_matches(args[0], self.list_commands(ctx), n=1)
            if not close:
                raise
            raise click.UsageError(f"{error.message} Did you mean {close[0]}?", ctx) from None

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        run: Callable[..., Any] = super().main
        # In standalone mode click would answer Ctrl+C itself: "Aborted!" and exit code 1.
        try:
            code = run(*args, **extra, standalone_mode=False)
            sys.stdout.flush()
        except (click.Abort, KeyboardInterrupt):
            code = _say_interrupted()
        except BrokenPipeError:
            code = _BROKEN_PIPE
        except Exception as error:
            if was_interrupted():
                code = _say_interrupted()
            elif isinstance(error, OSError):  # of --help and --version, or of the flush
                code = _show(BadInput(_message(error)))
            elif isinstance(error, click.NoSuchOption) and error.option_name[1:].isdigit():
                words = f"{error.option_name} is not an option, and no number here is negative"
                code = _show(click.UsageError(words, error.ctx))
            elif isinstance(error, click.ClickException):
                code = _show(error)
            else:
                raise
        try:
            sys.stdout.flush()
        except OSError:  # Python would try again at exit
            sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - open as long as the program
        sys.exit(code)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise  # click ends quietly when the reader of a pipe has gone
        except (ValueError, OSError, ImportError, MemoryError) as error:
            raise BadInput(_message(error)) from error


def _message(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        if error.filename is not None:
            return f"{error.filename}: {error.strerror}"
        if error.errno in (errno.EBADF, errno.ENOSPC):
            return f"cannot write to standard output: {error.strerror}"
    return str(error) or "there is not enough memory"


def _show(error: click.ClickException) -> int:
    with suppress(OSError):  # standard error may be full
        error.show()
    return error.exit_code


def _say_interrupted() -> int:
    with suppress(OSError):
        click.echo("Interrupted.", err=True)
    return INTERRUPTED
