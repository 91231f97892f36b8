"""The coach and estimates; test_accessibility.py walks the hints and the best play."""

import re

import pytest
from playwright.sync_api import BrowserContext, Locator, expect

from web.driver import GamePage

pytestmark = pytest.mark.shared_tab


def coach(game: GamePage) -> Locator:
    return game.page.get_by_role("region", name="Coach")


def switch_on(game: GamePage) -> None:
    game.page.get_by_role("switch", name="Coach").check()


def test_a_move_that_loses_is_held_taken_back_or_played_all_the_same(game: GamePage) -> None:
    game.begin(moves="44351")  # yellow must stop red in column 2 or 6 … only 2 holds
    switch_on(game)
    for name in ("Hint", "Next hint", "Next hint"):
        game.button(name).click()
    expect(game.board.locator("[data-marks~=lit], [data-marks~=hint]")).not_to_have_count(0)
    game.column(1).click()
    expect(coach(game)).to_contain_text("Stop! This loses at once: take it back?")
    reason = r"Column 1 does not (win|hold the draw): red can win at once in column 2\."
    expect(coach(game)).to_contain_text(re.compile(reason))
    # The refutation is played out in discs, and no mark of a hint is left under them.
    expect(game.board.locator("text.preview")).to_have_text(["1", "2"])
    expect(game.board.locator("[data-marks~=lit], [data-marks~=hint]")).to_have_count(0)
    expect(coach(game)).to_have_attribute("data-warning", "loses now")
    game.expect_spoken("Stop! This loses at once: take it back?")
    expect(game.button("Take it back")).to_be_focused()
    expect(game.cell(1, 2).locator(".disc.ghost")).to_be_visible()
    assert game.moves() == "44351"
    game.press("Escape")
    expect(coach(game)).to_contain_text("The coach watches your moves.")
    expect(game.column(1)).to_be_focused()
    # A good move is played without a question.
    game.click(2)
    assert game.moves() == "443512"
    game.settle()
    game.begin(moves="44351")
    switch_on(game)
    game.column(1).click()
    game.button("Play it").click()
    expect(game.button("Play it")).to_be_hidden()
    game.settle()
    assert game.moves() == "443511"
    game.begin(moves="44351")
    game.column(7).click()
    expect(coach(game)).to_contain_text("take it back?")
    game.column(7).click()  # chosen twice
    game.settle()
    assert game.moves() == "443517"


def test_giving_a_win_away_is_held_also_in_the_next_tab(
    game: GamePage, context: BrowserContext
) -> None:
    game.begin(moves="4142")
    switch_on(game)
    game.column(1).click()
    expect(coach(game)).to_contain_text("This gives the win away: take it back?")
    with GamePage(context) as later:
        later.begin(moves="4142")
        expect(later.page.get_by_role("switch", name="Coach")).to_be_checked()
        later.column(1).click()
        expect(coach(later)).to_contain_text("This gives the win away")


def test_hints_of_a_quiet_position_say_what_can_be_reached(game: GamePage) -> None:
    game.open("/", is_anew=True)  # without the hints that were asked for in this tab
    game.page.get_by_text("Two people", exact=True).click()
    switch_on(game)
    game.button("Hint").click()
    expect(coach(game)).to_contain_text("Only one column wins. Which?")
    expect(game.board.locator(".cell[data-marks~=lit]")).to_have_count(0)
    game.button("Next hint").click()
    expect(game.board.locator(".cell[data-marks~=lit]")).to_have_count(3)
    expect(coach(game)).to_contain_text("The best move is in one of the marked cells.")
    game.button("Next hint").click()
    expect(coach(game)).to_contain_text("Column 4 wins. No other column does.")


def test_hints_lead_by_the_rule_of_a_plan_to_the_column(game: GamePage) -> None:
    game.begin(moves="657533366113671")  # yellow answers on top
    switch_on(game)
    hints = coach(game).get_by_role("listitem")
    game.button("Hint").click()
    expect(hints).to_have_count(1)
    game.button("Next hint").click()
    expect(hints.nth(1)).to_contain_text("The rule: ")
    game.button("Next hint").click()
    expect(hints.nth(2)).to_have_text(re.compile(r"^By that rule: column \d\.$"))
    expect(game.board.locator(".column[data-marks~=hint]")).to_have_count(1)
    expect(game.button("Next hint")).to_be_hidden()


# --- estimates ----------------------------------------------------------------------------------


@pytest.mark.context
def test_only_columns_without_a_proof_have_estimates_and_they_say_so(game: GamePage) -> None:
    game.study("/?board=9x7&moves=55")
    chips = game.board.locator('.chip[data-kind="estimate"]')
    expect(chips).to_have_count(9)
    expect(chips.first.locator(".chip-value")).to_have_text(re.compile(r"^\d\d?%$"))
    expect(chips.first.locator(".chip-label")).to_have_text("≈")
    estimate = r"estimate \d\d? % at depth \d+, not proven"
    verdict = game.page.locator("#study-card .verdict")
    expect(verdict).to_have_text(re.compile(rf"^Red: {estimate}\.$"))
    expect(game.column(5)).to_have_attribute("aria-label", re.compile(f"{estimate}$"))
    depth = """async () => {
        const { state } = await import('/static/js/page/state.js');
        return Math.min(...[...state.analysis.estimates.values()].map((each) => each.depth));
    }"""
    before = game.page.evaluate(depth)
    game.wait_until(f"await ({depth})() > {before}")
    game.study("/?moves=44444")
    expect(game.board.locator('.chip[data-kind="loss"]')).to_have_count(7)
    expect(game.board.locator('.chip[data-kind="estimate"]')).to_have_count(0)
