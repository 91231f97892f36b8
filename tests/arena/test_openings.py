from pathlib import Path

import pytest

from cases import cases
from dropfour import Limits, Objective, Position, Rules, engine, solve
from dropfour.arena.openings import (
    OpeningDrawer,
    OpeningSource,
    default_ply,
    draw_openings,
    drawn_start,
)


@pytest.mark.parametrize("rules", [Rules(), Rules(5, 4), Rules(4, 4), Rules(6, 5), Rules(5, 5, 3)])
def test_drawn_openings_are_proven_draws_unless_the_notice_says_otherwise(rules: Rules) -> None:
    book = draw_openings(OpeningSource(), rules, 6, seed=3)
    positions = [Position.from_moves(moves, rules) for moves in book.moves]
    if book.notice is None:
        assert len(book.moves) == 6
        assert all(solve(position).score == 0 for position in positions)
    else:
        assert "proven" in book.notice or "only" in book.notice
    assert all(position.ply == default_ply(rules) for position in positions)
    seen: set[Position] = set()
    for position in positions:
        assert not seen & {position, position.mirror()}
        seen |= {position, position.mirror()}


def test_the_same_seed_draws_the_same_openings_also_in_parts() -> None:
    first = draw_openings(OpeningSource(), Rules(5, 4), 5, seed=1)
    assert first == draw_openings(OpeningSource(), Rules(5, 4), 5, seed=1)
    assert first != draw_openings(OpeningSource(), Rules(5, 4), 5, seed=2)
    drawer = OpeningDrawer(OpeningSource("random"), Rules(), 5)
    parts = drawer.draw(3) + drawer.draw(4)
    assert parts == list(draw_openings(OpeningSource("random"), Rules(), 7, 5).moves)


@pytest.mark.parametrize("ply", [10, 20])
def test_random_openings_have_their_stones_and_no_immediate_win(ply: int) -> None:
    for moves in draw_openings(OpeningSource("random", ply), Rules(), 30, seed=1).moves:
        position = Position.from_moves(moves)
        assert (position.ply, position.is_over) == (ply, False)
        assert not any(position.play(column).is_over for column in position.legal_columns)


@pytest.mark.parametrize("rules", [Rules(), Rules(5, 5), Rules(6, 5)])
def test_a_drawn_start_is_proven_drawn_with_no_win_at_hand(rules: Rules) -> None:
    starts = [drawn_start(rules, seed=seed) for seed in range(5)]
    assert len(set(starts)) > 1
    assert starts[0] == drawn_start(rules, seed=0)
    for start in starts:
        assert 4 <= start.ply <= 8
        assert solve(start).score == 0
        assert not any(start.play(column).is_over for column in start.legal_columns)
    assert drawn_start(rules, ply=5, seed=1).ply == 5


def test_where_no_start_is_drawn_that_is_said() -> None:
    with pytest.raises(ValueError, match="a start of 6 stones that is proven drawn"):
        drawn_start(Rules(9, 9), ply=6)


@pytest.mark.parametrize("objective", Objective)
def test_where_nothing_is_proven_openings_are_nearly_even_by_an_estimate(
    objective: Objective,
) -> None:
    rules = Rules(9, 8, 4, objective)
    book = draw_openings(OpeningSource(), rules, 4, seed=1)
    assert len(set(book.moves)) == 4
    assert book.notice == "4 of 4 openings are nearly even by an estimate, not proven drawn"
    assert book == draw_openings(OpeningSource(), rules, 4, seed=1)
    if objective is Objective.FIRST_LINE:
        for moves in book.moves:
            position = Position.from_moves(moves, rules)
            # Another search, with other limits, may differ a little.
            choice = engine("alphabeta:patterns").choose(position, Limits(depth=9))
            assert choice.score is not None
            assert abs(choice.score.value) < 9


def test_small_boards_have_few_openings() -> None:
    book = draw_openings(OpeningSource("random", 1), Rules(3, 3, 3), 9, seed=1)
    assert len(book.moves) == 2  # the middle, and a side
    assert "only 2 openings" in (book.notice or "")
    assert draw_openings(OpeningSource(), Rules(1, 1), 3, seed=1).moves == ("",)
    assert draw_openings(OpeningSource("empty"), Rules(), 3, seed=1).moves == ("",)


def test_openings_come_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("# two, and a mirror image\n4455\n\n4433  # the same\n12\n", encoding="utf-8")
    book = draw_openings(OpeningSource(file=str(path)), Rules(), 3, seed=1)
    assert book.moves == ("4455", "12")
    assert "only 2 openings" in (book.notice or "")


@pytest.mark.parametrize(
    ("text", "message"),
    [("44x", "line 1"), ("\n9", "line 2"), ("1212121", "over"), ("# none", "contains no openings")],
)
def test_an_invalid_opening_is_refused_by_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "openings.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        draw_openings(OpeningSource(file=str(path)), Rules(), 3, seed=1)


@pytest.mark.parametrize(("size", "openings"), cases(__file__, "first moves"))
def test_first_moves_are_no_move_and_every_column(size: str, openings: list[str]) -> None:
    rules = Rules.for_board(size)
    book = draw_openings(OpeningSource("first-moves"), rules, len(openings), seed=3)
    assert (list(book.moves), book.notice) == (openings, None)
    more = draw_openings(OpeningSource("first-moves"), rules, len(openings) + 1, seed=3)
    assert list(more.moves) == openings
    assert "so they are repeated" in (more.notice or "")
