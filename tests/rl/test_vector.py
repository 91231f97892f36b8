"""The vector environment plays the same games as Position."""

import copy
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import dropfour as d4
from cases import cases
from dropfour import Objective, Position, Rules
from dropfour.rl import VectorEnv, tensor_of
from dropfour.rl.spaces import observe, reward

BOARDS = [
    Rules(),
    Rules(4, 4, 3),
    Rules(1, 1),
    Rules(9, 7, 5),
    Rules(12, 12),
    Rules(20, 20, 3),
    Rules(5, 4, objective=Objective.MOST_LINES),
    Rules(9, 8, objective=Objective.MOST_LINES),
]


def check_observation(seen: dict[str, Any], positions: list[Position]) -> None:
    for i, position in enumerate(positions):
        expected = observe(position, position.to_move)
        assert np.array_equal(seen["observation"][i], expected["observation"])
        assert np.array_equal(seen["action_mask"][i], expected["action_mask"])


@pytest.mark.parametrize("rules", BOARDS, ids=lambda rules: f"{rules.size}-{rules.objective.value}")
def test_games_are_those_of_position(rules: Rules) -> None:
    count = 6
    env = VectorEnv(count, rules, final_obs=True)
    chance = np.random.default_rng(1)
    positions = [Position(rules)] * count
    seen, infos = env.reset(seed=1)
    assert infos == {}
    assert env.observation_space.contains(seen)
    check_observation(seen, positions)
    ended = 0
    for _ in range(100):
        # Mostly legal actions; a full column ends a game as well.
        weights = seen["action_mask"] + 0.02
        actions = np.array([chance.choice(rules.columns, p=row / row.sum()) for row in weights])
        seen, rewards, terminations, truncations, infos = env.step(actions)
        assert not truncations.any()
        for i, action in enumerate(actions.tolist()):
            before = positions[i]
            is_legal = before.can_play(action + 1)
            after = before.play(action + 1) if is_legal else before
            is_over = after.is_over or not is_legal
            assert infos["illegal"][i] == (not is_legal)
            assert terminations[i] == is_over == infos["_final_obs"][i]
            assert rewards[i] == (reward(after, before.to_move) if is_legal else -1)
            if is_over:
                final = infos["final_obs"][i]["observation"]
                assert np.array_equal(final, observe(after, after.to_move)["observation"])
            ended += is_over
            positions[i] = Position(rules) if is_over else after
        check_observation(seen, positions)
        assert list(env.positions) == positions
    assert ended


def test_it_is_a_gymnasium_vector_environment() -> None:
    env = VectorEnv(3)
    assert isinstance(env, gymnasium.vector.VectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    env.action_space.seed(1)
    counted = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
    counted.reset(seed=1)
    for _ in range(100):
        seen, *_ = counted.step(env.action_space.sample())
        assert env.observation_space.contains(seen)
    assert len(counted.return_queue) > 0
    counted.close()


def test_a_reset_begins_all_games_again() -> None:
    env = VectorEnv(2)
    first, _ = env.reset()
    kept, *_ = env.step(np.array([3, 4]))
    before = kept["observation"].copy()
    again, _ = env.reset()
    assert np.array_equal(first["observation"], again["observation"])
    assert np.array_equal(kept["observation"], before)  # arrays that were returned are not reused


def test_regret_is_that_of_the_solver_also_for_full_columns() -> None:
    env = VectorEnv(3, regret=True)
    _, infos = env.reset()
    assert infos["regret"].tolist() == [[3, 2, 1, 0, 1, 2, 3]] * 3
    *_, infos = env.step(np.array([3, 0, 6]))
    for position, regret in zip(env.positions, infos["regret"].tolist(), strict=True):
        of_columns = d4.analyse(position).scores.values()
        assert regret == [max(of_columns) - score for score in of_columns]
    rules = Rules(3, 2, 3, Objective.MOST_LINES)
    env = VectorEnv(1, rules, regret=True)
    env.reset()
    env.step(np.array([0]))
    *_, infos = env.step(np.array([0]))
    scores = d4.analyse(env.positions[0]).scores
    scores[1] = -len(rules.lines) - 1
    best = max(scores.values())
    assert infos["regret"].tolist() == [[best - scores[column] for column in (1, 2, 3)]]


@pytest.mark.parametrize(("actions", "message"), cases(__file__, "actions"))
def test_what_is_not_an_action_is_refused(actions: list[Any], message: str) -> None:
    env = VectorEnv(2)
    env.reset()
    with pytest.raises(ValueError, match=message):
        env.step(np.array(actions))
    assert list(env.positions) == [Position()] * 2


def test_actions_of_every_integer_type() -> None:
    env = VectorEnv(2)
    env.reset()
    for kind in (np.int8, np.uint8, np.int32, np.int64):
        env.step(np.array([2, 3], kind))
    assert list(env.positions) == list(d4.Batch(["3333", "4444"]))


def test_threads_may_step_one_environment() -> None:
    env = VectorEnv(64)
    env.reset()
    actions = np.zeros(64, np.int64)

    def step(_: int) -> int:
        return int(env.step(actions)[2].sum())

    with ThreadPoolExecutor(8) as pool:
        ended = sum(pool.map(step, range(700)))
    # Column 1 is played seven times in each game: six stones fill it, the seventh is illegal.
    assert ended == 64 * 100


@pytest.mark.parametrize("copied", [lambda env: pickle.loads(pickle.dumps(env)), copy.deepcopy])
def test_copies_go_on_alone_from_the_same_positions(
    copied: Callable[[VectorEnv], VectorEnv],
) -> None:
    env = VectorEnv(2, Rules(5, 4), regret=True, final_obs=True)
    env.reset(seed=3)
    env.step(np.array([2, 3]))
    again = copied(env)
    assert again.positions == env.positions
    assert again.np_random.random() == env.np_random.random()
    mine, theirs = env.step(np.array([1, 3])), again.step(np.array([1, 3]))
    assert np.array_equal(mine[0]["observation"], theirs[0]["observation"])
    assert np.array_equal(mine[4]["regret"], theirs[4]["regret"])
    env.reset()
    assert list(again.positions) == [Position.from_moves(m, env.rules) for m in ("32", "44")]


def test_a_mask_selects_the_games_to_restart() -> None:
    env = VectorEnv(3)
    env.reset()
    env.step(np.array([1, 2, 3]))
    seen, _ = env.reset(options={"reset_mask": np.array([False, True, False])})
    expected = [Position.from_moves(moves) for moves in ("2", "", "4")]
    assert list(env.positions) == expected
    check_observation(seen, expected)
    for wrong in (np.array([True]), np.array([1, 0, 1]), "110"):
        with pytest.raises(ValueError, match="reset_mask must be 3 booleans"):
            env.reset(options={"reset_mask": wrong})
    with pytest.raises(ValueError, match="there is no option 'mask': reset has only reset_mask"):
        env.reset(options={"mask": np.ones(3, bool)})
    assert list(env.positions) == expected
    env.reset(options={})
    assert list(env.positions) == [Position()] * 3


def test_seeds_may_be_given_for_each_game() -> None:
    def drawn(seed: Any) -> float:
        env = VectorEnv(2)
        env.reset(seed=seed)
        return float(env.np_random.random())

    assert drawn([1, 2]) == drawn([1, 2]) != drawn([1, 3])
    assert drawn(1) == drawn(np.int64(1))
    VectorEnv(2).reset(seed=[None, None])
    assert VectorEnv(np.int64(2)).num_envs == 2  # type: ignore[arg-type]


def test_regret_within_limits_says_where_it_is_known() -> None:
    env = VectorEnv(2, Rules(4, 4), regret=d4.Limits(nodes=1))
    _, infos = env.reset()
    assert infos["_regret"].tolist() == [False, False]
    assert not infos["regret"].any()
    _, infos = VectorEnv(2, regret=True).reset()
    assert infos["_regret"].tolist() == [True, True]


def test_games_start_from_given_positions_and_return_to_them() -> None:
    starts = d4.Batch(["12", "1122", "4433"])
    env = gymnasium.make_vec("DropfourSelfPlay-v0", num_envs=50, starts=starts)
    assert isinstance(env, VectorEnv)
    env.reset(seed=1)
    assert set(env.positions) == set(starts)
    chance = np.random.default_rng(1)
    for _ in range(60):
        before = env.positions
        actions = (chance.random((50, 7)) * env.action_masks()).argmax(axis=1)
        seen, _, terminations, _, _ = env.step(actions)
        for i, position in enumerate(env.positions):
            expected = before[i].play(int(actions[i]) + 1)
            assert position in set(starts) if terminations[i] else position == expected
        assert np.array_equal(seen["observation"], env.positions.planes)
    env.reset(options={"reset_mask": np.arange(50) < 10})
    assert set(list(env.positions)[:10]) <= set(starts)


def test_observations_as_tensors() -> None:
    env = VectorEnv(3, tensor=True, starts="445")
    seen, _ = env.reset()
    assert env.observation_space.contains(seen)
    assert np.array_equal(seen["observation"][1], tensor_of("445", d4.YELLOW))
