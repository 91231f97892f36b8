"""The command for opening books: book info."""

from __future__ import annotations

from pathlib import Path

import click

from dropfour.book.reader import open_book, shipped_path
from dropfour.cli.group import CommandGroup
from dropfour.cli.options import json_option, rules_options
from dropfour.cli.outputs import print_json
from dropfour.rules import Rules


@click.group(cls=CommandGroup, short_help="Show what opening books hold.")
def book() -> None:
    """Opening books: exact scores of early positions, looked up instead of searched.

    Example: dropfour book info
    """


@book.command(short_help="Show what a book holds.")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@json_option()
@rules_options
def info(file: Path | None, as_json: bool, rules: Rules) -> None:
    """Show what a book holds; without FILE, the one for these rules that comes with Dropfour.

    Example: dropfour book info --objective most-lines
    """
    path = book_path(file, rules)
    contents, size = open_book(path).contents, path.stat().st_size
    sizes = {shelf.ply: len(shelf.function.cells) for shelf in contents.shelves}
    plies = [
        {"ply": ply, "unfinished": unfinished, "known": known, "bytes": sizes.get(ply)}
        for ply, (known, unfinished) in enumerate(
            zip(contents.known, contents.unfinished, strict=True)
        )
    ]
    rules = contents.rules
    if as_json:
        found = {"file": str(path), "bytes": size, "depth": contents.depth, "plies": plies}
        print_json(found, rules)
        return
    click.echo(f"{path}: {size} bytes")
    click.echo(f"{rules.size}, connect {rules.connect}, {rules.objective.value}, exact scores")
    click.echo(f"All positions to ply {contents.depth}.")
    click.echo("".join(f"{name:>12}" for name in plies[0])[8:])
    for row in plies:
        click.echo("".join(f"{'-' if n is None else n:>12}" for n in row.values())[8:])
    click.echo("Mirror images count once; immediate wins need no book.")
    if len(sizes) <= contents.depth:
        click.echo("A ply without bytes follows from the next one that has some.")


def book_path(file: Path | None, rules: Rules) -> Path:
    """Return *file* or the shipped book for *rules*; raise ValueError if there is neither."""
    path = file or shipped_path(rules)
    if path is None:
        raise ValueError(
            f"no {rules.objective.value} book of {rules.size} comes with this installation: give a FILE"
        )
    return path
