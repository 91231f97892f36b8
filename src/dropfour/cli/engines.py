"""The command that lists engines."""

from __future__ import annotations

import click

from dropfour.engines.registry import Listing, available


@click.command(short_help="List the engines and their options.")
@click.argument("names", nargs=-1)
def engines(names: tuple[str, ...]) -> None:
    """List all engines, or those that NAMES say, with a line each and their options.

    An engine is written as its name, a colon and its options; the bare word is the evaluation. The name
    of an evaluation alone is alpha-beta with it.

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
        if chosen:
            click.echo(title)
        for listing in chosen:
            click.echo(f"  {listing.name:12} {listing.summary}")
            for option in listing.options:
                default = f", {option.default_text} unless said" if option.default_text else ""
                click.echo(f"  {'':12}   {option.name}: {option.type_word}{default}")


def _order(listing: Listing) -> tuple[int, int, str]:
    """Names in order, and the numbered levels after them as numbers."""
    number = int(listing.name) if listing.name.isdigit() else 0
    return (number > 0, number, listing.name)
