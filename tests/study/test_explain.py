from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import cases
from dropfour import (
    RED,
    YELLOW,
    Analysis,
    Cell,
    Colour,
    Limits,
    Objective,
    Position,
    Rules,
    ScoreRange,
    analyse,
)
from dropfour.notation import parse_diagram
from dropfour.study.explain import Explanation, Fact, FactKind
from dropfour.study.explain import explain as explain_position
from dropfour.threats import completing_lines
from strategies import positions, safe_columns, turned, winning_columns
from twins.parity import falls_to
from values import some

# The facts need no search.
explain = partial(explain_position, limits=Limits(nodes=1))

small_boards = st.builds(
    Rules, st.integers(1, 6), st.integers(1, 5), st.integers(3, 4), st.sampled_from(Objective)
)


def board(to_move: str, *rows: str) -> Position:
    """A board of 7x6 given by its lower rows, or a small one by all of them."""
    above = ["." * len(rows[0])] * (6 - len(rows) if len(rows[0]) == 7 else 0)
    return parse_diagram("\n".join([*above, *rows]), to_move=Colour[to_move.upper()])


def only(explanation: Explanation, kind: FactKind) -> Fact:
    (fact,) = explanation.of_kind(kind)
    return fact


def analysis_of(position: Position, known: ScoreRange) -> Analysis:
    columns = dict.fromkeys(position.legal_columns, known)
    return Analysis(position, columns, known, 0, 0.0, "search")


def test_a_loss_in_every_column_is_not_called_equally_good() -> None:
    moves = "4241444153251236117"
    fact = only(explain(moves, analyse(moves)), FactKind.VERDICT)
    assert fact.text == "exact: red wins in 10 moves with best play by both; no column helps"


# --- single positions -------------------------------------------------------------------------------


FACTS = cases(__file__, "facts")


@pytest.mark.parametrize("name", FACTS)
def test_a_fact_names_its_cells_and_whom_it_is_for(name: str) -> None:
    shown, expected = FACTS[name]
    position = Position.from_moves(shown) if isinstance(shown, str) else board(*shown)
    told = [
        {**fact.to_dict(), "cells": [list(cell) for cell in fact.cells]}
        for fact in explain(position).facts
    ]
    (fact,) = [each for each in told if each["kind"] == expected["kind"]]
    assert expected.items() <= fact.items()
    assert explain(Position()).facts == ()


def test_a_trap_makes_two_wins_at_hand_or_would() -> None:
    facts = explain(Position.from_moves("4455")).of_kind(FactKind.TRAP)
    assert [(fact.colour, fact.columns, fact.cells) for fact in facts] == [
        (RED, (3,), (Cell(2, 1), Cell(6, 1))),
        (RED, (6,), (Cell(3, 1), Cell(7, 1))),
    ]
    facts = explain(Position.from_moves("4151")).of_kind(FactKind.TRAP)
    assert {fact.colour for fact in facts} == {RED}
    waiting = explain(Position.from_moves("415")).of_kind(FactKind.TRAP)
    assert waiting[0].text == (
        "red threatens to play column 3, with wins in columns 2 and 6: yellow can block only one"
    )


def test_cells_not_to_play_under_are_told_once() -> None:
    position = board("red", "RRR.YYY", "YRY.RYR")
    shared = [fact for fact in explain(position).of_kind(FactKind.NOT_UNDER) if fact.colour is None]
    assert [(fact.cells, fact.columns) for fact in shared] == [((Cell(4, 2),), (4,))]
    assert not explain(board("red", ".YYYR..", ".RRYR..")).of_kind(FactKind.THREAT)


@pytest.mark.parametrize(("moves", "kind"), cases(__file__, "decided"))
def test_what_matters_later_is_left_out_of_a_decided_game(moves: str, kind: str) -> None:
    assert [fact.kind.value for fact in explain(moves).facts] == [kind]


def test_the_decisive_fact_comes_before_the_verdict() -> None:
    position = Position.from_moves("445566")
    facts = explain(position, analysis_of(position, ScoreRange(18, 18))).facts
    assert [fact.kind for fact in facts] == [FactKind.WIN, FactKind.VERDICT]
    position = Position.from_moves("17273")
    facts = explain(position, analysis_of(position, ScoreRange(-2, -2))).facts
    assert [fact.kind for fact in facts[:2]] == [FactKind.VERDICT, FactKind.BLOCK]


def test_whoever_cannot_make_a_line_any_more_is_told() -> None:
    assert only(explain(Position(Rules(3, 3))), FactKind.NO_LINE).colour is None
    position = Position.from_moves("2", Rules(4, 1, 3))
    assert only(explain(position), FactKind.NO_LINE).colour is YELLOW


def test_most_lines_counts_what_is_made_and_what_a_drop_completes() -> None:
    position = Position.from_moves("444435353535", Rules(objective=Objective.MOST_LINES))
    explanation = explain(position)
    assert only(explanation, FactKind.SCORE).text == "red has made 1 line, yellow 1 line"
    at_hand = explanation.of_kind(FactKind.LINE)
    assert [(fact.colour, fact.columns) for fact in at_hand] == [(RED, (3,)), (YELLOW, (5,))]
    assert not explanation.of_kind(FactKind.WIN)


def test_a_finished_game_is_told_and_nothing_else() -> None:
    explanation = explain(Position.from_moves("1212121"))
    assert [fact.kind for fact in explanation.facts] == [FactKind.OVER]
    assert explanation.facts[0].cells == tuple(Cell(1, row) for row in range(1, 5))


@pytest.mark.parametrize(("low", "high", "text"), cases(__file__, "verdicts"))
def test_a_proof_is_told_in_words(low: int, high: int, text: str) -> None:
    position = Position.from_moves("4455")
    fact = only(explain(position, analysis_of(position, ScoreRange(low, high))), FactKind.VERDICT)
    assert fact.text.startswith(text)


def test_a_column_that_is_not_proven_yet_is_part_of_the_verdict() -> None:
    position = Position()
    columns = {column: ScoreRange(-3, -3) for column in (1, 2, 3, 5, 6, 7)}
    analysis = Analysis(position, columns, ScoreRange(-3, -3), 0, 0.0, "search")
    assert analysis.best == ()
    assert not explain(position, analysis).of_kind(FactKind.VERDICT)
    analysis = replace(analysis, columns={**columns, 4: ScoreRange(1, 1)})
    (fact,) = explain(position, analysis).of_kind(FactKind.VERDICT)
    assert (fact.colour, fact.columns) == (RED, (4,))


def test_an_open_proof_says_nothing() -> None:
    position = Position()
    assert not explain(position, analysis_of(position, ScoreRange(-5, 5))).facts


# --- every position, against what the moves themselves say ------------------------------------------


@given(positions(of=small_boards))
def test_wins_blocks_and_losses_are_what_the_moves_say(position: Position) -> None:
    if position.is_over or position.rules.objective is Objective.MOST_LINES:
        return
    explanation = explain(position)
    columns = winning_columns(position)
    wins = [fact.columns for fact in explanation.of_kind(FactKind.WIN)]
    assert wins == ([columns] if columns else [])
    is_lost = not columns and not safe_columns(position)
    assert bool(explanation.of_kind(FactKind.LOST)) is is_lost
    for fact in (*explanation.of_kind(FactKind.BLOCK), *explanation.of_kind(FactKind.ONLY_MOVE)):
        assert list(fact.columns) == safe_columns(position)


@given(positions(of=small_boards))
def test_a_trap_wins_whatever_the_other_side_does(position: Position) -> None:
    for fact in explain(position).of_kind(FactKind.TRAP):
        after = turned(position, some(fact.colour)).play(fact.columns[0])
        assert not winning_columns(after)
        assert all(winning_columns(after.play(column)) for column in after.legal_columns)


@given(positions(of=small_boards))
def test_not_under_hands_the_other_side_a_line(position: Position) -> None:
    for fact in explain(position).of_kind(FactKind.NOT_UNDER):
        if fact.colour is None:
            continue
        under = turned(position, fact.colour).play(fact.columns[0])
        on_top = under.play(fact.columns[0])
        other = fact.colour.opponent
        assert on_top.last_cell == fact.cells[0]
        assert on_top.count_lines(other) > under.count_lines(other)


@given(positions(of=small_boards))
def test_completing_cells_are_those_whose_stone_adds_lines(position: Position) -> None:
    if position.is_over:
        return
    for colour in Colour:
        found = completing_lines(position, colour)
        stones = frozenset(position.stones(colour))
        for cell, owner in position.cells():
            lines = [line for line in position.rules.lines_through(cell) if owner is None]
            expected = [line for line in lines if stones | {cell} >= set(line)]
            assert sorted(found.get(cell, ())) == sorted(expected)


def is_decided(position: Position) -> bool:
    """Whether somebody wins with this move or the next, or has won."""
    if position.rules.objective is Objective.MOST_LINES:
        return position.is_over
    return position.is_over or bool(winning_columns(position)) or not safe_columns(position)


def wins_before(position: Position, cell: Cell) -> bool:
    """Whether, with *cell*'s column filled last, a stone completes a line in it below *cell*."""
    if position.rules.objective is Objective.MOST_LINES:
        return False
    lines = {colour: completing_lines(position, colour) for colour in Colour}
    return any(
        Cell(cell.column, row) in lines[falls_to(position, Cell(cell.column, row))]
        for row in range(position.height(cell.column) + 2, cell.row)
    )


@given(positions(of=small_boards))
def test_nothing_is_said_about_later_once_the_game_is_decided(position: Position) -> None:
    later = {FactKind.NOT_UNDER, FactKind.TOWER, FactKind.THREAT, FactKind.NO_LINE}
    if is_decided(position):
        assert later.isdisjoint(fact.kind for fact in explain(position).facts)


@given(positions(of=small_boards))
def test_threats_are_the_cells_that_complete_lines_and_cannot_be_played(position: Position) -> None:
    explanation = explain(position)
    facts = explanation.of_kind(FactKind.THREAT)
    told = {
        (colour, fact.cells[0])
        for fact in explanation.of_kind(FactKind.NOT_UNDER)
        for colour in Colour
        if fact.colour is colour.opponent
        or (
            fact.colour is None
            and position.rules.objective is Objective.FIRST_LINE
            and falls_to(position, fact.cells[0]) is not colour
        )
    }
    expected = {
        (colour, cell)
        for colour in Colour
        for cell in completing_lines(position, colour)
        if not is_decided(position)
        and cell.row > position.height(cell.column) + 1
        and not wins_before(position, cell)
    }
    assert {(fact.colour, fact.cells[0]) for fact in facts} == expected - told
    assert all(fact.profits is falls_to(position, fact.cells[0]) for fact in facts)
    assert told <= expected


@given(positions(of=small_boards))
def test_a_threatened_cell_falls_to_who_fills_its_column_last(position: Position) -> None:
    filled = Position.from_masks(
        position.red_mask,
        position.yellow_mask,
        replace(position.rules, objective=Objective.MOST_LINES),
        position.to_move,
    )
    for fact in explain(position).of_kind(FactKind.THREAT):
        (cell,), after = fact.cells, filled
        while after[cell] is None:
            others = [each for each in after.legal_columns if each != cell.column]
            after = after.play(others[0] if others else cell.column)
        assert fact.profits is after[cell]


@given(positions())
def test_every_position_of_every_board_is_explained_in_sentences(position: Position) -> None:
    for line in str(explain(position)).splitlines():
        assert line.endswith(".")
        assert line[0].isupper()
