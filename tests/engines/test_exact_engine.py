import pytest

from dropfour.engines.engine import Choice, Limits
from dropfour.engines.exact import Solver
from dropfour.engines.exact_engine import ExactEngine
from dropfour.position import Position
from dropfour.rules import Objective, Rules
from strategies import late_positions


class Adviser:
    """Always suggests the same column."""

    name = "adviser"

    def __init__(self, column: int) -> None:
        self.column, self.asked = column, 0

    def choose(self, position: Position, limits: Limits = Limits()) -> Choice:  # noqa: B008
        self.asked += 1
        return Choice(self.column)


@pytest.mark.parametrize("objective", Objective)
def test_it_chooses_a_best_column_and_knows_the_score(objective: Objective) -> None:
    rules = Rules(objective=objective)
    solver, adviser = Solver(rules), Adviser(1)
    engine = ExactEngine(adviser)
    for position in late_positions(15, 14, rules):
        analysis = solver.analyse(position)
        choice = engine.choose(position, Limits(time_s=20))
        assert choice.column in analysis.best
        assert choice.score is not None
        assert (choice.score.value, choice.score.is_exact) == (analysis.score, True)
    assert adviser.asked == 0


def test_a_ranking_holds_the_exact_scores_and_finds_the_best_columns() -> None:
    solver = Solver()
    for position in late_positions(20, 16):
        analysis, ranking = solver.analyse(position), Solver().rank(position)
        assert tuple(ranking.columns) == position.legal_columns
        for column, known in ranking.columns.items():
            assert known.low <= analysis.scores[column] <= known.high
        best = max(known.low for known in ranking.columns.values())
        assert best == analysis.score
        assert {c for c, known in ranking.columns.items() if known.low == best} == set(
            analysis.best
        )


def test_without_time_for_a_proof_it_asks_its_adviser() -> None:
    adviser = Adviser(2)
    choice = ExactEngine(adviser).choose(Position(Rules(9, 7)), Limits(nodes=1000))
    assert (choice.column, adviser.asked) == (2, 1)


def test_advice_that_is_proven_wrong_is_not_taken() -> None:
    # Yellow must block the three in a row, which the adviser does not see.
    position = Position.from_moves("21314")
    assert ExactEngine(Adviser(7)).choose(position, Limits(nodes=10)).column == 5


def test_with_a_seed_it_varies_among_equals_and_repeats_itself() -> None:
    rules = Rules.for_board("4x4")
    chosen = {ExactEngine(Adviser(1), seed=s).choose(Position(rules)).column for s in range(20)}
    assert len(chosen) > 1
    engine, again = ExactEngine(Adviser(1), seed=7), ExactEngine(Adviser(1), seed=7)
    assert engine.choose(Position(rules)).column == again.choose(Position(rules)).column


def test_a_finished_game_is_refused() -> None:
    with pytest.raises(ValueError, match="the game is over"):
        ExactEngine(Adviser(1)).choose(Position.from_moves("1212121"))


def test_where_the_book_ends_its_score_finds_the_best_column() -> None:
    # Ply 10 is in the book, but its children are not: the search need not go beyond its score.
    for position in late_positions(5, 32):
        ranking, solution = Solver().rank(position), Solver(book=False).solve(position)
        assert max(known.low for known in ranking.columns.values()) == solution.score
        assert max(known.high for known in ranking.columns.values()) == solution.score
