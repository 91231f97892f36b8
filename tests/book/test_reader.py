from collections.abc import Iterator
from itertools import product

from dropfour import Colour, InvalidPosition, Objective, Position, Rules, Solver
from dropfour.book.format import Contents
from dropfour.book.positions import canonical_key, position_of_key, positions_at
from dropfour.book.reader import Book, PlainBook


def unfinished(contents: Contents, ply: int) -> Iterator[Position]:
    level = positions_at(contents.rules, ply)
    for key in (*level.open_keys, *level.won_keys):
        yield position_of_key(contents.rules, key)


def test_the_book_says_what_the_search_says(small: Contents) -> None:
    book, plain = Book(small), PlainBook(small)
    solver = Solver(small.rules, table_mib=4)
    hard = 0
    for ply in range(small.last_ply + 1):
        for position in unfinished(small, ply):
            score = book.lookup(position)
            assert score == plain.lookup(position)
            assert score == book.lookup(position.mirror()) == plain.lookup(position.mirror())
            if score is not None:
                assert score == solver.solve(position).score
                hard += ply > small.depth
            else:
                assert ply > small.depth
    assert hard > 0


def test_hard_positions_beyond_the_depth_are_held_and_others_are_not(small: Contents) -> None:
    book = Book(small)
    for ply in range(small.depth + 1, small.last_ply + 1):
        level = positions_at(small.rules, ply)
        known = [book.lookup(position_of_key(small.rules, key)) for key in level.open_keys]
        held = sum(score is not None for score in known)
        assert held == small.known[ply] < len(known)


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
    book, plain = Book(small), PlainBook(small)
    for ply in (3, 4, 5):
        level = positions_at(small.rules, ply)
        reached, won = {*level.open_keys, *level.won_keys}, set(level.won_keys)
        refused = 0
        for position in set_up(small.rules, ply):
            score = book.lookup(position)
            assert score == plain.lookup(position)
            key = canonical_key(position)
            if position.is_over:
                assert score is None
            elif key in reached:
                assert score is not None
                assert (score == (16 - ply + 1) // 2) == (key in won)
            elif score is not None:
                # Only immediate wins, which are known by the rules on every board.
                assert score == (16 - ply + 1) // 2
            else:
                refused += 1
        assert refused


def test_other_games_and_later_positions_are_not_in_the_book(small: Contents) -> None:
    for book in (Book(small), PlainBook(small)):
        assert book.rules == small.rules
        assert book.lookup(Position(small.rules)) == 0
        assert book.lookup(Position(Rules(4, 5))) is None
        assert book.lookup(Position(Rules(4, 4, 3))) is None
        assert book.lookup(Position(Rules(4, 4, 4, Objective.MOST_LINES))) is None
        assert book.lookup(Position.from_moves("11112222", small.rules)) is None
