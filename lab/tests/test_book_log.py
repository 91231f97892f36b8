import struct
import zlib
from pathlib import Path

import pytest

from dropfour.book.format import InvalidBook
from dropfour.rules import Rules
from lab.books.log import BuildLog, read_log, read_logs
from platforms import posix_only

RULES = Rules(5, 4)


def written(path: Path) -> Path:
    with BuildLog(path, RULES) as log:
        log.add({3: -2, 4: 0})
        log.add({4: 0, 5: 9})
    return path


def test_entries_are_read_back(tmp_path: Path) -> None:
    path = written(tmp_path / "log")
    with BuildLog(path, RULES) as log:
        assert log.found == {3: -2, 4: 0, 5: 9}


def test_batches_of_earlier_versions_are_skipped(tmp_path: Path) -> None:
    path = written(tmp_path / "log")
    easy, moves = b"\x07\0\0\0", b"\x07\0\0\0\x08\0\0\0"  # keys of 4 bytes
    with path.open("ab") as stream:
        for kind, record in ((b"E", easy), (b"M", moves)):
            stream.write(struct.pack("<cIQI", kind, 1, 100, zlib.crc32(record)) + record)
    with BuildLog(path, RULES) as log:
        log.add({6: 1})
    assert read_log(path, RULES) == {3: -2, 4: 0, 5: 9, 6: 1}


def test_a_log_cut_off_anywhere_is_intact_up_to_a_batch_and_continues(tmp_path: Path) -> None:
    data = written(tmp_path / "log").read_bytes()
    seen = set()
    for length in range(len(data) + 1):
        path = tmp_path / f"log{length}"
        path.write_bytes(data[:length] + b"\x00" * (length % 5))
        with BuildLog(path, RULES) as log:
            scores = dict(log.found)
            log.add({6: 1})
        assert read_log(path, RULES) == scores | {6: 1}
        seen.add(frozenset(scores))
    assert seen == {frozenset(), frozenset({3, 4}), frozenset({3, 4, 5})}


@posix_only
def test_a_second_build_cannot_write_to_the_same_log(tmp_path: Path) -> None:
    with (
        BuildLog(tmp_path / "log", RULES),
        pytest.raises(OSError, match="another build is writing"),
    ):
        BuildLog(tmp_path / "log", RULES)


def test_logs_that_cannot_be_used_are_refused_and_left_alone(tmp_path: Path) -> None:
    written(tmp_path / "log")
    with pytest.raises(InvalidBook, match=r"5x4.*expected.*7x6"):
        BuildLog(tmp_path / "log", Rules())
    with pytest.raises(InvalidBook, match=r"5x4.*expected.*connect=3"):
        read_log(tmp_path / "log", Rules(5, 4, 3))
    data = written(tmp_path / "log").read_bytes()
    first = data.index(b"\n") + 1
    (tmp_path / "log").write_bytes(data[: first + 20])
    with pytest.raises(InvalidBook, match="log is damaged: its first batch is incomplete"):
        read_log(tmp_path / "log", RULES)
    (tmp_path / "log").write_bytes(data[:first])
    assert read_log(tmp_path / "log", RULES) == {}
    path = tmp_path / "letter.txt"
    path.write_text("Dear reader, " * 10)
    with pytest.raises(InvalidBook, match="is not the log"):
        BuildLog(path, RULES)
    assert path.read_text() == "Dear reader, " * 10


def test_logs_of_several_machines_are_merged(tmp_path: Path) -> None:
    paths = [tmp_path / "one", tmp_path / "two"]
    for path, key in zip(paths, (1, 2), strict=True):
        with BuildLog(path, RULES) as log:
            log.add({key: key})
    assert read_logs(paths, RULES) == {1: 1, 2: 2}
