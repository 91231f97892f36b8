"""Tournaments on the page in a browser: they update by themselves, and their games open on the board."""

import re
import shlex
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Response, expect

from dropfour.arena.store import StoredTournament, TournamentStore
from platforms import posix_only
from sample_players import SLOW, write_player
from web.cup import a_cup, a_game
from web.driver import GamePage, new_context
from web.server_process import ServerProcess


@pytest.fixture
def store(server: ServerProcess) -> Iterator[TournamentStore]:
    with TournamentStore(server.database_url) as store:
        yield store


@pytest.fixture
def cup(store: TournamentStore) -> StoredTournament:
    """A tournament that all tests share."""
    return a_cup(store)


def row(game: GamePage, table: str, player: str) -> Locator:
    card = game.page.get_by_role("region", name=table, exact=True)
    return card.get_by_role("row").filter(has=game.page.get_by_role("rowheader", name=player))


@contextmanager
def running(command: list[str]) -> Iterator[None]:
    """Run *command*, and end it as Ctrl+C does."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            yield
        finally:
            process.send_signal(signal.SIGINT)
            code = process.wait(60)
    assert code == 130


@posix_only
def test_the_command_on_the_page_plays_a_tournament_that_is_seen_to_move(
    browser: Browser, own_server: ServerProcess, tmp_path: Path
) -> None:
    with new_context(browser, own_server.url) as context, GamePage(context) as game:
        page = game.page
        game.open("/tournaments")
        expect(page.get_by_text("There are no tournaments yet.")).to_be_visible()
        shown = page.locator(".command code").text_content() or ""
        # Every other one of its many games takes long on any machine, since a player sleeps.
        slow = write_player(tmp_path, "slow.py", SLOW)
        options = f"--player random --player {slow} --games 2000 --board 5x4 --openings random"
        command = [*shlex.split(shown), *options.split(), "--title", "Cup", "--workers", "1"]
        page.evaluate("window.isStillThere = true")
        badge = page.locator("#tournament-view .badge")
        count = page.locator("#tournament-view .t-count")
        with running(command):
            page.get_by_role("link", name="Cup").click()
            expect(page.get_by_role("heading", name="Cup")).to_be_focused()
            expect(badge).to_have_text("Running")
            for _ in range(3):
                expect(count).not_to_have_text(count.text_content() or "")
            expect(page.locator(".t-game").first).to_be_visible()
            expect(row(game, "Standings", "random")).to_contain_text(re.compile(r"[1-9] of "))
            expect(page.locator(".plot-dot")).to_have_count(4)
        expect(badge).to_have_text("Interrupted")
        game.expect_spoken("Interrupted: ")
        with running(command):
            expect(badge).to_have_text("Running")
            expect(count).not_to_have_text(count.text_content() or "")
        assert page.evaluate("window.isStillThere")


@pytest.mark.shared_tab
def test_a_tournament_shows_its_standings(game: GamePage, cup: StoredTournament) -> None:
    game.open("/")
    game.menu("Tournaments")
    game.page.get_by_role("link", name="Cup & more").click()
    expect(game.page).to_have_url(re.compile(f"/tournament/{cup.id}$"))
    expect(game.page).to_have_title("Cup & more – Dropfour")
    expect(game.page.locator("#tournament-view .badge")).to_have_text("Interrupted")
    expect(game.button("Continue")).to_be_visible()
    expect(row(game, "Standings", "third")).to_contain_text("0 of 1")
    expect(row(game, "Standings", "first")).to_contain_text("1-0-1")
    expect(row(game, "Head to head", "first")).to_contain_text("1-0-1")
    expect(game.page.get_by_text("are limits of a rating")).to_be_visible()
    expect(row(game, "Standings", "third")).to_contain_text("≤ ")
    expect(row(game, "Conditions", "first")).to_contain_text("1 s per move")
    expect(row(game, "Conditions", "first")).to_contain_text("one")
    expect(game.page.get_by_text("Played on a machine.")).to_be_visible()
    # On a phone the rows are a list with the words of the columns, and still a table for screen readers.
    game.page.set_viewport_size({"width": 390, "height": 844})
    expect(row(game, "Standings", "first")).to_have_css("display", "flex")
    expect(row(game, "Head to head", "first").locator("td:not(.self)").first).to_have_attribute(
        "data-words", re.compile("second|third")
    )
    wide = "[...document.querySelectorAll('.scroller')].filter((each) => each.scrollWidth > 390)"
    assert game.page.evaluate(f"{wide}.length") == 0
    expect(game.page.locator(".plot-dot.guess")).to_have_count(1)
    game.page.go_back()
    expect(game.page.get_by_role("heading", name="Tournaments")).to_be_visible()


def test_a_game_is_played_through_by_keyboard(game: GamePage, cup: StoredTournament) -> None:
    game.open(f"/tournament/{cup.id}")
    game.page.get_by_role("link", name="Game 1 first").focus()
    game.press("Enter")
    game.expect_status("first wins")
    expect(game.page).to_have_url(re.compile(f"/tournament/{cup.id}/game/1$"))
    assert game.moves() == "1122334"
    game.press("Home")
    game.expect_status("After 0 of 7 moves")
    game.press("ArrowRight", "ArrowRight")
    game.expect_status("After 2 of 7 moves")
    game.page.get_by_role("switch", name="Study").check()
    expect(game.page.locator(".chip[data-best]").first).to_be_visible()
    game.button("Next game").click()
    game.expect_status("second wins")
    game.page.reload()
    game.expect_status("second wins")
    game.page.get_by_role("link", name="Cup & more").click()
    expect(game.page.get_by_role("heading", name="Cup & more")).to_be_focused()


@pytest.mark.shared_tab
def test_a_forfeit_says_why_and_games_are_found_by_their_players(
    game: GamePage, cup: StoredTournament
) -> None:
    game.open(f"/tournament/{cup.id}/game/4")
    game.expect_status("second wins by forfeit")
    expect(game.page.locator("#tournament-card")).to_contain_text("First said <b>nothing</b>.")
    expect(game.page.get_by_role("button", name="Undo", exact=True)).to_have_count(0)
    game.open(f"/tournament/{cup.id}")
    game.page.get_by_label("Player", exact=True).select_option("third")
    expect(game.page.locator(".t-game")).to_have_count(1)
    game.page.get_by_label("Against", exact=True).select_option("first")
    expect(game.page.get_by_text("No games yet.", exact=True)).to_be_visible()


@pytest.mark.shared_tab
def test_a_game_stays_under_the_mouse(game: GamePage, store: TournamentStore) -> None:
    cup = a_cup(store, "A cup that continues")
    game.open(f"/tournament/{cup.id}")
    games = game.page.locator(".t-game")
    expect(games.first).to_be_visible()
    count, top = games.count(), games.first.bounding_box()
    games.first.hover()
    store.add(cup.id, [a_game(9), a_game(10)])
    game.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(game.button("Show 2 new")).to_be_visible()
    assert games.first.bounding_box() == top
    game.button("Show 2 new").hover()  # which leaves the list
    expect(games).to_have_count(count + 2)


def test_a_hidden_tab_does_not_poll(game: GamePage, store: TournamentStore) -> None:
    cup = a_cup(store, "A cup that runs")
    answers: list[int] = []

    def hear(response: Response) -> None:
        if "/api/tournaments/" in response.url:
            answers.append(response.status)

    def is_unchanged(response: Response) -> bool:
        return "/api/tournaments/" in response.url and response.status == 304

    with store.running(cup.id):
        game.page.on("response", hear)
        with game.page.expect_response(is_unchanged):
            game.open(f"/tournament/{cup.id}")
        assert answers == [200, 200, 304]  # the tournament, its games, and no change
        game.page.evaluate(
            "Object.defineProperty(document, 'hidden', { value: true, writable: true })"
        )
        questions: list[str] = []
        game.page.on("request", lambda request: questions.append(request.url))
        game.page.wait_for_timeout(2500)  # twice the polling interval of a visible tab
        assert questions == []
        with game.page.expect_response(re.compile(f"/api/tournaments/{cup.id}$")):
            game.page.evaluate("document.hidden = false")
            game.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_missing_tournaments_and_games_are_reported(game: GamePage) -> None:
    game.open("/tournament/987654")
    expect(game.page.locator("#tournament-view > .problem")).to_have_text(
        "There is no tournament 987654."
    )
    game.page.goto("/tournament/987654/game/1")
    expect(game.page.get_by_text("That game does not exist.").first).to_be_attached()
    assert all("404" in complaint for complaint in game.complaints)
    game.complaints.clear()
