"""The command line: argument parsing only; the packages below do the work."""

from __future__ import annotations

import click

import dropfour
from dropfour.cli.group import SETTINGS, CommandGroup

# The commands by what one wants to do, each with its module.
_SECTIONS = {
    "Play": {"play": "play", "puzzles": "play", "maxconnect4": "maxconnect4"},
    "Analyse": {"solve": "solve", "analyse": "solve", "board": "board", "perft": "board"},
    "Learn": {"explain": "explain", "review": "explain", "solution": "solution"},
    "Compete": {
        "engine": "engines",
        "match": "arena",
        "tournament": "tournament",
        "sprt": "arena",
        "benchmark": "agents",
    },
    "Serve": {"serve": "serve", "site": "serve", "admin": "serve", "mcp": "agents"},
    "Data": {"book": "book", "dataset": "dataset", "export": "agents"},
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
    renamed={
        "puzzle": ["puzzles", "solve"],
        "plan": ["explain", "--strategy"],
        "engines": ["engine", "list"],
        "check-engine": ["engine", "check"],
    },
    short_forms={name: ["maxconnect4", name] for name in ("one-move", "interactive")},
    context_settings=SETTINGS,
)
@click.version_option(dropfour.__version__, "-V", "--version", message="dropfour %(version)s")
def main() -> None:
    """Everything for Connect Four: play, solve, study, compete.

    Example: dropfour serve
    """
