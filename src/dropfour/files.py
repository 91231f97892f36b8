"""Paths and open files alike: reading, and writes that replace a file completely or not at all. And
where state is kept."""

from __future__ import annotations

import errno
import io
import os
from pathlib import Path
from typing import IO, TypeAlias

OpenFile: TypeAlias = IO[str] | IO[bytes]
PathOrFile: TypeAlias = str | os.PathLike[str] | OpenFile


def read_bytes(source: PathOrFile) -> bytes:
    """Return what a path or an open file holds; text as UTF-8."""
    if isinstance(source, str | os.PathLike):
        return Path(source).read_bytes()
    data = source.read()
    return data.encode("utf-8") if isinstance(data, str) else data


def write_bytes(target: PathOrFile, data: bytes) -> None:
    """Replace the file at a path atomically, or write to an open file, to a text file as UTF-8."""
    if isinstance(target, str | os.PathLike):
        write_bytes_atomically(target, data)
    elif isinstance(target, io.TextIOBase):
        target.write(data.decode("utf-8"))
    else:
        target.write(data)  # type: ignore[arg-type]  # a binary file


def name_of(source: PathOrFile) -> str:
    """Return what to call a path or an open file in a message."""
    if isinstance(source, str | os.PathLike):
        return os.fspath(source)
    return str(getattr(source, "name", "the file"))


def write_text_atomically(path: str | os.PathLike[str], text: str) -> None:
    """Replace the file at *path* with *text*, encoded as UTF-8 with its newlines unchanged.

    Otherwise the same as write_bytes_atomically. Text that cannot be encoded raises UnicodeEncodeError
    and leaves the old file unchanged.
    """
    write_bytes_atomically(path, text.encode("utf-8"))


def write_bytes_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Replace the file at *path* with *data*.

    Readers see either the old content or the new content, never a part of it, and the new content is
    on disk when this returns. A symbolic link keeps pointing to its target, and an existing file keeps
    its permissions. After an OSError, which names *path*, the old file is unchanged and no temporary
    file is left behind. Anything that is not a regular file, such as ``/dev/stdout``, is written to
    directly.
    """
    try:
        _replace(Path(os.path.realpath(path)), data)
    except OSError as error:
        raise named(error, path) from None


def named(error: OSError, path: str | os.PathLike[str]) -> OSError:
    """Return *error* with *path* as its file, in place of a temporary one."""
    return type(error)(error.errno, error.strerror or str(error), os.fspath(path))


def _replace(target: Path, data: bytes) -> None:
    if target.exists() and not target.is_file():
        target.write_bytes(data)
        return
    temporary = target.with_name(f".{os.urandom(8).hex()}.tmp")
    try:
        # Opened with "x" rather than by tempfile, which would make the file private to its owner.
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


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise OSError if a file at *path* could not be written, before the work for it is done."""
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), os.fspath(path))
    place = target if target.exists() and not target.is_file() else target.parent
    if not os.access(place, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), os.fspath(path))


def state_folder() -> Path:
    """Return the folder for what this user's programs keep: unfinished games, tournaments."""
    if os.environ.get("XDG_STATE_HOME"):
        return Path(os.environ["XDG_STATE_HOME"], "dropfour")
    if os.name == "nt" and os.environ.get("LOCALAPPDATA"):
        return Path(os.environ["LOCALAPPDATA"], "dropfour")
    return Path("~/.local/state/dropfour").expanduser()


def _sync_directory(directory: Path) -> None:
    """Make the new directory entry survive a power failure, where the system supports that."""
    if os.name == "nt":
        return
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
