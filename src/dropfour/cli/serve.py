"""The command that serves the page: serve."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import click
from click.core import ParameterSource

from dropfour.cli.options import Command, Renamed
from dropfour.cli.types import POSITIVE, Integer
from dropfour.extras import needed_by


def database_option(help_text: str) -> Callable[[Command], Command]:
    """Return the option --store of the commands that use the page's database, passed as `database`."""
    return click.option(
        "--store",
        "--database",
        "database",
        cls=Renamed,
        metavar="FILE|URL",
        envvar="DROPFOUR_DATABASE",
        help=help_text,
    )


@click.command(
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
@click.option(
    "--trusted-proxies",
    default="127.0.0.1,::1",
    metavar="ADDRESSES",
    help="Addresses and networks of proxies whose X-Forwarded-For is believed.",
)
@click.option(
    "--access-log", metavar="FILE", help="Log one line per request; - is standard output."
)
@click.option(
    "--workers",
    type=POSITIVE,
    default=1,
    metavar="N",
    help="Server processes; more than one need PostgreSQL.",
)
@click.option(
    "--ratings",
    is_flag=True,
    help="Rate people by the live games that they play against each other (Glicko-2).",
)
@click.option(
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
    workers: int,
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
        from dropfour.web.workers import serve_by_workers
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
        if workers == 1:
            serve_until_interrupted(listener, settings, on_ready=announce)
        else:
            serve_by_workers(listener, settings, workers, on_ready=announce)


def _separated(text: str) -> tuple[str, ...]:
    return tuple(filter(None, (part.strip() for part in text.split(","))))
