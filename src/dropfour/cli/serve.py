"""The command that serves the page: serve."""

from __future__ import annotations

import click

from dropfour.cli.extras import page_packages


@click.command(short_help="Play and study in the browser.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=4444,
    show_default=True,
    help="Port to listen on; if it is taken, the next free one.",
)
@click.option(
    "--database",
    metavar="FILE|URL",
    help="Database for games, such as games.sqlite3 or postgresql://…; default: a file in your data "
    "directory.",
)
@click.option(
    "--open/--no-open",
    "opens",
    default=None,
    help="Whether to open a browser; default: if there is one.",
)
def serve(host: str, port: int, database: str | None, opens: bool | None) -> None:
    """Serve the page and its API until Ctrl+C.

    Games are saved as they are played and kept for the next time. Listen on an address other than
    127.0.0.1 only in a network that you trust, or behind an HTTPS proxy.

    Example: dropfour serve --port 8000 --no-open
    """
    with page_packages():
        from dropfour.database import database_url
        from dropfour.web import Settings
        from dropfour.web.server import address_of, has_browser, listen
        from dropfour.web.server import serve as serve_until_interrupted
    if database is None:
        settings = Settings()
    else:
        settings = Settings(database_url(database).render_as_string(hide_password=False))

    def announce() -> None:
        address, actual = address_of(listener), listener.getsockname()[1]
        if port and actual != port:
            click.echo(f"Port {port} is taken; using {actual} instead.")
        click.echo(f"Dropfour is running at {address} (press Ctrl+C to stop).")
        if opens or (opens is None and has_browser()):
            click.launch(address)

    with listen(host, port) as listener:
        serve_until_interrupted(listener, settings, on_ready=announce)
