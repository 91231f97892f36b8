"""Games played without a connection: nothing is lost, whatever is opened or reloaded in between."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Route, expect

from web.driver import GamePage, new_context
from web.server_process import ServerProcess


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("server") / "games.sqlite3") as server:
        yield server


@pytest.fixture(scope="module")
def copied(browser: Browser, own_server: ServerProcess) -> Iterator[BrowserContext]:
    """A browser that has kept a copy of the page."""
    with new_context(browser, own_server.url, service_workers="allow") as context:
        game = GamePage(context).open("/")
        game.wait_for_copy()
        game.page.close()
        yield context


@pytest.fixture
def visit(copied: BrowserContext, own_server: ServerProcess) -> Iterator[BrowserContext]:
    """A new visitor, whose browser has a copy of the page."""
    yield copied
    copied.clear_cookies()
    copied.pages[0].evaluate("localStorage.clear()")
    for page in copied.pages:
        page.close()
    own_server.stop()
    own_server.start()


def games_on_server(game: GamePage) -> list[str]:
    answer = game.page.request.get("/api/games")
    return sorted(each["moves"] for each in answer.json()["games"])


def wait_for_delivery(game: GamePage) -> None:
    unsent = "JSON.parse(localStorage.getItem('dropfour.unsent') ?? '[]')"
    game.wait_until(f"{unsent}.length === 0")


def test_a_game_survives_reloads(visit: BrowserContext, own_server: ServerProcess) -> None:
    game = GamePage(visit)
    own_server.stop()
    game.two_people()
    game.click(4, 4, 3)
    expect(game.page).to_have_url(re.compile(r"/\?game=draft-\w+$"))
    for _ in range(3):
        game.reload()
        game.expect_disc(3, 1, "red")
    game.click(3)
    own_server.start()
    game.settle()
    expect(game.page).to_have_url(re.compile("/game/[0-9A-Za-z]{12}$"))
    assert games_on_server(game) == ["4433"]


def test_any_page_delivers_all_games(visit: BrowserContext, own_server: ServerProcess) -> None:
    game = GamePage(visit)
    game.two_people()
    game.click(7, 7)
    game.settle()
    own_server.stop()
    game.two_people()
    game.click(1, 2, 3)
    draft = game.page.url
    game.page.goto("/")
    game.two_people()
    game.click(5)
    game.button("Undo").click()
    game.expect_discs(0)
    game.click(6)
    game.menu("Past games")
    past = game.page.locator("#past-view .past-game")
    expect(past).to_have_count(3)
    expect(game.page.get_by_text("No games yet")).to_be_hidden()
    # The game that the server has can be looked at.
    past.last.click()
    game.expect_disc(7, 2, "yellow")
    game.page.goto("/")
    own_server.start()
    game.reload()
    wait_for_delivery(game)
    assert games_on_server(game) == ["123", "6", "77"]
    # The address from before the delivery still leads to the game.
    game.page.goto(draft)
    game.expect_disc(3, 1, "red")
    expect(game.page).to_have_url(re.compile("/game/[0-9A-Za-z]{12}$"))


def test_a_game_from_a_file_is_delivered_as_it_is(
    visit: BrowserContext, own_server: ServerProcess, tmp_path: Path
) -> None:
    game = GamePage(visit)
    game.open("/")
    own_server.stop()
    file = tmp_path / "diagram.txt"
    for text, column in (
        (".......\n" * 5 + "...XO..\n", 4),
        ('[Result "0-1"]\n\n1. 4 4 0-1', None),
    ):
        file.write_text(text)
        game.open_file(file)
        if column:
            game.click(column)
    own_server.start()
    game.page.goto("/")
    wait_for_delivery(game)
    answer = game.page.request.get("/api/games").json()["games"]
    ends = {each["start"]: (each["moves"], (each["result"] or {}).get("ending")) for each in answer}
    assert ends == {
        "7x6.4.first-line.3-r-y-2.r": ("4", None),
        "7x6.4.first-line.7.r": ("44", "resignation"),
    }


def test_a_game_that_the_server_refuses_stays_in_the_browser(game: GamePage) -> None:
    refusal = {"status": 422, "json": {"detail": "no such engine"}}
    game.page.route("**/api/games", lambda route: route.fulfill(**refusal), times=1)
    game.two_people()
    game.click(4)
    game.expect_notice("No such engine.")
    game.expect_discs(1)
    game.menu("Past games")
    refused = game.page.locator("#past-view .past-game")
    expect(refused).to_contain_text("did not accept this game: no such engine")
    refused.click()
    wait_for_delivery(game)
    assert games_on_server(game) == ["4"]
    game.complaints.clear()  # the browser reports the refusals


def test_a_game_that_is_left_while_it_is_sent_is_stored_once(game: GamePage) -> None:
    game.two_people()
    game.page.route("**/api/games", lambda route: route.continue_())
    with game.page.expect_response("**/api/games"):
        game.column(4).click()
        game.page.get_by_role("link", name="Dropfour").click()
    wait_for_delivery(game)
    assert games_on_server(game) == ["4"]


def test_a_game_whose_answer_is_lost_is_stored_once(game: GamePage) -> None:
    def lose(route: Route) -> None:
        route.fetch()  # the server stores the game
        route.abort()

    game.two_people()
    game.page.route("**/api/games", lose, times=1)
    game.column(4).click()
    wait_for_delivery(game)
    assert games_on_server(game) == ["4"]
    game.complaints.clear()  # the browser reports the lost answer


def test_two_tabs_store_one_game(visit: BrowserContext, own_server: ServerProcess) -> None:
    first = GamePage(visit)
    own_server.stop()
    first.two_people()
    first.click(4, 5)
    second = GamePage(visit)
    second.open(first.page.url)
    second.expect_disc(5, 1, "yellow")
    own_server.start()
    first.settle()
    second.settle()
    wait_for_delivery(first)
    assert games_on_server(first) == ["45"]
