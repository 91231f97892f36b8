"""How solvers use a book."""

from dropfour import Limits, Position, Rules, Solver, analyse, solve
from dropfour.book.format import Contents
from dropfour.book.reader import Book, shipped_book


class Wrong:
    """Scores every position as a win for red, which shows whether it was consulted."""

    def lookup(self, position: Position) -> int | None:
        return 1


def test_positions_in_the_book_are_not_searched(small: Contents) -> None:
    position = Position(small.rules)
    solver = Solver(small.rules, book=Book(small))
    solution = solver.solve(position)
    assert (solution.source, solution.nodes) == ("book", 0)
    analysis = solver.analyse(position)
    assert analysis.source == "book"
    bare = analyse(position, book=False)
    assert bare.source == "search"
    assert bare.scores == analysis.scores
    assert len(analysis.find_variation()) == small.rules.cell_count


def test_a_book_answers_to_its_depth_however_small_the_limits(small: Contents) -> None:
    position = Position.from_moves("11112222", small.rules)
    assert Solver(small.rules, book=Book(small)).solve(position).source == "search"
    solver = Solver(small.rules, book=Book(small))
    assert solver.solve(Position(small.rules), limits=Limits(time_s=1e-9)).is_exact


def test_any_source_of_scores_may_be_a_book_and_boards_may_have_none() -> None:
    position = Position(Rules(4, 4))
    assert solve(position, book=Wrong()).score == 1
    assert solve(position, book=False).score == 0
    assert shipped_book(Rules(4, 4)) is None
    assert solve(Position(Rules(4, 4))).source == "search"
