"""Plans: proven by three programs that share no code, and refused when they are wrong."""

import json
import pickle
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dropfour as d4
from cases import cases
from dropfour import (
    RED,
    YELLOW,
    Cell,
    Colour,
    Limits,
    Plan,
    Position,
    Rules,
    Stop,
    _native,
    find_plan,
)
from dropfour.native import native_board
from dropfour.study.plan_parts import BrokenPlan, Promise, Rule, read_rules
from strategies import late_positions
from study.solution_samples import NODES, WON, broken_line, checked, text_of, won_plan
from values import some

BOARDS = {"5x4": range(6, 13), "6x6": range(14, 21), "7x6": range(15, 22), "8x7": range(14, 23)}


def plans_of(size: str, count: int, seed: int, earlier: int = 0) -> Iterator[Plan]:
    """Plans that need a rule, of positions of random games: for the side that wins, or either one."""
    rules = Rules.for_board(size)
    empty = range(BOARDS[size].start, BOARDS[size].stop + earlier)
    positions = late_positions(20 * count, empty, rules, seed)
    chance = Random(seed)

    def found() -> Iterator[Plan]:
        for position in positions:
            plan = find_plan(position, limits=NODES)
            if plan is not None and plan.promise == "draw":
                plan = find_plan(position, chance.choice((RED, YELLOW)), NODES)
            if plan is not None and plan.verify().positions > 1:
                yield plan

    return islice(found(), count)


def breaks(plan: Plan, position: Position) -> bool:
    """Whether the promise is broken in a finished game."""
    outcome = some(position.outcome)
    return outcome.winner is not plan.colour and (
        plan.promise == "win" or outcome.winner is not None
    )


def played_out(plan: Plan) -> int:
    """Play all games of a plan with plain positions; return in how many of them it was to move."""
    seen: set[tuple[Position, int | None]] = set()
    todo = [plan.position]
    while todo:
        position = todo.pop()
        if position.is_over:
            assert not breaks(plan, position)
        elif position.to_move is not plan.colour:
            todo += map(position.play, position.legal_columns)
        else:
            last = position.last_cell if position.ply > plan.position.ply else None
            key = (position, None if last is None else last.column)
            if key not in seen:
                seen.add(key)
                todo.append(position.play(plan.reply(position)))
    return len(seen)


def check(plan: Plan) -> None:
    assert plan.verify().positions >= 0
    assert checked(text_of(plan)).count >= 0


@pytest.mark.parametrize("size", BOARDS)
def test_plans_are_proven_by_three_programs(size: str) -> None:
    count = 100 if size == "5x4" else 50
    found = list(plans_of(size, count, seed=1))
    assert len(found) == count
    for number, plan in enumerate(found):
        check(plan)
        if number % 8 == 0:
            assert played_out(plan) >= plan.verify().positions
    assert {plan.promise for plan in found} == {"win", "draw"}
    assert {plan.colour for plan in found} == {RED, YELLOW}
    assert {plan.colour is plan.position.to_move for plan in found} == {True, False}


@pytest.mark.long
@pytest.mark.parametrize("size", BOARDS)
def test_a_thousand_plans_are_proven_by_three_programs(size: str) -> None:
    found = list(plans_of(size, 250, seed=2, earlier=4))
    assert len(found) == 250
    for plan in found:
        check(plan)
        played_out(plan)


def test_a_plan_is_short() -> None:
    sizes = [plan.size for plan in plans_of("7x6", 40, seed=3)]
    assert max(sizes) <= 12
    assert sorted(sizes)[len(sizes) // 2] <= 3


@pytest.mark.parametrize(("text", "size"), cases(__file__, "sizes"))
def test_each_cell_and_column_to_name_counts(text: str, size: int) -> None:
    assert Plan(Position.from_moves(WON), RED, "win", read_rules(text)).size == size


def simplified(plan: Plan, *positions: Position) -> Plan:
    boards = [native_board(position) for position in positions]
    text = _native.simplify_plan(boards, plan.text, True, plan.promise == "win", 100_000)
    return replace(plan, rules=read_rules(text))


def test_a_plan_becomes_shorter_where_it_can() -> None:
    """Each of these has a cell, a pair or a column that is not needed, or a pair within a column."""
    long = replace(won_plan(), rules=read_rules("take 4.3; pair 6.2 6.4; answer 1 2 3 4 5 6 7"))
    long.verify()
    for each in (
        long,
        replace(long, rules=(*long.rules, Rule("otherwise", columns=(3, 1, 2)))),
        replace(long, rules=(Rule("take", (Cell(4, 3), Cell(6, 2), Cell(1, 6))), long.rules[2])),
    ):
        short = simplified(each, each.position)
        assert short.size <= won_plan().size == 3
        assert "pair" not in short.text
        short.verify()


def test_a_shared_plan_keeps_what_each_position_needs() -> None:
    solution = d4.solution()
    entries = [entry for entry in solution.entries if entry.plan == 1][:5]
    plans = [plan for plan in map(solution.plan_of, entries) if plan is not None]
    positions = [plan.position for plan in plans]
    together = simplified(plans[0], *positions)
    assert together.size <= plans[0].size
    assert simplified(plans[0], positions[0]).size <= together.size
    for plan in plans:
        replace(plan, rules=together.rules).verify()
    broken = replace(plans[0], rules=())
    assert simplified(broken, *positions).text == broken.text


def test_the_same_limits_find_the_same_plan() -> None:
    d4.solve("412226412")  # what the solver has seen before does not matter
    assert find_plan(WON, limits=NODES) == won_plan()
    assert find_plan(Position.from_moves(WON), RED, NODES) == won_plan()


# --- wrong plans ------------------------------------------------------------------------------------


def tampered(plan: Plan, chance: Random) -> Plan:
    """The plan without a rule, or with a rule that has other cells or columns."""
    size = plan.position.rules
    rules = list(plan.rules)
    at = chance.randrange(len(rules))
    if chance.random() < 0.4:
        del rules[at]
        return replace(plan, rules=tuple(rules))
    if rules[at].cells:
        cells = [Cell(chance.randint(1, size.columns), chance.randint(1, size.rows)) for _ in "ab"]
        rules[at] = Rule(rules[at].kind, tuple(cells))
    else:
        columns = chance.sample(range(1, size.columns + 1), chance.randint(0, size.columns))
        rules[at] = Rule(rules[at].kind, columns=tuple(columns))
    return replace(plan, rules=tuple(rules))


@pytest.mark.parametrize("size", BOARDS)
def test_both_verifiers_agree_on_tampered_plans_and_show_games_that_break_them(size: str) -> None:
    chance, refused = Random(4), 0
    for plan in plans_of(size, 12, seed=4):
        for _ in range(4):
            wrong = tampered(plan, chance)
            line = broken_line(text_of(wrong))
            if line is None:
                wrong.verify()
                continue
            refused += 1
            with pytest.raises(BrokenPlan) as broken:
                wrong.verify()
            for columns in (line, broken.value.line):
                position = wrong.position
                for column in columns:
                    if position.to_move is wrong.colour:
                        assert column == wrong.reply(position)
                    position = position.play(column)
                assert breaks(wrong, position)
            assert wrong.result in str(broken.value)
    assert refused >= 10


def test_a_promise_that_cannot_be_kept_is_refused() -> None:
    with pytest.raises(BrokenPlan, match=r"yellow wins: after [1-7]+ (red wins|it is a draw)"):
        replace(won_plan(), colour=YELLOW).verify()
    drawn = some(find_plan(Position.from_moves("3333", Rules(5, 4)), limits=NODES))
    assert drawn.promise == "draw"
    with pytest.raises(BrokenPlan, match="it is a draw"):
        replace(drawn, promise="win").verify()


@pytest.mark.parametrize("promise", ["win", "draw"])
@pytest.mark.parametrize(("moves", "colour"), [("414141", YELLOW), ("4141412", RED)])
def test_a_plan_is_refused_where_the_opponent_wins_at_once(
    moves: str, colour: Colour, promise: Promise
) -> None:
    plan = Plan(Position.from_moves(moves), colour, promise, (Rule("answer", columns=(1, 2)),))
    assert broken_line(text_of(plan)) is not None
    with pytest.raises(BrokenPlan, match=f"after [14] {colour.opponent} wins") as broken:
        plan.verify()
    assert len(broken.value.line) == 1


def test_a_plan_with_too_many_positions_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dropfour.study.plans._MOST_POSITIONS", 2)
    with pytest.raises(BrokenPlan, match="more than 2 positions") as broken:
        won_plan().verify()
    assert broken.value.line == ()


# --- JSON, mirror, pickle ---------------------------------------------------------------------------


@pytest.mark.parametrize("size", BOARDS)
def test_json_mirror_and_pickle_keep_a_plan(size: str) -> None:
    for plan in plans_of(size, 5, seed=5):
        assert Plan.from_json(plan.to_json()) == plan
        assert pickle.loads(pickle.dumps(plan)) == plan
        assert plan.mirror().position == plan.position.mirror()
        assert plan.mirror().verify().replies == plan.verify().replies
        assert plan.mirror().mirror().verify() == plan.verify()


BAD = cases(__file__, "damaged")


@pytest.mark.parametrize("name", BAD)
def test_what_is_not_a_plan_is_refused_with_a_sentence(name: str) -> None:
    with pytest.raises(ValueError, match=r"[a-z]+ [a-z]+"):
        Plan.from_dict({**won_plan().to_dict(), **BAD[name]})


@pytest.mark.parametrize("key", ["format", "columns", "board", "to_move", "colour", "rules"])
def test_a_plan_without_a_part_is_refused(key: str) -> None:
    values = won_plan().to_dict()
    del values[key]
    with pytest.raises(ValueError, match=f"not a plan: there is no '{key}'"):
        Plan.from_dict(values)


@settings(max_examples=20)
@given(st.recursive(st.none() | st.integers() | st.text(), st.lists))
def test_other_json_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="not a plan"):
        Plan.from_json(json.dumps(value))


# --- finding ----------------------------------------------------------------------------------------


def test_the_loser_has_no_plan() -> None:
    assert find_plan(WON, YELLOW, NODES) is None


def test_either_side_of_a_draw_may_have_a_plan() -> None:
    position = Position.from_moves("3333", Rules(5, 4))
    for colour in Colour:
        plan = some(find_plan(position, colour, NODES))
        assert (plan.colour, plan.promise) == (colour, "draw")
        check(plan)


def test_a_side_that_wins_at_once_needs_no_rules() -> None:
    plan = some(find_plan("121212", limits=NODES))
    assert (plan.colour, plan.reply("121212"), plan.size) == (RED, 1, 0)
    assert plan.explain_reply("121212").reason == "win"
    check(plan)


def test_a_side_that_has_two_threats_wins_without_being_to_move() -> None:
    plan = some(find_plan("44556", limits=NODES))
    assert (plan.colour, plan.position.to_move) == (RED, YELLOW)
    assert plan.verify().endings[0].kind == "double"
    check(plan)


def test_five_in_a_row_has_plans() -> None:
    rules = Rules(6, 5, connect=5)
    found = 0
    for position in late_positions(12, range(10, 16), rules):
        plan = find_plan(position, limits=NODES)
        if plan is not None:
            check(plan)
            found += 1
    assert found >= 6


def test_limits_and_a_stop_end_the_search() -> None:
    assert find_plan("", limits=Limits(nodes=2000)) is None
    started = time.monotonic()
    assert find_plan("4444", limits=Limits(time_s=0.05)) is None
    stop = Stop()
    threading.Timer(0.1, stop.set).start()
    assert find_plan("4444", limits=Limits(time_s=60, stop=stop)) is None
    assert time.monotonic() - started < 30


def test_rules_take_integers_of_numpy() -> None:
    rule = Rule("take", ((np.int64(4), np.uint8(3)),))  # type: ignore[arg-type]
    assert rule == Rule("take", (Cell(4, 3),))
    answer = Rule("answer", columns=tuple(np.array([1, 7])))
    assert json.dumps(answer.to_dict()) == '{"rule": "answer", "columns": [1, 7]}'
