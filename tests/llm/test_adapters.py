"""Games that other packages run themselves, each in an environment of its own, with a scripted model."""

from importlib.metadata import requires
from pathlib import Path

import pytest

from dropfour import Position, analyse
from environments import run_with

pytestmark = pytest.mark.long


def requirements_of(extra: str) -> list[str]:
    marks = [line.split(";", 1) for line in requires("dropfour") or [] if ";" in line]
    return [name.strip() for name, mark in marks if f"extra == '{extra}'" in mark.replace('"', "'")]


def test_textarena_plays_a_game_and_says_what_moves_cost(tmp_path: Path) -> None:
    found = run_with(requirements_of("textarena"), "in_textarena.py", tmp_path)
    assert found["rewards"] == [-1, 1]
    first, _, refused, *_ = found["regrets"]
    assert first == [0, 3]  # a first move at the edge loses 3 points
    assert refused == [0, None]
    assert {regret for player, regret in found["regrets"] if player == 1} == {0}
    assert found["of_player"][0] == [cost for player, cost in found["regrets"] if player == 0]


def test_openenv_serves_games(tmp_path: Path) -> None:
    found = run_with(requirements_of("openenv"), "in_openenv.py", tmp_path)
    assert "You are yellow" in found["first"]
    assert "Legal columns: 0, 1, 2, 3, 4, 5, 6." in found["first"]
    state = found["state"]
    assert state["result"] == "red wins"
    position, costs = Position(), []
    for column in map(int, state["moves"]):
        if position.ply % 2:
            scores = analyse(position).scores
            costs.append(scores[column] - max(scores.values()))
        position = position.play(column)
    assert found["rewards"] == costs
    assert (state["step_count"], state["moves"][0]) == (len(costs), "4")
    done, reward, reason = found["wrong"]
    assert (done, reward) == (True, -1)
    assert "no column in square brackets" in reason


def test_verifiers_runs_episodes(tmp_path: Path) -> None:
    # Its harness installs what it needs by uv.
    found = run_with([*requirements_of("verifiers"), "uv"], "in_verifiers.py", tmp_path)
    assert [game["colour"] for game in found] == ["red", "yellow"]
    for game in found:
        assert (game["ok"], game["illegal"]) == (True, 0)
        assert game["moves"].startswith(game["start"])
        position = Position.from_moves(game["start"])
        cost = 0
        for column in map(int, game["moves"].removeprefix(game["start"])):
            if str(position.to_move) == game["colour"]:
                assert column == position.legal_columns[0]
                scores = analyse(position).scores
                cost += max(scores.values()) - scores[column]
            position = position.play(column)
        assert position.is_over
        assert game["regret"] == -cost
