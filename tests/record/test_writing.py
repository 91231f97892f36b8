"""The text of games."""

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dropfour import Game, Objective, Position, Rules
from dropfour.record import (
    Record,
    RecordedMove,
    Variation,
    format_record,
    parse_record,
    read_records,
    record_of,
    variations_of,
    write_records,
)
from record.samples import WON, WON_TEXT, moves, records
from strategies import ANY_TEXT, games


def test_a_game_is_written_for_a_person_to_read() -> None:
    assert format_record(WON) == WON_TEXT


def test_long_games_are_folded_at_80_characters_and_comments_are_not() -> None:
    record = Record(moves=(*moves(*(1, 2) * 3, *(3, 4) * 3), RecordedMove(5, "x " * 60)))
    lines = format_record(record).splitlines()
    assert [len(line) for line in lines if len(line) > 80] == [len("x " * 60) + 2]
    assert parse_record("\n".join(lines)) == record
    assert format_record(Record(comment="x" * 76)).endswith("x} *\n")
    assert format_record(Record(comment="x" * 77)).endswith("x}\n*\n")


def test_a_start_position_and_line_counts_are_kept() -> None:
    start = Position.from_moves("4")
    record = Record(start=start, moves=moves(4, 5, 5))
    text = format_record(record)
    assert '[Start "7x6.4.first-line.3-r-3.y"]' in text
    assert text.endswith("\n1... 4 2. 5 5 *\n")
    assert parse_record(text) == record
    rules = Rules(4, 1, 3, Objective.MOST_LINES)
    record = Record(start=Position(rules), moves=moves(1, 4, 2, 3), result="1/2-1/2")
    assert '[Lines "0-0"]' in format_record(record)
    assert parse_record(format_record(record)) == record
    assert "Lines" not in format_record(WON)


def test_more_games_can_be_appended_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    other = Record({"Red": "Žofie 🙂"}, moves=moves(1))
    for record in (WON, other):
        with path.open("a", encoding="utf-8") as stream:
            write_records(stream, [record])
    with path.open(encoding="utf-8") as stream:
        assert list(read_records(stream)) == [WON, other]


def test_quotes_controls_and_line_ends_are_written_in_one_line() -> None:
    said = 'a "b" \\ {c}\n\r\t\x00\x85\u2028\ud800'
    record = Record({"Event": said}, moves=(RecordedMove(4, said),), comment=said)
    text = format_record(record)
    assert r'[Event "a \"b\" \\ {c}\n\u000d\u0009\u0000\u0085\u2028\ud800"]' in text
    assert r'{a "b" \\ {c\}\n\u000d\u0009\u0000\u0085\u2028\ud800}' in text
    assert parse_record(text) == record


@given(st.lists(records(), max_size=2))
def test_every_game_survives_its_text(written: list[Record]) -> None:
    stream = io.StringIO()
    write_records(stream, written)
    text = stream.getvalue()
    assert list(read_records(io.StringIO(text))) == written
    assert text.encode("utf-8").decode() == text
    assert "".join(format_record(record) + "\n" for record in written) == text


# --- variations in the text of a game -------------------------------------------------------------


def test_variations_are_written_where_they_leave_the_game() -> None:
    variations = (Variation((4, 3, 3), "side step"), Variation((4, 3, 4, 4)), Variation((5,)))
    record = record_of(Game.from_moves("445"), "Ada", "Bob", variations=variations)
    assert format_record(record).splitlines()[-1] == (
        "1. 4 (1. 5) 1... 4 (1... 3 2. 3 {side step} (2. 4 4)) 2. 5 *"
    )
    assert parse_record(format_record(record)) == record
    assert record.columns == (4, 4, 5)
    beyond = record_of(Game.from_moves("44"), "", "", variations=[Variation((4, 4, 5), "next")])
    assert format_record(beyond).splitlines()[-1] == "1. 4 4 (1... 4 2. 5 {next}) *"
    before = record_of(Game(), "", "", variations=[Variation((4, 4)), Variation((4, 5))])
    assert format_record(before).splitlines()[-1] == "(1. 4 4 (1... 5)) *"
    for record in (beyond, before):
        assert parse_record(format_record(record)) == record


@pytest.mark.parametrize(
    "text", ["1. 4 ({trap} 1. 3 4) 4 *", "1.4(3{trap}4)4 *", "1. 4 (1. 3 {trap} 1... 4)\n1... 4 *"]
)
def test_other_ways_to_write_variations_are_read(text: str) -> None:
    record = parse_record(text)
    assert record.columns == (4, 4)
    assert set(variations_of(record)) == {Variation((3,), "trap"), Variation((3, 4))}


@given(games(), st.data())
def test_variations_come_back(played: tuple[Rules, tuple[int, ...]], data: st.DataObject) -> None:
    rules, columns = played
    game = Game.from_moves(columns[: data.draw(st.integers(0, len(columns)))], rules)
    wanted = {}
    for _ in range(data.draw(st.integers(0, 6))):
        ply = data.draw(st.integers(0, len(game.moves)))
        path = list(game.moves[:ply])
        position = game.positions[ply]
        while position.legal_columns and data.draw(st.integers(0, 3)) > 0:
            path.append(data.draw(st.sampled_from(position.legal_columns)))
            position = position.play(path[-1])
        if path:
            wanted[tuple(path)] = data.draw(ANY_TEXT)
    variations = [Variation(path, name) for path, name in wanted.items()]
    record = parse_record(format_record(record_of(game, "a", "b", variations=variations)))
    assert record.columns == game.moves
    found = variations_of(record)
    names = {variation.columns: variation.name for variation in found if variation.name}
    assert names == {path: name for path, name in wanted.items() if name}
    reached = {each.columns[:i] for each in found for i in range(len(each.columns) + 1)}
    reached |= {game.moves[:i] for i in range(len(game.moves) + 1)}
    assert reached >= set(wanted)
    assert {each for each in reached if len(each) > 0} <= {
        path[:i] for path in (*wanted, game.moves) for i in range(len(path) + 1)
    }
