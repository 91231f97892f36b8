from collections.abc import Iterator
from itertools import chain, islice, product

import dropfour as d4
from dropfour import (
    Colour,
    InvalidPosition,
    Limits,
    Objective,
    Position,
    Rules,
    Solver,
    analyse,
    solve,
)
from dropfour.book.format import Contents
from dropfour.book.reader import Book, shipped_book, shipped_path
from strategies import layers
from values import some


def unfinished(contents: Contents) -> Iterator[set[Position]]:
    """Yield the unfinished positions of each ply of the book."""
    for found in islice(layers(contents.rules), contents.depth + 1):
        yield {each for each in found if not each.is_over}


def test_the_book_says_what_the_search_says(small: Contents) -> None:
    book = Book(small)
    solver = Solver(small.rules, table_mib=4)
    for position in chain.from_iterable(unfinished(small)):
        assert solver.solve(position).score == book.lookup(position)


def set_up(rules: Rules, ply: int) -> Iterator[Position]:
    """Return all boards with *ply* stones without gaps, in all colours."""
    for heights in product(range(rules.rows + 1), repeat=rules.columns):
        if sum(heights) != ply:
            continue
        cells = [
            column * (rules.rows + 1) + row
            for column, height in enumerate(heights)
            for row in range(height)
        ]
        occupied = sum(1 << cell for cell in cells)
        for is_red in product((0, 1), repeat=ply):
            red = sum(bit << cell for cell, bit in zip(cells, is_red, strict=True))
            for colour in Colour:
                try:
                    yield Position.from_masks(red, occupied ^ red, rules, colour)
                except InvalidPosition:
                    continue


def test_a_set_up_position_that_no_game_reaches_is_not_in_the_book(small: Contents) -> None:
    book = Book(small)
    for ply, positions in enumerate(unfinished(small)):
        reached, refused = {each.key for each in positions}, 0
        for position in set_up(small.rules, ply):
            score = book.lookup(position)
            if position.is_over:
                assert score is None
            elif position.key in reached:
                assert score is not None
            elif score is not None:
                # Only immediate wins, which are known by the rules on every board.
                assert score == (16 - ply + 1) // 2
            else:
                refused += 1
        assert refused or ply < 3


def test_other_games_and_later_positions_are_not_in_the_book(small: Contents) -> None:
    book = Book(small)
    assert book.rules == small.rules
    assert book.lookup(Position(small.rules)) == 0
    assert book.lookup(Position(Rules(4, 5))) is None
    assert book.lookup(Position(Rules(4, 4, 3))) is None
    assert book.lookup(Position(Rules(4, 4, 4, Objective.MOST_LINES))) is None
    assert book.lookup(Position.from_moves("11112222", small.rules)) is None


# --- how solvers use a book -----------------------------------------------------------------------


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


def test_boards_may_have_no_book() -> None:
    position = Position(Rules(4, 4))
    assert shipped_book(position.rules) is None
    assert solve(position).source == "search"


# --- the opening book in the package --------------------------------------------------------------


def test_the_shipped_book_is_small_and_says_what_the_search_says() -> None:
    path, book = some(shipped_path(Rules())), some(shipped_book(Rules()))
    assert path.stat().st_size < 10_000_000
    assert book.contents.depth == 13
    solver = d4.Solver(book=False)
    for position in d4.random_positions(40, 13, seed=13):
        assert book.lookup(position) == solver.solve(position).score
