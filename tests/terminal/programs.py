"""Running the program in tests."""

import shlex
import sys
from typing import Protocol

from click.testing import CliRunner, Result

from dropfour.cli import main

DROPFOUR = [sys.executable, "-m", "dropfour"]
TWO = ("play", "--red", "human", "--yellow", "human")
AGAINST_RANDOM = ("play", "--red", "human", "--yellow", "random:seed=1")


class Run(Protocol):
    """Runs a command with rows of text (the words of a single string) on its standard input."""

    def __call__(self, *arguments: str, lines: str | list[str] = "") -> Result: ...


def run_in_pipe(*arguments: str, lines: str | list[str] = "") -> Result:
    said = lines.split() if isinstance(lines, str) else lines
    text = "".join(f"{line}\n" for line in said)
    return CliRunner().invoke(main, arguments, input=text, catch_exceptions=False)


def resume_command(output: str) -> list[str]:
    """Return the arguments of the command that the program names last, to continue the game."""
    line = output.rstrip().splitlines()[-1]
    return shlex.split(line)[1:]
