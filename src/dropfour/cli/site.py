"""The command that writes the page as plain files: site."""

from __future__ import annotations

from pathlib import Path

import click

from dropfour.extras import needed_by


@click.command(short_help="Write the page as plain files.")
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
