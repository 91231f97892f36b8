"""Every view of the page, in a state that shows most of it: for the checks of layout and of axe."""

import functools
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

import dropfour as d4
from cases import cases
from dropfour.arena.store import TournamentStore
from web.cup import a_cup
from web.driver import GamePage
from web.live_client import Person
from web.server_process import ServerProcess

OPEN_GAME = "44553344411221"
CUP = "Cup & more"
VIEWS: dict[str, Callable[[GamePage], None]] = {}


def view(show: Callable[[GamePage], None]) -> Callable[[GamePage], None]:
    VIEWS[show.__name__.replace("_", " ")] = show
    return show


def prepare(server: ServerProcess) -> None:
    """Store the tournament that some of the views show."""
    with TournamentStore(server.database_url) as store:
        a_cup(store, CUP)


# --- a game --------------------------------------------------------------------------------------


# How most views are shown: a game that is begun or an address, what is pressed, and what is there then.
SIMPLE: dict[str, dict[str, Any]] = cases(__file__, "simple")


def show(name: str, game: GamePage) -> None:
    how = SIMPLE[name]
    if "begin" in how:
        game.begin(**how["begin"])
    else:
        game.open(how["address"], how.get("is_anew", False))
    for what in how.get("press", []):
        found(game, what).click()
        game.settle()
    expect(found(game, how["there"])).to_be_visible()


def found(game: GamePage, what: str) -> Locator:
    """Find the first element of a selector that begins with a sign, a column of the board in the view,
    a switch, or a button."""
    kind, _, name = what.partition(" ")
    if kind == "column":
        return game.page.locator(f'main .column[data-column="{name}"]:visible').first
    if kind == "switch":
        return game.page.get_by_role("switch", name=name)
    return game.page.locator(what).first if re.match(r"\W", what) else game.button(what)


VIEWS.update({name: functools.partial(show, name) for name in SIMPLE})


@view
def nowhere(game: GamePage) -> None:
    game.open("/nowhere")
    game.expect_notice(re.compile("no page at that address"))
    game.complaints.clear()  # the status 404


@view
def menu(game: GamePage) -> None:
    """Below 620 px; wider screens show its links in the header."""
    game.page.set_viewport_size({"width": 360, "height": 740})
    game.open("/")
    game.button("More").click()


@view
def ratings(game: GamePage) -> None:
    """Those of a server that rates people, for one of them."""
    game.page.route("**/api/people", lambda route: route.fulfill(json=cases(__file__, "rated")))
    game.open("/ratings")
    expect(game.page.locator("#ratings-view tbody tr")).to_have_count(2)


@view
def club(game: GamePage) -> None:
    """A tournament between people for its organiser, who does not play."""
    game.open("/club")
    api, origin = game.page.request, game.page.evaluate("location.origin")
    made = api.post("/api/club", data={"title": "Class cup", "pause_s": None}).json()
    path = f"/api/club/{made['tournament']['id']}"
    for name in ("Ada", "Bob", "Cem"):
        person = Person(origin)
        person.post(f"{path}/join", name=name)
        person.client.close()
    api.post(f"{path}/start")
    game.open(path.removeprefix("/api"))
    game.page.get_by_text("Somebody is absent").first.click()
    expect(game.page.locator("#club-view").get_by_text("Cem").first).to_be_visible()


# --- studying --------------------------------------------------------------------------------------


@view
def study(game: GamePage) -> None:
    game.study(f"/?moves={OPEN_GAME}")
    expect(game.board.locator(".chip[data-best]").first).to_be_visible()
    expect(game.page.locator(".study-body")).to_contain_text("Best play")


@view
def explanation(game: GamePage) -> None:
    study(game)
    game.page.locator("#study-card .fact").first.click()
    expect(game.page.locator(".fact[aria-pressed='true']")).to_have_count(1)


@view
def best_play(game: GamePage) -> None:
    study(game)
    game.page.locator("#study-card").get_by_text("More", exact=True).click()
    game.page.get_by_role("button", name=re.compile("^Best play")).click()
    expect(game.board.locator("circle.preview").first).to_be_attached()


@view
def position(game: GamePage) -> None:
    game.open("/?moves=44")
    game.menu("New game …")
    game.button("Set up a position …").click()
    game.page.locator("dialog.editor").get_by_label("column 2, row 3: empty").click()


# --- live games ------------------------------------------------------------------------------------


@view
def waiting(game: GamePage) -> None:
    game.open("/")
    game.button("Play a friend").click()
    game.page.locator("#live-dialog").get_by_label("Your name").fill("Ada")
    game.button("Create the link").click()
    expect(game.page.get_by_alt_text("QR code of the link").first).to_be_visible()


@view
def live_game(game: GamePage) -> None:
    game.open("/")
    game.open(f"/game/{_seats(game, name='Grace')}")
    expect(game.page.locator(".clock").first).to_be_visible()


@view
def lobby(game: GamePage) -> None:
    game.open("/live")
    _seats(game, name="Grace")
    expect(game.page.locator("#live-view .past-list a").first).to_be_visible()


def _seats(game: GamePage, name: str) -> str:
    """Begin a public game between this browser and another one, and return its id."""
    clock = {"time_s": 300, "increment_s": 3}
    game_id = game.add(live={"name": name, "public": True, "clock": clock})
    other = Person(game.page.evaluate("location.origin"))
    other.act({"id": game_id}, "join", name="Margaret")
    other.client.close()
    return game_id


# --- records ---------------------------------------------------------------------------------------


@view
def past(game: GamePage) -> None:
    for moves in ("4141414", "445566", OPEN_GAME):
        game.add(moves=moves, yellow={"engine": "easy"})
    game.open("/games")
    expect(game.page.locator("#past-view .past-game").first).to_be_visible()


@view
def record(game: GamePage) -> None:
    game.begin(moves="4141414", yellow={"engine": "easy"})
    game.open("/record")
    expect(game.page.get_by_text("1 game measured.")).to_be_visible()


# --- learning --------------------------------------------------------------------------------------


@view
def rush(game: GamePage) -> None:
    game.open("/puzzles/rush")
    game.button("Start").click()
    expect(game.page.locator("#puzzles-view .feedback")).to_contain_text(re.compile("solved ·"))


@view
def lesson(game: GamePage) -> None:
    game.open("/learn/odd-and-even")
    game.button("Continue").click()
    expect(game.page.locator("#lesson-view .feedback")).to_contain_text(re.compile(r"to move\."))


@view
def trainer_answer(game: GamePage) -> None:
    """A blunder of a game that has come back, answered."""
    game.add(moves="1212121", yellow={"engine": "easy"})
    game.open("/trainer", is_anew=True)
    game.button("Train as red (1 due)").click()
    game.page.locator('#trainer-view .column[data-column="4"]').click()
    expect(game.button("Next round")).to_be_visible()


@view
def solution_plan(game: GamePage) -> None:
    moves = next(each.moves for each in d4.solution().entries if each.plan)
    game.open(f"/solution/{moves}")
    expect(game.page.locator("#solution-view .rules .fact").first).to_be_visible()


@view
def solution_training(game: GamePage) -> None:
    """After a right answer and a wrong one, with the proof checked in part."""
    game.open("/solution/train", is_anew=True)
    game.page.locator('#solution-view .column[data-column="4"]').click()
    said = game.page.locator("#solution-view .feedback")
    expect(said).to_contain_text("plays column")
    game.button("Show the move").click()
    game.button("Check the proof").click()
    game.button("Stop").click()
    expect(game.page.locator("#solution-view .check-result")).to_have_text("Stopped.")
