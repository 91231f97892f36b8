"""Games of language models: seats, rewards and answers that are no move."""

import re

import pytest

from dropfour import RED, YELLOW, Limits, Position, Rules, analyse
from dropfour.llm import Style, TextGame


def test_one_seat_is_answered_by_the_opponent() -> None:
    with TextGame(lambda position: 1, colour=YELLOW) as game:
        assert game.game.position.ply == 1
        step = game.answer("[7]")
        assert game.game.moves == (1, 7, 1)
    assert (step.colour, step.column, step.reward, step.is_over) == (YELLOW, 7, 0.0, False)


def test_two_seats_take_turns() -> None:
    game = TextGame(style=Style("moves", 0))
    steps = [game.answer(f"[{column}]") for column in (0, 1, 0, 1, 0, 1, 0)]
    assert [step.colour for step in steps] == [RED, YELLOW, RED, YELLOW, RED, YELLOW, RED]
    assert [step.reward for step in steps] == [0, 0, 0, 0, 0, 0, 1]
    assert game.prompt == "The game is over: red wins."
    with pytest.raises(ValueError, match="the game is over: red wins"):
        game.answer("[3]")


def test_the_reward_of_a_lost_game_is_minus_one() -> None:
    game = TextGame(lambda position: 1)
    steps = [game.answer(f"[{column}]") for column in (2, 3, 2, 3)]
    assert [step.reward for step in steps] == [0, 0, 0, -1]
    assert steps[-1].is_over


def test_a_drawn_game_is_worth_nothing() -> None:
    game = TextGame(start=Rules(2, 2))
    assert [game.answer("[1]").reward for _ in range(2)] == [0, 0]
    assert [game.answer("[2]").reward for _ in range(2)] == [0, 0]
    assert game.prompt == "The game is over: draw."


def test_regret_is_what_the_exact_scores_say() -> None:
    game = TextGame(start="4455", reward="regret")
    scores = analyse("4455").scores
    step = game.answer("[1]")
    assert step.regret == max(scores.values()) - scores[1] == 22
    assert step.reward == -22
    assert TextGame(start="4455", reward="regret").answer("[3]").reward == 0


def test_regret_that_is_not_proven_is_no_reward() -> None:
    board = Rules(12, 12)
    step = TextGame(start=board, reward="regret", limits=Limits(nodes=10)).answer("[1]")
    assert (step.regret, step.reward) == (None, 0)


def test_an_answer_that_is_no_move_costs_more_than_any_move_and_loses() -> None:
    game = TextGame(reward="regret")
    step = game.answer("no idea")
    assert (
        step.regret == 1 + 21 + 1
    )  # the first player wins with its last stone, and might lose first
    assert step.is_over
    assert TextGame().answer("no idea").reward == -1


def test_legality_rewards_moves() -> None:
    game = TextGame(reward="legality", retries=1)
    assert [game.answer(text).reward for text in ("[4]", "[9]", "[4]")] == [1, 0, 1]


def test_an_answer_that_is_no_move_is_asked_again_with_the_reason() -> None:
    game = TextGame(retries=1)
    assert not game.answer("[9]").is_over
    assert game.prompt.startswith("Your answer was not a move: there is no column 9")
    assert game.answer("[4]").column == 4
    assert game.prompt.startswith("Connect Four")
    assert game.answer("[9]").is_over


def test_moves_are_found_for_a_start_that_is_a_position() -> None:
    assert "red first: 4 4 5 5" in TextGame(start="4455", style=Style("moves")).prompt
    game = TextGame(start=Position.from_moves("4455"), style=Style("moves"))
    (shown,) = re.findall("red first: ([0-9 ]+)", game.prompt)
    assert Position.from_moves(shown.replace(" ", "")) == Position.from_moves("4455")
