"""Playing on the page in a real browser: by mouse, by keyboard, by touch, against people and engines."""

import re
from itertools import combinations
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from dropfour import Position, solve
from web.driver import TOUCH, GamePage, Visitors

pytestmark = pytest.mark.shared_tab


def test_a_complete_game_by_mouse(game: GamePage) -> None:
    game.two_people()
    game.column(4).hover()
    expect(game.board.locator(".disc.ghost.red")).to_be_visible()
    game.click(4, 4, 5, 5, 6, 6)
    expect(game.page).to_have_url(re.compile("/game/[0-9A-Za-z]{12}$"))
    game.expect_disc(4, 2, "yellow")
    game.click(3)
    game.expect_status("Red wins")
    expect(game.board.locator(".marks .run")).to_have_count(1)
    game.expect_spoken("Move 7: Red, column 3, row 1. Red wins.")
    expect(game.page.locator(".players")).to_contain_text("won")


def test_a_complete_game_by_keyboard(game: GamePage) -> None:
    game.two_people()
    game.column(4).focus()
    game.press("Home", "Enter", "ArrowRight", "Enter", "ArrowLeft", "Space")
    game.settle()
    assert game.moves() == "121"
    game.press("7", "u", "u", "y")
    game.settle()
    assert game.moves() == "121"
    game.press("End", "Enter", "1", "7", "1")
    game.expect_status("Red wins")
    assert game.moves() == "1217171"
    # After the end, the arrow keys step through the game.
    game.press("ArrowLeft", "ArrowLeft")
    game.expect_status("After 5 of 7 moves")
    game.press("Home")
    game.expect_status("After 0 of 7 moves")
    game.press("End")
    game.expect_status("Red wins")


@pytest.mark.context(viewport={"width": 320, "height": 640}, **TOUCH)
def test_a_complete_game_by_touch(game: GamePage) -> None:
    game.two_people()
    for count, column in enumerate((1, 2, 1, 2, 1, 2, 1), start=1):
        game.column(column).tap()
        game.expect_discs(count)
    game.expect_status("Red wins")
    game.expect_width(320)
    assert (game.column(4).bounding_box() or {"width": 0})["width"] >= 43.5


# The texts of the picture to share, each with the place of its letters.
PICTURE_TEXTS = """async () => {
    const { drawing } = await import('/static/js/game/summary.js');
    const svg = new DOMParser().parseFromString(drawing(), 'image/svg+xml').documentElement;
    document.body.append(svg);
    const placed = [...svg.querySelectorAll('text')].map((text) => {
        const { left, right, top, bottom } = text.getBoundingClientRect();
        const margin = (bottom - top) / 5;  // above and below the letters
        return [text.textContent, left, right, top + margin, bottom - margin];
    });
    svg.remove();
    return placed;
}"""


@pytest.mark.context
def test_against_the_computer_to_a_loss_and_the_review_says_why(game: GamePage) -> None:
    # Red could win in column 6, and does not.
    game.begin(yellow={"engine": "alphabeta:parity,depth=6"}, moves="44553344411221")
    game.click(7)
    game.play_on("random:seed=2")
    game.expect_status("You lost")
    expect(game.page.locator("#status .disc.red")).to_be_visible()  # the visitor's own
    expect(game.page.locator("#status")).to_have_attribute("data-end", "lost")
    # The turning point is known without a question, and can be tried again.
    turning = game.page.locator("#result-card .turning")
    expect(turning).to_have_text(re.compile("^Good game. You did not block column 6, where "))
    # It has its place before it is known, so that no other button moves.
    again = game.page.locator("#result-card button:visible").first
    expect(again).to_have_text("Try that moment again")
    expect(game.button("Send a picture")).to_be_hidden()
    expect(again).to_be_enabled()
    again.click()
    game.settle()
    assert game.moves() == "4455334441122176"  # before the move that lost
    game.expect_status("Your turn")
    game.page.go_back()
    expect(again).to_be_enabled()
    game.button("Review the game").click()
    # It opens on the mistake, and shows what that allowed.
    missed = "You did not block column 6, where "
    game.expect_spoken(f"The review is complete. {missed}")
    card = game.page.locator("#review-card")
    sentence = re.compile(rf"^Move \d+: {missed}.* could complete a line\.$")
    expect(card.locator(".mistake")).to_have_text(sentence)
    game.expect_status("After ")
    expect(game.board.locator("text.preview")).to_have_text(["✗", "2"])
    lit = game.board.locator(".cell[data-marks~=lit]")
    expect(lit).to_have_count(1)
    expect(lit).to_have_attribute("data-cell", re.compile("^6,"))
    card.get_by_text("What perfect play says").click()
    expect(card.locator(".review-side").first).to_have_text(
        re.compile(r"^You\d+ %\d+ mistakes?, \d+ blunders?$")
    )
    expect(card.get_by_role("button", name="Share a picture")).to_be_enabled()
    expect(game.button("Move 15: red, column 7, blunder")).to_be_visible()
    place = card.locator(".stepper span")
    shown = place.inner_text()
    game.press("p")
    expect(place).not_to_have_text(shown)
    game.button("Next mistake").click()
    expect(place).to_have_text(shown)
    texts = game.page.evaluate(PICTURE_TEXTS)
    assert len(texts) > 6
    for (one, left, right, top, bottom), (other, *box) in combinations(texts, 2):
        is_apart = right <= box[0] or box[1] <= left or bottom <= box[2] or box[3] <= top
        assert is_apart, (one, other)
    with game.page.expect_download() as download:
        game.button("Share a picture").click()
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")
    # The review is there again after a reload, and on the way back from another try.
    game.reload()
    expect(card.locator(".mistake")).to_have_text(sentence)
    before = game.page.url
    game.button(re.compile("^Retry from move")).click()
    game.settle()
    assert game.page.url != before
    game.expect_status("Your turn")
    expect(card).to_be_hidden()
    game.page.go_back()
    expect(card.locator(".mistake")).to_have_text(sentence)


def test_the_computer_begins_for_yellow_and_takes_over_swapped_sides(game: GamePage) -> None:
    game.open("/")
    card = game.page.locator("#setup-card")
    card.get_by_label("Easy").check()
    card.get_by_label("Yellow").check()
    game.settle()
    assert len(game.moves()) == 1
    game.expect_status("You are yellow. Your turn")
    game.begin(yellow={"engine": "random:seed=1"}, moves="44")
    game.button("Swap sides").click()
    game.settle()
    assert len(game.moves()) == 3
    game.expect_status("Your turn")
    expect(game.page.locator('.player[data-colour="yellow"]')).to_contain_text("You")


def test_two_people_resign_after_a_question_and_have_no_sides_to_swap(game: GamePage) -> None:
    game.begin(moves="44")
    expect(game.button("Swap sides")).not_to_be_visible()
    game.resign("Yellow wins by resignation")
    game.begin(moves="44", red={"name": "Ada"}, yellow={"name": "Bob"})
    game.button("Swap sides").click()
    expect(game.page.locator('.player[data-colour="red"]')).to_contain_text("Bob")
    game.settle()


def test_the_mood_belongs_to_the_position_on_the_screen(game: GamePage) -> None:
    game.begin(yellow={"engine": "alphabeta:lines,depth=2"}, moves="44")
    game.click(4)
    game.settle()
    mood = game.page.locator('.player[data-colour="yellow"] .mood')
    expect(mood).to_be_visible()
    game.button("Step back").click()
    expect(mood).not_to_be_visible()
    game.button("Next move").click()
    expect(mood).to_be_visible()
    # A face shows it without an emoji beside it.
    game.begin(yellow={"engine": "easy"}, moves="44")
    game.click(4)
    game.settle()
    expect(mood).to_be_hidden()
    expect(game.page.locator('.player[data-colour="yellow"] .mouth')).to_have_count(1)


def test_max_connect4_to_the_full_board(game: GamePage) -> None:
    # All but the last column are full, which red and yellow fill.
    game.begin(objective="most-lines", moves="".join(str(column) * 6 for column in range(1, 7)))
    game.click(7, 7, 7, 7, 7)
    game.expect_status("Yellow to move")
    game.click(7)
    expect(game.page.locator("#status")).to_contain_text("A draw")
    lines = game.page.locator(".player .lines")
    assert lines.all_inner_texts() == ["12", "12"]
    assert game.board.locator(".marks .run.red").count() == 3
    assert game.board.locator(".marks .run.yellow").count() == 3


def test_a_game_of_nine_by_seven_from_the_dialog_and_the_smallest_board(game: GamePage) -> None:
    game.open("/")
    game.menu("New game …")
    dialog = game.page.locator("#setup-dialog")
    dialog.get_by_role("radio", name="Another person").check()
    dialog.get_by_label("9 × 7").check()
    dialog.get_by_label("In a row").fill("3")
    game.button("Start").click()
    expect(game.board.locator(".column")).to_have_count(9)
    game.click(9, 1, 9, 1, 9)
    game.expect_status("Red wins")
    assert game.position().rules.size == "9x7"
    game.begin(board="1x1")
    game.click(1)
    game.expect_disc(1, 1, "red")


def test_an_engine_that_does_not_exist_is_refused_and_not_kept(visitor: Visitors) -> None:
    game = visitor(expected="422").open("/")
    game.menu("New game …")
    dialog = game.page.locator("#setup-dialog")
    dialog.get_by_role("radio", name="Any engine").check()
    dialog.get_by_role("combobox", name="Engine").fill("nobody")
    game.button("Start").click()
    expect(dialog.locator(".problem")).to_contain_text("There is no engine 'nobody'")
    expect(dialog.get_by_role("combobox", name="Engine")).to_be_focused()
    game.button("Cancel").click()
    game.expect_status("You are red.")
    game.page.goto("/")
    expect(game.page.get_by_role("radio", name="Medium")).to_be_checked()
    game.menu("New game …")
    dialog.get_by_role("radio", name="Any engine").check()
    dialog.get_by_role("combobox", name="Engine").fill("random:seed=3")
    game.button("Start").click()
    expect(dialog).to_be_hidden()
    game.click(4)
    game.settle()
    assert len(game.moves()) == 2
    game.page.evaluate("localStorage.setItem('dropfour.setup', '{\"engine\": \"gone\"}')")
    game.page.goto("/")
    game.column(4).click()
    game.expect_notice(re.compile("There is no engine 'gone'"))
    game.page.goto("/")
    expect(game.page.get_by_role("radio", name="Medium")).to_be_checked()


@pytest.mark.context
def test_reload_and_back_keep_the_game(game: GamePage) -> None:
    game.two_people()
    game.click(4, 4, 3)
    game.settle()
    address = game.page.url
    game.reload()
    game.expect_disc(3, 1, "red")
    game.menu("Past games")
    expect(game.page.locator("#past-view .past-game")).to_have_count(1)
    game.page.go_back()
    expect(game.page).to_have_url(address)
    game.expect_disc(3, 1, "red")
    game.page.get_by_role("link", name="Dropfour").click()
    game.expect_disc(3, 1, "empty")
    game.page.go_back()
    game.expect_disc(3, 1, "red")
    game.click(3)
    game.expect_disc(3, 2, "yellow")


def test_a_page_that_is_behind_learns_what_was_played(visitor: Visitors) -> None:
    ours = visitor(expected="409")
    game_id = ours.begin(moves="4")
    # The same visitor, in a browser that does not tell the first one.
    theirs = visitor(storage_state=ours.page.context.storage_state())
    theirs.open(f"/game/{game_id}")
    theirs.expect_discs(1)  # the game is loaded
    with theirs.page.expect_response("**/moves"):
        theirs.click(5)
    theirs.page.close()
    ours.column(1).click()
    ours.expect_notice(re.compile("changed elsewhere"))
    ours.expect_disc(5, 1, "yellow")
    ours.expect_disc(1, 1, "empty")


@pytest.mark.context
def test_on_a_slow_network_a_click_shows_immediately(game: GamePage) -> None:
    game.two_people()
    held: list[Route] = []
    is_slow = True

    def hold(route: Route) -> None:
        if is_slow:
            held.append(route)
        else:
            route.continue_()

    game.page.route("**/api/games**", hold)
    with game.page.expect_request("**/api/games**"):
        game.column(4).click()
        game.expect_disc(4, 1, "red")
    game.column(4).click()
    game.expect_disc(4, 2, "yellow")
    assert len(held) == 1  # one after the other
    is_slow = False
    held[0].continue_()
    game.settle()
    game.reload()
    game.expect_disc(4, 2, "yellow")


@pytest.mark.context
def test_a_game_that_arrives_late_does_not_replace_the_current_page(game: GamePage) -> None:
    game.begin(moves="44")
    held: list[Route] = []
    asked = re.compile("/api/games/[0-9A-Za-z]+$")
    game.page.route(asked, lambda route: held.append(route))
    with game.page.expect_request(asked):
        game.page.reload(wait_until="commit")
    game.menu("Past games")
    expect(game.page.locator("#past-view .past-game").first).to_be_visible()
    with game.page.expect_response(asked):
        held[0].continue_()
    game.page.wait_for_timeout(200)
    expect(game.page.locator("#past-view .past-game").first).to_be_visible()
    expect(game.page).to_have_url(re.compile("/games$"))


def test_a_new_game_can_have_a_fair_start(game: GamePage) -> None:
    dialog = game.page.locator("#setup-dialog")

    def begin(kind: str) -> None:
        game.open("/")
        game.button("More …").click()
        game.start(dialog, "Perfect", "Red", kind)

    begin("Swap rule")
    game.click(4)
    game.expect_spoken("Sides are swapped")
    state = game.state("game")
    assert (state["swapped"], state["red"]["engine"], state["moves"]) == (True, "perfect", [4])
    begin("Drawn start")
    start = Position.parse(game.state("game.start"))
    assert 4 <= start.ply <= 8
    assert solve(start, weak=True).outcome == "draw"
