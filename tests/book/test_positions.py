import pytest
from hypothesis import assume, given

from dropfour import Objective, Position, Rules, _native
from dropfour.book.positions import (
    PackedKeys,
    canonical_key,
    has_immediate_win,
    is_reachable,
    key_limbs,
    pack_keys,
    position_of_key,
    positions_at,
)
from dropfour.native import native_board
from strategies import games


def test_counts_of_positions_are_the_known_ones() -> None:
    counts = [positions_at(Rules(), ply).unfinished for ply in range(9)]
    assert counts == [1, 4, 25, 121, 568, 2144, 8231, 27109, 91295]
    rules = Rules(4, 4)
    like = native_board(Position(rules))
    total = 0
    for ply in range(rules.cell_count + 1):
        level = positions_at(rules, ply)
        keys = pack_keys(rules, [*level.open_keys, *level.won_keys])
        total += sum(_native.count_images(like, keys)) + level.finished
    assert total == 161_029


@pytest.mark.parametrize(
    "rules",
    [
        Rules(4, 3),
        Rules(3, 3, 3),
        Rules(3, 4, 3, Objective.MOST_LINES),
        Rules(5, 4),
        Rules(2, 1),
        Rules(9, 8),
        Rules(20, 20),
    ],
    ids=lambda rules: rules.size,
)
def test_positions_are_those_that_playing_finds(rules: Rules) -> None:
    found = {Position(rules)}
    for ply in range(min(5, rules.cell_count + 1) if rules.cell_count < 100 else 3):
        level = positions_at(rules, ply)
        unfinished = {position for position in found if not position.is_over}
        assert level.finished == len(found - unfinished)
        won = {canonical_key(p) for p in unfinished if has_immediate_win(p)}
        assert set(level.won_keys) == won
        assert set(level.open_keys) == {canonical_key(p) for p in unfinished} - won
        assert len({*level.won_keys, *level.open_keys}) == level.unfinished
        found = {p.play(column) for p in unfinished for column in p.legal_columns}


def test_a_ply_beyond_the_board_is_refused() -> None:
    with pytest.raises(ValueError, match="plies 0 to 12, not 13"):
        positions_at(Rules(4, 3), 13)


@given(games())
def test_a_key_determines_the_position(game: tuple[Rules, tuple[int, ...]]) -> None:
    rules, columns = game
    position = Position.from_moves(columns, rules)
    assert position_of_key(rules, position.key) == position
    assert canonical_key(position) == canonical_key(position.mirror())
    keys = [position.key, canonical_key(position)]
    packed = PackedKeys(pack_keys(rules, keys), 8 * key_limbs(rules))
    assert list(packed) == keys == [packed[0], packed[-1]]
    assert list(packed[1:]) == keys[1:]
    assert pack_keys(rules, packed) == packed.packed


@given(games())
def test_played_positions_are_reachable(game: tuple[Rules, tuple[int, ...]]) -> None:
    position = Position.from_moves(game[1], game[0])
    assume(not position.is_over)
    assert is_reachable(position)


def test_positions_that_no_game_reaches_are_not_reachable() -> None:
    # Both stones at the bottom are yellow, but red moved first.
    assert not is_reachable(Position.from_masks(0b0001010, 0b0000101, Rules(1, 6)))
    assert not is_reachable(Position.from_masks(0b11, 0, Rules(4, 4), Position().to_move))
    assert is_reachable(Position.from_masks(0b0000101, 0b0001010, Rules(1, 6)))
