import threading
import time
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import native_search
from dropfour.engines import searches
from dropfour.engines.engine import Limits, Stop
from dropfour.engines.evaluations import discounted_win
from dropfour.engines.searches import Values
from dropfour.notation import parse_diagram
from dropfour.position import RED, YELLOW, Position
from dropfour.rules import Objective, Rules
from strategies import positions
from twins import averaging as averaging_twin
from twins.averaging import rounded_mean
from twins.evaluations import TWINS

small_boards = st.builds(
    Rules, st.integers(1, 5), st.integers(1, 5), st.integers(3, 4), st.sampled_from(Objective)
)
names = st.sampled_from(sorted(TWINS))
discounts = st.sampled_from([1.0, 0.9])


def values_of(name: str, discount: float) -> Values:
    return Values(TWINS[name], discount, discounted_win(name))


# --- minimax and alpha-beta ------------------------------------------------------------------------


@given(positions(small_boards), names, discounts, st.integers(1, 4))
def test_alphabeta_is_minimax(position: Position, name: str, discount: float, depth: int) -> None:
    assume(not position.is_over)
    limits = Limits(depth=depth)
    plain = native_search.minimax(position, name, discount, limits)
    found = native_search.alphabeta(position, name, discount, limits)
    assert (found.column, found.value) == (plain.column, plain.value)
    assert found.depth == plain.depth


@given(positions(small_boards), names, discounts, st.integers(1, 2))
def test_native_searches_agree(position: Position, name: str, discount: float, depth: int) -> None:
    assume(not position.is_over)
    limits, values = Limits(depth=depth), values_of(name, discount)
    for search in ("minimax", "alphabeta"):
        found = getattr(native_search, search)(position, name, discount, limits)
        twin = getattr(searches, search)(position, values, limits)
        assert found.value == pytest.approx(twin.value, abs=1e-9)
        assert (found.column, found.depth, found.is_settled) == (
            twin.column,
            twin.depth,
            twin.is_settled,
        )


@pytest.mark.parametrize("name", sorted(TWINS))
@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize(("moves", "discount"), [("", 1.0), ("444", 0.9), ("44443265617", 1.0)])
def test_the_searches_agree(name: str, objective: Objective, discount: float, moves: str) -> None:
    position = Position.from_moves(moves, Rules(objective=objective))
    for depth in range(1, 7):
        plain = native_search.minimax(position, name, discount, Limits(depth=depth))
        found = native_search.alphabeta(position, name, discount, Limits(depth=depth))
        assert found.value == plain.value
        assert found.column == plain.column
        assert found.nodes <= plain.nodes


@given(positions(small_boards))
def test_the_principal_variation_can_be_played(position: Position) -> None:
    assume(not position.is_over)
    found = native_search.alphabeta(position, "lines", 1.0, Limits(depth=5))
    assert found.variation[0] == found.column
    assert len(found.variation) <= 5
    for column in found.variation:
        position = position.play(column)


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
    values = values_of("convolution", 0.9)
    for found in (
        native_search.alphabeta(position, "convolution", 0.9, Limits(depth=3)),
        native_search.minimax(position, "convolution", 0.9, Limits(depth=3)),
        searches.alphabeta(position, values, Limits(depth=3)),
    ):
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


def test_estimates_are_numbers_and_never_outweigh_a_win() -> None:
    with pytest.raises(ValueError, match="not a number"):
        searches.minimax(Position(), Values(lambda position: float("nan")), Limits(depth=1))
    given: Any
    for given in (None, "4"):
        values = Values(lambda position, given=given: given)  # type: ignore[misc]
        with pytest.raises(
            TypeError, match=f"the value of an evaluation is a number, not {given!r}"
        ):
            searches.minimax(Position(), values, Limits(depth=1))
    for given in (True, 2, np.float32(2)):
        values = Values(lambda position, given=given: given)  # type: ignore[misc]
        assert values.estimate(Position()) == float(given)
    boastful = Values(lambda position: 1e12)
    found = searches.alphabeta(Position.from_moves("112233"), boastful, Limits(depth=2))
    assert found.column == 4


@pytest.mark.parametrize(
    ("values", "mean"),
    [
        ([1, 2], 2),
        ([2, 3], 3),
        ([-2, -3], -3),
        ([1, 1, 2], 1),
        ([-7], -7),
        ([0, 1, 0], 0),
        ([5, -5], 0),
    ],
)
def test_averages_are_rounded_half_away_from_zero(values: list[int], mean: int) -> None:
    assert rounded_mean(values) == mean


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
