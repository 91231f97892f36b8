"""Positions as prompts, and the column in an answer."""

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from dropfour import Position, Rules
from dropfour.llm import Style
from dropfour.llm.prompts import NOTATIONS, Notation
from strategies import games, rules


@pytest.mark.parametrize(
    ("style", "shown"),
    [
        (Style("drawing"), ". . . Y . . .\n. . . R . . R\n1 2 3 4 5 6 7\n"),
        (Style("drawing", 0), ". . . Y . . .\n. . . R . . R\n0 1 2 3 4 5 6\n"),
        (Style("rows"), "[0, 0, 0, 2, 0, 0, 0],\n [0, 0, 0, 1, 0, 0, 1]]"),
        (Style("moves"), "Columns played so far, red first: 4 4 7"),
        (Style("moves", 0), "Columns played so far, red first: 3 3 6"),
    ],
)
def test_a_prompt_shows_the_position_in_its_notation(style: Style, shown: str) -> None:
    prompt = style.prompt(Position.from_moves("447"), (4, 4, 7))
    assert shown in prompt
    assert "You are yellow" in prompt
    first = style.first_column
    assert f"Legal columns: {', '.join(map(str, range(first, first + 7)))}." in prompt


def test_a_prompt_tells_the_rules_of_the_game() -> None:
    prompt = Style().prompt(Position(Rules(9, 8, 5, "most-lines")))
    for words in ("9 columns, 1 to 9", "8 rows", "more lines of 5 wins"):
        assert words in prompt
    assert "in a row in any direction wins" in Style().prompt(Position())
    assert "Legal columns: 2, 3, 4, 5, 6, 7." in Style().prompt(Position.from_moves("111111"))


@pytest.mark.parametrize(
    ("answer", "first_column", "column"),
    [
        ("[4]", 1, 4),
        ("[col 4]", 0, 5),
        ("I saw 3 threats in [2] and [5], so: [Column 7]", 1, 7),
        ("7", 1, 7),
        ("Column 2, certainly.", 1, 2),
        ("0", 0, 1),
    ],
)
def test_an_answer_is_read(answer: str, first_column: int, column: int) -> None:
    assert Style(first_column=first_column).read(answer, Position()) == column


@for_all(games(rules()), st.sampled_from(NOTATIONS), st.sampled_from((0, 1)))
def test_every_legal_column_can_be_answered_on_every_board(
    game: tuple[Rules, tuple[int, ...]], notation: Notation, first_column: int
) -> None:
    position = Position.from_moves(game[1], game[0])
    style = Style(notation, first_column)
    for column in position.legal_columns:
        assert style.read(style.answer(column), position) == column
    if not position.is_over:
        assert style.prompt(position, game[1])
