"""The log of a build on disk, which is only appended to.

After a header that names the game come batches, each with its length and checksum, and each on disk
before the next one starts. If the machine dies, the log is intact up to some batch; anything after it is
cut off when the log is opened again. A log may be copied to another machine and continued there, and the
results of several logs may be combined.

    header   d4book-log 1 7x6 connect=4 first-line
    batch    S, count, eight zero bytes, CRC-32; then the records
    record   key and 16-bit score

Logs of earlier versions have batches of other kinds, which are skipped.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any, BinaryIO

from dropfour.book.format import InvalidBook
from dropfour.rules import Rules

_BATCH = struct.Struct("<cI8xI")
_SCORE_BYTES = 2
_SCORES = b"S"
_MOST_RECORDS = 1 << 20


def lock(stream: IO[Any], path: Path) -> None:
    """Lock an open file until this process ends; raise OSError if another process holds it."""
    try:
        import fcntl
    except ImportError:  # Windows
        return
    try:
        fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise OSError(f"another build is writing to {path}") from None


# Scores by canonical key.
Scores = dict[int, int]


class BuildLog:
    """The log of one build, open for writing by this build only; *found* is everything in it."""

    def __init__(self, path: str | os.PathLike[str], rules: Rules) -> None:
        self.path = Path(path)
        self._rules = rules
        self._stream: BinaryIO = self.path.open("a+b")
        try:
            lock(self._stream, self.path)
            self.found, end = _read(self._stream, rules, self.path)
            self._stream.truncate(end)
            if end == 0:
                self._append(_header(rules))
        except BaseException:
            self._stream.close()
            raise

    def add(self, scores: Scores) -> None:
        """Add what is not in the log yet; it is on disk when this returns."""
        width = _key_bytes(self._rules)
        records = [
            key.to_bytes(width, "little") + score.to_bytes(_SCORE_BYTES, "little", signed=True)
            for key, score in scores.items()
            if key not in self.found
        ]
        for start in range(0, len(records), _MOST_RECORDS):
            part = records[start : start + _MOST_RECORDS]
            data = b"".join(part)
            self._append(_BATCH.pack(_SCORES, len(part), zlib.crc32(data)) + data)
        self.found |= scores

    def close(self) -> None:
        self._stream.close()

    def __enter__(self) -> BuildLog:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _append(self, data: bytes) -> None:
        self._stream.seek(0, os.SEEK_END)
        self._stream.write(data)
        self._stream.flush()
        os.fsync(self._stream.fileno())


def read_log(path: str | os.PathLike[str], rules: Rules) -> Scores:
    """Return the results in another build's log; raise InvalidBook if it is not a log of this game, or
    too damaged to read."""
    with Path(path).open("rb") as stream:
        found, end = _read(stream, rules, Path(path))
        if end <= len(_header(rules)) < os.fstat(stream.fileno()).st_size:
            raise InvalidBook(f"{path} is damaged: its first batch is incomplete")
        return found


def read_logs(logs: Iterable[str | os.PathLike[str]], rules: Rules) -> Scores:
    """Return the results of several logs together."""
    found: Scores = {}
    for path in logs:
        found |= read_log(path, rules)
    return found


def _read(stream: BinaryIO, rules: Rules, path: Path) -> tuple[Scores, int]:
    """Return the results, and where the last complete batch ends."""
    stream.seek(0)
    first = _header(rules)
    start = stream.read(len(first))
    if start != first:
        # A machine that died while writing the header left a part of it, or zeros in its place.
        if first.startswith(start.rstrip(b"\0")):
            return {}, 0
        header = start.split(b"\n")[0].decode("ascii", "replace")
        if header.startswith("d4book-log "):
            raise InvalidBook(
                f"{path} is the log of another game, {header!r}; expected {first.decode().strip()!r}"
            )
        raise InvalidBook(f"{path} is not the log of a book build")
    found: Scores = {}
    end, width = len(first), _key_bytes(rules)
    for size, records in _batches(stream, width):
        if size == width + _SCORE_BYTES:
            parts = (records[i : i + size] for i in range(0, len(records), size))
            found |= {
                int.from_bytes(part[:width], "little"): int.from_bytes(
                    part[width:], "little", signed=True
                )
                for part in parts
            }
        end += _BATCH.size + len(records)
    return found, end


def _batches(stream: BinaryIO, width: int) -> Iterator[tuple[int, bytes]]:
    """Yield each complete batch: size of a record, records."""
    sizes = {_SCORES: width + _SCORE_BYTES, b"E": width, b"M": 2 * width}
    while len(head := stream.read(_BATCH.size)) == _BATCH.size:
        kind, count, checksum = _BATCH.unpack(head)
        if kind not in sizes or count > _MOST_RECORDS:
            return
        records = stream.read(count * sizes[kind])
        if len(records) < count * sizes[kind] or zlib.crc32(records) != checksum:
            return
        yield sizes[kind], records


def _header(rules: Rules) -> bytes:
    text = f"d4book-log 1 {rules.size} connect={rules.connect} {rules.objective.value}\n"
    return text.encode("ascii")


def _key_bytes(rules: Rules) -> int:
    return (rules.columns * (rules.rows + 1) + 7) // 8
