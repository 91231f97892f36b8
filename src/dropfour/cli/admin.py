"""Commands for operators of a server: admin."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from dropfour.cli.group import CommandGroup
from dropfour.cli.outputs import Output
from dropfour.cli.serve import database_option
from dropfour.cli.types import Integer
from dropfour.extras import needed_by

_database = database_option("The server's database; default: the file in your data directory.")


def _place(database: str | None) -> str:
    with needed_by("the page", "web"):
        from dropfour.web.settings import default_database_url
    return default_database_url() if database is None else database


def _confirm(question: str) -> None:
    """Raise Abort unless the answer is yes, and UsageError if there is nobody to ask."""
    try:
        is_confirmed = click.confirm(question)
    except click.Abort:
        if sys.stdin.isatty():  # Ctrl+C
            raise
        click.echo()
        raise click.UsageError("there is nobody to ask: add --yes") from None
    if not is_confirmed:
        raise click.Abort


@click.group(cls=CommandGroup, short_help="Back up, restore and clean up a server's database.")
def admin() -> None:
    """Look after the database of a server, which may be running.

    Example: dropfour admin backup games-2026-11-15.sqlite3
    """


@admin.command(short_help="Write everything to a file.")
@click.argument("file", type=Output())
@_database
def backup(file: Path, database: str | None) -> None:
    """Write all games and tournaments, as of one moment, to the new SQLite file FILE.

    Example: dropfour admin backup games.sqlite3 --store postgresql://dropfour@localhost/dropfour
    """
    place = _place(database)
    from dropfour.database import shown
    from dropfour.web.admin.backup import back_up

    click.echo(f"Saved {back_up(place, file)} from {shown(place)} in {file}.")


@admin.command(short_help="Replace everything by a backup.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_database
@click.option("--yes", is_flag=True, help="Do not ask.")
def restore(file: Path, database: str | None, yes: bool) -> None:
    """Replace all games and tournaments by those in the backup FILE, from either kind of database.

    Example: dropfour admin restore games.sqlite3 --yes
    """
    place = _place(database)
    from dropfour.database import shown
    from dropfour.web.admin import backup

    if not yes:
        _confirm(f"Replace all games and tournaments in {shown(place)}?")
    click.echo(f"Restored {backup.restore(file, place)} into {shown(place)}.")


@admin.command("remove-old-games", short_help="Remove games that nobody plays any more.")
@click.option(
    "--days",
    type=Integer(1, 36_500),
    required=True,
    help="Remove games that nobody has changed for this many days.",
)
@click.option("--dry-run", is_flag=True, help="Only say how many there are.")
@_database
def remove_old_games(days: int, dry_run: bool, database: str | None) -> None:
    """Remove games, finished or not, that nobody has changed for a while; tournaments are kept.

    Example: dropfour admin remove-old-games --days 365 --dry-run
    """
    place = _place(database)
    from dropfour.web.admin import backup

    count = backup.remove_old_games(place, days, dry_run=dry_run)
    found = "would be removed" if dry_run else "removed"
    games, time = ("game" if count == 1 else "games"), ("day" if days == 1 else "days")
    click.echo(f"{count} {games} {found}: unchanged for {days} {time}.")
