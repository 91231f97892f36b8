"""How the page looks and feels: motion, sounds, themes, characters, the end of a game."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from contrast import contrast
from web.driver import GamePage
from web.node import ask_node

pytestmark = pytest.mark.shared_tab

ARENA = Path(__file__).parents[3] / "docs" / "arena.md"
NEARLY_WON = "445566"

# Counts what is played instead of playing it.
DEAF = """
window.notes = 0;
window.buzzes = [];
window.OscillatorNode = class extends OscillatorNode {
    start(when) { window.notes += 1; super.start(when); }
};
Navigator.prototype.vibrate = (pattern) => { window.buzzes.push(pattern); return true; };
"""


@pytest.fixture
def deaf(context: BrowserContext) -> None:
    context.add_init_script(DEAF)


def moving(test: Callable[[GamePage], None]) -> Callable[[GamePage], None]:
    """Mark a test in a browser that does not ask for reduced motion."""
    deaf = pytest.mark.usefixtures("deaf")(test)
    return pytest.mark.context(reduced_motion="no-preference")(deaf)


# --- motion -------------------------------------------------------------------------------------


@moving
def test_a_win_is_celebrated_and_told_only_when_the_disc_has_landed(game: GamePage) -> None:
    game.begin(moves=NEARLY_WON, yellow={"engine": "medium"})
    seen = game.page.evaluate(
        """async () => {
            document.querySelector('.column[data-column="7"]').click();
            const isFalling = () => document.querySelector('[data-falling]');
            while (!isFalling()) await new Promise(requestAnimationFrame);
            const parts = [...document.querySelectorAll('#status, #result-card')];
            return parts.map((part) => getComputedStyle(part).visibility);
        }"""
    )
    assert seen == ["hidden", "hidden"]
    expect(game.page.locator(".confetti")).to_have_count(1)
    game.expect_status("You won")
    expect(game.page.locator("#status")).to_be_visible()
    expect(game.button("Play again")).to_be_visible()
    # The loser's face shows it.
    expect(game.page.locator('.player[data-colour="yellow"] .brow')).to_have_count(2)
    expect(game.board.locator(".cell[data-marks~=won]")).to_have_count(4)
    expect(game.board.locator(".marks .halo")).to_have_count(4)
    dimmed = game.board.locator(".cell:not([data-marks~=won]) .disc").first
    expect(dimmed).not_to_have_css("opacity", "1")
    expect(game.board.locator(".cell[data-marks~=won] .disc").first).to_have_css("opacity", "1")
    expect(game.page.locator(".confetti")).to_have_count(0)


def test_with_reduced_motion_nothing_moves_glows_or_dims(game: GamePage) -> None:
    game.begin(moves=NEARLY_WON)
    game.page.evaluate(
        """() => {
            window.moved = [];
            const animate = Element.prototype.animate;
            Element.prototype.animate = function (...all) {
                window.moved.push(this.className);
                return animate.apply(this, all);
            };
        }"""
    )
    game.click(7)
    game.expect_status("Red wins")
    expect(game.board.locator(".marks .run")).to_have_count(1)
    assert game.page.evaluate("window.moved") == []
    assert game.page.evaluate("document.getAnimations().length") == 0
    assert game.page.locator(".confetti").count() == 0
    other = game.board.locator(".cell:not([data-marks~=won]) .disc").first
    expect(other).to_have_css("opacity", "1")
    # The line leaves the marks of the discs visible, which are within 0.27 of the middle of a cell.
    path = game.board.locator(".marks .run").get_attribute("d") or ""
    ends = [float(x) for x in re.findall(r"[ML]([\d.]+) ", path)]
    assert len(ends) == 6
    assert all(abs(x % 1 - 0.5) > 0.3 for x in ends)


@moving
def test_sounds_can_be_muted_and_stay_muted(game: GamePage) -> None:
    game.begin(moves="44")
    game.column(1).click()
    game.wait_until("window.notes > 0")
    assert game.page.evaluate("window.buzzes.length") > 0
    game.menu("Settings")
    game.page.get_by_role("switch", name="Sound").uncheck()
    game.page.get_by_role("switch", name="Vibration").uncheck()
    game.button("Done").click()
    game.reload()
    game.column(2).click()
    game.expect_disc(2, 1, "yellow")
    expect(game.page.locator(".well[data-falling]")).to_have_count(0)
    assert game.page.evaluate("[window.notes, window.buzzes.length]") == [0, 0]
    game.menu("Settings")
    expect(game.page.get_by_role("switch", name="Sound")).not_to_be_checked()
    game.page.get_by_role("switch", name="Sound").check()
    game.button("Done").click()
    game.column(3).click()
    game.wait_until("window.notes > 0")


@pytest.mark.context
def test_the_theme_of_the_board_is_remembered(game: GamePage) -> None:
    game.open("/?moves=44")
    game.menu("Settings")
    game.page.get_by_role("radio", name="High contrast").check()
    game.page.get_by_role("radio", name="Dark").check()
    game.button("Done").click()
    red = game.board.locator(".cells .disc.red")
    expect(red).to_have_css("background-color", "rgb(224, 0, 43)")
    game.reload()
    expect(red).to_have_css("background-color", "rgb(224, 0, 43)")
    expect(game.page.locator("html")).to_have_attribute("data-theme", "dark")
    game.menu("Settings")
    expect(game.page.get_by_role("radio", name="High contrast")).to_be_checked()
    game.page.get_by_role("radio", name="Classic").check()
    game.page.get_by_role("radio", name="System").check()
    expect(red).to_have_css("background-color", "rgb(215, 38, 61)")
    assert game.page.evaluate("localStorage.getItem('dropfour.theme')") is None


@pytest.mark.context(contrast="more")
def test_whoever_prefers_more_contrast_starts_with_it(game: GamePage) -> None:
    game.open("/")
    expect(game.page.locator("html")).to_have_attribute("data-board", "contrast")


COLOURS = """([board, names]) => {
    const root = document.documentElement;
    const before = root.dataset.board;
    root.dataset.board = board;
    const style = getComputedStyle(root);
    const found = names.map((name) => style.getPropertyValue(`--${name}`).trim());
    root.dataset.board = before;
    return found;
}"""


def test_discs_stand_out_from_the_holes_and_from_each_other(game: GamePage) -> None:
    game.open("/?moves=44")
    names = ["red", "yellow", "hole", "plate", "red-mark", "yellow-mark", "board-ink"]
    seen = set()
    for board in ("classic", "midnight", "walnut", "meadow", "contrast"):
        colours = game.page.evaluate(COLOURS, [board, names])
        red, yellow, hole, plate, ring, diamond, ink = colours
        assert contrast(red, hole) >= 3, board
        assert contrast(yellow, hole) >= 3, board
        assert contrast(red, yellow) >= 2.9, board
        assert contrast(red, ring) >= 3, board
        assert contrast(yellow, diamond) >= 4.5, board
        assert contrast(plate, ink) >= 4.5, board
        seen.add(tuple(colours))
    assert len(seen) == 5


def test_ratings_are_those_of_the_tournament_in_the_docs() -> None:
    script = "async (_, load) => (await load('model/characters.js')).CHARACTERS"
    characters = ask_node(script, None)
    text = ARENA.read_text(encoding="utf-8")
    table = text.split("## How strong the levels are")[1].split("In Max-Connect4")[0]
    elos = re.findall(r"^ *\d+ +(\w+) +([+-]\d+) ", table, re.MULTILINE)
    medium = dict(elos)["medium"]
    measured = {name: 1500 + int(elo) - int(medium) for name, elo in elos}
    assert {each["level"]: each["rating"] for each in characters} == measured
    assert len({each["name"] for each in characters}) == len(characters) == 10


def test_every_level_is_a_character_with_a_face_a_rating_and_a_way_to_play(game: GamePage) -> None:
    game.open("/")
    card = game.page.locator("#setup-card")
    expect(card.locator("fieldset .face")).to_have_count(4)
    expect(card.locator(".rungs .face")).to_have_count(10)
    card.get_by_role("radio", name="Hard").check()
    expect(card.locator(".about")).to_have_text(re.compile("^Otto: .+"))
    player = game.page.locator('.player[data-colour="yellow"]')
    expect(player).to_contain_text("Otto 1904")
    expect(player.locator(".face")).to_be_visible()
    game.menu("New game …")
    dialog = game.page.locator("#setup-dialog")
    expect(dialog.locator(".face")).to_have_count(10)
    expect(dialog.get_by_role("radio", name="Hard")).to_be_checked()
    dialog.get_by_role("radio", name="Level 3").check()
    expect(dialog.locator(".about")).to_have_text(re.compile("^Fred: .+"))
    game.button("Start").click()
    game.expect_spoken("A new game against Fred.")
    expect(player).to_contain_text("Fred")


# --- the end of a game, notices and names ---------------------------------------------------------


def test_hanging_discs_have_marks_dots_are_round_and_rows_of_moves_whole(game: GamePage) -> None:
    marks = set()
    for moves in ("", "4"):
        game.open(f"/?moves={moves}")
        game.column(3).hover()
        hanging = "column => getComputedStyle(column, '::before').backgroundImage"
        expect(game.column(3)).to_have_attribute("data-pointed", "yellow" if moves else "red")
        marks.add(game.column(3).evaluate(hanging))
    assert "none" not in marks
    assert len(marks) == 2
    game.begin(moves="2577713147446472141745615326", yellow={"engine": "easy"})
    seen, rows = game.page.locator("#moves-card .moves").evaluate(
        """(list) => {
            list.scrollTop = 0;
            const { top, height } = list.getBoundingClientRect();
            const ends = [...list.children].map((each) => each.getBoundingClientRect().bottom - top);
            return [height, [...new Set(ends)]];
        }"""
    )
    assert len(rows) > 5
    assert rows[4] <= seen + 1 < rows[5] - 40, (seen, rows)
    game.begin(moves="445533444112216", red={"engine": "perfect"})
    game.button("Review the game").click()
    game.page.get_by_text("What perfect play says", exact=True).click()
    dot = game.page.locator(".graph-dot").first
    expect(dot).to_have_css("stroke-linecap", "round")
    expect(dot).to_have_css("vector-effect", "non-scaling-stroke")


def test_long_names_are_shown_in_full_on_a_phone(game: GamePage) -> None:
    name = "Wilhelmina Featherstonehaugh-Cholmondele"
    is_whole = "({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth + 1 || !clientWidth"
    game.page.set_viewport_size({"width": 320, "height": 640})
    game.begin(moves="44", red={"name": name}, yellow={"engine": "medium"})
    for place in (".player-name", "#status"):
        box = game.page.locator(place).first
        expect(box).to_contain_text(name)
        assert box.evaluate(is_whole)
    game.expect_width(320)


@pytest.mark.parametrize("width", [320, 360, 740])
def test_every_icon_has_a_visible_word_on_a_phone(game: GamePage, width: int) -> None:
    game.page.set_viewport_size({"width": width, "height": 640})
    game.open("/?moves=44")
    buttons = game.page.locator(".top nav :is(a, button):visible, #tools button:visible")
    assert buttons.count() == 7 + 5
    for button in buttons.all():
        assert button.inner_text().strip()
    game.expect_width(width)


@pytest.mark.context
@pytest.mark.parametrize("size", [(320, 640), (360, 740), (740, 360), (1280, 800)])
def test_nothing_moves_while_the_page_loads(game: GamePage, size: tuple[int, int]) -> None:
    game.page.set_viewport_size({"width": size[0], "height": size[1]})
    game.watch_shifts()
    game.open("/")
    game.page.wait_for_load_state("networkidle")
    expect(game.page.locator("#setup-card")).to_be_visible()
    assert sum(game.shifts()) == 0


def test_opponents_talk_and_the_ladder_is_climbed(game: GamePage) -> None:
    game.open("/")
    ladder = game.page.get_by_role("group", name="Ladder")
    expect(ladder.get_by_role("button", name="Pip, next")).to_be_visible()
    game.begin(moves="414141", yellow={"engine": "easy"})
    game.click(4)
    game.expect_status("You won")
    note = game.page.locator('.player[data-colour="yellow"] .player-note')
    expect(note).to_contain_text("“Again, again!”")
    game.menu("Settings")
    game.page.get_by_role("switch", name="Opponents talk").uncheck()
    expect(note).not_to_contain_text("“")
    game.button("Done").click()
    game.open("/")
    expect(ladder.get_by_role("button", name="Momo, beaten")).to_be_visible()
    ladder.get_by_role("button", name="Fred, next").click()
    expect(game.page.locator('.player[data-colour="yellow"]')).to_contain_text("Fred")
