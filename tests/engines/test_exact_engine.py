import pytest

import dropfour as d4
from dropfour import Limits, Objective, Position, Rules, Solver
from strategies import late_positions
from values import some


@pytest.mark.parametrize("objective", Objective)
def test_it_chooses_a_best_column_and_knows_the_score(objective: Objective) -> None:
    rules = Rules(objective=objective)
    solver, engine = Solver(rules), d4.engine("exact")
    for position in late_positions(15, 14, rules):
        analysis = solver.analyse(position)
        choice = engine.choose(position, Limits(time_s=20))
        assert choice.column in analysis.best
        score = some(choice.score)
        assert (score.value, score.is_exact) == (analysis.score, True)


def test_without_time_for_a_proof_it_plays_what_alphabeta_does() -> None:
    position, limits = Position.from_moves("455446", Rules(9, 7)), Limits(nodes=50_000, time_s=30)
    choice = d4.engine("exact").choose(position, limits)
    advice = d4.engine("alphabeta:patterns").choose(position, limits)
    assert (choice.column, choice.score) == (advice.column, advice.score)
    assert not some(choice.score).is_exact


@pytest.mark.parametrize("depth", [3, 4, 5, 6])
def test_the_opening_of_a_large_board_does_not_waver_with_the_depth(depth: int) -> None:
    position, limits = Position(Rules(12, 12)), Limits(depth=depth, nodes=20_000, time_s=60)
    alone = d4.engine("alphabeta").choose(position, Limits(depth=depth))
    assert alone.column == (6 if depth % 2 else 3)
    assert d4.engine("exact").choose(position, limits).column == 6


def test_a_column_that_is_proven_wrong_is_not_played() -> None:
    # Yellow must block the three in a row, which alpha-beta has no node left to see.
    position = Position.from_moves("21314")
    assert d4.engine("alphabeta").choose(position, Limits(nodes=1)).column == 4
    assert d4.engine("exact").choose(position, Limits(nodes=1)).column == 5


def test_with_a_seed_it_varies_among_equals_and_repeats_itself() -> None:
    rules = Rules.for_board("4x4")
    chosen = {d4.engine(f"exact:seed={s}").choose(Position(rules)).column for s in range(20)}
    assert len(chosen) > 1
    engine, again = (d4.engine("exact:seed=7") for _ in range(2))
    assert engine.choose(Position(rules)).column == again.choose(Position(rules)).column


def test_where_the_book_ends_its_score_finds_the_best_column() -> None:
    # Ply 10 is in the book, but its children are not: the search need not go beyond its score.
    for position in late_positions(5, 32):
        choice, solution = d4.engine("exact").choose(position), Solver(book=False).solve(position)
        score = some(choice.score)
        assert (score.value, score.is_exact) == (solution.score, True)


@pytest.mark.parametrize("objective", Objective)
def test_of_equal_moves_it_prefers_one_that_gives_the_opponent_more_ways_to_err(
    objective: Objective,
) -> None:
    rules = Rules(5, 5, objective=objective)
    solver, engine = Solver(rules), d4.engine("exact")

    def errors(position: Position) -> float:
        """The share of replies that are worse than the best one."""
        scores = solver.analyse(position).scores
        return sum(score < max(scores.values()) for score in scores.values()) / max(1, len(scores))

    chosen = plain = 0.0
    for position in late_positions(200, 12, rules):
        analysis = solver.analyse(position)
        if analysis.score != 0 or len(analysis.best) < 2:
            continue
        column = engine.choose(position, Limits(time_s=20)).column
        assert column in analysis.best
        chosen += errors(position.play(column))
        plain += sum(errors(position.play(each)) for each in analysis.best) / len(analysis.best)
    assert chosen > plain > 0
