"""Strategies: moves until a plan takes over, for positions that no single plan decides."""

import json
from dataclasses import replace

import pytest

import dropfour as d4
from dropfour.study.plans import BrokenPlan
from dropfour.study.strategies import Strategy, find_strategy

# A win at ply 12 for which one plan is not found at once.
MOVES = "433233573515"
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


def test_limits_and_wrong_arguments() -> None:
    assert find_strategy("44", limits=d4.Limits(nodes=1000)) is None
    assert find_strategy(MOVES, d4.YELLOW) is None
    with pytest.raises(ValueError, match="at least one plan"):
        find_strategy(MOVES, most_plans=0)
