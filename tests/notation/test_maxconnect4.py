import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dropfour import InvalidNotation, InvalidPosition, Objective, Position, Rules
from dropfour.notation import (
    format_maxconnect4,
    parse_maxconnect4,
    read_maxconnect4,
    write_maxconnect4,
)
from strategies import damaged, positions

COURSE = Rules(7, 6, 4, Objective.MOST_LINES)
AFTER_44455 = Position.from_moves("44455", COURSE)

FILE = """\
0000000
0000000
0000000
0001000
0002100
0001200
2
"""


def test_a_position_is_written_and_read_as_the_course_game() -> None:
    assert format_maxconnect4(AFTER_44455) == FILE
    file = parse_maxconnect4(FILE)
    assert file.position == AFTER_44455
    assert file.position.rules == COURSE
    assert file.notice is None


def test_rules_may_be_given() -> None:
    rules = Rules(4, 2, 3)
    file = parse_maxconnect4("0000\n0010\n2", rules)
    assert (file.position, file.notice) == (Position.from_moves("3", rules), None)


def test_a_written_file_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "input.txt"
    write_maxconnect4(path, AFTER_44455)
    assert path.read_bytes() == FILE.encode()
    assert read_maxconnect4(str(path)).position == AFTER_44455
    path.write_bytes(b"\xef\xbb\xbf" + FILE.replace("\n", "\r\n").encode())
    assert read_maxconnect4(path).position == AFTER_44455
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"0000000\n" * 6 + b"3\n", "line 7, column 1: expected 1 or 2, the player to move"),
        (b"0000000\n00\xff0000\n", "line 2, column 3: expected 0, 1 or 2"),
        (FILE.encode() + b"1", "line 8, column 1: expected the end"),
        (b"0" * 100_000, "line 1, column"),
        (b"0001000\n" + b"0000000\n" * 5 + b"1\n", "line 1, column 4: the red stone floats"),
        (b"\x00" * 50, "line 1, column 1"),
        *((FILE.encode()[:length], ".*line ") for length in range(len(FILE) - 1)),
    ],
    ids=lambda value: str(value)[:20],
)
def test_invalid_files_are_refused_with_the_place(
    data: bytes, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "input.txt"
    path.write_bytes(data)
    with pytest.raises((InvalidNotation, InvalidPosition), match=f"^({message})"):
        read_maxconnect4(path)
    with pytest.raises(FileNotFoundError):
        read_maxconnect4(tmp_path / "nowhere.txt")


@given(positions())
def test_every_position_survives_its_file(position: Position) -> None:
    assert parse_maxconnect4(format_maxconnect4(position), position.rules).position == position


@given(positions())
def test_every_size_is_read_from_the_rows(position: Position) -> None:
    rules = position.rules
    read = parse_maxconnect4(format_maxconnect4(position)).position.rules
    assert (read.columns, read.rows) == (rules.columns, rules.rows)


@given(st.one_of(st.text(), st.text("012 \r\n"), damaged(positions().map(format_maxconnect4))))
def test_any_text_is_a_file_or_refused(text: str) -> None:
    with contextlib.suppress(InvalidNotation, InvalidPosition):
        position = parse_maxconnect4(text).position
        digits = [character for character in text if character in "012"]
        assert format_maxconnect4(position).replace("\n", "") == "".join(digits)
