"""A user's program, read by mypy --strict and by pyright in strict mode; it runs as well."""

import gymnasium

import dropfour as d4
import dropfour.rl
from dropfour.record import Record, read_records


def centre(position: d4.Position) -> int:
    return max(position.legal_columns, key=lambda column: -abs(2 * column - 8))


def middle_game(seed: int) -> d4.Game:
    game = d4.random_game(seed, d4.Rules(columns=7, rows=6, objective="first-line"))
    return d4.Game.from_moves(game.moves[:8], red=centre, yellow="easy")


def play() -> list[int]:
    env = dropfour.rl.aec_env(starts=["44", "4455"])
    env.reset(seed=1)
    actions: list[int] = []
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        if terminated or truncated or observation is None:
            env.step(None)
            continue
        action = int(env.action_masks().nonzero()[0][0])
        assert env.action_space(agent).contains(action)
        assert reward == 0
        assert not info
        actions.append(action)
        env.step(action)
    return actions


def main() -> None:
    position = d4.Position.from_rows([[0] * 7] * 5 + [[0, 0, 0, 1, 2, 0, 0]])
    rows: list[list[int]] = position.to_rows()
    text: str = d4.Position.parse(position.text).text
    score: int | None = d4.solve("4455").score
    best: tuple[int, ...] = d4.analyse(position, limits=d4.Limits(time_s=1)).best
    column: int = d4.engine("alphabeta", depth=3).choose(position).column
    facts = [str(fact) for fact in d4.explain(middle_game(1)).facts]
    result: d4.Match = d4.match("random", centre, games=2)
    d4.Game("44").save("typed.txt")
    records: list[Record] = list(read_records("typed.txt"))
    loaded: d4.Game = d4.load("typed.txt")
    env = d4.rl.DropfourEnv("easy", starts=d4.random_positions(5, 4, seed=1))
    observation, info = env.reset(seed=1)
    assert isinstance(env, gymnasium.Env)
    assert env.action_masks().any()
    assert info == {}
    moves = d4.notation.parse_moves("4455")
    print(rows, text, score, best, column, facts, result.tally, loaded, moves)
    print(len(records), observation["action_mask"], play(), d4.Batch(["44"]).planes.shape)


if __name__ == "__main__":
    main()
