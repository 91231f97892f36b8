import os
import stat
from pathlib import Path

import pytest

from dropfour.files import write_text_atomically
from platforms import posix_only


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """An old file."""
    path = tmp_path / "old.txt"
    path.write_text("old")
    return path


def test_a_new_file_is_written_as_utf_8_with_its_newlines(tmp_path: Path) -> None:
    path = tmp_path / "new.txt"
    write_text_atomically(path, "█ one\ntwo\r\n")
    assert path.read_bytes() == "█ one\ntwo\r\n".encode()


def test_an_old_file_is_replaced_at_once_and_no_other_is_left(path: Path) -> None:
    path.write_text("a much longer old text")
    with path.open() as reader:
        write_text_atomically(str(path), "new")
        assert reader.read() == "a much longer old text"
    assert path.read_text() == "new"
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failure_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    def fail(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, step, fail)
    with pytest.raises(OSError, match="no space left"):
        write_text_atomically(path, "new")
    assert path.read_text() == "old"
    assert list(path.parent.iterdir()) == [path]


def test_text_is_on_disk_before_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []
    fsync, replace = os.fsync, os.replace

    def noted_fsync(handle: int) -> None:
        steps.append("fsync")
        fsync(handle)

    def noted_replace(source: Path, target: Path) -> None:
        steps.append("replace")
        assert source.read_text() == "new"
        assert source.parent == target.parent
        replace(source, target)

    monkeypatch.setattr(os, "fsync", noted_fsync)
    monkeypatch.setattr(os, "replace", noted_replace)
    write_text_atomically(tmp_path / "file.txt", "new")
    last = [] if os.name == "nt" else ["fsync"]  # the directory, which holds the name
    assert steps == ["fsync", "replace", *last]


def test_text_that_utf_8_cannot_hold_touches_nothing(path: Path) -> None:
    with pytest.raises(UnicodeEncodeError):
        write_text_atomically(path, "\ud800")
    assert path.read_text() == "old"
    assert list(path.parent.iterdir()) == [path]


def test_directories_are_os_errors_and_stay(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_text_atomically(tmp_path / "nowhere" / "file.txt", "new")
    with pytest.raises(OSError, match=r".+"):
        write_text_atomically(tmp_path, "new")
    assert tmp_path.is_dir()


@posix_only
def test_an_old_file_keeps_its_permissions(path: Path) -> None:
    path.chmod(0o604)
    write_text_atomically(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o604


@posix_only
def test_a_new_file_has_the_permissions_of_any_other(tmp_path: Path) -> None:
    (tmp_path / "other.txt").write_text("")
    write_text_atomically(tmp_path / "new.txt", "")
    assert (tmp_path / "new.txt").stat().st_mode == (tmp_path / "other.txt").stat().st_mode


@posix_only
def test_a_link_keeps_pointing_to_its_file(tmp_path: Path) -> None:
    path, link = tmp_path / "file.txt", tmp_path / "link.txt"
    path.write_text("old")
    link.symlink_to(path)
    write_text_atomically(link, "new")
    assert link.is_symlink()
    assert path.read_text() == "new"


@posix_only
def test_a_special_file_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_text_atomically(pipe, "new")
        assert os.read(reader, 10) == b"new"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
