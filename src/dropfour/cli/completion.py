"""What the shell offers for an argument that names an engine."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from dropfour.engines.registry import available
from dropfour.terminal.players import PERSON


def complete_engine(
    context: click.Context, parameter: click.Parameter, begun: str
) -> list[CompletionItem]:
    """Offer the names of all engines that begin so, with their summaries."""
    return [
        CompletionItem(listing.name, help=listing.summary)
        for listing in available()
        if listing.name.startswith(begun)
    ]


def complete_player(
    context: click.Context, parameter: click.Parameter, begun: str
) -> list[CompletionItem]:
    """Offer a person besides the engines."""
    person = [CompletionItem(PERSON, help="Somebody at the keyboard.")]
    offered = person if PERSON.startswith(begun) else []
    return offered + complete_engine(context, parameter, begun)
