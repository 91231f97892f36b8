import copy
import pickle
import threading
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cases import cases
from dropfour import (
    RED,
    Limits,
    Objective,
    Position,
    Rules,
    ScoreRange,
    Solver,
    Stop,
    analyse,
    solve,
)
from dropfour.engines import SearchProgress
from dropfour.engines.proof import ColumnScore
from dropfour.scores import column_scores, finished_score, plies_to_end, score_limits
from strategies import after, late_positions, layers, positions
from values import some

# A position that takes seconds and is not in a book, so that its search can be stopped halfway.
HARD = Position(Rules(8, 7))


@cache
def brute_force(position: Position) -> int:
    """Return the score by brute force, with which the solver must agree."""
    if position.is_over:
        return finished_score(position)
    return max(-brute_force(position.play(column)) for column in position.legal_columns)


# --- scores -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize(("size", "connect"), [("3x3", 3), ("4x3", 3), ("3x4", 3), ("5x2", 4)])
def test_small_boards_are_solved_exactly(size: str, connect: int, objective: Objective) -> None:
    rules = Rules.for_board(size, connect, objective)
    solver = Solver(rules, table_mib=1)
    for position in chain.from_iterable(layers(rules)):
        if not position.is_over:
            assert solver.solve(position).score == brute_force(position), position


LATE = [("7x6", 4, 8), ("4x4", 4, 10), ("5x5", 4, 9), ("9x7", 4, 7), ("8x8", 5, 7)]


@pytest.mark.parametrize(
    ("size", "connect", "empty", "objective"),
    [(*board, objective) for board in LATE for objective in Objective]
    + [("20x20", 4, 5, Objective.MOST_LINES)],
)
def test_late_scores_are_exact(size: str, connect: int, empty: int, objective: Objective) -> None:
    rules = Rules.for_board(size, connect, objective)
    solver = Solver(rules, table_mib=1)
    for position in late_positions(12, empty, rules):
        assert solver.solve(position).score == brute_force(position), position


@pytest.mark.parametrize(("size", "objective", "score"), cases(__file__, "values"))
def test_the_known_values_of_empty_boards(size: str, objective: str, score: int) -> None:
    assert solve(Position(Rules.for_board(size, objective=objective))).score == score


@pytest.mark.long
def test_the_known_values_of_the_first_moves() -> None:
    analysis = analyse(Position(), threads=2, table_mib=512)
    assert analysis.scores == {1: -2, 2: -1, 3: 0, 4: 1, 5: 0, 6: -1, 7: -2}
    assert analysis.best == (4,)
    assert len(analysis.find_variation()) == 41


def test_a_small_table_and_two_threads_give_the_same_scores() -> None:
    solvers = [Solver(table_mib=1), Solver(table_mib=256), Solver(table_mib=16, threads=2)]
    for position in late_positions(15, 28):
        assert len({solver.solve(position).score for solver in solvers}) == 1


def test_weak_solutions_are_win_draw_or_loss() -> None:
    solver = Solver()
    for position in late_positions(30, 20):
        exact, weak = solver.solve(position), Solver(table_mib=1).solve(position, weak=True)
        assert weak.outcome is not None
        assert weak.winner is exact.winner
        assert weak.range.low <= some(exact.score) <= weak.range.high


def test_finished_games_are_scored_by_the_rules() -> None:
    won = solve(Position.from_moves("1212121"))
    assert (won.score, won.source, won.winner) == (-18, "rules", RED)
    # The same as for red, one ply before.
    assert solve(Position.from_moves("121212")).score == 18
    assert solve(Position.from_moves("122113332", Rules(3, 3))).score == 0


# --- analysis ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("objective", Objective)
def test_an_analysis_scores_every_column_and_plays_to_its_score(objective: Objective) -> None:
    rules = Rules(objective=objective)
    solver = Solver(rules)
    for position in late_positions(10, 12, rules):
        analysis = solver.analyse(position)
        assert analysis.is_exact
        assert tuple(analysis.scores) == position.legal_columns
        for column, score in analysis.scores.items():
            assert score == -(solver.solve(position.play(column)).score or 0)
        assert analysis.score == max(analysis.scores.values()) == solver.solve(position).score
        assert analysis.score == solver.solve(position.mirror()).score
        assert {analysis.scores[column] for column in analysis.best} == {analysis.score}
        variation = analysis.find_variation()
        end = after(position, variation)
        assert end.is_over
        assert len(variation) == plies_to_end(position, some(analysis.score))
        sign = 1 if end.to_move is position.to_move else -1
        assert sign * finished_score(end) == analysis.score


def test_columns_come_one_by_one_and_a_finished_game_has_none() -> None:
    seen: list[int] = []
    (position,) = late_positions(1, 20)
    analysis = analyse(position, on_column=lambda scored: seen.append(scored.column))
    assert sorted(seen) == sorted(analysis.columns)
    assert len(seen) == len(set(seen))
    analysis = analyse(Position.from_moves("1212121"))
    assert (analysis.columns, analysis.best, analysis.find_variation()) == ({}, (), ())
    assert analysis.score == -18


def test_both_sides_of_a_symmetric_position_have_the_same_scores() -> None:
    position = Position.from_moves("444444", Rules(7, 6, 4))
    analysis = analyse(position, limits=Limits(time_s=0.2))
    for column in (1, 2, 3):
        assert analysis.columns[column] == analysis.columns[8 - column]
    assert 4 not in analysis.columns


def test_a_variation_ends_where_its_limits_or_its_proof_do() -> None:
    analysis = analyse(Position.from_moves("4443335552"), book=False)
    stop = Stop()
    stop.set()
    variation = analysis.find_variation(limits=Limits(stop=stop))
    assert len(variation) < len(analysis.find_variation())
    assert variation[0] in analysis.best
    assert analysis.to_dict(limits=Limits(stop=stop))["variation"] == list(variation)
    analysis = analyse(Position(Rules(8, 8)), limits=Limits(nodes=1))
    assert analysis.score is None
    assert analysis.find_variation() == ()


def test_an_analysis_can_be_pickled_and_still_finds_its_variation() -> None:
    analysis = analyse(Position.from_moves("4443335552"), book=False)
    again = pickle.loads(pickle.dumps(analysis))
    assert again == analysis == copy.deepcopy(analysis)
    assert again.find_variation() == analysis.find_variation() != ()
    assert len({again, analysis}) == 1


def test_an_analysis_cannot_be_changed() -> None:
    analysis: Any = analyse("4455")
    with pytest.raises(TypeError, match="does not support item assignment"):
        analysis.columns[1] = None
    columns = dict(analysis.columns)
    same = replace(analysis, columns=columns)
    columns.clear()
    assert same == analysis


# --- stopping ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("limits", [Limits(time_s=0.05), Limits(nodes=20_000)])
def test_a_search_that_is_stopped_returns_proven_bounds(limits: Limits, threads: int) -> None:
    (position,) = late_positions(1, 26)
    exact = solve(position).score
    stopped = solve(HARD, limits=limits, threads=threads)
    assert not stopped.is_exact
    assert stopped.score is None
    assert stopped.distance is None
    everything = score_limits(HARD)
    assert everything.low <= stopped.range.low < stopped.range.high <= everything.high
    # The bounds contain the known score of a position, however small the limits.
    for nodes in (1, 10, 100, 1000):
        known = Solver(table_mib=1).solve(position, limits=Limits(nodes=nodes)).range
        assert known.low <= some(exact) <= known.high


def test_a_stopped_search_can_be_continued() -> None:
    (position,) = late_positions(1, 28)
    exact = solve(position).score
    solver = Solver()
    for _ in range(10_000):
        solution = solver.solve(position, limits=Limits(nodes=5000))
        if solution.is_exact:
            break
    assert solution.score == exact


@pytest.mark.parametrize("threads", [1, 2])
def test_another_thread_can_stop_a_search(threads: int) -> None:
    stop = Stop()
    timer = threading.Timer(0.1, stop.set)
    timer.start()
    solution = solve(HARD, limits=Limits(stop=stop), threads=threads)
    # benchmarks/ measures how quickly; here the search only has to end, and without a proof.
    assert stop.is_set
    assert not solution.is_exact


def test_a_stopped_analysis_says_what_is_not_proven() -> None:
    analysis = analyse(HARD, limits=Limits(time_s=0.1))
    assert not analysis.is_exact
    assert tuple(analysis.columns) == HARD.legal_columns
    assert set(analysis.scores) < set(analysis.columns)


def test_progress_is_reported_and_may_end_the_search() -> None:
    reports: list[SearchProgress] = []
    stop = Stop()

    def note(progress: SearchProgress) -> None:
        reports.append(progress)
        stop.set()

    solve(HARD, limits=Limits(stop=stop), progress=note)
    assert reports
    assert reports[-1].nodes > 0
    assert isinstance(reports[-1].range, ScoreRange)

    def refuse(progress: SearchProgress) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        solve(HARD, progress=refuse)


def test_calls_without_a_solver_share_one() -> None:
    position = Position.from_moves("4443335552")
    first = analyse(position, book=False)
    again = analyse(position, book=False)
    assert again == replace(first, nodes=again.nodes, time_s=again.time_s)
    assert again.solver is first.solver is not analyse(position).solver
    assert analyse(position, table_mib=1).solver is not analyse(position, table_mib=1).solver


def test_where_the_book_ends_an_analysis_is_the_same_with_it_and_without() -> None:
    for position in late_positions(3, 32):  # in the book; its children are not
        with_book, without = Solver().analyse(position), Solver(book=False).analyse(position)
        assert with_book.scores == without.scores
        assert with_book.best == without.best


# --- a search that ends at any moment claims nothing but what is proven, on every board -----------


# Boards that no search here exhausts as well: nothing but short wins and losses is proven on them.
LARGE = st.sampled_from([Rules(8, 7), Rules(9, 7), Rules(9, 7, 5), Rules(10, 8), Rules(20, 20)])


def played_out(position: Position, plies: int) -> ScoreRange:
    """Return what playing out the next *plies* proves, by the rules alone: the score of a game that ends
    within them, and for others that it does not end so soon."""
    if position.is_over:
        score = finished_score(position)
        return ScoreRange(score, score)
    if plies == 0:
        return score_limits(position)
    children = [-played_out(position.play(column), plies - 1) for column in position.legal_columns]
    return ScoreRange(max(each.low for each in children), max(each.high for each in children))


def agree(claimed: ScoreRange, proven: ScoreRange) -> bool:
    """Return whether there is a score within both."""
    both = claimed & proven
    return both.low <= both.high


@settings(max_examples=settings().max_examples // 2)
@given(
    position=st.one_of(positions(), positions(LARGE)),
    nodes=st.integers(1, 3000),
    columns=st.integers(1, 20),
)
def test_a_search_that_is_cut_off_claims_only_what_is_proven(
    position: Position, nodes: int, columns: int
) -> None:
    if position.is_over:
        return
    stop, seen = Stop(), dict[int, ScoreRange]()
    conclusions: list[ScoreRange] = []

    def on_column(found: ColumnScore) -> None:
        seen[found.column] = found.range
        conclusions.append(ScoreRange(*column_scores(position, seen).range))
        if len(seen) == columns:
            stop.set()

    limits = Limits(nodes=nodes, stop=stop)
    analysis = Solver(position.rules, table_mib=1).analyse(
        position, limits=limits, on_column=on_column
    )
    assert tuple(analysis.columns) == position.legal_columns
    empty = position.rules.cell_count - position.ply
    plies = empty if empty <= 7 else 2
    truth = played_out(position, plies)
    for claimed in (*conclusions, analysis.range):
        assert agree(claimed, truth)
    for column, claimed in analysis.columns.items():
        assert agree(claimed, -played_out(position.play(column), plies - 1))
    # The best column decides, whether it is proven or not.
    assert analysis.range.low == max(known.low for known in analysis.columns.values())
    assert analysis.range.high == max(known.high for known in analysis.columns.values())


def test_no_verdict_leaves_out_a_column_that_is_not_proven() -> None:
    position = Position.from_moves("12121", Rules(9, 7))
    lost, open_column = ScoreRange(-20, -20), ScoreRange(-29, 29)
    partly = dict.fromkeys((1, 3, 4, 5, 6, 7, 8, 9), lost)
    cases = [{}, partly, partly | {2: lost}, partly | {2: ScoreRange(0, 3)}, {2: ScoreRange(1, 9)}]
    outcomes = []
    for known in cases:
        everything = {column: known.get(column, open_column) for column in range(1, 10)}
        best = ScoreRange(*column_scores(position, known).range)
        assert best.low == max(each.low for each in everything.values())
        assert best.high == max(each.high for each in everything.values())
        outcomes.append(best.outcome)
    assert outcomes == [None, None, "loss", None, "win"]
