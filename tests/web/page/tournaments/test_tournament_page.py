"""Tournaments on the page in a browser: they update by themselves, and their games open on the board."""

import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Response, expect

from dropfour.arena.store import StoredTournament, TournamentStore
from platforms import posix_only
from sample_players import SLOW, write_player
from web.cup import a_cup, a_game, a_plan
from web.driver import GamePage, Visitors
from web.server_process import ServerProcess

pytestmark = pytest.mark.shared_tab


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
    visitor: Visitors, own_server: ServerProcess, tmp_path: Path
) -> None:
    game = visitor().open("/tournaments")
    page = game.page
    expect(page.get_by_text("There are no tournaments yet.")).to_be_visible()
    command = page.locator(".command code")
    expect(command).to_contain_text("dropfour tournament")
    shown = command.text_content() or ""
    # Every other one of its many games takes long on any machine, since a player sleeps.
    slow = write_player(tmp_path, "slow.py", SLOW)
    options = f"--player random --player {slow} --games 2000 --board 5x4 --openings random"
    words = shlex.split(shown.replace("--on-page", f"--store {own_server.database_url}"))
    more = f"{options} --title Cup --workers 1"
    arguments = [sys.executable, "-m", *words, *more.split()]
    page.evaluate("window.isStillThere = true")
    badge = page.locator("#tournament-view .badge")
    count = page.locator("#tournament-view .t-count")
    with running(arguments):
        page.get_by_role("link", name="Cup").click()
        expect(page.get_by_role("heading", name="Cup")).to_be_focused()
        expect(badge).to_have_text("Running")
        for _ in range(3):
            expect(count).not_to_have_text(count.text_content() or "")
        expect(page.locator(".t-game").first).to_be_visible()
        expect(row(game, "Standings", "random")).to_contain_text(re.compile(r"[1-9]\d*-\d"))
        expect(page.locator(".plot .dot, .plot .guess")).to_have_count(4)
    expect(badge).to_have_text("Interrupted")
    game.expect_spoken("Interrupted: ")
    with running(arguments):
        expect(badge).to_have_text("Running")
        expect(count).not_to_have_text(count.text_content() or "")
    assert page.evaluate("window.isStillThere")


def test_a_tournament_shows_its_standings(game: GamePage, cup: StoredTournament) -> None:
    game.open("/")
    game.menu("Tournaments")
    game.page.get_by_role("link", name="Cup & more").click()
    expect(game.page).to_have_url(re.compile(f"/tournament/{cup.id}$"))
    expect(game.page).to_have_title("Cup & more – Dropfour")
    expect(game.page.locator("#tournament-view .badge")).to_have_text("Interrupted")
    expect(game.page.get_by_text("Repeat the command that started it")).to_be_visible()
    expect(row(game, "Standings", "third")).to_contain_text("≤ ")
    expect(game.page.get_by_text("Played on a machine.")).to_be_visible()
    expect(game.page.locator(".plot .guess")).to_have_count(1)
    game.page.go_back()
    expect(game.page.get_by_role("heading", name="Tournaments")).to_be_visible()


def test_tables_keep_their_place_and_run_nothing(game: GamePage, store: TournamentStore) -> None:
    nasty = "<img src=x onerror=alert(1)>"
    players = [{"name": name, "spec": "random"} for name in (nasty, "easy", "a" * 30)]
    cup = store.begin(a_plan(title=f"Cup {nasty}", player=players))
    store.add(cup.id, [a_game(1, nasty, "easy"), a_game(2, "easy", nasty, ending=1)])
    store.add_machine(cup.id, nasty, {nasty: nasty})
    game.page.set_viewport_size({"width": 390, "height": 844})
    game.open(f"/tournament/{cup.id}")
    card = game.page.get_by_role("region", name="Standings", exact=True)
    table = card.get_by_role("group", name="Table")
    expect(row(game, "Standings", nasty)).to_be_visible()
    expect(row(game, "Standings", "Momo").locator(".face")).to_be_visible()  # the level easy
    assert game.page.locator("img[onerror]").count() == 0
    game.expect_width(390)
    table.focus()
    game.press("ArrowRight")
    game.wait_until("document.activeElement.scrollLeft > 0")
    expect(row(game, "Standings", nasty).get_by_role("rowheader")).to_be_in_viewport(ratio=1)
    store.add(cup.id, [a_game(3, nasty, "easy")])
    game.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(card).to_contain_text("3 of 12 games")
    expect(table).to_be_focused()
    assert table.evaluate("table => table.scrollLeft") > 0


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
    game.study()
    expect(game.board.locator(".chip[data-best]").first).to_be_visible()
    game.button("Next game").click()
    game.expect_status("second wins")
    game.reload()
    game.expect_status("second wins")
    game.page.get_by_role("link", name="Cup & more").click()
    expect(game.page.get_by_role("heading", name="Cup & more")).to_be_focused()


@pytest.mark.context  # the view remembers whose games were looked for
def test_a_forfeit_is_not_undone_and_games_are_found_by_player(
    game: GamePage, cup: StoredTournament
) -> None:
    game.open(f"/tournament/{cup.id}/game/4")
    game.expect_status("second wins by forfeit")
    expect(game.page.locator("#tournament-card")).to_contain_text("First said <b>nothing</b>.")
    expect(game.page.get_by_role("button", name="Undo", exact=True)).to_have_count(0)
    game.column(4).focus()
    game.press("u", "y")
    game.expect_notice("There is nothing to redo.")
    game.expect_status("second wins by forfeit")
    game.open(f"/tournament/{cup.id}")
    game.page.get_by_label("Player", exact=True).select_option("third")
    expect(game.page.locator(".t-game")).to_have_count(1)
    game.page.get_by_label("Against", exact=True).select_option("first")
    expect(game.page.get_by_text("No games yet.", exact=True)).to_be_visible()


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


@pytest.mark.context
def test_a_hidden_tab_does_not_poll(game: GamePage, store: TournamentStore) -> None:
    cup = a_cup(store, "A cup that runs")
    answers: list[int] = []

    def is_unchanged(response: Response) -> bool:
        if "/api/tournaments/" in response.url:
            answers.append(response.status)
        return answers[-1:] == [304]

    game.page.clock.install()
    with store.running(cup.id):
        with game.page.expect_response(is_unchanged):
            game.open(f"/tournament/{cup.id}")
        assert answers == [200, 200, 304]  # the tournament, its games, and no change
        hidden = "{ value: true, writable: true }"
        game.page.evaluate(f"Object.defineProperty(document, 'hidden', {hidden})")
        questions: list[str] = []
        game.page.on("request", lambda request: questions.append(request.url))
        game.page.clock.run_for(10_000)  # many times the polling interval of a visible tab
        assert questions == []
        with game.page.expect_response(re.compile(f"/api/tournaments/{cup.id}/report$")):
            game.page.evaluate("document.hidden = false")
            game.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


@pytest.mark.context
def test_missing_tournaments_and_games_are_reported(game: GamePage) -> None:
    game.open("/tournament/987654")
    problem = game.page.locator("#tournament-view > .problem")
    expect(problem).to_have_text("There is no tournament 987654.")
    game.page.goto("/tournament/987654/game/1")
    expect(game.page.get_by_text("That game does not exist.").first).to_be_attached()
    assert all("404" in complaint for complaint in game.complaints)
    game.complaints.clear()
