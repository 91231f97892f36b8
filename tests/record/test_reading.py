"""Reading the text of games: every way to write them, and what is refused."""

import contextlib
import io
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dropfour import YELLOW, InvalidNotation, Objective, Rules
from dropfour.notation.diagram import split_lines
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


def test_comments_stand_anywhere_and_the_first_is_the_games_own() -> None:
    (move,) = parse_record("1. 4 {a} =-2{b} *").moves
    assert move == RecordedMove(4, "a b", RecordedScore(-2, is_exact=True))
    assert parse_record("{hello} 1. 4 {there} *").comment == "hello"


def test_the_start_alone_determines_the_rules() -> None:
    record = parse_record('[Start "5x4.3.most-lines.5.y"]\n1... 5 *')
    assert record.start.rules == Rules(5, 4, 3, Objective.MOST_LINES)
    assert record.start.to_move is YELLOW


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
