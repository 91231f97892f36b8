"""Accessibility: axe finds no violation in any state and theme, plus checks of our own."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from dropfour.arena.store import TournamentStore
from web.cup import a_cup
from web.driver import GamePage
from web.needs import NODE_MODULES, need_node
from web.server_process import ServerProcess

OPEN_GAME = "44553344411221"
VIEWS = ["start", "study", "review", "setup", "settings", "share", "past", "record", "max"]
VIEWS += ["variations", "position", "coach", "estimates"]
CUP_VIEWS = ["tournaments", "tournament", "tournament/game"]


def show(game: GamePage, view: str) -> None:
    if view == "start":
        game.open("/")
    elif view == "study":
        game.open(f"/?moves={OPEN_GAME}")
        game.page.get_by_role("switch").check()
        expect(game.page.locator(".chip[data-best]").first).to_be_visible()
        game.page.locator(".fact").first.click()
    elif view == "review":
        game.open(f"/?moves={OPEN_GAME}6")
        game.button("Review the game").click()
        expect(game.page.locator('.move[data-verdict="blunder"]').first).to_be_visible()
    elif view == "setup":
        game.open("/")
        game.button("New game").click()
    elif view == "settings":
        game.open("/")
        game.button("Settings").click()
        expect(game.button("Done")).to_be_visible()
    elif view == "share":
        game.begin(moves="44")
        game.button("Share").click()
    elif view == "past":
        game.begin(moves="44")
        game.open("/games")
        expect(game.page.locator(".past-game").first).to_be_visible()
    elif view == "variations":
        game.open("/?moves=4455&variation=443:Trap&variation=4431&variation=446")
        expect(game.page.locator(".variations .move")).to_have_count(3)
        game.page.locator("[data-path='4431']").click()
        expect(game.button("Delete")).to_be_visible()
    elif view == "position":
        game.open("/?moves=44")
        game.button("New game").click()
        game.button("Set up a position …").click()
        game.page.get_by_role("button", name="column 2, row 3: empty").click()
    elif view == "coach":
        game.open("/?moves=44351")
        game.page.get_by_label("Coach").check()
        game.column(1).click()
        expect(game.button("Take it back")).to_be_visible()
    elif view == "estimates":
        game.open("/?board=9x7")
        game.page.get_by_role("switch").check()
        expect(game.page.locator('.chip[data-kind="estimate"]')).to_have_count(9)
    elif view == "record":
        game.begin(moves="4141414", yellow={"engine": "easy"})
        game.page.goto("/record")
        game.button("Measure my moves").click()
        expect(game.page.get_by_text("1 game measured.")).to_be_visible()
    else:
        game.open("/?objective=most-lines&board=7x6&moves=11223344")


def show_cup(game: GamePage, view: str, cup: int) -> None:
    if view == "tournaments":
        game.open("/tournaments")
        expect(game.page.locator(".t-item").first).to_be_visible()
    elif view == "tournament":
        game.open(f"/tournament/{cup}")
        expect(game.page.locator(".t-game")).to_have_count(3)
    else:
        game.open(f"/tournament/{cup}/game/4")
        expect(game.page.get_by_role("link", name="Cup & more")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 740), (740, 360), (1280, 900)])
def test_axe_finds_no_violation(
    browser: Browser, server: ServerProcess, width: int, height: int
) -> None:
    """In light, dark and forced colours, which a page changes between without being loaded again."""
    need_node("axe-core")
    axe = (NODE_MODULES / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
    context = browser.new_context(
        base_url=server.url,
        reduced_motion="reduce",
        bypass_csp=True,  # axe is injected as a script
        viewport={"width": width, "height": height},
    )
    with TournamentStore(server.database_url) as store:
        cup = a_cup(store).id
    found = []
    for view in VIEWS + CUP_VIEWS:
        game = GamePage(context)
        if view in CUP_VIEWS:
            show_cup(game, view, cup)
        else:
            show(game, view)
        game.page.evaluate(axe)
        for colours in ("light", "dark", "forced"):
            game.page.emulate_media(
                color_scheme="dark" if colours == "dark" else "light",
                forced_colors="active" if colours == "forced" else "none",
            )
            result = game.page.evaluate("axe.run({ resultTypes: ['violations'] })")
            for violation in result["violations"]:
                places = [node["target"] for node in violation["nodes"]]
                found.append(f"{view}, {colours}: {violation['id']} at {places[:4]}")
        game.page.close()
    context.close()
    assert not found, "\n".join(found)


def test_the_board_is_real_buttons_and_a_grid_with_names(game: GamePage) -> None:
    game.open("/?moves=44")
    assert game.page.locator("button.column").count() == 7
    grid = game.page.get_by_role("grid", name="Board")
    expect(grid.get_by_role("gridcell")).to_have_count(42)
    expect(grid.get_by_role("gridcell", name="column 4, row 2: yellow")).to_have_count(1)
    expect(game.page.get_by_role("button", name="Column 4: red, yellow, 4 free")).to_be_visible()
    assert game.page.locator("[aria-live]").count() == 1


def test_keys_do_nothing_outside_the_board(game: GamePage) -> None:
    game.two_people()
    game.page.get_by_role("switch").focus()
    game.press("4", "u", "h")
    assert game.moves() == ""


def test_discs_differ_in_shape_and_survive_forced_colours(
    browser: Browser, server: ServerProcess
) -> None:
    context = browser.new_context(base_url=server.url, forced_colors="active")
    with GamePage(context) as game:
        game.open("/?moves=44")
        colours = game.page.evaluate(
            """() => ['red', 'yellow'].map((colour) => {
                const disc = document.querySelector(`.cells .disc.${colour}`);
                const mark = getComputedStyle(disc, '::after');
                return [getComputedStyle(disc).backgroundColor, mark.borderTopLeftRadius];
            })"""
        )
    context.close()
    assert [colour for colour, _ in colours] == ["rgb(215, 38, 61)", "rgb(255, 214, 92)"]
    assert colours[0][1] != colours[1][1]


def test_marks_survive_forced_colours(browser: Browser, server: ServerProcess) -> None:
    context = browser.new_context(base_url=server.url, forced_colors="active")
    with GamePage(context) as game:
        game.open(f"/?moves={OPEN_GAME}")
        game.page.get_by_role("switch").check()
        expect(game.page.locator(".chip[data-best]").first).to_be_visible()
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
    context.close()
    assert styles == {
        "bar": ["rgb(255, 214, 92)", "rgb(215, 38, 61)"],
        "turn": ["solid", "none"],
        "move": ["solid", "none"],
        "last": "rgb(255, 255, 255)",
    }


@pytest.mark.parametrize(("motion", "moves"), [("reduce", 0), ("no-preference", 1)])
def test_discs_fall_unless_reduced_motion_is_preferred(
    browser: Browser, server: ServerProcess, motion: str, moves: int
) -> None:
    context = browser.new_context(
        base_url=server.url, reduced_motion="reduce" if motion == "reduce" else "no-preference"
    )
    with GamePage(context) as game:
        game.open("/?moves=44")
        game.page.evaluate(
            """() => {
                window.falls = 0;
                const animate = Element.prototype.animate;
                Element.prototype.animate = function (...all) {
                    if (this.matches('.disc')) window.falls += 1;
                    return animate.apply(this, all);
                };
            }"""
        )
        game.click(4)
        assert game.page.evaluate("window.falls") == moves
    context.close()
