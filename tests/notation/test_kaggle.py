"""Positions in the format of Kaggle's ConnectX."""

from typing import Any

from hypothesis import given as for_all

from dropfour import Position, Rules
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


def test_the_configuration_is_7x6_by_default() -> None:
    assert Position.from_kaggle({"board": [0] * 42}) == Position()
