"""Running the programs in tests: commands in this process, and Python in another."""

import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

import click
from click.testing import CliRunner, Result

from dropfour.cli import main
from values import some


def run(*arguments: str | Path, text: str | None = None, **options: Any) -> Result:
    """Run a command of dropfour with *text* on its standard input; without --workers, in this process:
    the games of tests take less time than workers need to start."""
    words = [str(argument) for argument in arguments]
    with patch("os.cpu_count", return_value=1):
        return CliRunner().invoke(main, words, input=text, catch_exceptions=False, **options)


def run_words(command: str) -> Result:
    """Run a command that is written as in a shell."""
    return run(*shlex.split(command))


def expect_refused(message: str, *arguments: str | Path, **options: Any) -> Result:
    """Check that a command ends with one sentence and exit code 2."""
    result = run(*arguments, **options)
    assert result.exit_code == 2
    assert message in result.output
    assert "Traceback" not in result.output
    return result


def run_python(code: str, *arguments: str) -> str:
    """Return what *code* prints in a process of its own."""
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def commands_of(group: click.Group = main, *words: str) -> dict[str, click.Command]:
    """Every command by its words, and the groups that lead to others."""
    found: dict[str, click.Command] = {}
    for name in group.list_commands(click.Context(group)):
        command = some(group.get_command(click.Context(group), name))
        found[" ".join((*words, name))] = command
        if isinstance(command, click.Group):
            found |= commands_of(command, *words, name)
    return found
