import threading
import time
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import native_search
from dropfour import (
    RED,
    YELLOW,
    Choice,
    Limits,
    Objective,
    Position,
    Rules,
    Score,
    Stop,
    engine,
    register,
)
from dropfour.notation import parse_diagram
from strategies import positions
from twins import averaging as averaging_twin
from twins.averaging import rounded_mean
from twins.evaluations import TWINS
from twins.searches import CONVOLUTION_WIN, WIN, Values, minimax
from values import some

small_boards = st.builds(
    Rules, st.integers(1, 5), st.integers(1, 5), st.integers(3, 4), st.sampled_from(Objective)
)
names = st.sampled_from(sorted(TWINS))
discounts = st.sampled_from([1.0, 0.9])


def values_of(name: str, discount: float) -> Values:
    return Values(TWINS[name], discount, CONVOLUTION_WIN if name == "convolution" else WIN)


# --- minimax and alpha-beta ------------------------------------------------------------------------


@given(positions(small_boards | st.builds(Rules)), names, discounts, st.integers(1, 5))
def test_alphabeta_is_minimax(position: Position, name: str, discount: float, depth: int) -> None:
    assume(not position.is_over)
    limits = Limits(depth=depth)
    plain = native_search.minimax(position, name, discount, limits)
    found = native_search.alphabeta(position, name, discount, limits)
    assert (found.column, found.value) == (plain.column, plain.value)
    assert found.depth == plain.depth
    assert found.nodes <= plain.nodes


@given(positions(small_boards), names, discounts, st.integers(1, 2))
def test_native_searches_agree(position: Position, name: str, discount: float, depth: int) -> None:
    assume(not position.is_over)
    limits = Limits(depth=depth)
    twin = minimax(position, values_of(name, discount), limits)
    for search in (native_search.minimax, native_search.alphabeta):
        found = search(position, name, discount, limits)
        assert found.value == pytest.approx(twin.value, abs=1e-9)
        assert (found.column, found.depth) == (twin.column, twin.depth)
        assert found.is_settled == twin.is_settled


@given(positions(small_boards), names, st.integers(1, 3))
def test_an_evaluation_in_python_is_searched_as_its_native_twin(
    position: Position, name: str, depth: int
) -> None:
    assume(not position.is_over)
    register("in-python", TWINS[name])
    own, given = (
        f"{search}:{each},depth={depth}"
        for search, each in (("alphabeta", name), ("minimax", "in-python"))
    )
    found, twin = engine(own).choose(position), engine(given).choose(position)
    assert found.column == twin.column
    score, expected = some(found.score), some(twin.score)
    assert score.value == pytest.approx(expected.value, abs=1e-9)
    assert score.is_exact == expected.is_exact


@settings(max_examples=40)
@given(positions(st.builds(Rules, st.integers(1, 4), st.integers(1, 3), st.just(3))))
def test_a_search_to_the_end_finds_the_exact_score(position: Position) -> None:
    assume(not position.is_over)
    found = native_search.alphabeta(position, "lines")
    assert found.is_settled
    assert found.value == _exact_value(position)


def _exact_value(position: Position, known: dict[int, float] | None = None) -> float:
    known = {} if known is None else known
    values = Values(lambda position: 0.0)
    if position.is_over:
        return values.finished(position)
    if position.key not in known:
        children = (position.play(column) for column in position.legal_columns)
        known[position.key] = max(-_exact_value(child, known) for child in children)
    return known[position.key]


def test_the_discount_chooses_the_shorter_win() -> None:
    # Red can win in column 4, now or later.
    position = Position.from_moves("112233")
    for search in (native_search.alphabeta, native_search.minimax):
        found = search(position, "convolution", 0.9, Limits(depth=3))
        assert found.value == pytest.approx(0.9 * 200)
        assert list(found.variation) == [found.column]
        assert position.play(found.column).outcome is not None
    # One stone fewer, and the win is two plies away: worth less.
    found = native_search.alphabeta(
        Position.from_moves("4455"), "convolution", 0.9, Limits(depth=5)
    )
    assert found.value == pytest.approx(0.9**3 * 200)


def test_without_a_discount_the_sooner_win_is_better_too() -> None:
    soon = native_search.alphabeta(Position.from_moves("112233"), "cells", 1.0, Limits(depth=5))
    late = native_search.alphabeta(Position.from_moves("4455"), "cells", 1.0, Limits(depth=5))
    assert (soon.value, soon.variation) == (1_000_000 + 18, [4])
    assert late.value == 1_000_000 + 18  # also with its fourth stone


def chosen_by(value: Any, moves: str = "", depth: int = 1) -> Choice:
    """What a search chooses whose evaluation always returns *value*."""
    register("given", lambda position: value)
    return engine(f"alphabeta:given,depth={depth}").choose(Position.from_moves(moves))


def test_estimates_are_numbers_and_never_outweigh_a_win() -> None:
    with pytest.raises(ValueError, match="not a number"):
        chosen_by(float("nan"))
    for wrong in (None, "4"):
        with pytest.raises(
            TypeError, match=f"the value of an evaluation is a number, not {wrong!r}"
        ):
            chosen_by(wrong)
    for value in (True, 2, np.float32(2)):
        assert chosen_by(value).score == Score(-float(value), "given")
    assert chosen_by(1e12, "112233", depth=2).column == 4


def test_a_search_of_an_evaluation_in_python_keeps_its_limits_and_passes_errors_on() -> None:
    calls = []

    def slow(position: Position) -> float:
        calls.append(position)
        if len(calls) > 50:
            raise KeyError("an error of its own")
        return 0.0

    register("slow", slow)
    assert engine("slow").choose(Position(), Limits(nodes=20)).nodes == 20
    stop = Stop()
    stop.set()
    calls.clear()
    assert engine("slow").choose(Position(), Limits(stop=stop)).depth is None
    assert len(calls) == 1  # the clock and the flag are looked at after each node
    with pytest.raises(KeyError, match="of its own"):
        engine("slow").choose(Position(), Limits(depth=6))
    assert all(position.rules == Rules() and not position.is_over for position in calls)


@settings(max_examples=40)
@given(positions(small_boards), st.integers(1, 3))
def test_native_averaging_equals_its_twin(position: Position, depth: int) -> None:
    assume(not position.is_over)
    found = native_search.averaging(position, Limits(depth=depth))
    twin = averaging_twin.averaging(position, Limits(depth=depth))
    assert (found.column, found.value, found.depth) == (twin.column, twin.value, twin.depth)


def test_averaging_wins_blocks_and_makes_double_threats_before_it_searches() -> None:
    empty = ". . . . . . .\n"
    double = parse_diagram(empty * 5 + ". . 1 1 . . 2", None, RED)
    columns = {"112233": 4, "11223": 4}
    for moves, column in columns.items():
        found = native_search.averaging(Position.from_moves(moves), Limits(depth=1))
        assert found.column == column
    found = native_search.averaging(double, Limits(depth=1))
    assert (found.column, found.value, found.nodes) == (5, 125, 0)
    # In column 4, nearest the middle, yellow would make its line on top.
    under = parse_diagram(empty * 4 + "2 2 2 . . . .\n1 1 2 . . . .", None, RED)
    assert native_search.averaging(under, Limits(depth=1)).column != 4


def test_averaging_averages_the_children_with_its_own_score() -> None:
    # No line fits on 2x2, so only full columns count, -15 each. After 1: 0 itself, and its children are
    # 11 with one full column, -15, and 12 with none, 0: the mean of 0, -15 and 0 is -5.
    found = averaging_twin.averaging(Position(Rules(2, 2)), Limits(depth=2))
    assert (found.column, found.value) == (1, -5)
    # Halves are rounded away from zero.
    means = [rounded_mean(values) for values in ([1, 2], [-2, -3], [1, 1, 2], [5, -5])]
    assert means == [2, -3, 1, 0]


# --- limits ----------------------------------------------------------------------------------------


def test_a_search_keeps_its_node_limit_and_begins_in_the_middle() -> None:
    position = Position()
    for nodes in (1, 10, 1000, 12_345):
        for search in ("minimax", "alphabeta"):
            found = getattr(native_search, search)(position, "lines", 1.0, Limits(nodes=nodes))
            assert found.nodes <= nodes
        assert native_search.averaging(position, Limits(nodes=nodes)).nodes <= nodes
        assert native_search.tree_search(position, 1, Limits(nodes=nodes)).nodes <= nodes
    found = native_search.alphabeta(Position(), "lines", 1.0, Limits(nodes=1))
    assert (found.column, found.depth) == (4, 0)


@pytest.mark.parametrize("search", ["minimax", "alphabeta", "averaging", "tree_search"])
def test_another_thread_can_stop_a_search(search: str) -> None:
    stop = Stop()
    limits = Limits(time_s=30, stop=stop)
    arguments = {"averaging": (limits,), "tree_search": (1, limits)}
    threading.Timer(0.1, stop.set).start()
    started = time.thread_time()
    getattr(native_search, search)(
        Position(Rules(20, 20)), *arguments.get(search, ("lines", 1.0, limits))
    )
    assert time.thread_time() - started < 10


def test_tree_search_repeats_itself_from_a_seed() -> None:
    position = Position.from_moves("44")
    found = [native_search.tree_search(position, 5, Limits(nodes=500)) for _ in range(2)]
    assert found[0].variation == found[1].variation
    assert found[0].value == found[1].value
    other = native_search.tree_search(position, 6, Limits(nodes=500))
    assert other.value != found[0].value


def test_tree_search_proves_short_wins() -> None:
    wins = native_search.tree_search(Position.from_moves("112233"), 1, Limits(nodes=10_000))
    assert (wins.column, wins.value) == (4, 1.0)
    assert wins.nodes < 10_000
    # Yellow must stop the line.
    blocks = native_search.tree_search(Position.from_moves("11223"), 1, Limits(nodes=2000))
    assert blocks.column == 4


@pytest.mark.parametrize("objective", Objective)
def test_tree_search_knows_who_is_ahead(objective: Objective) -> None:
    rules = Rules(7, 6, objective=objective)
    text = ". . . . . . .\n" * 4 + "1 1 1 2 . . .\n2 1 1 1 . . ."
    red = native_search.tree_search(parse_diagram(text, rules, RED), 1, Limits(nodes=2000))
    yellow = native_search.tree_search(parse_diagram(text, rules, YELLOW), 1, Limits(nodes=2000))
    assert red.value > 0 > yellow.value
