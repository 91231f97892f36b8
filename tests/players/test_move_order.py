import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dropfour import RED, YELLOW, Objective, Position, Rules
from dropfour.players.player import find_moves
from strategies import games

BOARDS = [
    Rules(),
    Rules(5, 4),
    Rules(2, 20),
    Rules(20, 20, 10),
    Rules(objective=Objective.MOST_LINES),
]


@given(games(st.sampled_from(BOARDS)))
def test_moves_are_found_for_every_position(game: tuple[Rules, tuple[int, ...]]) -> None:
    rules, columns = game
    position = Position.from_moves(columns, rules)
    assume(not position.is_over)
    assert Position.from_moves(find_moves(position), rules) == position


@pytest.mark.parametrize(
    ("rows", "to_move"),
    [
        (["R", "Y"], RED),  # yellow's stone lies below red's only one
        (["YR", "RY"], YELLOW),  # as many stones, but the other side is to move
        (["R.", "R."], YELLOW),  # red has moved twice
    ],
)
def test_a_position_without_an_order_of_moves_is_refused(rows: list[str], to_move: object) -> None:
    rules = Rules(3, 3)
    masks = {"R": 0, "Y": 0}
    for height, row in enumerate(reversed(rows)):
        for column, mark in enumerate(row):
            if mark in masks:
                masks[mark] |= 1 << (column * (rules.rows + 1) + height)
    turn = RED if to_move is RED else YELLOW
    position = Position.from_masks(masks["R"], masks["Y"], rules, turn)
    with pytest.raises(ValueError, match="no order of moves leads to this position"):
        find_moves(position)
