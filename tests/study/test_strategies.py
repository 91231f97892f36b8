"""Strategies: moves until a plan takes over, for positions that no single plan decides."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import dropfour as d4
from dropfour.players.player import open_player
from dropfour.position import Position
from dropfour.study.plan_parts import BrokenPlan
from dropfour.study.strategies import Strategy, find_strategy, plan_from_json
from study.plan_samples import checker, won_plan

# A win at ply 12 for which one plan is not found at once.
MOVES = "564165555171"
LIMITS = d4.Limits(nodes=40_000_000)


@pytest.fixture(scope="module")
def strategy() -> Strategy:
    found = find_strategy(MOVES, limits=LIMITS)
    assert found is not None
    assert len(found.steps) > 1
    return found


def test_every_reply_is_answered_until_the_promise_is_kept(strategy: Strategy) -> None:
    """Play it out with the rules of Position alone: random replies, and the perfect engine's."""
    assert strategy.verify() > 100
    engines = [d4.engine("perfect"), *(d4.engine(f"random:seed={seed}") for seed in range(60))]
    for engine in engines:
        position, played = strategy.position, list[int]()
        while not position.is_over:
            if position.to_move is strategy.colour:
                column = strategy.reply(played)
            else:
                column = engine.choose(position, d4.Limits(nodes=2000)).column
            played.append(column)
            position = position.play(column)
        assert position.winner is strategy.colour


def test_the_opponent_may_be_to_move() -> None:
    found = find_strategy(MOVES + "1", limits=LIMITS)
    assert found is not None
    assert (found.colour, found.position.to_move) == (d4.RED, d4.YELLOW)
    assert found.verify() > 0
    for column in found.position.legal_columns:
        assert found.reply([column]) in found.position.play(column).legal_columns


def test_a_tampered_strategy_is_refused_with_a_line(strategy: Strategy) -> None:
    first = strategy.steps[0]
    missing = replace(first, replies=first.replies[1:])
    with pytest.raises(BrokenPlan, match="no answer to column") as broken:
        replace(strategy, steps=(missing, *strategy.steps[1:])).verify()
    position = strategy.position
    for column in broken.value.line:
        position = position.play(column)
    place = next(i for i, step in enumerate(strategy.steps) if step.plan is not None)
    plan = strategy.steps[place].plan
    assert plan is not None
    step = replace(strategy.steps[place], plan=replace(plan, rules=()))
    with pytest.raises(BrokenPlan):
        replace(
            strategy, steps=(*strategy.steps[:place], step, *strategy.steps[place + 1 :])
        ).verify()
    with pytest.raises(BrokenPlan):
        replace(strategy, steps=(replace(first, column=9), *strategy.steps[1:])).verify()


def test_moves_that_do_not_follow_it_are_refused(strategy: Strategy) -> None:
    column = strategy.reply([])
    with pytest.raises(ValueError, match="is not the strategy's"):
        strategy.reply([column % 7 + 1])
    with pytest.raises(ValueError, match="yellow is to move"):
        strategy.reply([column])


def test_it_is_told_in_words_and_in_json(strategy: Strategy) -> None:
    text = str(strategy)
    assert text.startswith(f"Red wins, with {len(strategy.plans)} plans.\nPlay column")
    assert text.count("\nPlan ") == len(strategy.plans)
    values = json.loads(json.dumps(strategy.to_dict()))
    assert len(values["steps"]) == len(strategy.steps)
    assert len(values["plans"]) == len(strategy.plans)


# --- files and seats --------------------------------------------------------------------------------


def test_json_keeps_a_strategy_and_a_second_program_checks_it(strategy: Strategy) -> None:
    assert Strategy.from_json(strategy.to_json()) == strategy
    assert plan_from_json(strategy.to_json()) == strategy
    assert plan_from_json(won_plan().to_json()) == won_plan()
    second = find_strategy(MOVES + "1", limits=LIMITS)
    assert second is not None
    for each in (strategy, second):
        found = checker().Checker(each.to_dict())
        assert found.check() is None
        assert len(found.seen) > 100


def test_a_second_program_refuses_a_tampered_strategy(strategy: Strategy) -> None:
    values = strategy.to_dict()
    for place, step in enumerate(values["steps"]):
        if step["plan"] is None:
            continue
        emptied = {**values, "plans": [*values["plans"], []]}
        steps = list(values["steps"])
        steps[place] = {**step, "plan": len(values["plans"])}
        line = checker().Checker({**emptied, "steps": steps}).check()
        if line is not None:
            break
    else:
        pytest.fail("no plan of the strategy is needed")
    position = strategy.position
    for column in line:
        position = position.play(column)
    assert position.is_over
    assert position.winner is not strategy.colour
    first = {**values["steps"][0], "replies": {}}
    with pytest.raises(ValueError, match="no answer to column"):
        checker().Checker({**values, "steps": [first, *values["steps"][1:]]}).check()


def changed(values: dict[str, Any], **first: Any) -> dict[str, Any]:
    """The strategy with another first step."""
    return {**values, "steps": [{**values["steps"][0], **first}, *values["steps"][1:]]}


def test_what_is_not_a_strategy_is_refused_with_a_sentence(strategy: Strategy) -> None:
    values = strategy.to_dict()
    wrong: list[dict[str, Any]] = [
        {**values, "format": "dropfour strategy 2"},
        {**values, "plans": 3},
        {**values, "plans": []},
        {**values, "steps": []},
        {**values, "steps": [1]},
        {**values, "steps": [*values["steps"], values["steps"][-1]]},
        changed(values, column=9),
        changed(values, column=None),
        changed(values, replies={"1": 99}),
        changed(values, replies={"x": 1}),
        changed(values, replies={"1": 1, "2": 1}),
        changed(values, replies={"1": 0}),
        changed(values, plan="first"),
    ]
    for each in wrong:
        with pytest.raises(ValueError, match=r"[a-z]+ [a-z]+"):
            Strategy.from_dict(each)
    for key in ("format", "plans", "steps", "board"):
        with pytest.raises(ValueError, match=f"there is no '{key}'"):
            Strategy.from_dict({name: value for name, value in values.items() if name != key})


@pytest.mark.parametrize("opponent", ["perfect", "random:seed=1", "random:seed=2", "hard:seed=1"])
def test_a_strategy_takes_a_seat_and_wins(strategy: Strategy, opponent: str) -> None:
    with d4.Game(strategy.position, red=strategy, yellow=opponent) as game:
        assert game.run().winner is d4.RED


def test_a_strategy_in_a_file_is_a_player(strategy: Strategy, tmp_path: Path) -> None:
    file = tmp_path / "opening.json"
    file.write_text(strategy.to_json(), encoding="utf-8")
    with open_player(f"plan:{file}") as player:
        assert player.name == "opening"
        assert player.choose(strategy.position).column == strategy.reply([])
    with d4.Game.from_moves(MOVES, red=f"plan:{file}", yellow="random:seed=3") as game:
        assert game.run().winner is d4.RED


def test_a_position_that_is_not_the_strategys_is_refused(strategy: Strategy) -> None:
    column = strategy.reply([])
    astray = strategy.position.play(column % 7 + 1)
    reply = next(each for each in astray.legal_columns if not astray.play(each).is_over)
    with pytest.raises(ValueError, match="does not follow from the strategy's"):
        strategy.choose(astray.play(reply))
    followed = strategy.position.play(column)
    with pytest.raises(ValueError, match="yellow is to move"):
        strategy.choose(followed)
    position = followed.play(reply)
    assert strategy.choose(position).column == strategy.reply([column, reply])
    set_up = Position.from_masks(position.red_mask, position.yellow_mask, position.rules)
    with pytest.raises(ValueError, match="needs to know the last move"):
        strategy.choose(set_up)
    with pytest.raises(ValueError, match="other rules"):
        strategy.choose(Position(d4.Rules(8, 7)))


def test_limits_and_wrong_arguments() -> None:
    assert find_strategy("44", limits=d4.Limits(nodes=1000)) is None
    assert find_strategy(MOVES, d4.YELLOW) is None
    with pytest.raises(ValueError, match="at least one plan"):
        find_strategy(MOVES, most_plans=0)
