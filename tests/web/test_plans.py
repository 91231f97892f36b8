"""Why a position is won or held: plans on the study card and the board, and as an opponent to beat."""

import re

from playwright.sync_api import Locator, expect

import dropfour as d4
from web.driver import GamePage

WON = "4122264123"
HELD = "345543724334362441223127"
DISC = ".cells .disc:not(.ghost)"


def open_why(game: GamePage, moves: str, board: str = "7x6") -> Locator:
    game.open(f"./?board={board}&moves={moves}")
    game.page.get_by_role("switch", name="Study").check()
    card = game.page.locator(".why")
    expect(card.locator("summary")).to_contain_text(
        re.compile("by (one rule|\\d rules)"), timeout=30_000
    )
    card.locator("summary").click()
    return card


def test_the_card_says_the_rules_and_the_board_shows_them(game: GamePage) -> None:
    card = open_why(game, WON)
    expect(card.locator("summary")).to_contain_text("Red wins by")
    expect(card.locator("p").first).to_contain_text("Red wins by these rules.")
    expect(card.locator(".rules li").last).to_contain_text(re.compile("Otherwise|Nothing else"))
    expect(card).to_contain_text("Proven by playing it out against all")
    marks = game.page.locator(".marks :is(circle.take, rect.pair), .column[data-marks~='answer']")
    expect(marks.first).to_be_attached()
    # Pointing at a rule lights what it is about.
    card.locator(".rules button").first.hover()
    expect(game.page.locator(".marks .lit, .column[data-marks~='lit']").first).to_be_attached()
    # What is closed is not on the board.
    card.locator("summary").click()
    expect(marks).to_have_count(0)


def test_no_plan_is_claimed_where_lines_are_counted_or_the_game_is_over(game: GamePage) -> None:
    for address in ("/?objective=most-lines&moves=4455", "/?moves=4455667"):
        game.open(address)
        game.page.get_by_role("switch", name="Study").check()
        expect(game.page.locator("#study-card .verdict")).not_to_have_text("…")
        expect(game.page.locator(".why")).to_be_hidden()


def test_nobody_beats_a_plan(game: GamePage) -> None:
    """The visitor plays the perfect engine's moves, as long as the game lasts."""
    for moves in (WON, HELD):
        card = open_why(game, moves)
        card.get_by_role("button", name="Try to beat it").click()
        dialog = game.page.get_by_role("dialog")
        said = dialog.get_by_role("status")
        expect(dialog.get_by_role("heading")).to_have_text("Beat the plan: you are yellow")
        position, perfect = d4.Position.from_moves(moves), d4.engine("perfect")
        while True:
            expect(dialog.locator(".columns[data-busy]")).to_have_count(0)
            if dialog.get_attribute("data-over") is not None:
                break
            number = re.search(r"plays column (\d+)", said.inner_text())
            assert number is not None
            position = position.play(int(number[1]))
            column = perfect.choose(position, d4.Limits(nodes=20_000)).column
            dialog.locator(f"[data-column='{column}']").click()
            position = position.play(column)
            expect(dialog.locator(DISC)).not_to_have_count(position.ply - 1)
        result = (
            "Red wins." if moves == WON else re.compile(r"Red wins\.|A draw: the plan has held\.")
        )
        expect(said).to_contain_text(result)
        dialog.get_by_role("button", name="Start again").click()
        expect(said).to_contain_text("plays column")
        dialog.get_by_role("button", name="Close").click()
        expect(game.page.get_by_role("dialog")).to_have_count(0)


def test_a_plan_answers_with_the_keyboard_and_takes_moves_back(game: GamePage) -> None:
    card = open_why(game, WON)
    card.get_by_role("button", name="Try to beat it").press("Enter")
    dialog = game.page.get_by_role("dialog")
    said = dialog.get_by_role("status")
    expect(said).to_contain_text(re.compile("plays column"))
    before = len(WON) + 1
    expect(dialog.locator(DISC)).to_have_count(before)
    dialog.locator(".column:focus").press("1")
    expect(dialog.locator(DISC)).to_have_count(before + 2)
    dialog.get_by_role("button", name="Take back").click()
    expect(dialog.locator(DISC)).to_have_count(before)


def test_plans_work_without_a_server_and_on_other_boards(site: GamePage) -> None:
    card = open_why(site, "3344", board="5x4")
    card.get_by_role("button", name="Try to beat it").click()
    expect(site.page.get_by_role("dialog").get_by_role("status")).to_contain_text(
        re.compile("plays column|Your move")
    )
