"""Shell completion of engines and players; what it needs is imported when a shell asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def complete_engine(
    context: click.Context, parameter: click.Parameter, begun: str
) -> list[CompletionItem]:
    """Offer all engines whose names start with *begun*, with their summaries."""
    from click.shell_completion import CompletionItem

    from dropfour.engines.registry import available

    return [
        CompletionItem(listing.name, help=listing.summary)
        for listing in available()
        if listing.name.startswith(begun)
    ]


def complete_player(
    context: click.Context, parameter: click.Parameter, begun: str
) -> list[CompletionItem]:
    """Offer a person and the prefixes of programs besides the engines."""
    from click.shell_completion import CompletionItem

    from dropfour.terminal.players import PERSON

    others = {
        PERSON: "A person at the keyboard.",
        "program:": "A program called as COMMAND IN OUT DEPTH for each move.",
        "engine:": "A program that implements the text protocol.",
    }
    offered = [
        CompletionItem(text, help=summary)
        for text, summary in others.items()
        if text.startswith(begun)
    ]
    return offered + complete_engine(context, parameter, begun)
