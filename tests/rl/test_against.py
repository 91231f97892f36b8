"""The Gymnasium environment, in which an engine plays the other side."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import dropfour as d4
from dropfour.engines.engine import NO_LIMITS
from dropfour.rl import DropfourEnv, tensor_of
from dropfour.rules import Objective, Rules


def make(**options: Any) -> DropfourEnv:
    env = gymnasium.make("Dropfour-v0", **options).unwrapped
    assert isinstance(env, DropfourEnv)
    return env


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"opponent": "random", "colour": "yellow"},
        {"opponent": "random", "colour": "random", "regret": True},
        {"opponent": "perfect", "rules": Rules(4, 4)},
        {"opponent": "alphabeta:lines,depth=2", "rules": Rules(9, 7)},
        {"opponent": "medium", "rules": Rules(5, 4, objective=Objective.MOST_LINES)},
        {"opponent": "mcts:playouts=50", "rules": Rules(4, 4, 3), "render_mode": "ansi"},
        {"opponent": "random", "render_mode": "rgb_array"},
    ],
    ids=str,
)
def test_gymnasium_accepts_it(options: dict[str, Any]) -> None:
    check_env(make(**options))


class Leftmost:
    """An engine with predictable moves."""

    name = "leftmost"

    def choose(self, position: d4.Position, limits: d4.Limits = NO_LIMITS) -> d4.Choice:
        return d4.Choice(position.legal_columns[0])


def test_a_game_that_is_won() -> None:
    env = make(opponent=Leftmost())
    seen, info = env.reset()
    assert info == {}
    assert not seen["observation"].any()
    for action in (3, 3, 3):
        seen, reward, terminated, truncated, info = env.step(np.int64(action))
        assert (reward, terminated, truncated) == (0, False, False)
    assert env.position == d4.Position.from_moves("414141")
    seen, reward, terminated, truncated, info = env.step(3)
    assert (reward, terminated, truncated) == (1, True, False)
    assert seen["observation"][:, 3, 0].tolist() == [0, 0, 1, 1, 1, 1]
    assert seen["observation"][:, 0, 1].tolist() == [0, 0, 0, 1, 1, 1]
    assert not seen["action_mask"].any()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


def test_a_game_that_is_lost_as_yellow() -> None:
    env = make(opponent=Leftmost(), colour="yellow")
    seen, _ = env.reset()
    assert env.colour is d4.YELLOW
    assert seen["observation"][5, 0].tolist() == [0, 1]
    for action in (3, 4):
        env.step(action)
    _, reward, terminated, _, _ = env.step(6)
    assert (reward, terminated) == (-1, True)


def test_an_illegal_action_loses_and_another_number_is_an_error() -> None:
    env = make(opponent=Leftmost(), rules=Rules(4, 2))
    env.reset()
    with pytest.raises(ValueError, match="an action must be 0 to 3, not 4"):
        env.step(4)
    env.step(0)
    _, reward, terminated, truncated, info = env.step(0)
    assert (reward, terminated, truncated, info) == (-1, True, False, {"illegal": True})
    assert env.position == d4.Position.from_moves("11", Rules(4, 2))


def play_through(env: DropfourEnv, seed: int | None) -> list[str]:
    """Play three games with the first legal action in every step."""
    games = []
    for game in range(3):
        seen, _ = env.reset(seed=seed if game == 0 else None)
        terminated = False
        while not terminated:
            action = seen["action_mask"].argmax()
            seen, _, terminated, _, _ = env.step(action)
        games.append(f"{env.colour} {env.position!r}")
    return games


@pytest.mark.parametrize("opponent", ["easy", "random", "medium:", "mcts:playouts=20"])
def test_a_seed_makes_the_same_games_and_games_differ(opponent: str) -> None:
    env = make(opponent=opponent, colour="random")
    games = play_through(env, 7)
    assert play_through(make(opponent=opponent, colour="random"), 7) == games
    assert play_through(env, 8) != games
    assert len(set(games)) > 1


def test_a_seed_in_the_spec_is_kept() -> None:
    fixed = make(opponent="random:seed=3")
    assert len(set(play_through(fixed, 1))) == 1
    assert play_through(fixed, 1) == play_through(fixed, 2)


def test_regret_is_that_of_the_learner() -> None:
    env = make(opponent=Leftmost(), regret=True)
    _, info = env.reset()
    assert info["regret"].tolist() == [3, 2, 1, 0, 1, 2, 3]
    for action in (3, 3):
        *_, info = env.step(action)
        scores = d4.analyse(env.position).scores.values()
        assert info["regret"].tolist() == [max(scores) - score for score in scores]
    env.step(3)
    _, _, terminated, _, info = env.step(3)
    assert (terminated, info) == (True, {})


def test_games_start_from_given_positions() -> None:
    env = make(opponent="random", starts=["44", "445", "1212"])
    openings = {"44", "445", "1212"}
    seen = set()
    for seed in range(30):
        env.reset(seed=seed)
        seen |= {each for each in openings if d4.Position.from_moves(each) == env.position}
        assert env.position.ply in (2, 4)  # after 445 the opponent has replied
    assert seen == {"44", "1212"}
    env.reset(options={"start": "4455"})
    assert env.position == d4.Position.from_moves("4455")


def test_an_opponent_that_wins_from_the_start_position_ends_the_game() -> None:
    env = make(opponent="alphabeta:depth=2", starts="121212", colour="yellow")
    observation, _ = env.reset()
    assert not observation["action_mask"].any()
    assert env.step(0)[1:3] == (-1.0, True)


def test_learners_that_mask_actions_are_told_which() -> None:
    env = make(opponent="random", starts="444444")
    env.reset()
    assert env.action_masks().tolist() == [True, True, True, False, True, True, True]


def test_people_see_the_board_of_a_game_against_a_function(
    capsys: pytest.CaptureFixture[str],
) -> None:
    env = make(opponent=lambda position: max(position.legal_columns), render_mode="human")
    env.reset()
    env.step(3)
    assert env.position == d4.Position.from_moves("47")
    printed = capsys.readouterr().out
    assert printed.count("1 2 3 4 5 6 7") == 2
    assert "\x1b[" in printed


def test_observations_as_tensors() -> None:
    position = d4.Position.from_moves("445")
    tensor = tensor_of(position)
    assert tensor.shape == (3, 6, 7)
    assert tensor.dtype == np.float32
    assert tensor[:, 0].tolist() == [  # bottom row: red, yellow, empty
        [0, 0, 0, 1, 1, 0, 0],
        [0, 0, 0, 0, 0, 0, 0],
        [1, 1, 1, 0, 0, 1, 1],
    ]
    assert tensor_of("445", d4.YELLOW)[0, 1].tolist() == [0, 0, 0, 1, 0, 0, 0]
    env = make(opponent="random", tensor=True, starts=position, colour="yellow")
    observation, _ = env.reset()
    assert np.array_equal(observation["observation"], tensor_of(position, d4.YELLOW))
    check_env(env, skip_render_check=True)


def test_regret_that_is_not_known_within_the_limits_is_left_out() -> None:
    env = make(opponent=Leftmost(), rules=Rules(9, 9), regret=d4.Limits(nodes=1))
    assert env.reset()[1] == {}
    assert env.step(4)[4] == {}
    env = make(opponent=Leftmost(), regret=d4.Limits(nodes=1))  # its positions are in the book
    assert env.reset()[1]["regret"].tolist() == [3, 2, 1, 0, 1, 2, 3]


@pytest.mark.parametrize("copied", [lambda env: pickle.loads(pickle.dumps(env)), copy.deepcopy])
@pytest.mark.parametrize("opponent", ["perfect", "easy:seed=1", "alphabeta:lines,depth=2"])
def test_it_can_be_pickled_with_its_opponent(
    opponent: str, copied: Callable[[DropfourEnv], DropfourEnv]
) -> None:
    env = make(opponent=d4.engine(opponent), rules=Rules(5, 4), regret=True)
    env.reset(seed=1)
    env.step(2)
    again = copied(env)
    assert again.position == env.position
    mine, theirs = env.step(2), again.step(2)
    assert mine[4]["regret"].tolist() == theirs[4]["regret"].tolist()
    assert opponent == "perfect" or again.position == env.position
