"""The native board agrees with Position, the readable reference."""

from itertools import takewhile
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import given

from dropfour import Batch, Objective, Position, Rules, _native
from dropfour.native import count_sequences, native_board
from strategies import games

# The word size changes at 64, 128 and 256 bits.
BOARDS = ["1x1", "1x20", "20x1", "2x2", "3x3", "4x4", "5x5"]
BOARDS += ["7x6", "6x7", "8x7", "8x8", "9x7", "12x12", "20x20"]


def perft(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(perft(position.play(column), depth - 1) for column in position.legal_columns)


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize("connect", [3, 4])
@pytest.mark.parametrize("size", BOARDS)
def test_perft_is_equal_in_python_and_native(size: str, connect: int, objective: Objective) -> None:
    start = Position(Rules.for_board(size, connect, objective))
    depths = takewhile(lambda depth: start.rules.columns**depth < 20_000, range(10))
    for depth in depths:
        assert count_sequences(start, depth) == perft(start, depth)


@pytest.mark.parametrize("size", ["7x6", "9x7", "20x20"])
def test_the_depth_of_perft_is_an_integer(size: str) -> None:
    position = Position(Rules.for_board(size))
    two: Any = np.int64(2)
    assert count_sequences(position, two) == position.rules.columns**2


def test_perft_of_the_standard_board() -> None:
    counts = [count_sequences(Position(), depth) for depth in range(11)]
    assert counts == [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572, 268031646]


def test_distinct_positions_of_the_standard_board_by_ply() -> None:
    # OEIS A212693. Native boards are faster, and their keys are those of Position.
    layer = {native_board(Position()).key(): native_board(Position())}
    counts = []
    for _ in range(8):
        counts.append(len(layer))
        children = (
            board.play(column) for board in layer.values() for column in board.legal_columns
        )
        layer = {child.key(): child for child in children}
    assert counts == [1, 7, 49, 238, 1120, 4263, 16422, 54859]


@given(games())
def test_random_games_agree_move_for_move(game: tuple[Rules, tuple[int, ...]]) -> None:
    rules, moves = game
    position = Position(rules)
    board = native_board(position)
    for column in [*moves, None]:
        assert board.legal_columns == list(position.legal_columns)
        assert board.is_over == position.is_over
        assert board.count_lines() == (
            position.count_lines(position.to_move),
            position.count_lines(position.to_move.opponent),
        )
        assert int.from_bytes(board.key(), "little") == position.key
        assert int.from_bytes(board.mirror().key(), "little") == position.mirror().key
        assert native_board(position).key() == board.key()
        if column is not None:
            position = position.play(column)
            board = board.play(column)


# --- arguments that would crash native code, or keep it busy for ever --------------------------------

EMPTY = native_board(Position())
WON = native_board(Position.from_moves("1212121"))


@pytest.mark.parametrize("size", ["4x4", "7x6", "9x7", "20x20"])
@pytest.mark.parametrize(
    ("own", "occupied"), [(1, 0), (2, 2), (1 << 440, 1), (1, 1 | 1 << 440), (0, (1 << 441) - 1)]
)
def test_stones_that_no_game_reaches_are_refused(size: str, own: int, occupied: int) -> None:
    rules = Rules.for_board(size)
    masks = own.to_bytes(60, "little"), occupied.to_bytes(60, "little")
    with pytest.raises(ValueError, match=r"no game can reach|outside the board"):
        _native.Board(rules.columns, rules.rows, rules.connect, False, *masks)


def test_games_continue_only_from_positions_of_unfinished_games() -> None:
    env = _native.VectorEnv(EMPTY, 2)
    for second, message in (([2, 2], "no game can reach position 1"), (None, "game 1 is over")):
        masks = Batch(["4", "1212121"]).masks.copy()
        if second is not None:
            masks[1, :, 0] = second
        with pytest.raises(ValueError, match=message):
            env.copy_from(masks)
        env.copy_to(masks)
        assert not masks.any()


def test_an_objective_that_native_code_does_not_know_is_refused() -> None:
    unknown = Mock(spec=Rules, columns=7, rows=6, connect=4, objective="the first line loses")
    position = Mock(spec=Position, rules=unknown)
    with pytest.raises(NotImplementedError, match="does not know the objective the first line"):
        native_board(position)
