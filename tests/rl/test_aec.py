"""The PettingZoo environment: its own checkers, and agreement with connect_four_v3 and Position."""

import pickle
import random

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


@pytest.mark.parametrize("seed", range(5))
def test_it_is_connect_four_v3_on_7x6(seed: int) -> None:
    """Agents, planes, masks and rewards as PettingZoo has them, by the rules of Position."""
    chance = random.Random(seed)
    env, position = aec_env(), d4.Position()
    env.reset()
    assert env.possible_agents == ["player_0", "player_1"]
    while True:
        mover = f"player_{position.ply % 2}"
        assert env.agent_selection == mover
        rows = np.array(position)
        for agent, own in (("player_0", 1), ("player_1", 2)):
            seen = env.observe(agent)
            planes = np.stack([rows == own, rows == 3 - own], axis=2)
            assert np.array_equal(seen["observation"], planes)
            may_play = agent == mover and not position.is_over
            assert np.array_equal(seen["action_mask"], (rows[0] == 0) & may_play)
            assert {value.dtype for value in seen.values()} == {np.dtype(np.int8)}
        lost = position.winner is not None
        assert env.last()[1:4] == (-lost, position.is_over, False)
        if position.is_over:
            assert env.rewards[f"player_{(position.ply + 1) % 2}"] == lost
            return
        column = chance.choice(position.legal_columns)
        env.step(column - 1)
        position = position.play(column)


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
    assert (picture.dtype, picture.ndim, picture.shape[2]) == (np.uint8, 3, 3)


def test_it_can_be_pickled() -> None:
    env = pickle.loads(pickle.dumps(aec_env(Rules(5, 4)).unwrapped))
    assert env.rules == Rules(5, 4)
