"""Positions as prompts, and the column in an answer."""

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from cases import cases
from dropfour import Position, Rules
from dropfour.llm import Style
from dropfour.llm.prompts import NOTATIONS, Notation
from strategies import games, rules


@pytest.mark.parametrize(("notation", "first", "shown"), cases(__file__, "shown"))
def test_a_prompt_shows_the_position_in_its_notation(
    notation: Notation, first: int, shown: str
) -> None:
    prompt = Style(notation, first).prompt(Position.from_moves("447"), (4, 4, 7))
    assert shown in prompt
    assert "You are yellow" in prompt
    assert f"Legal columns: {', '.join(map(str, range(first, first + 7)))}." in prompt


def test_a_prompt_tells_the_rules_of_the_game() -> None:
    prompt = Style().prompt(Position(Rules(9, 8, 5, "most-lines")))
    for words in ("9 columns, 1 to 9", "8 rows", "more lines of 5 wins"):
        assert words in prompt
    assert "in a row in any direction wins" in Style().prompt(Position())
    assert "Legal columns: 2, 3, 4, 5, 6, 7." in Style().prompt(Position.from_moves("111111"))


@pytest.mark.parametrize(("answer", "first_column", "column"), cases(__file__, "answers"))
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
