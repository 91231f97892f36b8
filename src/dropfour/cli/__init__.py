"""The command line: argument parsing only; the packages below do the work."""

from __future__ import annotations

import click

import dropfour
from dropfour.cli.group import SETTINGS, CommandGroup

# The commands by what one wants to do, each with its module.
_SECTIONS = {
    "Play": {
        "play": "play",
        "puzzle": "puzzles",
        "one-move": "maxconnect4",
        "interactive": "maxconnect4",
    },
    "Analyse": {
        "solve": "solve",
        "analyse": "solve",
        "board": "board",
        "perft": "board",
    },
    "Learn": {
        "explain": "explain",
        "plan": "explain",
        "solution": "solution",
        "review": "review",
    },
    "Compete": {
        "engines": "engines",
        "match": "arena",
        "tournament": "tournament",
        "sprt": "arena",
        "engine": "arena",
        "check-engine": "arena",
    },
    "Serve": {"serve": "serve", "site": "site", "admin": "admin"},
    "Data": {"book": "book", "puzzles": "puzzles", "dataset": "dataset"},
    "Shell": {"completion": "completion"},
}


@click.group(
    "dropfour",
    cls=CommandGroup,
    modules={
        command: f"{__name__}.{module}"
        for commands in _SECTIONS.values()
        for command, module in commands.items()
    },
    sections={title: list(commands) for title, commands in _SECTIONS.items()},
    context_settings=SETTINGS,
)
@click.version_option(dropfour.__version__, "-V", "--version", message="dropfour %(version)s")
def main() -> None:
    """Everything for Connect Four: play, solve, study, compete.

    Example: dropfour serve
    """
