"""Players that are called perfect make no mistake: a small sample of lab.experiments.perfect_play."""

import pytest

from dropfour.rules import Objective, Rules
from lab.experiments.perfect_play import Fixture, play

RULES = Rules(5, 4, objective=Objective.MOST_LINES)


@pytest.mark.parametrize("player", ["perfect", "maxconnect4"])
@pytest.mark.parametrize("is_red", [True, False])
def test_no_move_of_a_perfect_player_loses_a_point(player: str, is_red: bool) -> None:
    for level in (2, 5, 9):
        result = play(Fixture(level, level, is_red), player, RULES, time_s=60)
        assert result.regret.judged == result.regret.moves == RULES.cell_count // 2
        assert result.regret.points == 0
        assert result.outcome >= 0  # 5x4 is a draw


def test_the_judge_finds_mistakes() -> None:
    games = [play(Fixture(level, level, True), "perfect", RULES, time_s=60) for level in (1, 2, 3)]
    assert any(game.outcome == 1 for game in games)
