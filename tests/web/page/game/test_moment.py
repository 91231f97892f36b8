"""The end of a game, taking back and trying again: a win can be sent, and nothing is lost."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from web.driver import GamePage, Visitors

pytestmark = pytest.mark.shared_tab


def test_a_win_climbs_the_ladder_once_and_has_a_picture_to_send(game: GamePage) -> None:
    game.begin(moves="112233", yellow={"engine": "easy"})
    game.click(4)
    game.expect_status("You won")
    told = game.page.locator("#game-view :is(.stage, .panel)").get_by_text("You won")
    expect(told).to_have_count(1)
    primary = game.page.locator("#game-view .primary:visible")
    expect(primary).to_have_text(["Play again"])
    expect(game.board.locator(".cell[data-marks~=won]")).to_have_count(4)
    expect(game.page.locator("#players .player-note").last).to_have_text("“Again, again!”")
    ladder = game.page.locator("#result-card .ladder")
    expect(ladder).to_contain_text("The ladder: 1 of 10 beaten. Next: Fred")
    expect(ladder.locator("[data-climbed]")).to_have_attribute("aria-label", "Momo, beaten")
    game.button("Send a picture").click()
    dialog = game.page.get_by_role("dialog", name="I beat Momo!")
    drawn = dialog.get_by_role("img", name="I beat Momo!")
    assert drawn.evaluate("async (image) => { await image.decode(); return image.naturalWidth; }")
    for text in ("I beat Momo!", "Momo", "Me", "7 moves", game.page.url.split("//")[1]):
        assert text in drawn.evaluate("({ src }) => decodeURIComponent(src)")
    expect(dialog.get_by_label("Link to this game")).to_have_value(game.page.url)
    for name, start in (("Picture", b"\x89PNG"), ("Film (GIF)", b"GIF89a")):
        with game.page.expect_download() as download:
            game.button(name).click()
        assert Path(download.value.path()).read_bytes().startswith(start)
    game.button("Close").click()
    # Beaten once more, nobody is climbed over.
    game.begin(moves="112233", yellow={"engine": "easy"})
    game.click(4)
    expect(game.button("Send a picture")).to_be_visible()
    expect(ladder).to_be_hidden()
    primary.click()
    game.expect_status("You are red. Drop a disc to start")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_nothing_jumps_on_a_phone_from_a_loss_to_its_review(visitor: Visitors, motion: str) -> None:
    game = visitor(viewport={"width": 390, "height": 780}, reduced_motion=motion)
    game.watch_shifts()
    game.begin(moves="44553344411221", yellow={"engine": "alphabeta:parity,depth=6"})
    game.click(7)
    game.play_on("random:seed=2")
    expect(game.button("Try that moment again")).to_be_enabled()
    game.button("Review the game").click()
    expect(game.page.locator("#review-card .mistake")).to_contain_text("You did not block")
    assert max(game.shifts(), default=0) < 0.02


# --- taking back and trying again -----------------------------------------------------------------


# Yellow does not stop the fourth disc in column 4.
MISSED_BLOCK = "4141414"


def test_a_position_is_tried_again(game: GamePage) -> None:
    game.begin(yellow={"engine": "perfect"}, moves=MISSED_BLOCK)
    game.button("Review the game").click()
    for shown, moves in (
        (6, "414141"),  # the engine's mistake, which the person can punish
        (5, "414141"),  # a good move of the person's: the engine has answered it
        (4, "4141"),  # an answer of the engine's
    ):
        try_again(game, shown, moves)
        game.page.go_back()
    # A mistake of the person's own; the review of these moves is known.
    game.begin(red={"engine": "perfect"}, moves=MISSED_BLOCK)
    try_again(game, 6, "41414")


def try_again(game: GamePage, shown: int, moves: str) -> None:
    """Try again from a move of the review, which leads to *moves*."""
    moved = game.page.locator("#moves-card .move")
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
