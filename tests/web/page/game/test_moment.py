"""The end of a game: a win can be sent, and a loss tried again where it was lost."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from web.driver import GamePage, Visitors


@pytest.mark.shared_tab
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
