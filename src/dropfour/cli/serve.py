"""The command that serves the page: serve."""

from __future__ import annotations

from typing import Any

import click

from dropfour.cli.extras import page_packages
from dropfour.cli.options import Command, together


def database_option(help_text: str) -> Any:
    """Return the option --database of the commands that use the page's database."""
    return click.option(
        "--database",
        metavar="FILE|URL",
        envvar="DROPFOUR_DATABASE",
        show_envvar=True,
        help=help_text,
    )


def _setting(flag: str, kind: Any, metavar: str, help_text: str, **more: Any) -> Any:
    """Return an option that can also be set by an environment variable: --host by DROPFOUR_HOST."""
    variable = "DROPFOUR_" + flag.removeprefix("--").replace("-", "_").upper()
    return click.option(
        flag, type=kind, metavar=metavar, envvar=variable, show_envvar=True, help=help_text, **more
    )


class _Separated(click.ParamType):
    """Several values, separated by commas; may be repeated."""

    name = "list"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        return tuple(filter(None, (part.strip() for part in str(value).split(","))))


def _hosting_options(command: Command) -> Command:
    """Add the options for a server that others use, named after the fields of Settings."""
    positive, seconds = click.IntRange(1), click.FloatRange(0.1, 3600)
    add_options = together(
        _setting(
            "--allowed-hosts",
            _Separated(),
            "NAMES",
            "Names that the server answers to, such as play.example.org or *.example.org, separated by "
            "commas; * is any. It always answers to addresses and to names without a dot.",
        ),
        _setting(
            "--trusted-proxies",
            _Separated(),
            "ADDRESSES",
            "Addresses and networks of proxies whose X-Forwarded-For and X-Forwarded-Proto are "
            "believed; default: 127.0.0.1,::1.",
        ),
        _setting(
            "--access-log", str, "FILE", "Log one line per request, to standard output if it is -."
        ),
        _setting(
            "--workers",
            positive,
            "N",
            "Server processes; more than one need PostgreSQL.",
            default=1,
            show_default=True,
        ),
        _setting("--search-threads", positive, "N", "Searches in parallel; default: cores - 1."),
        _setting("--engine-threads", positive, "N", "Threads of one engine; default: 1."),
        _setting(
            "--engine-time-s", seconds, "S", "Longest time for a move of an engine; default: 1."
        ),
        _setting("--analysis-time-s", seconds, "S", "Longest time for an analysis; default: 30."),
        _setting("--max-connections", positive, "N", "Open connections; default: 10000."),
        _setting(
            "--max-connections-per-client",
            positive,
            "N",
            "Open connections, and requests at the same time, of one address; default: 200.",
        ),
        _setting(
            "--max-requests-per-second",
            click.IntRange(0),
            "N",
            "Requests to the API by one address per second; default: 50, 0 is no limit.",
        ),
        _setting(
            "--max-games-per-minute",
            click.IntRange(0),
            "N",
            "Games that one address may start per minute; default: 60, 0 is no limit.",
        ),
        _setting("--header-timeout-s", seconds, "S", "Time for a request's headers; default: 10."),
        _setting("--body-timeout-s", seconds, "S", "Time for a request's body; default: 20."),
    )
    return add_options(command)


@click.command(short_help="Play and study in the browser.")
@_setting("--host", str, "ADDRESS", "Address to listen on.", default="127.0.0.1", show_default=True)
@_setting(
    "--port",
    click.IntRange(0, 65535),
    "N",
    "Port to listen on; if it is taken, the next free one.",
    default=4444,
    show_default=True,
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
@_hosting_options
def serve(
    host: str, port: int, database: str | None, opens: bool | None, workers: int, **limits: Any
) -> None:
    """Serve the page and its API until Ctrl+C.

    Games are saved as they are played and kept for the next time. Listen on an address other than
    127.0.0.1 only in a network that you trust, or behind an HTTPS proxy: docs/hosting.md.

    Example: dropfour serve --port 8000 --no-open
    """
    with page_packages():
        from dropfour.database import database_url
        from dropfour.web import Settings
        from dropfour.web.clients import Networks
        from dropfour.web.server import address_of, has_browser, listen
        from dropfour.web.server import serve as serve_until_interrupted
        from dropfour.web.workers import serve_by_workers
    chosen = {name: value for name, value in limits.items() if value is not None}
    if database is not None:
        chosen["database_url"] = database_url(database).render_as_string(hide_password=False)
    settings = Settings(**chosen)
    Networks(settings.trusted_proxies)  # raises ValueError if one is not an address

    def announce() -> None:
        address, actual = address_of(listener), listener.getsockname()[1]
        if port and actual != port:
            click.echo(f"Port {port} is taken; using {actual} instead.")
        click.echo(f"Dropfour is running at {address} (press Ctrl+C to stop).")
        if opens or (opens is None and has_browser()):
            click.launch(address)

    with listen(host, port) as listener:
        if workers == 1:
            serve_until_interrupted(listener, settings, on_ready=announce)
        else:
            serve_by_workers(listener, settings, workers, on_ready=announce)
