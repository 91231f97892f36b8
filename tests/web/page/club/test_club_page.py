"""A small tournament between people in three browsers: a teacher, and two pupils."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from web.driver import PHONE, GamePage, Visitors
from web.server_process import ServerProcess


def join(page: GamePage, link: str, name: str) -> None:
    page.page.goto(link)
    page.page.get_by_label("Your name").fill(name)
    page.button("Join").click()
    expect(page.page.locator("#club-view")).to_contain_text(f"You play as {name}")


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path / "games.sqlite3", "--ratings") as server:
        yield server


def test_a_tournament_from_the_form_to_the_results(
    visitor: Visitors, own_server: ServerProcess
) -> None:
    teacher, ada, bob = visitor(), visitor(), visitor(**PHONE)
    teacher.page.goto("/tournaments")
    teacher.page.get_by_role("link", name="Tournaments between people").click()
    teacher.page.get_by_label("Title").fill("Class cup")
    teacher.page.get_by_label("Rounds", exact=True).fill("2")
    teacher.page.get_by_label("The next round begins").select_option("")
    teacher.button("Create the tournament").click()
    link = teacher.page.get_by_label("Link to join")
    expect(link).to_have_value(re.compile("/club/[0-9A-Za-z]{12}$"))
    address = link.input_value()
    view = teacher.page.locator("#club-view")
    for page, name in ((ada, "Ada"), (bob, "Bob")):
        join(page, address, name)
        expect(view.get_by_role("rowheader", name=name)).to_be_visible()
    bob.expect_width(360)
    ada.page.get_by_role("link", name="Learn").click()  # her game opens there, too

    teacher.button("Start the first round").click()
    for page in (ada, bob):
        expect(page.page).to_have_url(re.compile("/game/[0-9A-Za-z]{12}$"))
        expect(page.page.locator("#players")).to_contain_text("Ada")
        expect(page.page.locator("#players-card")).to_contain_text("1500 (provisional)")
    expect(view).to_contain_text("Round 1 of 2: 1 game still being played")
    is_adas = "Your turn" in ada.page.locator("#status").inner_text()
    red, yellow = (ada, bob) if is_adas else (bob, ada)
    red.click(4)
    yellow.expect_status("Your turn")
    yellow.click(4)
    red.expect_status("Your turn")
    bob.resign("You resigned")
    expect(ada.page.locator("#players-card")).to_contain_text("1500 → 1662 (provisional)")

    # The next round opens by itself for both.
    before = ada.page.url
    teacher.button("Start the next round").click()
    for page in (ada, bob):
        expect(page.page).not_to_have_url(before)
    expect(bob.page.locator("#live-card").get_by_role("button", name="Resign")).to_be_visible()
    ada.page.get_by_role("link", name="To the tournament").click()
    expect(ada.page.locator("#club-view")).to_contain_text("Round 2 of 2")
    bob.resign("You resigned")
    expect(view).to_contain_text("The tournament is over. Ada is first.")
    expect(view.locator("tbody tr").first).to_contain_text(re.compile("1Ada.*2"))
    with teacher.page.expect_download() as download:
        teacher.page.get_by_role("link", name="Results as CSV").click()
    assert "Ada" in Path(download.value.path()).read_text(encoding="utf-8-sig")

    # Ratings: a claimed name, on another device, too.
    ada.page.goto("/ratings")
    ada.page.get_by_label("Your name, for you alone").fill("Ada L.")
    ada.button("Claim").click()
    expect(ada.page.locator("#ratings-view")).to_contain_text("You are Ada L., rated 1662?")
    ada.button("Use on another device").click()
    other = ada.page.get_by_label("Open this link on the other device")
    expect(other).to_have_value(re.compile("#take="))
    teacher.page.goto(other.input_value())
    expect(teacher.page.locator("#ratings-view")).to_contain_text("You are Ada L., rated 1662?")
