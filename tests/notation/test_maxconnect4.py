import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dropfour import RED, YELLOW, InvalidNotation, InvalidPosition, Objective, Position, Rules
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


@pytest.mark.parametrize(
    "text",
    [
        FILE.strip(),
        FILE + "\n\n  \n",
        FILE.replace("\n", "\r\n"),
        FILE.replace("\n", "\r"),
        FILE.replace("\n", "  \n"),
        FILE.replace("\n", "\t\n"),
        FILE.replace("\n", "\n\n"),
        "\n" + " ".join(FILE),
        FILE.replace("\n", ""),
        FILE.replace("\n", " "),
        FILE.replace("\n2\n", "2"),
        FILE.replace("\n", "", 5),
        FILE.replace("\n0000000", "0000000"),
    ],
)
def test_variants_of_the_file_are_read(text: str) -> None:
    file = parse_maxconnect4(text)
    assert file.position == AFTER_44455
    assert file.notice is None


def test_other_sizes_are_read_with_a_notice_or_given_rules() -> None:
    file = parse_maxconnect4("0000\n0010\n2")
    assert file.position == Position.from_moves("3", Rules(4, 2, 4, Objective.MOST_LINES))
    assert file.notice == "the file holds a 4x2 board, not 7x6"
    rules = Rules(4, 2, 3)
    file = parse_maxconnect4("0000\n0010\n2", rules)
    assert file.position == Position.from_moves("3", rules)
    assert file.notice is None


def test_turns_and_counts_that_no_game_reaches_are_read_with_a_notice() -> None:
    file = parse_maxconnect4(FILE.replace("\n2\n", "\n1\n"))
    assert file.position.to_move is RED
    assert file.position.red_mask == AFTER_44455.red_mask
    assert file.notice == (
        "player 1 moves next, as the file says, though after 3 red and 2 yellow stones "
        "it would be player 2's turn"
    )
    file = parse_maxconnect4(FILE.replace("0001200", "2002202"))
    assert file.position.to_move is YELLOW
    assert file.notice == (
        "no game reaches 2 red and 5 yellow stones; player 2 moves next, as the file says"
    )


def test_a_line_does_not_end_the_game() -> None:
    file = parse_maxconnect4("0000000\n" * 5 + "1111222\n2\n")
    assert file.position.legal_columns == (1, 2, 3, 4, 5, 6, 7)


def test_a_floating_stone_is_refused_with_its_line_and_column() -> None:
    text = FILE.replace("0002100", "0002010")
    with pytest.raises(InvalidPosition, match=r"^line 5, column 6: the red stone floats"):
        parse_maxconnect4(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: expected 6 rows of 7 digits, found 0"),
        (FILE.replace("0002100", "0003100"), "line 5, column 4: expected 0, 1 or 2, found '3'"),
        (FILE.replace("0002100", "00O2100"), "line 5, column 3: expected 0, 1 or 2, found 'O'"),
        (FILE.replace("0002100", "0٢02100"), "line 5, column 2: expected 0, 1 or 2"),
        (FILE.replace("0002100", "000210"), "line 5, column 7: expected 7 digits .*, found 6"),
        (FILE.replace("0002100", "00021000"), "line 5, column 8: expected 7 digits .*, found 8"),
        (FILE.replace("0002100\n", "00021000\n0"), "line 5, column 8: .* found 8"),
        (FILE.replace("0001000\n", "000100\n0"), "line 4, column 7: .* found 6"),
        (FILE.replace("\n2\n", "\n"), "line 6, column 8: expected the player to move"),
        (FILE.replace("\n2\n", "\n0\n"), "line 7, column 1: the player to move is 1 or 2, not 0"),
        (FILE + "1\n", "line 8, column 1: expected the end after 6 rows of 7"),
        (FILE.replace("\n2\n", "\n21\n"), "line 7, column 2: expected the end after 6 rows"),
        ("0000000\n" * 2, "line 2, column 8: expected 6 rows of 7 digits, found 2"),
        ("0" * 21 + "\n1", "line 1, column 22: a board has at most 20 columns and rows"),
        ("0\n" * 21 + "1", "line 22, column 2: a board has at most 20 columns and rows"),
    ],
)
def test_other_characters_and_lengths_are_refused_with_their_place(text: str, message: str) -> None:
    with pytest.raises(InvalidNotation, match=f"^{message}"):
        parse_maxconnect4(text)


def test_a_file_of_another_size_than_the_rules_is_refused() -> None:
    with pytest.raises(InvalidNotation, match=r"line 1, column 8: expected 8 digits .*, found 7"):
        parse_maxconnect4(FILE, Rules(8, 6))


def test_a_written_file_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "input.txt"
    write_maxconnect4(path, AFTER_44455)
    assert path.read_bytes() == FILE.encode()
    assert read_maxconnect4(str(path)).position == AFTER_44455
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "data",
    [b"\xef\xbb\xbf" + FILE.encode(), FILE.replace("\n", "\r\n").encode(), FILE.strip().encode()],
)
def test_files_written_elsewhere_are_read(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "input.txt"
    path.write_bytes(data)
    assert read_maxconnect4(path).position == AFTER_44455


def test_bytes_that_are_no_text_and_missing_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "input.txt"
    path.write_bytes(b"0000000\n00\xff0000\n")
    with pytest.raises(InvalidNotation, match=r"^line 2, column 3: expected 0, 1 or 2"):
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
