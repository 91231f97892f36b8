"""The coach, the best play on the board, and estimates."""

import re

import pytest
from playwright.sync_api import BrowserContext, Locator, expect

from web.driver import GamePage


def coach(game: GamePage) -> Locator:
    return game.page.get_by_role("region", name="Coach")


def switch_on(game: GamePage) -> None:
    game.page.get_by_role("switch", name="Coach").check()


@pytest.mark.shared_tab
def test_a_move_that_loses_is_held_and_can_be_taken_back(game: GamePage) -> None:
    game.begin(moves="44351")  # yellow must stop red in column 2 or 6 … only 2 holds
    switch_on(game)
    game.column(1).click()
    expect(coach(game)).to_contain_text("Stop! This loses at once: take it back?")
    expect(coach(game)).to_contain_text("Red wins immediately in column 2.")
    # The refutation is played out in discs.
    expect(game.page.locator("text.preview")).to_have_text(["1", "2"])
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


@pytest.mark.shared_tab
def test_a_held_move_can_be_played_all_the_same(game: GamePage) -> None:
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


def test_giving_a_win_away_is_held_and_the_coach_is_remembered(
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


@pytest.mark.shared_tab
def test_without_the_coach_nothing_is_held(game: GamePage) -> None:
    game.begin(moves="44351")
    game.click(1)
    assert game.moves() == "443511"
    game.settle()


@pytest.mark.shared_tab
def test_hints_come_in_steps(game: GamePage) -> None:
    game.begin(moves="44351")
    switch_on(game)
    game.button("Hint").click()
    expect(coach(game).get_by_role("listitem")).to_have_text(
        ["Your opponent threatens to win. Where?"]
    )
    expect(game.page.locator(".column[data-marks~=hint]")).to_have_count(0)
    game.button("Next hint").click()
    expect(coach(game).get_by_role("listitem").nth(1)).to_have_text("Look at column 2, row 1.")
    expect(game.cell(2, 1)).to_have_attribute("data-marks", "lit")
    expect(game.page.locator(".column[data-marks~=hint]")).to_have_count(0)
    game.button("Next hint").click()
    last = coach(game).get_by_role("listitem").nth(2)
    expect(last).to_contain_text("The best move is column 2. Column 2 wins.")
    expect(game.page.locator(".column[data-marks~=hint]")).to_have_attribute("data-column", "2")
    expect(game.button("Next hint")).to_be_hidden()
    # Another position begins from the first step.
    game.click(2)
    expect(coach(game).get_by_role("listitem")).to_have_count(0)
    game.settle()


@pytest.mark.shared_tab
def test_hints_of_a_quiet_position_name_a_part_of_the_board(game: GamePage) -> None:
    game.open("/")
    game.page.get_by_text("Two people", exact=True).click()
    switch_on(game)
    game.button("Hint").click()
    expect(coach(game)).to_contain_text("Look at the middle of the board.")
    expect(game.page.locator(".cell[data-marks~=lit]")).to_have_count(0)
    game.button("Next hint").click()
    expect(game.page.locator(".cell[data-marks~=lit]")).to_have_count(3)
    game.button("Next hint").click()
    expect(coach(game)).to_contain_text("Column 4 wins. No other column does.")


def test_hints_lead_by_the_rule_of_a_plan_to_the_column(game: GamePage) -> None:
    game.begin(moves="657533366113671")  # yellow answers on top
    switch_on(game)
    expect(game.button("Hint")).to_be_visible()
    game.button("Hint").click()
    expect(coach(game).get_by_role("listitem")).to_have_count(1)
    game.button("Next hint").click()
    expect(coach(game).get_by_role("listitem").nth(1)).to_contain_text("The rule: ")
    game.button("Next hint").click()
    last = coach(game).get_by_role("listitem").nth(2)
    expect(last).to_have_text(re.compile(r"^By that rule: column \d\.$"))
    expect(game.page.locator(".column[data-marks~=hint]")).to_have_count(1)
    expect(game.button("Next hint")).to_be_hidden()


# --- best play ----------------------------------------------------------------------------------

# Red wins with best play in column 4, but not soon; it takes milliseconds to prove.
QUIET = "66373522223332"


def test_the_best_play_is_shown_on_the_board_and_played_through(game: GamePage) -> None:
    game.open(f"/?moves={QUIET}")
    game.page.get_by_role("switch", name="Study").check()
    game.page.locator("#study-card").get_by_text("More", exact=True).click()
    best = game.page.get_by_role("button", name=re.compile("^Best play: "))
    expect(best).to_be_visible()
    numbers = game.page.locator("text.preview")
    expect(numbers).to_have_count(0)
    best.hover()
    expect(numbers).to_have_count(12)
    expect(numbers.first).to_have_text("1")
    game.page.mouse.move(0, 0)
    expect(numbers).to_have_count(0)
    best.click()
    game.page.mouse.move(0, 0)
    expect(best).to_have_attribute("aria-pressed", "true")
    expect(numbers).to_have_count(12)
    first = int(re.findall(r"\d+", best.inner_text())[0])
    game.button("Play through").click()
    game.expect_status("Variation, move 15")
    game.expect_disc(first, 1, "red")
    game.button("Next move").click()
    game.expect_status("Variation, move 16")
    expect(game.page.locator(".variations .move-name").first).to_have_text("Best play")
    assert game.moves() == QUIET


# --- estimates ----------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["", "&engine=server"])
def test_columns_without_a_proof_have_estimates_that_say_so(game: GamePage, engine: str) -> None:
    game.open(f"/?board=9x7&moves=55{engine}")
    game.page.get_by_role("switch", name="Study").check()
    chips = game.page.locator('.chip[data-kind="estimate"]')
    expect(chips).to_have_count(9)
    expect(chips.first.locator(".chip-value")).to_have_text(re.compile(r"^\d\d?%$"))
    expect(chips.first.locator(".chip-label")).to_have_text("≈")
    expect(game.page.locator("#study-card .verdict")).to_have_text(
        re.compile(r"^Red: estimate \d\d? % at depth \d+, not proven\.$")
    )
    expect(game.column(5)).to_have_attribute(
        "aria-label", re.compile(r"estimate \d\d? % at depth \d+, not proven$")
    )
    depth = """async () => {
        const { state } = await import('/static/js/page/store.js');
        return Math.min(...[...state.analysis.estimates.values()].map((each) => each.depth));
    }"""
    before = game.page.evaluate(depth)
    game.page.wait_for_function(f"({depth})().then((depth) => depth > {before})")


@pytest.mark.shared_tab
def test_proven_columns_have_no_estimates(game: GamePage) -> None:
    game.open("/?moves=44444")
    game.page.get_by_role("switch", name="Study").check()
    expect(game.page.locator('.chip[data-kind="loss"]')).to_have_count(7)
    expect(game.page.locator('.chip[data-kind="estimate"]')).to_have_count(0)
