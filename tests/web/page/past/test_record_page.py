"""Past games and the player's record on the page; rematches and their score."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from dropfour.record import read_records
from web.driver import GamePage

RED_WINS = "4141414"


@pytest.fixture
def played(game: GamePage) -> GamePage:
    """A visitor with finished games, won and lost in both colours, and one in progress."""
    easy, hard = {"engine": "easy"}, {"engine": "alphabeta:lines,depth=2"}
    game.add(yellow=easy, moves=RED_WINS)
    game.add(red=easy, moves=RED_WINS)
    game.add(red=hard, moves="21212343", board="9x7")
    game.add(red={"name": "Ada"}, yellow={"name": "Bob"}, moves=RED_WINS)
    game.add(yellow=easy, moves=RED_WINS)
    game.add(yellow=hard, moves="44")
    return game


def test_past_games_are_searched_exported_and_deleted_by_a_second_click(played: GamePage) -> None:
    page = played.page
    page.goto("/games")
    games = page.locator("#past-view .past-game")
    expect(games).to_have_count(6)
    expect(page.get_by_role("status").filter(has_text="6 games")).to_be_visible()
    page.locator("#past-opponent").select_option("easy")
    expect(games).to_have_count(3)
    page.locator("#past-end").select_option("lost")
    expect(games).to_have_count(1)
    expect(page.get_by_text("1 of 6 games")).to_be_visible()
    page.locator("#past-opponent").select_option("")
    page.locator("#past-end").select_option("")
    found = {"ada": 1, "9x7": 1, "4141": 4, "lines": 2, "ada bob": 1, "?": 0}
    for text, count in found.items():
        page.get_by_label("Search").fill(text)
        expect(games).to_have_count(count)
    expect(page.get_by_text("No game matches.")).to_be_visible()
    page.get_by_label("Search").fill("")
    with page.expect_download() as download:
        played.button("Export all").click()
    with Path(download.value.path()).open(encoding="utf-8") as file:
        records = list(read_records(file))
    assert len(records) == 6
    assert records[0].headers["YellowEngine"] == "alphabeta:lines,depth=2"
    assert {record.result for record in records} == {"1-0", "*"}
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", record.headers["Date"]) for record in records)
    page.get_by_label("Search").fill("ada")
    expect(games).to_have_count(1)
    page.get_by_role("button", name=re.compile("^Delete Ada – Bob")).click()
    played.expect_spoken("Press again to delete the game.")
    page.get_by_role("button", name=re.compile("^Really delete")).click()
    played.expect_notice("The game has been deleted.")
    expect(page.locator("#past-view h1")).to_be_focused()
    page.reload()
    expect(games).to_have_count(5)


def test_the_record_counts_by_level_and_colour_and_measures_games(played: GamePage) -> None:
    page = played.page
    held: list[Route] = []
    page.route("**/api/games*", lambda route: held.append(route))
    page.goto("/record")
    expect(page.get_by_text("Loading …")).to_be_visible()
    expect(played.button("Measure my moves")).to_be_hidden()
    page.unroute("**/api/games*")  # which sends what was held
    expect(page.get_by_text("3 games measured.")).to_be_visible()
    page.goto("/games")
    page.get_by_role("link", name="Your record").click()
    expect(page).to_have_url(re.compile("/record$"))
    expect(page.locator("#statistics-view h1")).to_be_focused()
    figures = ["Won2", "Drawn0", "Lost1", "Games6", "Score67 %", "Current streak1 win"]
    expect(page.locator(".figures")).to_have_text("".join([*figures, "Longest winning streak1"]))
    row = page.get_by_role("row", name=re.compile("^Momo"))
    assert row.get_by_role("cell").all_inner_texts()[:3] == ["2–0–0", "0–0–1", "67 %"]
    opening = page.get_by_role("row", name=re.compile("^4 1 4 Red"))
    assert opening.get_by_role("cell").all_inner_texts() == ["Red", "2", "2–0–0"]
    text = page.get_by_text(re.compile(r"^\d+ %, as in reviews: .* Games: 3. Moves: 11."))
    expect(text).to_contain_text("changed the result")
    page.reload()
    expect(text).to_be_visible()
    expect(played.button("Measure my moves")).to_be_hidden()


def test_a_rematch_swaps_colours_and_keeps_the_score(game: GamePage) -> None:
    game.begin(yellow={"engine": "random:seed=1"}, moves="414141")
    game.click(4)
    game.expect_status("You won")
    game.button("Rematch").click()
    game.settle()
    expect(game.page.locator('.player[data-colour="yellow"]')).to_contain_text("You")
    expect(game.page.locator(".match-score")).to_have_text("Match: you 1 – 0 random:seed=1")
    assert len(game.moves()) == 1
    game.reload()
    game.settle()
    expect(game.page.locator(".match-score")).to_have_text("Match: you 1 – 0 random:seed=1")
    game.resign("You resigned")
    expect(game.page.locator("#result-card")).to_contain_text("Match: you 1 – 1 random:seed=1.")
    game.settle()
    game.button("Play again").click()
    expect(game.page.locator(".match-score")).to_be_hidden()
