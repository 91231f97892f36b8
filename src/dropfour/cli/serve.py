"""Commands for operators: serve the page, write it as files (site), look after its database (admin)."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from dropfour.cli.group import CommandGroup, command, expert_option
from dropfour.cli.options import Command, Integer
from dropfour.cli.outputs import Output
from dropfour.extras import needed_by


def database_option(help_text: str) -> Callable[[Command], Command]:
    """Return the option --store of the commands that use the page's database, passed as `database`."""
    return click.option(
        "--store", "database", metavar="FILE|URL", envvar="DROPFOUR_DATABASE", help=help_text
    )


@command(
    short_help="Play and study in the browser.",
    context_settings={"auto_envvar_prefix": "DROPFOUR"},  # DROPFOUR_HOST and so on
)
@click.option("--host", default="127.0.0.1", metavar="ADDRESS", help="Address to listen on.")
@click.option(
    "--port",
    type=Integer(0, 65535),
    default=4444,
    metavar="N",
    help="Port to listen on; without this option, the next free one if it is taken.",
)
@database_option(
    "Database for games, such as games.sqlite3 or postgresql://…; default: a file in your data "
    "directory."
)
@click.option(
    "--open/--no-open",
    "opens",
    default=None,
    help="Whether to open a browser; default: if there is one.",
)
@click.option(
    "--allowed-hosts",
    default="",
    show_default=False,
    metavar="NAMES",
    help="Names that the server answers to besides local ones: play.example.org,*.club.example.",
)
@expert_option(
    "--trusted-proxies",
    default="127.0.0.1,::1",
    metavar="ADDRESSES",
    help="Addresses and networks of proxies whose X-Forwarded-For is believed.",
)
@expert_option(
    "--access-log", metavar="FILE", help="Log one line per request; - is standard output."
)
@click.option(
    "--ratings",
    is_flag=True,
    help="Rate people by the live games that they play against each other (Glicko-2).",
)
@expert_option(
    "--limit",
    "limits",
    multiple=True,
    metavar="NAME=N",
    help="Change a limit, such as max_games_per_minute=20 (docs/hosting.md); may be repeated. "
    "Environment: DROPFOUR_LIMITS, separated by commas.",
)
def serve(
    host: str,
    port: int,
    database: str | None,
    opens: bool | None,
    allowed_hosts: str,
    trusted_proxies: str,
    access_log: str | None,
    ratings: bool,
    limits: tuple[str, ...],
) -> None:
    """Serve the page and its API until Ctrl+C.

    Games are saved as they are played and kept for the next time. Listen on an address other than
    127.0.0.1 only in a network that you trust, or behind an HTTPS proxy: docs/hosting.md.

    Example: dropfour serve --port 8000 --no-open
    """
    with needed_by("the page", "web"):
        from dropfour.database import database_url
        from dropfour.web import Settings
        from dropfour.web.http.networks import Networks
        from dropfour.web.server import address_of, has_browser, listen, network_address_of
        from dropfour.web.server import serve as serve_until_interrupted
        from dropfour.web.settings import parse_limits
    chosen: dict[str, Any] = parse_limits(os.environ.get("DROPFOUR_LIMITS", ""))
    chosen |= parse_limits(",".join(limits))
    if database is not None:
        chosen["database_url"] = database_url(database).render_as_string(hide_password=False)
    settings = Settings(
        allowed_hosts=_separated(allowed_hosts),
        trusted_proxies=_separated(trusted_proxies),
        access_log=access_log,
        ratings=ratings,
        **chosen,
    )
    Networks(settings.trusted_proxies)  # raises ValueError if one is not an address

    def announce() -> None:
        address, actual = address_of(listener), listener.getsockname()[1]
        if port and actual != port:
            click.echo(f"Port {port} is taken; using {actual} instead.")
        click.echo(f"Dropfour is running at {address} (press Ctrl+C to stop).")
        if there := network_address_of(listener):
            click.echo(f"Other devices in your network open {there}")
        if opens or (opens is None and has_browser()):
            click.launch(address)

    # A proxy or a browser expects the server at a port that was asked for.
    is_default = click.get_current_context().get_parameter_source("port") is ParameterSource.DEFAULT
    with listen(host, port) if is_default else listen(host, port, tries=1) as listener:
        serve_until_interrupted(listener, settings, on_ready=announce)


def _separated(text: str) -> tuple[str, ...]:
    return tuple(filter(None, (part.strip() for part in text.split(","))))


@command(short_help="Write the page as plain files.")
@click.argument("folder", type=click.Path(path_type=Path))
def site(folder: Path) -> None:
    """Write the page as plain files into FOLDER, for any web server.

    The page works from any address and, after the first visit, without a connection. The browser finds
    the engines' moves and all analyses, and keeps the games. Playing each other and tournaments need
    `dropfour serve`.

    Example: dropfour site public
    """
    with needed_by("the page", "web"):
        from dropfour.web.page.site import write_site
    written = write_site(folder)
    size = sum(path.stat().st_size for path in written)
    click.echo(f"{len(written)} files with {size / 1e6:.1f} MB written to {folder}.")


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
    metavar="N",
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
