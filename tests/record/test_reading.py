"""Reading the text of games: every way to write them, and what is refused."""

import contextlib
import io
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dropfour import YELLOW, InvalidNotation, Objective, Rules
from dropfour.notation.grid import split_lines
from dropfour.record import (
    Record,
    RecordedMove,
    RecordedScore,
    format_record,
    parse_record,
    read_records,
)
from record.samples import WON, WON_TEXT, moves, records
from strategies import damaged


def test_a_written_game_is_read_and_one_without_headers_is_classic() -> None:
    assert parse_record(WON_TEXT) == WON
    assert parse_record("1. 4 4 *") == Record(moves=moves(4, 4))
    assert parse_record("*") == Record()


@pytest.mark.parametrize(
    "text",
    [
        "4 4 2 *",
        "1.4 4 2.2 *",
        "1. 4\n\n1... 4\n2. 2\n*\n\n",
        "\ufeff1. 4 4 2. 2 *",
        "1. 4 4 2. 2 *\r\n",
        '[Board "7x6"]\r\r1. 4 4\r2. 2 *',
        '  [ Connect   "4" ]  \n\t1. 4 4 2. 2   *',
    ],
)
def test_other_ways_to_write_it_are_read(text: str) -> None:
    assert parse_record(text) == Record(moves=moves(4, 4, 2))


def test_comments_stand_anywhere_and_the_first_is_the_games_own() -> None:
    (move,) = parse_record("1. 4 {a} =-2{b} *").moves
    assert move == RecordedMove(4, "a b", RecordedScore(-2, is_exact=True))
    assert parse_record("{hello} 1. 4 {there} *").comment == "hello"


def test_the_start_alone_determines_the_rules() -> None:
    record = parse_record('[Start "5x4.3.most-lines.5.y"]\n1... 5 *')
    assert record.start.rules == Rules(5, 4, 3, Objective.MOST_LINES)
    assert record.start.to_move is YELLOW


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: expected a game, found none"),
        ("1. 4 4", "line 1, column 7: the game ends without a result"),
        ('[Red "Ada"]\n', "line 1, column 12: the game ends without a result"),
        ("[Red Ada]\n*", "line 1, column 1: expected a header such as"),
        ('[Red "Ada]\n*', "line 1, column 1: expected a header such as"),
        ('[Red "A\\qda"]\n*', "line 1, column 8: expected"),
        ('[Red "A"]\n[Red "B"]\n*', "line 2, column 1: the header Red occurs twice"),
        ('[red "A"]\n*', "line 1, column 1: the header red is spelt Red"),
        ('[Réd "A"]\n*', "line 1, column 1: a header's name is a word"),
        ('[Red "A"]\n[Board "7by6"]\n*', "line 2, column 1: a board size is columns x rows"),
        ('[Board "21x6"]\n*', "line 1, column 1: a board has 1 to 20 columns"),
        ('[Connect "four"]\n*', "line 1, column 1: connect is a number"),
        ('[Connect "2"]\n*', "line 1, column 1: connect is 3 to 10"),
        ('[Objective "fun"]\n*', "line 1, column 1: the objective is first-line or most-lines"),
        ('[Start "7x6"]\n*', "line 1, column 1: expected size.connect.objective"),
        ('[Start "7x6.4.first-line.rrrr-6.r"]\n*', "line 1, column 1: red already has a line"),
        ('[Board "8x6"]\n[Start "7x6.4.first-line.7.y"]\n*', "line 2, column 1: the start has other"),
        ('[Result "1-0"]\n1. 4 *', "line 1, column 1: the game's result is \\*"),
        ('[Lines "1-0"]\n1. 4 *', "line 1, column 1: the lines on the board are 0-0"),
        ("\n1. 4 4 3. 4 *", "line 2, column 8: expected move 2., found 3."),
        ("1. 4 1. 4 *", r"line 1, column 6: expected move 1\.\.\., found 1\."),
        ("1. 4 {x *", "line 1, column 6: expected a column"),
        ("1. 4 {x\ny} *", "line 1, column 6: expected a column"),
        ("1. 4 {a\\b} *", "line 1, column 8: expected"),
        ("1. 4 e5 *", "line 1, column 6: expected a column"),
        ("1. 4 100 *", "line 1, column 6: expected a column"),
        ("1. ٤ *", "line 1, column 4: expected a column"),
        ("=+1 1. 4 *", "line 1, column 1: expected a move before the score"),
        ("1. 4 =+1 ~+1 *", "line 1, column 10: expected a move before the score"),
        ("1. 4 =+1.5 *", "line 1, column 6: a score is finite, and an exact one an integer"),
        ("1. 4 ~1e999 *", "line 1, column 6: a score is finite"),
        ("1. 4 * 4 *", "line 1, column 8: expected nothing after the result"),
        ("1. 4 4\n2. 8 *", "line 2, column 4: there is no column 8"),
        ("1. 4 1 2. 4 1 3. 4 1\n4. 4 *", "line 2, column 1: the result is \\*, but on the board"),
        ("1. 4 (1. 3 *", "line 1, column 6: the variation is not closed by \\)"),
        ("1. 4 (1. 3", "line 1, column 6: the variation is not closed by \\)"),
        ("1. 4 ) *", "line 1, column 6: expected a \\( before this \\)"),
        ("1. 4 () *", "line 1, column 7: expected a move in the variation"),
        ("1. 4 ((1. 3)) *", "line 1, column 7: expected a move before the variation"),
        ("1. 4 (1... 3) *", r"line 1, column 7: expected move 1\., found 1\.\.\."),
        ("1. 4 (1. 8) *", "line 1, column 10: there is no column 8"),
        ("1. 8 4 (1... 3) *", "line 1, column 4: there is no column 8"),
        ("4 " + "(4 " * 101 + ")" * 101 + "*", "line 1, column 303: variations are nested more"),
        ("*\n\n[Red \"A\"]\n*", "line 3, column 1: expected one game, found another"),
    ],
)  # fmt: skip
def test_a_damaged_game_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(InvalidNotation, match=f"^{message}"):
        parse_record(text)


DAMAGED = f"""\
{WON_TEXT}
[Red "no result"]

1. 4 4

[Red "only headers"]

[Red "no such column"]

1. 9 1-0

[Red "unclosed
1. 4 {{open *
1. 5 5 *
{WON_TEXT}"""


def test_reading_continues_after_damaged_games() -> None:
    errors: list[InvalidNotation] = []
    records = list(read_records(io.StringIO(DAMAGED), on_damage=errors.append))
    assert records == [WON, Record(moves=moves(5, 5)), WON]
    assert [str(error).split(":")[0] for error in errors] == [
        "line 14, column 7",
        "line 16, column 21",
        "line 20, column 4",
        "line 22, column 1",
    ]


def test_without_an_error_handler_the_first_error_is_raised_after_the_games_before() -> None:
    records = read_records(io.StringIO(DAMAGED))
    assert next(records) == WON
    with pytest.raises(InvalidNotation, match=r"^line 14, column 7: the game ends without"):
        next(records)


def test_reading_takes_no_more_lines_than_the_game_needs() -> None:
    taken = 0

    def lines() -> Iterator[str]:
        nonlocal taken
        for line in (WON_TEXT * 1000).splitlines(keepends=True):
            taken += 1
            yield line

    records = read_records(lines())
    next(records)
    assert taken == len(WON_TEXT.splitlines())


def test_an_empty_file_holds_no_games() -> None:
    assert list(read_records(io.StringIO("\n\n"))) == []


@given(
    st.one_of(
        st.text(),
        st.text('[](){}"\\ \n123.=~+-*/0Red'),
        damaged(records().map(format_record)),
        damaged(damaged(records().map(format_record))),
    )
)
def test_any_text_is_a_game_or_refused_with_a_line(text: str) -> None:
    errors: list[InvalidNotation] = []
    for record in read_records(split_lines(text), on_damage=errors.append):
        assert parse_record(format_record(record)) == record
    assert all(str(error).startswith("line ") for error in errors)
    with contextlib.suppress(InvalidNotation):
        parse_record(text)


@given(st.one_of(st.text(), damaged(records().map(format_record))))
def test_damage_never_hides_the_game_behind_it(text: str) -> None:
    stream = io.StringIO(f"{text}\n\n{WON_TEXT}")
    *_, last = read_records(stream, on_damage=lambda error: None)
    assert last == WON
