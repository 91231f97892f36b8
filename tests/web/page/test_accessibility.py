"""Accessibility: axe finds no violation in any state and theme, plus checks of our own."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Locator, expect

from web.driver import GamePage, SharedTab
from web.needs import NODE_MODULES, need_node
from web.server_process import ServerProcess
from web.views import OPEN_GAME, VIEWS, prepare

# What sticks out of the screen or of its card, and text that is cut off.
OUT_OF_PLACE = """() => {
    const apart = '.unseen, .skip, svg *';
    const shortened = '.move-name, .player-note, .name, .player-title';
    const found = [];
    const note = (what, element) => {
        const { tagName, className, id, textContent } = element;
        found.push(`${what}: ${tagName}.${className}#${id}: ${textContent.slice(0, 30)}`);
    };
    // What is wider than a part that can be scrolled sideways is reached by scrolling.
    const isScrolled = (element) => {
        const outer = element.parentElement;
        if (!outer || outer.matches('dialog, body')) return false;
        return /auto|scroll/.test(getComputedStyle(outer).overflowX) || isScrolled(outer);
    };
    const isWithin = (box, left, right) => box.left >= left - 0.5 && box.right <= right + 0.5;
    if (document.documentElement.scrollWidth > innerWidth) note('page', document.documentElement);
    for (const element of document.querySelectorAll('body *')) {
        const box = element.getBoundingClientRect();
        if (!element.checkVisibility() || element.closest(apart) || box.width === 0) continue;
        if (isScrolled(element)) continue;
        if (!isWithin(box, 0, innerWidth)) note('screen', element);
        const card = element.parentElement.closest('.card, dialog, .player, .past-game');
        const outer = card?.getBoundingClientRect();
        if (outer && !isWithin(box, outer.left, outer.right)) note('card', element);
        const isControl = element.matches('button, .choices label, .button');
        const isClipped = /hidden|clip/.test(getComputedStyle(element).overflowX);
        const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE);
        const isText = isControl || (isClipped && hasText);
        if (!isText || element.matches(shortened)) continue;
        if (element.scrollWidth > element.clientWidth + 1) note('text', element);
        if (isControl && element.scrollHeight > element.clientHeight + 2) note('height', element);
    }
    return found;
}"""
SCREENS = [(320, 568), (360, 740), (740, 360), (640, 400), (1280, 800)]  # 640x400: at 200 %
COLOURS = ("light", "dark", "forced")
# No rule that is used needs what axe would load beforehand.
ALL_RULES = "{ preload: false, resultTypes: ['violations'] }"
CONTRAST = "{ runOnly: ['color-contrast'], preload: false, resultTypes: ['violations'] }"


@pytest.fixture(scope="module")
def tab(browser: Browser, server: ServerProcess) -> Iterator[SharedTab]:
    prepare(server)
    tab = SharedTab(browser, server.url, bypass_csp=True)  # axe is injected as a script
    yield tab
    tab.close()


@contextmanager
def shown(tab: SharedTab, name: str) -> Iterator[GamePage]:
    """A view with axe."""
    need_node("axe-core")
    axe = (NODE_MODULES / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
    game = tab.take()
    VIEWS[name](game)
    if not game.page.evaluate("'axe' in window"):
        game.page.evaluate(axe)
    yield game
    game.page.emulate_media(color_scheme="light", forced_colors="none")
    tab.give_back(game)


def resize(game: GamePage, width: int, height: int) -> None:
    """Give the page another size, and wait until it has been told."""
    game.page.set_viewport_size({"width": width, "height": height})
    game.wait_until_drawn()


def violations(game: GamePage, colours: str, options: str) -> list[str]:
    """Return what axe finds in light, dark or forced colours."""
    game.page.emulate_media(
        color_scheme="dark" if colours == "dark" else "light",
        forced_colors="active" if colours == "forced" else "none",
    )
    shown = "{ exclude: ['main[hidden]'] }"  # axe leaves them out itself, but slowly
    found = game.page.evaluate(f"axe.run({shown}, {options})")["violations"]
    places = [[node["target"] for node in each["nodes"]][:4] for each in found]
    return [f"{each['id']} in {colours} at {at}" for each, at in zip(found, places, strict=True)]


@pytest.mark.parametrize("is_complete", [False, pytest.param(True, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", VIEWS)
def test_every_view_is_accessible(tab: SharedTab, name: str, is_complete: bool) -> None:
    """On all screens; by axe on one of them, in light, dark or forced colours in turn, or in all on
    all."""
    seen = COLOURS if is_complete else [COLOURS[list(VIEWS).index(name) % 3]]
    with shown(tab, name) as game:
        found = []
        for width, height in SCREENS:
            resize(game, width, height)
            here = game.page.evaluate(OUT_OF_PLACE)
            for colours in seen if is_complete or width == 360 else []:
                here += violations(game, colours, ALL_RULES if colours == seen[0] else CONTRAST)
            found += [f"{width}x{height}: {each}" for each in here]
        assert found == []


@pytest.mark.shared_tab
def test_the_board_is_real_buttons_and_a_grid_with_names(game: GamePage) -> None:
    game.open("/?moves=44")
    assert game.board.locator("button.column").count() == 7
    grid = game.page.get_by_role("grid", name="Board")
    expect(grid.get_by_role("gridcell")).to_have_count(42)
    expect(grid.get_by_role("gridcell", name="column 4, row 2: yellow")).to_have_count(1)
    expect(game.page.get_by_role("button", name="Column 4: red, yellow, 4 free")).to_be_visible()
    assert game.page.locator("[aria-live]").count() == 1


def tab_to(game: GamePage, target: Locator) -> None:
    """Press Tab until *target* has the focus."""
    for _ in range(120):
        if target.evaluate("(element) => element === document.activeElement"):
            return
        game.press("Tab")
    raise AssertionError(f"Tab does not lead to {target}")


def has_focus(game: GamePage) -> bool:
    """Return whether a visible element has the focus, from which Tab continues."""
    focused = game.page.locator(":focus")
    return focused.is_visible() and focused.is_enabled()


@pytest.mark.shared_tab
def test_best_play_and_variations_with_the_keyboard_alone(game: GamePage) -> None:
    moves = "66373522223332"  # best play is long, and soon proven
    game.open(f"/?moves={moves}")
    page = game.page
    tab_to(game, page.get_by_role("switch", name="Study"))
    game.press("Space")
    page.locator("#study-card").get_by_text("More", exact=True).click()
    best = page.get_by_role("button", name=re.compile("^Best play: "))
    expect(best).to_be_visible()
    numbers = game.board.locator("text.preview")
    best.hover()
    expect(numbers).to_have_count(12)
    expect(numbers.first).to_have_text("1")
    page.mouse.move(0, 0)
    expect(numbers).to_have_count(0)
    tab_to(game, best)
    game.press("Enter")
    expect(best).to_have_attribute("aria-pressed", "true")
    expect(numbers).to_have_count(12)
    first = int(re.findall(r"\d+", best.inner_text())[0])
    tab_to(game, game.button("Play through"))
    game.press("Enter")
    game.expect_spoken("Variation, move 15")
    game.expect_disc(first, 1, "red")
    expect(page.locator(".variations .move-name").first).to_have_text("Best play")
    assert game.moves() == moves
    tab_to(game, page.get_by_label("Name of this position"))
    page.keyboard.insert_text(" of the solver")
    game.press("Enter")
    game.expect_spoken("Saved.")
    tab_to(game, game.button("Delete"))
    game.press("Enter")
    game.expect_spoken("Variation deleted.")
    assert has_focus(game)
    tab_to(game, game.button("Restore"))
    game.press("Enter")
    expect(page.locator(".variations .move").first).to_be_visible()
    assert has_focus(game)
    tab_to(game, game.button("Back to the game"))
    game.press("Enter")
    game.expect_status("Red to move")
    assert has_focus(game)


@pytest.mark.shared_tab
def test_the_coach_is_answered_with_the_keyboard_alone(game: GamePage) -> None:
    game.open("/?moves=44351")
    tab_to(game, game.page.get_by_role("switch", name="Coach"))
    game.press("Space")
    tab_to(game, game.button("Hint"))
    game.press("Enter")
    game.expect_spoken("Your opponent threatens to win. Where?")
    hints = game.page.get_by_role("region", name="Coach").get_by_role("listitem")
    marked = game.board.locator(".column[data-marks~=hint]")
    for said in ("Look at column 2, row 1.", "The best move is column 2."):
        expect(marked).to_have_count(0)
        tab_to(game, game.button("Next hint"))
        game.press("Enter")
        game.expect_spoken(said)
        expect(game.cell(2, 1)).to_have_attribute("data-marks", re.compile("^lit"))
    expect(marked).to_have_attribute("data-column", "2")
    expect(hints.nth(2)).to_contain_text("The best move is column 2. Column 2 wins.")
    expect(game.button("Next hint")).to_be_hidden()
    tab_to(game, game.board.locator(".column[tabindex='0']"))
    game.press("1")
    game.expect_spoken("This loses at once: take it back?")
    expect(game.button("Take it back")).to_be_focused()
    game.press("Enter")
    game.expect_spoken("Taken back. Choose another column.")
    expect(game.column(1)).to_be_focused()
    game.press("2")
    game.expect_spoken("Move 6: Yellow, column 2, row 1.")
    expect(hints).to_have_count(0)  # another position begins from the first step
    game.press("u")
    game.expect_spoken("Move 6 undone. Yellow to move.")
    game.press("y")
    game.expect_spoken("Move 6: Yellow, column 2, row 1.")
    game.settle()


@pytest.mark.shared_tab
def test_single_keys_work_wherever_nothing_is_typed_and_can_be_turned_off(game: GamePage) -> None:
    game.two_people()
    study = game.page.get_by_role("switch", name="Study")
    keys = game.page.get_by_role("dialog", name="Keyboard")
    game.page.evaluate("document.activeElement.blur()")
    for key in ("4", "5"):  # on a fresh page, and while a button has the focus
        game.press(key, "?")
        expect(keys).to_contain_text("Step through the moves")
        game.press("6", "Escape")
        expect(keys).to_have_count(0)
        study.focus()
    game.press("u", "h")  # only columns and the help have keys everywhere
    game.menu("New game …")
    game.page.get_by_label("In a row").fill("")
    game.press("5", "Escape")
    assert game.moves() == "45"
    game.menu("Settings")
    game.page.get_by_role("switch", name="Keys everywhere").uncheck()
    game.button("Done").click()
    study.focus()
    game.press("4", "?")
    assert game.moves() == "45"
    expect(game.page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.context(forced_colors="active")
def test_discs_differ_in_shape_and_survive_forced_colours_as_marks_do(game: GamePage) -> None:
    game.open("/?moves=44")
    colours = game.page.evaluate(
        """() => ['red', 'yellow'].map((colour) => {
            const disc = document.querySelector(`.cells .disc.${colour}`);
            const mark = getComputedStyle(disc, '::after');
            return [getComputedStyle(disc).backgroundColor, mark.borderTopLeftRadius];
        })"""
    )
    assert [colour for colour, _ in colours] == ["rgb(215, 38, 61)", "rgb(255, 214, 92)"]
    assert colours[0][1] != colours[1][1]
    game.study(f"/?moves={OPEN_GAME}")
    expect(game.board.locator(".chip[data-best]").first).to_be_visible()
    game.page.locator(".fact").first.click()
    game.button("Step back").click()
    styles = game.page.evaluate(
        """() => {
            const find = (selector) => document.querySelector(selector);
            const style = (selector, pseudo) => getComputedStyle(find(selector), pseudo);
            const paint = (pseudo) => style('.evalbar', pseudo).backgroundColor;
            const outline = (selector) => style(selector).outlineStyle;
            return {
                bar: [paint(), paint('::before')],
                turn: [outline('.player[data-turn]'), outline('.player:not([data-turn])')],
                move: [outline('.move[aria-current]'), outline('.move:not([aria-current])')],
                last: style('.marks .last').stroke,
            };
        }"""
    )
    assert styles == {
        "bar": ["rgb(255, 214, 92)", "rgb(215, 38, 61)"],
        "turn": ["solid", "none"],
        "move": ["solid", "none"],
        "last": "rgb(255, 255, 255)",
    }
