"""Shell completion of engines and players; what it needs is imported when a shell asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def complete_engine(
    context: click.Context, parameter: click.Parameter, begun: str
) -> list[CompletionItem]:
    """Offer all engines whose names start with *begun*, with their summaries."""
    from dropfour.engines.registry import available

    return _offered({listing.name: listing.summary for listing in available()}, begun)


def complete_player(
    context: click.Context, parameter: click.Parameter, begun: str
) -> list[CompletionItem]:
    """Offer a person and the prefixes of programs besides the engines."""
    from dropfour.terminal.players import PERSON

    others = {
        PERSON: "A person at the keyboard.",
        "program:": "A program called as COMMAND IN OUT DEPTH for each move.",
        "engine:": "A program that implements the text protocol.",
    }
    return _offered(others, begun) + complete_engine(context, parameter, begun)


def _offered(summaries: Mapping[str, str], begun: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [
        CompletionItem(text, help=summary)
        for text, summary in summaries.items()
        if text.startswith(begun)
    ]
