import random

import pytest
from hypothesis import given

from dropfour import Objective, Position, Rules
from lab.books.core import count_images, fuse_for
from lab.books.positions import (
    PackedKeys,
    canonical_key,
    key_limbs,
    pack_keys,
    position_of_key,
    positions_at,
)
from strategies import games


def has_immediate_win(position: Position) -> bool:
    return position.rules.objective is Objective.FIRST_LINE and any(
        position.play(column).has_line(position.to_move) for column in position.legal_columns
    )


def test_counts_of_positions_are_the_known_ones() -> None:
    counts = [positions_at(Rules(), ply).unfinished for ply in range(9)]
    assert counts == [1, 4, 25, 121, 568, 2144, 8231, 27109, 91295]
    rules = Rules(4, 4)
    total = 0
    for ply in range(rules.cell_count + 1):
        level = positions_at(rules, ply)
        keys = pack_keys(rules, [*level.open_keys, *level.won_keys])
        total += sum(count_images(rules, keys)) + level.finished
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


def random_keys(rules: Rules, count: int, seed: int) -> list[int]:
    rng = random.Random(seed)
    bits = rules.columns * (rules.rows + 1)
    return list({rng.getrandbits(bits) for _ in range(count)})


def test_a_function_is_small_and_does_not_depend_on_the_order() -> None:
    keys = random_keys(Rules(), 3000, 1)
    made = []
    for _ in range(2):
        keys.reverse()
        values = [key % 32 for key in keys]
        made.append(fuse_for(Rules(), pack_keys(Rules(), keys), values, 5))
    assert made[0].numbers == made[1].numbers
    assert made[0].cells == made[1].cells
    keys = random_keys(Rules(), 100_000, 2)
    function = fuse_for(Rules(), pack_keys(Rules(), keys), [0] * len(keys), 6)
    assert len(function.cells) * 8 < 1.2 * 6 * len(keys)
    assert fuse_for(Rules(), b"", [], 6).numbers


def test_keys_that_come_twice_and_values_of_too_many_bits_are_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        fuse_for(Rules(), pack_keys(Rules(), [5, 5]), [1, 2], 6)

    for bits in (0, 17, 2**31 - 1):  # a shift by that many bits is undefined
        with pytest.raises(ValueError, match="1 to 16 bits"):
            fuse_for(Rules(), pack_keys(Rules(), [5]), [1], bits)
