"""The command that opens the page: serve."""

from __future__ import annotations

import click

from dropfour.cli.extras import page_packages


@click.command(short_help="Play and study in the browser.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=4444,
    show_default=True,
    help="The port; if it is taken, the next free one.",
)
@click.option(
    "--database",
    metavar="FILE|URL",
    help="Where games are kept, such as games.sqlite3 or postgresql://…; by default a file in your "
    "data directory.",
)
@click.option(
    "--open/--no-open",
    "opens",
    default=None,
    help="Open a browser, or not; by default if there is one.",
)
def serve(host: str, port: int, database: str | None, opens: bool | None) -> None:
    """Serve the page and its API until Ctrl+C.

    Games are saved as they are played and are there again the next time. Listen on another host than
    127.0.0.1 only in a network that you trust, or behind a proxy that speaks HTTPS.

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
        click.echo(f"Dropfour is at {address} (Ctrl+C ends it).")
        if opens or (opens is None and has_browser()):
            click.launch(address)

    with listen(host, port) as listener:
        serve_until_interrupted(listener, settings, on_ready=announce)
