"""The command that lists engines."""

from __future__ import annotations

from typing import Any

import click

from dropfour.cli.completion import complete_engine
from dropfour.cli.options import json_option
from dropfour.cli.outputs import json_text
from dropfour.engines.registry import Listing, available


@click.command(short_help="List the engines and their options.")
@click.argument("names", nargs=-1, shell_complete=complete_engine)
@json_option("Print a JSON object for each.")
def engines(names: tuple[str, ...], as_json: bool) -> None:
    """List all engines and evaluations, or those in NAMES, with their options.

    A spec is a name, a colon and options, such as alphabeta:lines,depth=6; the option without a name is
    the evaluation. The name of an evaluation alone means alpha-beta with it.

    Example: dropfour engines alphabeta lines
    """
    listings = available()
    known = {listing.name for listing in listings}
    for name in names:
        if name not in known:
            raise ValueError(f"there is no engine {name!r}; there are: {', '.join(sorted(known))}")
    for kind, title in (("engine", "Engines"), ("evaluation", "Evaluations")):
        chosen = [
            listing
            for listing in sorted(listings, key=_order)
            if listing.kind == kind and (not names or listing.name in names)
        ]
        if chosen and not as_json:
            click.echo(title)
        for listing in chosen:
            if as_json:
                click.echo(json_text(_values(listing)), nl=False)
                continue
            click.echo(f"  {listing.name:12} {listing.summary}")
            for option in listing.options:
                default = f", default: {option.default_text}" if option.default_text else ""
                click.echo(f"  {'':12}   {option.name}: {option.type_word}{default}")


def _values(listing: Listing) -> dict[str, Any]:
    options = {
        option.name: {"type": option.type_word, "default": option.default_text or None}
        for option in listing.options
    }
    return {
        "name": listing.name,
        "kind": listing.kind,
        "summary": listing.summary,
        "options": options,
    }


def _order(listing: Listing) -> tuple[int, int, str]:
    """Sort by name, and numbered levels after that by number."""
    number = int(listing.name) if listing.name.isdigit() else 0
    return (number > 0, number, listing.name)
