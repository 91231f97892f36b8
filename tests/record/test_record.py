from __future__ import annotations

import contextlib
import io
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dropfour.game import Ending, Game, Result
from dropfour.moves import InvalidNotation
from dropfour.notation.grid import split_lines
from dropfour.position import RED, YELLOW, Colour, IllegalMove, Position
from dropfour.record import (
    RESULTS,
    Record,
    RecordedMove,
    RecordedScore,
    format_record,
    game_of,
    parse_record,
    read_records,
    record_of,
    result_on_board,
    write_records,
)
from dropfour.rules import Objective, Rules
from strategies import ANY_TEXT, damaged, games, positions

WON = Record(
    {"Red": "Ada", "Yellow": "medium", "Date": "2026-11-15", "Event": "club"},
    moves=(
        RecordedMove(4, score=RecordedScore(1, is_exact=True)),
        RecordedMove(4),
        RecordedMove(5, "now two are open"),
        RecordedMove(1, "panic", RecordedScore(-0.5, is_exact=False)),
        RecordedMove(3),
        RecordedMove(2),
        RecordedMove(6),
    ),
    result="1-0",
    comment="first round",
)

WON_TEXT = """\
[Red "Ada"]
[Yellow "medium"]
[Date "2026-11-15"]
[Board "7x6"]
[Connect "4"]
[Objective "first-line"]
[Result "1-0"]
[Event "club"]

{first round} 1. 4 =+1 4 2. 5 {now two are open} 1 ~-0.5 {panic} 3. 3 2 4. 6 1-0
"""


def moves(*columns: int) -> tuple[RecordedMove, ...]:
    return tuple(RecordedMove(column) for column in columns)


# --- one game -----------------------------------------------------------------------------------


def test_a_game_is_written_for_a_person_to_read() -> None:
    assert format_record(WON) == WON_TEXT


def test_a_written_game_is_read() -> None:
    assert parse_record(WON_TEXT) == WON


def test_a_game_without_headers_is_the_classic_one() -> None:
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


def test_a_score_and_comments_may_stand_in_any_order() -> None:
    (move,) = parse_record("1. 4 {a} =-2{b} *").moves
    assert move == RecordedMove(4, "a b", RecordedScore(-2, is_exact=True))


def test_a_comment_before_the_moves_is_the_games_own() -> None:
    assert parse_record("{hello} 1. 4 {there} *").comment == "hello"


def test_long_games_are_folded_and_comments_are_not() -> None:
    record = Record(moves=(*moves(*(1, 2) * 3, *(3, 4) * 3), RecordedMove(5, "x " * 60)))
    lines = format_record(record).splitlines()
    assert [len(line) for line in lines if len(line) > 80] == [len("x " * 60) + 2]
    assert parse_record("\n".join(lines)) == record


def test_a_line_is_filled_to_80_characters() -> None:
    assert format_record(Record(comment="x" * 76)).endswith("x} *\n")
    assert format_record(Record(comment="x" * 77)).endswith("x}\n*\n")


def test_a_start_position_is_kept_and_yellow_may_move_first() -> None:
    start = Position.from_moves("4")
    record = Record(start=start, moves=moves(4, 5, 5))
    text = format_record(record)
    assert '[Start "7x6.4.first-line.3-r-3.y"]' in text
    assert text.endswith("\n1... 4 2. 5 5 *\n")
    assert parse_record(text) == record


def test_the_start_alone_determines_the_rules() -> None:
    record = parse_record('[Start "5x4.3.most-lines.5.y"]\n1... 5 *')
    assert record.start.rules == Rules(5, 4, 3, Objective.MOST_LINES)
    assert record.start.to_move is YELLOW


def test_most_lines_games_record_their_line_counts() -> None:
    rules = Rules(4, 1, 3, Objective.MOST_LINES)
    record = Record(start=Position(rules), moves=moves(1, 4, 2, 3), result="1/2-1/2")
    assert '[Lines "0-0"]' in format_record(record)
    assert parse_record(format_record(record)) == record
    assert "Lines" not in format_record(WON)


def test_a_win_on_the_last_stone_is_a_win() -> None:
    rules = Rules(5, 1, 3)
    record = Record(start=Position(rules), moves=moves(3, 1, 4, 2, 5), result="1-0")
    assert record.final_position().is_full
    assert parse_record(format_record(record)).result == "1-0"


# --- what a record knows ------------------------------------------------------------------------


def test_a_record_replays_to_its_positions() -> None:
    replayed = list(WON.positions())
    assert replayed == [Position.from_moves(WON.columns[:ply]) for ply in range(8)]
    assert WON.final_position() == replayed[-1]


def test_a_record_cannot_be_changed_and_can_be_pickled_and_hashed() -> None:
    with pytest.raises(TypeError):
        WON.headers["Red"] = "Bob"  # type: ignore[index]
    with pytest.raises(AttributeError):
        WON.result = "*"  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(WON)) == WON
    assert len({WON, parse_record(WON_TEXT)}) == 1


def test_a_records_headers_are_its_own() -> None:
    headers = {"Red": "Ada"}
    record = Record(headers)
    headers["Red"] = "Bob"
    assert record.headers["Red"] == "Ada"


def test_every_result_on_the_board_is_written() -> None:
    assert result_on_board(Position()) == "*"
    assert result_on_board(Position.from_moves("1212121")) == "1-0"
    assert result_on_board(Position.from_moves("71212121", Rules(7, 6))) == "0-1"
    assert result_on_board(Position.from_moves("1", Rules(1, 1))) == "1/2-1/2"


@pytest.mark.parametrize("result", ["0-1", "1/2-1/2", "*"])
def test_a_result_that_contradicts_the_board_is_refused(result: str) -> None:
    with pytest.raises(ValueError, match=r"on the board it is 1-0"):
        Record(moves=WON.moves, result=result)


@pytest.mark.parametrize("result", RESULTS)
def test_a_game_that_is_not_over_on_the_board_may_have_any_result(result: str) -> None:
    record = Record({"Termination": "resignation"}, moves=moves(4), result=result)
    assert parse_record(format_record(record)) == record


def test_an_illegal_move_is_refused_with_its_number() -> None:
    with pytest.raises(IllegalMove, match=r"^move 3 of the record: column 1 is full$"):
        Record(start=Position(Rules(2, 2)), moves=moves(1, 1, 1))
    with pytest.raises(IllegalMove, match="the game is over"):
        Record(moves=(*WON.moves, RecordedMove(1)), result="1-0")


@pytest.mark.parametrize("name", ["Board", "Result", "red", "RED", "My Name", "", 'a"b', "é"])
def test_a_header_that_could_not_be_read_back_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="header"):
        Record({name: "x"})


def test_another_result_is_refused() -> None:
    with pytest.raises(ValueError, match="a result is one of 1-0, 0-1"):
        Record(result="2-0")


# --- games --------------------------------------------------------------------------------------


def test_a_forfeit_is_written_with_its_reason() -> None:
    game = Game()
    game.forfeit(RED, "chose column 9")
    record = record_of(game, "robot", "Ada", "2026-11-15")
    assert record.headers == {
        "Red": "robot",
        "Yellow": "Ada",
        "Date": "2026-11-15",
        "Termination": "forfeit: chose column 9",
    }
    assert record.result == "0-1"


@pytest.mark.parametrize(
    ("headers", "ending", "reason"),
    [
        ({}, Ending.RESIGNATION, ""),
        ({"Termination": "resignation"}, Ending.RESIGNATION, ""),
        ({"Termination": "forfeit"}, Ending.FORFEIT, ""),
        ({"Termination": "forfeit: too late"}, Ending.FORFEIT, "too late"),
        ({"Termination": "lost on time"}, Ending.FORFEIT, "lost on time"),
    ],
)
def test_a_win_that_is_not_on_the_board_is_declared(
    headers: dict[str, str], ending: Ending, reason: str
) -> None:
    game = game_of(Record(headers, moves=moves(4), result="1-0"))
    assert game.result == Result(RED, ending, reason)


def test_an_agreed_draw_leaves_the_game_unfinished() -> None:
    drawn = game_of(Record(moves=moves(4), result="1/2-1/2")).result
    assert drawn == Result(None, Ending.AGREEMENT)


# --- scores -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (RecordedScore(18, is_exact=True), "=+18"),
        (RecordedScore(0, is_exact=True), "=0"),
        (RecordedScore(-0.0, is_exact=False), "~0"),
        (RecordedScore(-1, is_exact=False), "~-1"),
        (RecordedScore(2.0, is_exact=True), "=+2"),
        (RecordedScore(0.25, is_exact=False), "~+0.25"),
        (RecordedScore(-1e-9, is_exact=False), "~-1e-09"),
    ],
)
def test_a_score_says_whether_it_is_exact(score: RecordedScore, text: str) -> None:
    assert str(score) == text
    assert parse_record(f"1. 4 {text} *").moves[0].score == score


@pytest.mark.parametrize(
    ("value", "is_exact"),
    [(0.5, True), (float("nan"), False), (float("inf"), False), (1e20, True), (10**30, True)],
)
def test_a_number_that_is_not_a_score_is_refused(value: float, is_exact: bool) -> None:
    with pytest.raises(ValueError, match="a score"):
        RecordedScore(value, is_exact)


# --- damage -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: expected a game, found none"),
        ("1. 4 4", "line 1, column 7: the game ends without a result"),
        ('[Red "Ada"]\n', "line 1, column 12: the game ends without a result"),
        ("[Red Ada]\n*", "line 1, column 1: expected a header such as"),
        ('[Red "Ada]\n*', "line 1, column 1: expected a header such as"),
        ('[Red "A\\qda"]\n*', "line 1, column 8: expected"),
        ('[Red "A"]\n[Red "B"]\n*', "line 2, column 1: the header Red was there already"),
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
        ("1. 4 4\n2. 8 *", "line 2, column 4: move 3 of the record: there is no column 8"),
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


# --- many games ---------------------------------------------------------------------------------


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


def test_more_games_can_be_appended_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    other = Record({"Red": "Žofie 🙂"}, moves=moves(1))
    for record in (WON, other):
        with path.open("a", encoding="utf-8") as stream:
            write_records(stream, [record])
    with path.open(encoding="utf-8") as stream:
        assert list(read_records(stream)) == [WON, other]


def test_an_empty_file_holds_no_games() -> None:
    assert list(read_records(io.StringIO("\n\n"))) == []


def test_quotes_controls_and_line_ends_are_written_in_one_line() -> None:
    said = 'a "b" \\ {c}\n\r\t\x00\x85\u2028\ud800'
    record = Record({"Event": said}, moves=(RecordedMove(4, said),), comment=said)
    text = format_record(record)
    assert r'[Event "a \"b\" \\ {c}\n\u000d\u0009\u0000\u0085\u2028\ud800"]' in text
    assert r'{a "b" \\ {c\}\n\u000d\u0009\u0000\u0085\u2028\ud800}' in text
    assert parse_record(text) == record


# --- round trips and fuzzing --------------------------------------------------------------------

SCORES = st.one_of(
    st.builds(RecordedScore, st.integers(-400, 400), st.booleans()),
    st.builds(
        RecordedScore, st.floats(allow_nan=False, allow_infinity=False), is_exact=st.just(False)
    ),
)
NAMES = st.one_of(st.sampled_from(("Red", "Yellow", "Date", "Termination")), st.just("x-Other_1"))


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Games from the empty board, and positions with the one move that comes first in them."""
    if draw(st.booleans()):
        rules, columns = draw(games())
        start = Position(rules)
    else:
        start = draw(positions())
        columns = start.legal_columns[:1]
    remarked = draw(st.sets(st.integers(0, max(0, len(columns) - 1)), max_size=5))
    remarks = st.tuples(ANY_TEXT, st.one_of(st.none(), SCORES))
    played = [
        RecordedMove(column, *draw(remarks)) if i in remarked else RecordedMove(column)
        for i, column in enumerate(columns)
    ]
    final = start
    for column in columns:
        final = final.play(column)
    results = [result_on_board(final)] if final.is_over else RESULTS
    headers = draw(st.dictionaries(NAMES, ANY_TEXT))
    return Record(headers, start, tuple(played), draw(st.sampled_from(results)), draw(ANY_TEXT))


@given(st.lists(records(), max_size=2))
def test_every_game_survives_its_text(written: list[Record]) -> None:
    stream = io.StringIO()
    write_records(stream, written)
    text = stream.getvalue()
    assert list(read_records(io.StringIO(text))) == written
    assert text.encode("utf-8").decode() == text
    assert "".join(format_record(record) + "\n" for record in written) == text


@given(
    games(),
    st.none() | st.tuples(st.sampled_from(Colour), st.none() | ANY_TEXT),
    st.integers(0, 3),
)
def test_every_game_comes_back_from_its_file(
    played: tuple[Rules, tuple[int, ...]],
    declared: tuple[Colour, str | None] | None,
    undone: int,
) -> None:
    """The game ends on the board, by resignation (no reason) or by forfeit."""
    rules, columns = played
    game = Game(rules)
    for column in columns:
        game.play(column)
    for _ in range(min(undone, len(columns))):
        game.undo()
    if declared is not None and not game.is_over:
        loser, reason = declared
        if reason is None:
            game.resign(loser)
        else:
            game.forfeit(loser, reason)
    again = game_of(parse_record(format_record(record_of(game, "a", "b"))))
    assert (again.start, again.moves, again.result) == (game.start, game.moves, game.result)


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
