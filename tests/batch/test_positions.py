"""Batches are sequences of positions, made from positions, moves, planes or random games."""

import pickle
import signal
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import dropfour as d4
from dropfour import InvalidPosition, Objective, Position, Rules
from strategies import positions, rules
from values import COPIES

BOARDS = ["1x1", "4x4", "7x6", "9x7", "12x12", "20x20"]


@given(st.lists(positions(), min_size=1, max_size=1))
def test_a_batch_holds_the_positions_it_was_given(made: list[Position]) -> None:
    batch = d4.Batch(made)
    assert list(batch) == made
    assert batch.rules == made[0].rules
    assert batch.plies.tolist() == [position.ply for position in made]


@given(positions())
def test_planes_show_each_cell_top_row_first(position: Position) -> None:
    (planes,) = d4.Batch([position]).planes
    rows, columns = position.rules.rows, position.rules.columns
    assert planes.dtype == np.int8
    assert planes.shape == (rows, columns, 2)
    for cell, owner in position.cells():
        own = owner is position.to_move
        seen = planes[rows - cell.row, cell.column - 1].tolist()
        assert seen == [int(own), int(owner is not None and not own)]


@given(positions())
def test_planes_are_converted_back_to_the_position(position: Position) -> None:
    batch = d4.Batch(d4.Batch([position]).planes, position.rules)
    assert np.array_equal(batch.masks, d4.Batch([position]).masks)
    if abs(position.red_mask.bit_count() - position.yellow_mask.bit_count()) <= 1:
        same_colour = (position.ply % 2 == 0) == (position.to_move is d4.RED)
        assert (batch[0] == position) is same_colour


@pytest.mark.parametrize("size", BOARDS)
def test_move_strings_and_columns_are_played(size: str) -> None:
    rules = Rules.for_board(size)
    last = rules.columns
    text = "123456789abcdefghijk"[last - 1]
    batch = d4.Batch([text, [last], (1,), "", f" {text.upper()} "], rules)
    expected = [[last], [last], [1], [], [last]]
    assert list(batch) == [Position.from_moves(columns, rules) for columns in expected]


def test_a_position_among_move_strings_decides_the_rules() -> None:
    rules = Rules(5, 4)
    batch = d4.Batch(["12", Position.from_moves("33", rules)])
    assert batch.rules == rules
    assert batch[0] == Position.from_moves("12", rules)


def test_a_batch_is_sliced_like_an_array() -> None:
    batch = d4.random_positions(10, 8, seed=1)
    assert list(batch[2:5]) == list(batch)[2:5]
    assert list(batch[np.array([7, 1])]) == [batch[7], batch[1]]
    assert list(batch[np.arange(10) % 2 == 0]) == list(batch)[::2]
    assert batch[-1] == list(batch)[-1]
    assert batch[np.int64(3)] == batch[3]
    assert batch == d4.Batch(list(batch))
    assert batch != batch[:5]
    with pytest.raises(IndexError):
        batch[10]


def test_a_batch_is_made_of_arrays_or_of_nothing() -> None:
    assert d4.Batch(np.array(["44", "45"])) == d4.Batch(["44", "45"])
    made = np.empty(1, object)
    made[0] = Position.from_moves("44")
    assert d4.Batch(made) == d4.Batch(["44"])
    assert len(d4.Batch()) == 0
    assert d4.Batch([]).planes.shape == (0, 6, 7, 2)


@pytest.mark.parametrize("copied", [lambda batch: batch, *COPIES])
def test_a_batch_and_its_copies_are_equal_and_cannot_be_written_to(
    copied: Callable[[d4.Batch], d4.Batch],
) -> None:
    batch = d4.random_positions(np.int64(5), np.int64(8), seed=np.int64(1))
    assert copied(batch) == batch
    with pytest.raises(ValueError, match="read-only"):
        copied(batch).masks[0] = 0
    with pytest.raises(ValueError, match="read-only"):
        copied(batch)._is_yellow[0] = True


def test_a_pickle_of_a_board_that_no_game_reaches_is_refused() -> None:
    batch = d4.Batch(["4"])
    batch.masks.flags.writeable = True
    batch.masks[:] = 2
    with pytest.raises(InvalidPosition, match="floats over an empty cell"):
        pickle.loads(pickle.dumps(batch))


def planes_of(rows: list[str]) -> NDArray[np.int8]:
    """Return the planes of a drawn board, x for the side to move."""
    return np.array([[[[c == "x", c == "o"] for c in row] for row in rows]], np.int8)


@pytest.mark.parametrize(
    ("planes", "message"),
    [
        (planes_of(["x..", "..."]), "floats"),
        (planes_of(["...", "o.."]) + planes_of(["...", "x.."]), "both sides"),
        (planes_of(["....", "xxxx"]), "already has a line"),
        (planes_of(["oxoo", "oooo"])[:, :, [0, 1, 2, 3, 3, 3, 3, 3]], "no single stone"),
        (planes_of(["...", "x.."])[0, 0], "shape"),
        (3 * planes_of(["...", "x.."]), "0 and 1"),
    ],
)
def test_impossible_planes_are_refused(planes: NDArray[np.int8], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        d4.Batch(planes)


@given(positions(), st.integers(0, 2**400))
def test_native_code_refuses_the_same_boards_as_position(position: Position, noise: int) -> None:
    """Stones change sides at random, which often makes too many lines or none."""
    own = position.occupied_mask & noise
    try:
        Position.from_masks(own, position.occupied_mask & ~own, position.rules, d4.RED)
        is_valid = True
    except InvalidPosition:
        is_valid = False
    planes = d4.Batch([position]).planes
    for cell, owner in position.cells():
        if owner is not None:
            bit = (cell.column - 1) * (position.rules.rows + 1) + cell.row - 1
            is_own = noise >> bit & 1
            planes[0, position.rules.rows - cell.row, cell.column - 1] = [is_own, 1 - is_own]
    if is_valid:
        assert d4.Batch(planes, position.rules).masks[0, 0].any() == bool(own)
    else:
        with pytest.raises(InvalidPosition):
            d4.Batch(planes, position.rules)


# --- random positions ---------------------------------------------------------------------------


class SplitMix:
    """The native generator, in Python."""

    def __init__(self, seed: int) -> None:
        self._state = seed % 2**64

    def next(self) -> int:
        self._state = mix = (self._state + 0x9E3779B97F4A7C15) % 2**64
        mix = (mix ^ mix >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        mix = (mix ^ mix >> 27) * 0x94D049BB133111EB % 2**64
        return mix ^ mix >> 31

    def below(self, count: int) -> int:
        return (self.next() >> 32) * count >> 32


def random_position(rules: Rules, plies: range, seed: int, number: int) -> Position:
    """The reference implementation of random_positions."""
    key = SplitMix(seed).next() + number
    random = SplitMix(SplitMix(key).next())
    ply = plies[random.below(len(plies))]
    while True:
        position = Position(rules)
        while position.ply < ply and not position.is_over:
            legal = position.legal_columns
            position = position.play(legal[random.below(len(legal))])
        if not position.is_over:
            return position


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("size", BOARDS)
def test_random_positions_are_those_of_random_games(size: str, objective: Objective) -> None:
    rules = Rules.for_board(size, objective=objective)
    plies = range(min(rules.cell_count, 20))
    batch = d4.random_positions(20, plies, rules=rules, seed=5)
    assert list(batch) == [random_position(rules, plies, 5, i) for i in range(20)]


@given(rules(), st.integers(0, 2**64 - 1), st.data())
def test_random_positions_have_their_ply(rules: Rules, seed: int, data: st.DataObject) -> None:
    ply = data.draw(st.integers(0, min(rules.cell_count - 1, 4)))
    for position in d4.random_positions(3, ply, rules=rules, seed=seed):
        assert position.ply == ply
        assert not position.is_over


def test_a_sequence_of_random_positions_can_be_made_in_parts() -> None:
    everything = d4.random_positions(20, range(36), seed=3)
    assert d4.random_positions(5, range(36), seed=3, first=15) == everything[15:]
    assert everything != d4.random_positions(20, range(36), seed=4)
    assert d4.random_positions(20, 20) != d4.random_positions(20, 20)


def test_numbers_of_random_positions_are_integers_of_any_package() -> None:
    numbers: dict[str, Any] = {"count": 2, "ply": 3, "seed": 4, "first": 5}
    indices: dict[str, Any] = {key: np.int64(value) for key, value in numbers.items()}
    assert d4.random_positions(**indices) == d4.random_positions(**numbers)


def test_boards_as_rows_are_positions_too() -> None:
    positions = [d4.Position.from_moves(moves) for moves in ("4455", "444", "")]
    assert d4.Batch(np.array(positions)) == d4.Batch(positions)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no alarms")
def test_an_interrupt_ends_the_search_for_random_positions() -> None:
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(KeyboardInterrupt):  # few games on this board last so long
            d4.random_positions(1_000_000, 64, rules=Rules(20, 20), seed=8)
    finally:
        signal.signal(signal.SIGALRM, before)
