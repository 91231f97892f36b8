"""Taking back and trying again: it is the person's turn then, and nothing is lost."""

import re

import pytest
from playwright.sync_api import expect

from web.driver import GamePage

# Yellow does not stop the fourth disc in column 4.
MISSED_BLOCK = "4141414"


@pytest.mark.parametrize(
    ("engine", "shown", "moves"),
    [
        ("yellow", 6, "414141"),  # the engine's mistake, which the person can punish
        ("yellow", 5, "414141"),  # a good move of the person's: the engine has answered it
        ("yellow", 4, "4141"),  # an answer of the engine's
        ("red", 6, "41414"),  # a mistake of the person's own
    ],
)
def test_a_position_is_tried_again(game: GamePage, engine: str, shown: int, moves: str) -> None:
    game.begin(**{engine: {"engine": "perfect"}}, moves=MISSED_BLOCK)
    game.button("Review the game").click()
    moved = game.page.locator(".move")
    expect(moved.nth(5)).to_have_attribute("data-verdict", re.compile("blunder|sooner loss"))
    moved.nth(shown - 1).click()
    game.button("Try again from here").click()
    game.expect_status("Your turn")
    game.settle()
    assert game.moves() == moves


def test_the_first_move_of_the_engine_is_not_undone(game: GamePage) -> None:
    game.begin(red={"engine": "random:seed=3"}, moves="4")
    expect(game.button("Undo")).to_be_disabled()
    game.click(5)
    game.settle()
    moves = game.moves()
    game.button("Undo").click()
    game.expect_spoken("Moves 2 to 3 undone. Yellow to move.")
    expect(game.button("Undo")).to_be_disabled()
    game.settle()
    assert game.moves() == "4"
    game.button("Redo").click()
    game.settle()
    assert game.moves() == moves


@pytest.mark.context(reduced_motion="no-preference")
def test_marks_and_the_next_ghost_wait_for_a_falling_disc(game: GamePage) -> None:
    game.open("/?moves=414141")
    game.page.evaluate(
        """() => {
            const { animate } = Element.prototype;
            Element.prototype.animate = function (...all) {
                window.falling = animate.apply(this, all);
                if (this.matches('.disc')) window.falling.pause();
                return window.falling;
            };
        }"""
    )
    game.column(2).hover()
    expect(game.cell(2, 1).locator(".ghost")).to_be_attached()
    game.column(2).click()
    game.expect_disc(2, 1, "red")
    expect(game.cell(2, 2).locator(".ghost")).to_be_hidden()
    expect(game.board.locator(".marks .last")).to_be_hidden()
    game.page.evaluate("window.falling.finish()")
    expect(game.cell(2, 2).locator(".ghost")).to_be_visible()
    expect(game.board.locator(".marks .last")).to_be_visible()


def test_looking_back_headline_and_players_agree_whose_turn_it_was(game: GamePage) -> None:
    game.begin(moves="44556")
    game.button("Step back").click()
    for step, colour in ((4, "red"), (3, "yellow")):
        game.expect_status(f"After {step} of 5 moves")
        expect(game.page.locator("#status .disc")).to_have_class(re.compile(colour))
        expect(game.page.locator(".player[data-turn]")).to_have_attribute("data-colour", colour)
        expect(game.page.locator(".player[data-turn] .player-note")).to_have_text("to move")
        game.button("Step back").click()
