"""The answer to "why?": each claim is compared with the solver and with the plans played out."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dropfour as d4
from benchmarks.why import load
from dropfour import RED, YELLOW, Colour, Objective, Position, Rules, Solver
from dropfour.study.explain import Explanation
from strategies import after, positions, safe_columns
from values import some

LIMITS = d4.Limits(nodes=400_000)
# Won, and the plan by which begins after some moves.
PLANNED_LATER = ["2355552532", "455233371125", "43766563"]


def check(answer: Explanation, solver: Solver) -> None:
    """Compare all that an answer claims with the solver and the rules."""
    position = answer.position
    score = some(solver.solve(position).score)
    assert answer.range.low <= score <= answer.range.high
    if answer.kind != "unproven":
        winner = {1: position.to_move, -1: position.to_move.opponent}.get((score > 0) - (score < 0))
        assert answer.colour is winner
        assert winner is None or str(winner) in answer.headline.lower()
        for column in answer.columns:
            kept = some(solver.solve(position.play(column)).score)
            assert (kept < 0, kept > 0) == (score > 0, score < 0)
    check_line(answer, solver)
    if answer.plan is not None:
        assert answer.plan.colour is (answer.colour or answer.plan.colour)
        assert answer.plan.promise == ("draw" if answer.colour is None else "win")
        answer.plan.verify()
    if answer.strategy is not None:
        assert answer.strategy.colour is (answer.colour or answer.strategy.colour)
        answer.strategy.verify()


def check_line(answer: Explanation, solver: Solver) -> None:
    position = answer.position
    for column in answer.line:
        if answer.kind == "threats" and position.to_move is answer.colour:
            threats = safe_columns(position.play(column))
            assert len(threats) <= 1  # the other side can only block
        elif answer.kind != "threats":
            best = solver.analyse(position).best
            assert column in best
        position = position.play(column)
    if answer.plan is not None:
        assert answer.plan.position == (
            position if answer.kind == "plan later" else answer.position
        )
    if answer.kind == "threats":
        assert position.to_move is not answer.colour
        assert safe_columns(position) == []
    if answer.kind == "best play" and answer.line:
        assert position.is_over
        check_decision(answer)


def check_decision(answer: Explanation) -> None:
    """The moves of best play until nothing can change the result any more."""
    told = answer.reasons[0]
    found = re.fullmatch(
        r"Best play (?:is ([\d ]+); then|begins [\d ]+; after (\d+) moves,) (.+)", told
    )
    assert found is not None, told
    count = int(found[2] or len(found[1].split()))
    position = after(answer.position, answer.line[:count])
    if "the board is full" in found[3]:
        assert (answer.colour, position.is_full) == (None, True)
    elif answer.colour is None:
        assert found[3].startswith("nobody can complete a line any more")
        for line in position.rules.lines:
            assert {position[cell] for cell in line} >= set(Colour)
    else:
        assert position.to_move is not answer.colour
        assert safe_columns(position) == []


@pytest.mark.parametrize("moves", load()[::4])
def test_every_claim_of_an_answer_is_true(moves: str) -> None:
    answer = d4.explain(moves, limits=LIMITS)
    check(answer, Solver())
    assert d4.explain(moves, limits=LIMITS) == answer
    assert answer.kind != "unproven"


@given(positions(st.builds(Rules, st.integers(3, 5), st.integers(2, 4), st.integers(3, 4))))
@settings(max_examples=60)
def test_answers_on_small_boards_are_true(position: Position) -> None:
    answer = d4.explain(position, limits=LIMITS)
    if position.is_over:
        assert (answer.kind, answer.colour) == ("over", position.winner)
    else:
        check(answer, Solver(position.rules))


def test_what_the_next_moves_decide_is_the_whole_answer() -> None:
    assert d4.explain("445566").headline == "Red wins immediately in columns 3 and 7."
    assert d4.explain("445566").columns == (3, 7)
    assert str(d4.explain("1212121")) == "The game is over: red has 4 in a row."
    lost = d4.explain("44556")
    assert (lost.kind, lost.colour, lost.columns) == ("cannot be stopped", RED, ())
    trap = d4.explain("4455")
    assert str(trap).splitlines() == [
        "Red wins: play column 3.",
        "Column 3 gives red wins in columns 2 and 6: yellow can block only one.",
    ]


@pytest.mark.parametrize("moves", ["", "44", "4", "4444", "4443"])
def test_the_solution_is_known_also_of_mirror_images(moves: str) -> None:
    position = Position.from_moves(moves)
    for each in (position, position.mirror()):
        answer = d4.explain(each, limits=LIMITS)
        assert (answer.kind, answer.colour) == ("solution", RED)
        assert "the solution" in answer.headline
        check(answer, Solver())
        if each.to_move is RED:
            assert answer.columns == (d4.solution().reply(each),)


def test_a_plan_of_the_solution_is_told_with_its_rules() -> None:
    solution, limits = d4.solution(), d4.Limits(nodes=1)
    leaves = (each for each in solution.entries if each.plan is not None)
    found = ((each, d4.explain(solution.position_of(each), limits=limits)) for each in leaves)
    entry, answer = next(each for each in found if each[1].kind == "solution")
    assert answer.plan == solution.plan_of(entry)
    mirrored = d4.explain(answer.position.mirror(), limits=limits)
    assert (mirrored.kind, mirrored.headline == answer.headline) == ("solution", False)
    some(mirrored.plan).verify()


@pytest.mark.parametrize("moves", PLANNED_LATER)
def test_answers_get_better_and_the_last_one_is_returned(moves: str) -> None:
    heard: list[Explanation] = []
    answer = d4.explain(moves, limits=d4.Limits(nodes=3_000_000), on_answer=heard.append)
    assert [each.kind for each in heard][:2] == ["unproven", "best play"]
    assert heard[-1] == answer
    assert answer.kind in ("plan later", "strategy")
    check(answer, Solver())
    assert all(each.headline for each in heard)


def test_an_analysis_is_not_searched_again() -> None:
    nothing = d4.Limits(nodes=1)
    position = Position.from_moves("233445", Rules(8, 7))
    assert d4.explain(position, limits=nothing).kind == "unproven"
    with_plan = Position.from_moves("556443", Rules(6, 5))
    unknown = d4.explain(with_plan, limits=nothing)
    known = d4.explain(with_plan, d4.analyse(with_plan), limits=nothing)
    assert (unknown.kind, known.kind) == ("unproven", "best play")
    assert known.range.low == known.range.high == d4.solve(with_plan).score


def test_other_games_have_answers_too() -> None:
    lines = Rules(4, 4, objective=Objective.MOST_LINES)
    answer = d4.explain("112", rules=lines)
    assert answer.kind == "best play"
    assert (
        answer.range.low == answer.range.high == d4.solve(Position.from_moves("112", lines)).score
    )
    large = d4.explain("5", rules=Rules(20, 20), limits=d4.Limits(nodes=1000))
    assert large.kind == "unproven"
    assert "by an estimate" in large.headline
    assert large.columns[0] in large.position.legal_columns
    five = d4.explain("1234", rules=Rules(10, 10, 5), limits=d4.Limits(nodes=1000))
    assert five.headline.startswith("It is not proven yet who wins: ")


def test_a_threat_that_will_be_stopped_is_no_reason_for_a_win() -> None:
    for moves in load()[::5]:
        answer = d4.explain(moves, limits=LIMITS)
        if answer.colour is None or answer.kind == "cannot be stopped":
            continue
        against = [fact.profits not in (None, answer.colour) for fact in answer.facts]
        assert against == sorted(against)
        assert not any("stops it there" in reason for reason in answer.reasons)


def test_the_json_form_has_all_of_the_answer() -> None:
    answer = d4.explain("4122264123", limits=LIMITS)
    values = answer.to_dict()
    assert values["headline"] == answer.headline
    assert values["plan"] == (answer.plan and answer.plan.to_dict())
    assert replace(answer, headline="") != answer
    assert YELLOW.opponent is answer.colour
