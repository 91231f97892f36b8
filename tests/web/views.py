"""Every view of the page, in a state that shows most of it: for the checks of layout and of axe."""

import functools
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

import dropfour as d4
from dropfour.arena.store import TournamentStore
from web.cup import a_cup
from web.driver import GamePage
from web.live_client import Person
from web.server_process import ServerProcess

OPEN_GAME = "44553344411221"
CUP = "Cup & more"
# Those that `open` their address can follow each other in the same page. The others load it, since they
# depend on what it remembers, such as progress or seats.
VIEWS: dict[str, Callable[[GamePage], None]] = {}


def view(show: Callable[[GamePage], None]) -> Callable[[GamePage], None]:
    VIEWS[show.__name__.replace("_", " ")] = show
    return show


def prepare(server: ServerProcess) -> None:
    """Store the tournament that some of the views show."""
    with TournamentStore(server.database_url) as store:
        a_cup(store, CUP)


# --- a game --------------------------------------------------------------------------------------


# Views that an address and some buttons show: their name, and what is visible then.
SIMPLE = {
    "start": ("/", [], "#setup-card"),
    "most lines": ("/?objective=most-lines&board=7x6&moves=11223344", [], ".player .lines"),
    "new game": ("/", ["More", "New game …"], "#setup-dialog"),
    "play from here": ("/?moves=4455", ["Play from here …"], "#setup-dialog"),
    "settings": ("/", ["More", "Settings"], "#settings-dialog"),
    "friend": ("/", ["Play a friend"], "#live-dialog"),
    "tournaments": ("/tournaments", [], ".t-item"),
    "organise": ("/club", [], "#club-view form"),
    "learn": ("/learn", [], ".lesson"),
    "openings": ("/openings/44", [], "#openings-view .chip[data-best]"),
    "trainer": ("/trainer", [], "#trainer-view button"),
}


def show(name: str, game: GamePage) -> None:
    address, buttons, visible = SIMPLE[name]
    game.open(address)
    for button in buttons:
        game.button(button).click()
    expect(game.page.locator(visible).first).to_be_visible()


VIEWS.update({name: functools.partial(show, name) for name in SIMPLE})


@view
def play(game: GamePage) -> None:
    game.begin(moves="4435362355442", yellow={"engine": "medium"})
    game.column(2).click()
    game.settle()
    expect(game.page.locator(".mood").last).not_to_be_empty()


@view
def home(game: GamePage) -> None:
    """With a game to continue."""
    game.begin(moves="4455", yellow={"engine": "easy"})
    game.click(1)
    game.settle()
    game.page.locator("#home").click()
    expect(game.page.locator(".step")).to_have_count(4)


@view
def win_to_send(game: GamePage) -> None:
    game.begin(moves="112233", yellow={"engine": "easy"})
    game.click(4)
    expect(game.page.locator("#result-card .ladder")).to_be_visible()
    game.button("Send a picture").click()
    expect(game.page.locator("#win-dialog")).to_be_visible()


@view
def won(game: GamePage) -> None:
    game.begin(moves=OPEN_GAME, yellow={"engine": "medium"})
    game.click(6)
    game.expect_status("You won")


@view
def lost(game: GamePage) -> None:
    game.begin(moves=f"{OPEN_GAME}6", red={"engine": "perfect"})
    expect(game.button("Play again")).to_be_visible()


@view
def nowhere(game: GamePage) -> None:
    game.open("/nowhere")
    expect(game.page.locator("#notice")).to_contain_text("no page at that address")
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
    person = {"name": "Ada", "rating": 1662, "deviation": 80, "games": 12}
    person |= {"is_provisional": False, "is_claimed": True, "is_you": True}
    newcomer = {"name": "Bob", "rating": 1500, "deviation": 300, "games": 1}
    newcomer |= {"is_provisional": True, "is_claimed": False, "is_you": False}
    rated = {"is_rated": True, "people": [person, newcomer], "you": person}
    game.page.route("**/api/people", lambda route: route.fulfill(json=rated))
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
    game.page.goto(f"/?moves={OPEN_GAME}")
    game.page.get_by_role("switch", name="Study").check()
    expect(game.page.locator(".chip[data-best]").first).to_be_visible()
    expect(game.page.locator(".study-body")).to_contain_text("Best play")


@view
def explanation(game: GamePage) -> None:
    study(game)
    game.page.locator(".fact").first.click()
    expect(game.page.locator(".fact[aria-pressed='true']")).to_have_count(1)


@view
def best_play(game: GamePage) -> None:
    study(game)
    game.page.locator("#study-card").get_by_text("More", exact=True).click()
    game.page.get_by_role("button", name=re.compile("^Best play")).click()
    expect(game.page.locator("circle.preview").first).to_be_attached()


@view
def estimates(game: GamePage) -> None:
    game.page.goto("/?board=9x7")
    game.page.get_by_role("switch", name="Study").check()
    expect(game.page.locator('.chip[data-kind="estimate"]')).to_have_count(9)


@view
def review(game: GamePage) -> None:
    game.page.goto(f"/?moves={OPEN_GAME}6")
    game.button("Review the game").click()
    expect(game.page.locator('.move[data-verdict="blunder"]').first).to_be_visible()


@view
def variations(game: GamePage) -> None:
    game.open("/?moves=4455&variation=443:Trap&variation=4431&variation=446")
    expect(game.page.locator(".variations .move")).to_have_count(3)
    game.page.locator("[data-path='4431']").click()
    expect(game.button("Delete")).to_be_visible()


@view
def coach(game: GamePage) -> None:
    game.page.goto("/?moves=44351")
    game.page.get_by_role("switch", name="Coach").check()
    game.column(1).click()
    expect(game.button("Take it back")).to_be_visible()


@view
def hint(game: GamePage) -> None:
    game.page.goto("/?moves=44351")
    game.page.get_by_role("switch", name="Coach").check()
    game.button("Hint").click()
    expect(game.page.locator(".coach-steps")).to_be_visible()


@view
def position(game: GamePage) -> None:
    game.open("/?moves=44")
    game.menu("New game …")
    game.button("Set up a position …").click()
    game.page.locator("dialog.editor").get_by_label("column 2, row 3: empty").click()


@view
def share(game: GamePage) -> None:
    game.begin(moves="44")
    game.menu("Share")
    expect(game.button("Done")).to_be_visible()


# --- live games ------------------------------------------------------------------------------------


@view
def waiting(game: GamePage) -> None:
    game.page.goto("/")
    game.button("Play a friend").click()
    game.page.locator("#live-dialog").get_by_label("Your name").fill("Ada")
    game.button("Create the link").click()
    expect(game.page.get_by_alt_text("QR code of the link").first).to_be_visible()


@view
def live_game(game: GamePage) -> None:
    game.page.goto(f"/game/{_seats(game, name='Grace')}")
    expect(game.page.locator(".clock").first).to_be_visible()


@view
def lobby(game: GamePage) -> None:
    _seats(game, name="Grace")
    game.page.goto("/live")
    expect(game.page.locator("#live-view .past-list a").first).to_be_visible()


def _seats(game: GamePage, name: str) -> str:
    """Begin a public game between this browser and another one, and return its id."""
    clock = {"time_s": 300, "increment_s": 3}
    made = game.page.request.post(
        "/api/games", data={"live": {"name": name, "public": True, "clock": clock}}
    )
    assert made.status == 201, made.text()
    browser = game.page.context.browser
    assert browser is not None
    other = browser.new_context(base_url=re.sub("/api.*", "", made.url))
    game_id: str = made.json()["id"]
    joined = other.request.post(f"/api/games/{game_id}/join", data={"name": "Margaret"})
    assert joined.ok, joined.text()
    other.close()
    return game_id


# --- records ---------------------------------------------------------------------------------------


@view
def past(game: GamePage) -> None:
    for moves in ("4141414", "445566", OPEN_GAME):
        game.add(moves=moves, yellow={"engine": "easy"})
    game.open("/games")
    expect(game.page.locator(".past-game").first).to_be_visible()


@view
def record(game: GamePage) -> None:
    game.begin(moves="4141414", yellow={"engine": "easy"})
    game.open("/record")
    expect(game.page.get_by_text("1 game measured.")).to_be_visible()


@view
def tournament(game: GamePage) -> None:
    show("tournaments", game)
    game.page.get_by_role("link", name=CUP).click()
    expect(game.page.locator(".t-game")).to_have_count(3)


@view
def tournament_game(game: GamePage) -> None:
    tournament(game)
    game.page.locator(".t-game").first.click()
    expect(game.page.get_by_role("link", name=CUP)).to_be_visible()


# --- learning --------------------------------------------------------------------------------------


def _button(game: GamePage, root: str, name: str) -> Any:
    return game.page.locator(f"#{root}-view").get_by_role("button", name=name, exact=True)


@view
def puzzle(game: GamePage) -> None:
    game.page.goto("/puzzles/2a2a6i")
    _button(game, "puzzles", "Hint").click()
    expect(_button(game, "puzzles", "Solution")).to_be_visible()
    _button(game, "puzzles", "Hint").click()
    expect(game.page.locator("#puzzles-view .column[data-marks~=lit]")).to_have_count(3)


@view
def refutation(game: GamePage) -> None:
    game.page.goto("/puzzles/2a2a6i")
    game.page.locator('#puzzles-view .column[data-column="3"]').click()
    expect(_button(game, "puzzles", "Try again")).to_be_visible()


@view
def solution(game: GamePage) -> None:
    refutation(game)
    _button(game, "puzzles", "Solution").click()
    expect(game.page.locator("#puzzles-view .fact").first).to_be_visible()
    game.page.locator("#puzzles-view .column-step").first.click()
    expect(game.page.locator("#puzzles-view .chip[data-kind='loss']").first).to_be_visible()


@view
def rush(game: GamePage) -> None:
    game.page.goto("/puzzles/rush")
    _button(game, "puzzles", "Start").click()
    expect(game.page.locator("#puzzles-view .feedback")).to_contain_text(re.compile("solved ·"))


@view
def lesson(game: GamePage) -> None:
    game.page.goto("/learn/odd-and-even")
    _button(game, "lesson", "Continue").click()
    expect(game.page.locator("#lesson-view .feedback")).to_contain_text(re.compile(r"to move\."))


@view
def trainer_question(game: GamePage) -> None:
    game.page.goto("/trainer")
    _button(game, "trainer", "Train as red").click()
    game.page.locator('#trainer-view .column[data-column="1"]').click()
    expect(_button(game, "trainer", "Next move")).to_be_visible()


@view
def trainer_answer(game: GamePage) -> None:
    """A blunder of a game that has come back, answered."""
    game.add(moves="1212121", yellow={"engine": "easy"})
    game.page.goto("/trainer")
    _button(game, "trainer", "Train as red (1 due)").click()
    game.page.locator('#trainer-view .column[data-column="4"]').click()
    expect(_button(game, "trainer", "Next round")).to_be_visible()


@view
def solution_start(game: GamePage) -> None:
    game.page.goto("/solution/4")
    expect(_button(game, "solution", "Play column 7")).to_be_visible()


@view
def solution_plan(game: GamePage) -> None:
    moves = next(each.moves for each in d4.solution().entries if each.plan)
    game.page.goto(f"/solution/{moves}")
    expect(game.page.locator("#solution-view .rules .fact").first).to_be_visible()


@view
def solution_training(game: GamePage) -> None:
    """After a right answer and a wrong one, with the proof checked in part."""
    game.page.goto("/solution/train")
    game.page.locator('#solution-view .column[data-column="4"]').click()
    expect(game.page.locator("#solution-view .feedback")).to_contain_text(
        re.compile("plays column")
    )
    _button(game, "solution", "Show the move").click()
    _button(game, "solution", "Check the proof").click()
    _button(game, "solution", "Stop").click()
    expect(game.page.locator("#solution-view .check-result")).to_have_text("Stopped.")
