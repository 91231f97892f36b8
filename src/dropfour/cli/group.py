"""What all commands share: sections of the help, old names, errors in one sentence, Ctrl+C."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

import click

from dropfour.cli.notes import ALL_OPTIONS, note, shared_options
from dropfour.interrupts import INTERRUPTED, was_interrupted
from dropfour.launch import import_for_program

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

# The context settings of every program.
SETTINGS = {"help_option_names": ["-h", "--help"], "show_default": True}


_BROKEN_PIPE = 1  # as click has it: the reader of a pipe has gone, and nobody needs a message


class BadInput(click.ClickException):
    """Bad input; the message says what was expected."""

    exit_code = 2


class Failed(click.ClickException):
    """The answer is no: what was checked is wrong, or what was asked for was not found."""


class Expert(click.Option):
    """An option that few people need: --help-all shows it."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        return super().get_help_record(ctx) if ALL_OPTIONS in ctx.meta else None


_RULES = ("size", "board", "connect", "objective")


class Command(click.Command):
    """A command whose help has the options for the rules in a section of their own.

    *renamed* is the old name of the option that is now the argument MOVES.
    """

    def __init__(self, *args: Any, renamed: str = "", **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._renamed = renamed
        self.params += shared_options(cls=Expert)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        words = [word for each in args for word in _split(each, self._renamed)]
        if self._renamed and self._renamed in words[:-1]:
            at = words.index(self._renamed)
            args = [*words[:at], *words[at + 2 :], words[at + 1]]
            note(f"{self._renamed} is called MOVES now: {ctx.command_path} {' '.join(args)}")
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        offered = super().shell_complete(ctx, incomplete)
        if incomplete.strip("-"):
            return offered
        left_out = {name for each in self.params if isinstance(each, Expert) for name in each.opts}
        return [item for item in offered if item.value not in left_out]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title in ("Options", "Rules"):
            rows = [
                row
                for param in self.get_params(ctx)
                if (param.name in _RULES) is (title == "Rules")
                and (row := param.get_help_record(ctx))
            ]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)


def _split(word: str, option: str) -> list[str]:
    return word.split("=", 1) if option and word.startswith(f"{option}=") else [word]


expert_option = partial(click.option, cls=Expert)


def command(name: str | None = None, **settings: Any) -> Callable[[Callable[..., Any]], Command]:
    """Return the decorator that makes a function a command."""
    return click.command(name, cls=Command, **settings)


class CommandGroup(click.Group):
    """Bad input ends with one sentence and exit code 2, Ctrl+C with one sentence and exit code 130;
    neither with a traceback.

    *modules* names the module of each command, imported when the command is used: most of the time that
    a command takes to start is spent on imports. The help lists the commands by *sections*. All commands
    take the options of `shared_options`, before or after the command's name. *renamed* has the words
    that replace an old name, and *short_forms* those of names for scripts, which the help leaves out.
    """

    command_class = Command

    def __init__(
        self,
        *args: Any,
        modules: Mapping[str, str] | None = None,
        sections: Mapping[str, Sequence[str]] | None = None,
        renamed: Mapping[str, Sequence[str]] | None = None,
        short_forms: Mapping[str, Sequence[str]] | None = None,
        **extra: Any,
    ) -> None:
        super().__init__(*args, **extra)
        self._modules = dict(modules or {})
        self.sections = dict(sections or {})
        self._renamed, self._short_forms = dict(renamed or {}), dict(short_forms or {})
        self.params += shared_options(cls=click.Option if self.sections else Expert)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, args if args or ctx.resilient_parsing else ["--help"])

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
        words = self._renamed.get(args[0])
        if words is not None and not ctx.resilient_parsing:
            path = f"{ctx.command_path} {' '.join(words)}"
            note(
                f"{ctx.command_path} {args[0]} is called {path} now; the old name goes in version 3."
            )
        words = words or self._short_forms.get(args[0])
        if words is not None:
            args = [*words, *args[1:]]
        if self.get_command(ctx, args[0]) is None and not ctx.resilient_parsing:
            from difflib import get_close_matches

            close = get_close_matches(args[0], self.list_commands(ctx), n=1)
            hint = f"; did you mean {close[0]}?" if close else ""
            raise click.UsageError(f"there is no command {args[0]}{hint}", ctx)
        return super().resolve_command(ctx, args)

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        run: Callable[..., Any] = super().main
        if "_DROPFOUR_COMPLETE" in os.environ:
            import_for_program("dropfour.cli.completion")
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
                code = show_error(BadInput(_message(error)))
            elif isinstance(error, click.ClickException):
                code = show_error(error)
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
            return f"{error.filename or repr('')}: {error.strerror}"
        if error.errno in (errno.EBADF, errno.ENOSPC):
            return f"cannot write to standard output: {error.strerror}"
    return str(error) or "there is not enough memory"


def show_error(error: click.ClickException) -> int:
    """Print the error as all commands do, and return the exit code."""
    with suppress(OSError):  # standard error may be full
        click.echo(f"Error: {_sentence(error)}", err=True)
    return error.exit_code


def _sentence(error: click.ClickException) -> str:
    """What was expected, and of which option or argument."""
    if isinstance(error, click.BadParameter) and error.param is not None:
        param = error.param
        is_option = isinstance(param, click.Option)
        name = param.opts[0] if is_option else param.human_readable_name.strip("[]").rstrip(".")
        is_missing = isinstance(error, click.MissingParameter)
        text = f"{name} is missing" if is_missing else f"{name}: {error.message}"
    else:
        text = error.format_message()
        if isinstance(error, click.NoSuchOption):
            text = f"there is no option {error.option_name}"
            if error.option_name[1:].isdigit():
                text = f"{error.option_name} is not an option, and no number here is negative"
            elif error.possibilities:
                text += f"; did you mean {error.possibilities[0]}?"
        elif isinstance(error, click.UsageError):
            text = text[:1].lower() + text[1:]
    if isinstance(error, click.UsageError) and error.ctx is not None:
        text = f"{text.removesuffix('.')} (see {error.ctx.command_path} --help)"
    return text


def _say_interrupted() -> int:
    with suppress(OSError):
        click.echo("Interrupted.", err=True)
    return INTERRUPTED
