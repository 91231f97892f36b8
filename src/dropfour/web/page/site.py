"""The page as plain files, for any web space: everything but live games and tournaments, which need
a server. The browser finds moves and analyses by itself, and keeps games in its storage."""

from __future__ import annotations

import json
from pathlib import Path

from dropfour.files import write_bytes_atomically
from dropfour.web.page.files import is_at_root, page_files

# The addresses of a server in the page, and those that work in any folder.
_ADDRESSES = {
    'lang="en"': 'lang="en" data-server="none"',
    'href="/games"': 'href="./?view=games"',
    'href="/puzzles"': 'href="./?view=puzzles"',
    'href="/learn"': 'href="./?view=learn"',
    '="/': '="./',
}


def write_site(folder: Path) -> list[Path]:
    """Write the files into *folder*, which is created if missing, and return their paths. Raises
    OSError if a file cannot be written, and ValueError if *folder* is a file."""
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"{folder} is not a folder")
    written = []
    for name, body in page_files().items():
        if name == "index.html":
            path, body = folder / name, _in_any_folder(body)
        elif name.endswith(".webmanifest"):
            path, body = folder / name, _identified_by_folder(body)
        else:
            path = folder / name if is_at_root(name) else folder / "static" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_bytes_atomically(path, body)
        written.append(path)
    return written


def _in_any_folder(page: bytes) -> bytes:
    text = page.decode()
    for address, relative in _ADDRESSES.items():
        assert address in text, address
        text = text.replace(address, relative)
    return text.encode()


def _identified_by_folder(manifest: bytes) -> bytes:
    """Without an id, an installed page is identified by its start, which includes the folder."""
    fields = json.loads(manifest)
    del fields["id"]
    return json.dumps(fields, ensure_ascii=False, indent=2).encode()
