"""Shell completion: the command that prints the script for a shell, and what it offers for engines and
players; what it needs is imported when a shell asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_FILES = {
    "bash": "~/.bashrc",
    "zsh": "~/.zshrc",
    "fish": "~/.config/fish/completions/dropfour.fish",
}


@click.command(short_help="Print the completion script for a shell.")
@click.argument("shell", type=click.Choice(list(_FILES)))
def completion(shell: str) -> None:
    """Print the script with which SHELL completes commands, options, engines and their options.

    Add it to ~/.bashrc or ~/.zshrc, or write it to ~/.config/fish/completions/dropfour.fish.

    Example: dropfour completion bash >> ~/.bashrc
    """
    from click.shell_completion import get_completion_class

    root = click.get_current_context().find_root().command
    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(root, {}, "dropfour", "_DROPFOUR_COMPLETE").source())


def complete_engine(
    context: click.Context, parameter: click.Parameter, begun: str
) -> list[CompletionItem]:
    """Offer all engines whose names start with *begun*, with their summaries; after a colon, the
    evaluations and options of the engine that are not yet given."""
    from dropfour.engines.registry import available

    listings = available()
    name, colon, given = begun.partition(":")
    if not colon:
        return _offered({listing.name: listing.summary for listing in listings}, begun)
    engine = next((each for each in listings if each.name == name), None)
    if engine is None:
        return []
    *earlier, _ = given.split(",")
    before = f"{name}:{''.join(f'{each},' for each in earlier)}"
    names = {each.partition("=")[0] for each in earlier}
    offered: dict[str, str] = {}
    for option in engine.options:
        if option.name in names:
            continue
        default = f"default: {option.default_text}" if option.default_text else ""
        if option.name == "evaluation":
            if not any("=" not in each for each in earlier):
                evaluations = [each for each in listings if each.kind == "evaluation"]
                offered |= {f"{before}{each.name}": each.summary for each in evaluations}
        else:
            offered[f"{before}{option.name}="] = f"{option.type_word} {default}".strip()
    return _offered(offered, begun)


def complete_player(
    context: click.Context, parameter: click.Parameter, begun: str
) -> list[CompletionItem]:
    """Offer what can take a seat besides the engines: programs, and Python files of this folder."""
    from pathlib import Path

    others = {
        "program:": "A program called as COMMAND IN OUT DEPTH for each move.",
        "engine:": "A program that implements the text protocol.",
    }
    others |= {str(path): "A Python file." for path in sorted(Path(".").glob("*.py"))}
    return _offered(others, begun) + complete_engine(context, parameter, begun)


def complete_seat(
    context: click.Context, parameter: click.Parameter, begun: str
) -> list[CompletionItem]:
    """Offer a person besides the players."""
    from dropfour.terminal.players import PERSON

    people = _offered({PERSON: "A person at the keyboard."}, begun)
    return people + complete_player(context, parameter, begun)


def _offered(summaries: Mapping[str, str], begun: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [
        CompletionItem(text, help=summary)
        for text, summary in summaries.items()
        if text.startswith(begun)
    ]
