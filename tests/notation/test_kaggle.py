"""Positions in the format of Kaggle's ConnectX."""

from typing import Any

import pytest
from hypothesis import given as for_all

from dropfour import InvalidPosition, Position, Rules
from dropfour.players.functions import AgentEngine
from strategies import games, rules


@for_all(games(rules().map(lambda chosen: Rules(chosen.columns, chosen.rows, chosen.connect))))
def test_an_agent_finds_the_position_it_is_asked_about(game: tuple[Rules, tuple[int, ...]]) -> None:
    chosen, columns = game
    asked = Position.from_moves(columns, chosen)

    def agent(observation: Any, configuration: Any) -> int:
        assert Position.from_kaggle(observation, configuration) == asked
        return 0

    if not asked.is_over:
        AgentEngine("agent", agent).choose(asked)


STANDARD = {"columns": 7, "rows": 6, "inarow": 4}


def test_the_board_is_read_row_by_row_from_the_top() -> None:
    board = [0] * 35 + [1, 2, 0, 0, 0, 0, 1]
    found = Position.from_kaggle({"board": board, "mark": 2}, STANDARD)
    assert found == Position.from_moves("127")


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ([0] * 41, "42 cells, not 41"),
        ([0] * 41 + [3], "cell 41 of the board holds 3"),
        ([1] + [0] * 41, "floats"),
        ([0] * 40 + [1, 1], "2 red and 0 yellow"),
    ],
)
def test_impossible_boards_are_refused(board: list[int], message: str) -> None:
    with pytest.raises(InvalidPosition, match=message):
        Position.from_kaggle({"board": board, "mark": 1}, STANDARD)


def test_the_configuration_is_7x6_by_default() -> None:
    assert Position.from_kaggle({"board": [0] * 42}) == Position()


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        (({},), ValueError, "the observation has no 'board'"),
        (({}, {}), ValueError, "the configuration has no 'columns'"),
        (("4455",), TypeError, "the observation of a Kaggle agent is a mapping with 'board', not"),
        (
            ({}, 7),
            TypeError,
            "the configuration of a Kaggle agent is a mapping with 'columns', not 7",
        ),
        (({"board": None},), TypeError, "the board of an observation is a list of marks, not None"),
    ],
)
def test_what_is_no_question_to_an_agent_is_refused(
    given: tuple[Any, ...], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        Position.from_kaggle(*given)
