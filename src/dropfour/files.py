"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def write_text_atomically(path: str | os.PathLike[str], text: str) -> None:
    """Replace the file at *path* by *text*, as UTF-8 with its line ends as they are; otherwise as
    write_bytes_atomically. Raises UnicodeEncodeError, too, with the old file as it was."""
    write_bytes_atomically(path, text.encode("utf-8"))


def write_bytes_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Replace the file at *path* by *data*.

    Whoever reads the file sees the old content or the new one, never a part, and the new one is on
    the disk when this returns. A link keeps pointing to its file, and an old file keeps its
    permissions. After an OSError the old file is as it was and nothing is left beside it. What is no
    plain file, such as ``/dev/stdout``, cannot be replaced and is written to directly.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        target.write_bytes(data)
        return
    temporary = target.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        # Created by "x" rather than by tempfile, which would take the group's right to read away.
        with temporary.open("xb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if target.exists():
            temporary.chmod(target.stat().st_mode & 0o7777)
        os.replace(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync_directory(target.parent)


def _sync_directory(directory: Path) -> None:
    """Make the new name in *directory* last through a power cut, where the system has a way to."""
    if os.name == "nt":
        return
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
