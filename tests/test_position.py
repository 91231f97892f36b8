import pickle
from collections.abc import Iterable
from itertools import chain

import pytest
from hypothesis import given

import dropfour
from cases import cases
from dropfour import RED, YELLOW, Cell, Objective, Position, Rules
from strategies import layers, positions
from values import some

MOST_LINES = Rules(objective=Objective.MOST_LINES)


def test_play_gives_a_new_position_and_none_can_be_changed() -> None:
    before = Position()
    after = before.play(4)
    assert before.ply == 0
    assert (after.ply, after.to_move, after.last_cell) == (1, YELLOW, Cell(4, 1))
    assert after[4, 1] is RED
    assert before[4, 1] is None
    for name in ("rules", "to_move", "is_over", "something_new"):
        with pytest.raises(AttributeError):
            setattr(Position(), name, None)
    assert not isinstance(before, Iterable)


def test_stones_pile_up_from_row_1() -> None:
    position = Position.from_moves("445")
    assert position.stones(RED) == (Cell(4, 1), Cell(5, 1))
    assert position.stones(YELLOW) == (Cell(4, 2),)
    assert position.height(4) == 2


@pytest.mark.parametrize("rules", [Rules(), Rules(9, 7), Rules(20, 20)])
def test_integers_of_numpy_are_columns(rules: Rules) -> None:
    numpy = pytest.importorskip("numpy")
    column = numpy.int64(rules.columns)
    played = Position(rules).play(column).play(numpy.uint8(1))
    assert played == Position(rules).play(rules.columns).play(1)
    assert (played.ply, played.height(column), played[column, numpy.int32(1)]) == (2, 1, RED)
    assert played.can_play(column)
    assert type(played.red_mask) is type(played.yellow_mask) is int
    assert Rules(numpy.int64(rules.columns), numpy.int16(rules.rows)) == rules


def test_equal_positions_hash_alike_and_survive_pickling() -> None:
    one, other = Position.from_moves("1234"), Position.from_moves("3214")
    assert one == other
    assert hash(one) == hash(other)
    assert one != Position.from_moves("1243")
    assert Position() != Position(Rules(7, 6, 5))
    position = Position.from_moves("4455")
    copy = pickle.loads(pickle.dumps(position))
    assert copy == position
    assert copy.last_cell == position.last_cell


@pytest.mark.parametrize(("moves", "line"), cases(__file__, "wins"))
def test_a_win_is_seen_in_every_direction(moves: str, line: list[tuple[int, int]]) -> None:
    assert Position.from_moves(moves[:-1]).outcome is None
    outcome = some(Position.from_moves(moves).outcome)
    assert outcome.winner is Position.from_moves(moves).winner is RED
    assert [set(found) for found in outcome.lines] == [{Cell(*cell) for cell in line}]


def test_one_stone_may_complete_several_lines() -> None:
    red = [Cell(column, 1) for column in (1, 2, 3, 5, 6, 7)]
    yellow = [Cell(column, 2) for column in (1, 2, 3, 5, 6, 7)]
    outcome = some(Position.from_cells(red, yellow).play(4).outcome)
    assert outcome.winner is RED
    assert len(outcome.lines) == 4
    assert outcome.cells == {*red, Cell(4, 1)}


@pytest.mark.parametrize("connect", [3, 5])
def test_a_winning_line_has_the_length_that_connect_says(connect: int) -> None:
    moves = "1122334455"[: 2 * connect - 1]
    outcome = some(Position.from_moves(moves, Rules(connect=connect)).outcome)
    assert [len(line) for line in outcome.lines] == [connect]


def test_a_full_board_without_a_line_is_a_draw() -> None:
    position = Position.from_moves("122113332", Rules(3, 3))
    assert position.is_full
    assert some(position.outcome).is_draw
    assert position.is_draw
    assert position.legal_columns == ()
    assert not any(map(position.can_play, (0, 1, 4)))
    assert not Position().is_draw
    assert not Position.from_moves("1212121").is_draw


def test_a_win_with_the_very_last_stone_is_not_a_draw() -> None:
    # Found by search over all games of 4x3: yellow completes row 3 with stone 12.
    rules = Rules(4, 3, 4)
    *_, full = layers(rules)
    assert {position.winner for position in full} == {None, YELLOW}
    assert all(position.is_draw == (position.winner is None) for position in full)


def test_max_connect4_counts_every_line_and_is_won_by_more() -> None:
    position = Position.from_moves("1212121", MOST_LINES)
    assert position.outcome is None
    assert position.count_lines(RED) == len(position.lines(RED)) == 1
    five = Position.from_moves("112233445", MOST_LINES)
    assert five.count_lines(RED) == 2
    rules = Rules(4, 3, 3, Objective.MOST_LINES)
    *_, full = layers(rules)
    for position in full:
        outcome = some(position.outcome)
        red, yellow = position.count_lines(RED), position.count_lines(YELLOW)
        if red == yellow:
            assert outcome.is_draw
        else:
            assert outcome.winner is (RED if red > yellow else YELLOW)
            assert len(outcome.lines) == max(red, yellow)


@given(positions())
def test_rebuilding_a_position_from_its_stones_gives_the_same(position: Position) -> None:
    again = Position.from_cells(
        position.stones(RED), position.stones(YELLOW), position.rules, position.to_move
    )
    assert again == position
    assert again.outcome == position.outcome
    assert again.legal_columns == position.legal_columns


@given(positions())
def test_the_mirror_has_mirrored_columns_and_the_same_outcome(position: Position) -> None:
    mirror = position.mirror()
    width = position.rules.columns
    assert mirror.mirror() == position
    assert sorted(width + 1 - column for column in mirror.legal_columns) == list(
        position.legal_columns
    )
    assert mirror.count_lines(RED) == position.count_lines(RED)
    assert (mirror.outcome is None) == (position.outcome is None)
    for cell, owner in position.cells():
        assert mirror[width + 1 - cell.column, cell.row] is owner


@given(positions())
def test_lines_are_exactly_those_whose_cells_one_player_holds(position: Position) -> None:
    for colour in (RED, YELLOW):
        held = set(position.stones(colour))
        expected = {line for line in position.rules.lines if held.issuperset(line)}
        assert set(position.lines(colour)) == expected
        assert position.count_lines(colour) == len(expected)


def test_all_positions_of_a_small_board_have_different_keys() -> None:
    seen = set(chain.from_iterable(layers(Rules(3, 3, 3))))
    assert len({position.key for position in seen}) == len(seen)


def test_colours_are_given_as_enum_or_text() -> None:
    position = Position.from_cells([(4, 1)], [(4, 2)], to_move="yellow")  # type: ignore[list-item]
    assert position.to_move is YELLOW
    assert Position.from_cells([Cell(1, 1), Cell(2, 1)], [], to_move=RED).to_move is RED
    for colour, name in ((RED, "red"), (YELLOW, "Yellow")):
        assert position.mask(name) == position.mask(colour) != 0
        assert position.stones(name) == position.stones(colour) != ()
    won = Position.from_moves("1212121")
    assert won.has_line("red")
    assert not won.has_line("yellow")
    assert (won.count_lines("red"), len(won.lines("red"))) == (1, 1)
    game = dropfour.Game("44", yellow="easy:seed=1")
    assert game.player("yellow") is game.yellow
    assert game.resign("yellow").winner is RED
    plan = some(dropfour.find_plan("4122264123", "red"))
    assert plan.colour is RED
