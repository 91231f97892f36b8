"""The PettingZoo environment: its own checkers, and agreement with connect_four_v3 and Position."""

import pickle
import random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import dropfour as d4
from dropfour.rl import aec_env
from dropfour.rules import Objective, Rules

BOARDS = [Rules(), Rules(4, 4, 3), Rules(20, 20), Rules(5, 4, objective=Objective.MOST_LINES)]

# Warnings that the checker gives for every environment with an empty board and action masks.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Observation (is not a NumPy array|numpy array is all zeros|space for each agent)",
    "ignore:Action mask numpy array is all zeros",
)


@pytest.mark.parametrize(
    ("rules", "regret"),
    [*((rules, False) for rules in BOARDS), (Rules(4, 4, 3), True), (BOARDS[-1], True)],
    ids=str,
)
def test_pettingzoo_accepts_it(rules: Rules, regret: bool) -> None:
    api_test(aec_env(rules, regret=regret), num_cycles=30)
    seed_test(lambda: aec_env(rules, regret=regret), num_cycles=30)


class ConnectFourV3:
    """A short version of PettingZoo's connect_four_v3, with its board, planes, mask and winner."""

    def __init__(self) -> None:
        self.board = np.zeros((6, 7), int)

    def observe(self, player: int, is_to_move: bool) -> dict[str, Any]:
        own, other = self.board == player + 1, self.board == 2 - player
        mask = (self.board[0] == 0) & is_to_move
        return {
            "observation": np.stack([own, other], axis=2).astype(np.int8),
            "action_mask": mask.astype(np.int8),
        }

    def step(self, player: int, action: int) -> None:
        row = max(row for row in range(6) if self.board[row, action] == 0)
        self.board[row, action] = player + 1

    def has_won(self, player: int) -> bool:
        stones = {(r, c) for r, c in np.argwhere(self.board == player + 1).tolist()}
        steps = ((0, 1), (1, 0), (1, 1), (1, -1))
        return any(
            all((r + i * y, c + i * x) in stones for i in range(4))
            for r, c in stones
            for y, x in steps
        )


@pytest.mark.parametrize("seed", range(5))
def test_it_is_connect_four_v3_on_7x6(seed: int) -> None:
    chance = random.Random(seed)
    env, twin = aec_env(), ConnectFourV3()
    env.reset()
    assert env.possible_agents == ["player_0", "player_1"]
    for ply in range(43):
        mover = ply % 2
        assert env.agent_selection == f"player_{mover}"
        is_won = twin.has_won(1 - mover)
        is_over = is_won or bool(twin.board.all())
        seen, reward, terminated, truncated, _ = env.last()
        assert (reward, terminated, truncated) == (-1 if is_won else 0, is_over, False)
        if is_over:
            assert env.rewards[f"player_{1 - mover}"] == (1 if is_won else 0)
            return
        for player in (0, 1):
            expected = twin.observe(player, player == mover)
            for key, value in env.observe(f"player_{player}").items():
                assert np.array_equal(value, expected[key])
                assert value.dtype == np.int8
        assert seen is not None
        action = chance.choice(seen["action_mask"].nonzero()[0])
        env.step(action)
        twin.step(mover, int(action))
    pytest.fail("the game did not end")


def test_an_illegal_action_loses() -> None:
    env = aec_env(Rules(4, 1, 4))
    env.reset()
    env.step(0)
    env.step(0)
    assert env.terminations == {"player_1": True, "player_0": True}
    assert env.rewards == {"player_1": -1.0, "player_0": 0.0}


def test_the_most_lines_win() -> None:
    env = aec_env(Rules(3, 3, 3, Objective.MOST_LINES))
    env.reset()
    # A line each; red's next stone completes its second.
    for action in (0, 1, 0, 1, 0, 1, 2, 2):
        env.step(action)
        assert not any(env.terminations.values())
    env.step(2)
    position = env.unwrapped.position
    lines = position.count_lines(d4.RED) - position.count_lines(d4.YELLOW)
    sign = float(np.sign(lines))
    assert position.is_full
    assert env.rewards == {"player_0": sign, "player_1": -sign}


def test_regret_is_the_best_score_less_that_of_the_action() -> None:
    env = aec_env(regret=True)
    env.reset()
    for action in (3, 3, 3, 3, 3, 3):
        regret = env.infos[env.agent_selection]["regret"]
        scores = d4.analyse(env.unwrapped.position).scores
        assert regret.tolist() == [max(scores.values()) - score for score in scores.values()]
        env.step(action)
    scores = d4.analyse(env.unwrapped.position).scores
    # A full column loses immediately, which costs one more than losing with the next stone.
    scores[4] = -(36 // 2) - 1
    best = max(scores.values())
    regret = env.infos[env.agent_selection]["regret"]
    assert regret.tolist() == [best - scores[column] for column in range(1, 8)]
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    assert env.infos[other] == {}


def test_it_draws_itself() -> None:
    env = aec_env(render_mode="ansi")
    env.reset()
    env.step(3)
    assert env.render() == str(d4.Position.from_moves("4"))
    env = aec_env(render_mode="rgb_array")
    env.reset()
    picture = env.render()
    assert picture.dtype == np.uint8
    assert picture.ndim == 3
    assert picture.shape[2] == 3
    with pytest.raises(ValueError, match="must be ansi, human, rgb_array or None"):
        aec_env(render_mode="window")


def test_it_can_be_pickled() -> None:
    env = pickle.loads(pickle.dumps(aec_env(Rules(5, 4)).unwrapped))
    assert env.rules == Rules(5, 4)
