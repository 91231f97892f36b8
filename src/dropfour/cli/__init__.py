"""The command line: argument parsing only; the packages below do the work."""

from __future__ import annotations

import click

import dropfour
from dropfour.cli.group import SETTINGS, CommandGroup

# The module of each command.
_MODULES = {
    "admin": "admin",
    "analyse": "solve",
    "board": "board",
    "book": "book",
    "check-engine": "arena",
    "dataset": "dataset",
    "engine": "arena",
    "engines": "engines",
    "explain": "explain",
    "interactive": "maxconnect4",
    "match": "arena",
    "one-move": "maxconnect4",
    "perft": "board",
    "plan": "explain",
    "play": "play",
    "puzzle": "puzzles",
    "puzzles": "puzzles",
    "review": "review",
    "serve": "serve",
    "site": "site",
    "solution": "solution",
    "solve": "solve",
    "sprt": "arena",
    "tournament": "tournament",
}


@click.group(
    "dropfour",
    cls=CommandGroup,
    modules={command: f"{__name__}.{module}" for command, module in _MODULES.items()},
    context_settings=SETTINGS,
)
@click.version_option(dropfour.__version__, message="dropfour %(version)s")
def main() -> None:
    """Everything for Connect Four: play, solve, study, compete.

    Example: dropfour serve
    """
