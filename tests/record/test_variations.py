"""Variations in the text of a game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dropfour import Game, IllegalMove, Rules
from dropfour.record import (
    Record,
    RecordedMove,
    Variation,
    format_record,
    parse_record,
    record_of,
    variations_of,
)
from strategies import ANY_TEXT, games


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


def test_a_variation_that_cannot_be_played_is_refused() -> None:
    with pytest.raises(IllegalMove, match="a variation of the record: there is no column 8"):
        Record(moves=(RecordedMove(4, variations=((RecordedMove(8),),)),))
    with pytest.raises(ValueError, match="a variation has at least one move"):
        Record(variations=((),))


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
