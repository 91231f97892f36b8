"""Studying on the page: scores of the columns, explanations with highlighted cells, hints, reviews."""

import re

import pytest
from playwright.sync_api import expect

from dropfour import Position, Solver, explain
from web.driver import GamePage

pytestmark = pytest.mark.shared_tab

OPEN_GAME = "44553344411221"
MANY_FACTS = "41577777425"


def test_study_shows_the_solvers_numbers_and_a_hint_the_best_column(game: GamePage) -> None:
    game.open(f"/?moves={OPEN_GAME}")
    expect(game.board.locator(".chips")).not_to_be_visible()
    game.study()
    expect(game.page.locator("#study-card .verdict")).to_have_text("Red wins in 1 with best play.")
    position = Position.from_moves(OPEN_GAME)
    analysis = Solver(table_mib=4).analyse(position)
    chips = game.board.locator(".chip")
    for column, score in analysis.scores.items():
        chip = chips.nth(column - 1)
        kind = "win" if score > 0 else "loss" if score < 0 else "draw"
        expect(chip).to_have_attribute("data-kind", kind)
        said = re.compile({"win": "win in", "draw": "draw", "loss": "lose in"}[kind])
        expect(game.column(column)).to_have_attribute("aria-label", said)
    expect(game.board.locator(".chip[data-best]")).to_have_count(len(analysis.best))
    expect(chips.nth(5)).to_have_text("win1")
    expect(game.page.get_by_role("img", name="Red: win in 1")).to_be_visible()
    game.column(4).focus()
    game.press("h")
    expect(game.column(6)).to_have_attribute("data-marks", "hint")
    expect(game.column(6)).to_have_attribute("aria-label", re.compile("hint$"))
    game.expect_spoken("The best move is column 6.")
    game.click(6)
    game.expect_status("Red wins")
    # A win that nothing can beat is the best, although the others are not proven.
    game.study("/?board=12x4&moves=6677")
    verdict = game.page.locator("#study-card .verdict")
    expect(verdict).to_have_text("Red wins in 2 with best play.")
    expect(game.board.locator(".chip[data-best]")).to_have_text(["win2", "win2"])


@pytest.mark.context
def test_study_and_coach_have_their_space_and_move_nothing(game: GamePage) -> None:
    game.open(f"/?moves={OPEN_GAME}")
    well = game.page.locator(".well")
    before = well.bounding_box()
    game.page.get_by_role("switch", name="Coach").check()
    expect(game.page.get_by_role("region", name="Coach")).to_be_visible()
    game.study()
    expect(game.board.locator(".chips")).to_be_visible()
    assert well.bounding_box() == before
    game.page.get_by_role("switch", name="Coach").uncheck()
    game.watch_shifts()
    game.reload()
    expect(game.board.locator(".chip[data-best]")).to_be_visible()
    expect(game.page.locator("#study-card .fact").first).to_be_visible()
    assert sum(game.shifts()) == 0


@pytest.mark.context
def test_a_click_is_answered_in_the_next_frame_while_columns_are_searched(game: GamePage) -> None:
    game.open("/?board=9x7")  # where no proof ends
    game.study()
    expect(game.board.locator('.chip[data-kind="estimate"]').first).to_be_visible()
    shown = game.page.evaluate(
        """async () => {
            const { state } = await import('/static/js/page/state.js');
            const discs = () => document.querySelectorAll('#board .disc:not(.ghost)').length;
            const counts = [];
            for (const column of [5, 4, 6]) {
                document.querySelector(`.column[data-column="${column}"]`).click();
                await new Promise(requestAnimationFrame);
                counts.push(discs());
            }
            return [counts, state.study && !state.analysis?.done];
        }"""
    )
    assert shown == [[1, 2, 3], True]


def test_a_fact_lights_its_cells_and_those_after_the_first_are_behind_more(game: GamePage) -> None:
    game.study("/?moves=414141")
    fact = game.page.get_by_role("button", name="Red wins immediately in column 4.")
    fact.click()
    expect(fact).to_have_attribute("aria-pressed", "true")
    expect(game.cell(4, 4)).to_have_attribute("data-marks", "lit")
    expect(game.board.locator(".marks .lit")).to_have_count(1)
    game.click(4)
    game.expect_status("Red wins")
    expect(game.board.locator(".marks .lit")).to_have_count(0)
    facts = explain(MANY_FACTS).facts
    assert len(facts) > 3
    game.study(f"/?moves={MANY_FACTS}")
    card = game.page.locator("#study-card")
    shown = card.locator(".facts .fact:visible")
    expect(shown).to_have_text([str(facts[0])])
    expect(card.get_by_text("million nodes")).to_be_hidden()
    card.get_by_text("More", exact=True).focus()
    game.page.keyboard.press("Enter")
    expect(shown).to_have_text([str(fact) for fact in facts])
    game.page.keyboard.press("Tab")  # to the first of the others, which marks its cells
    expect(shown.nth(1)).to_be_focused()
    cell = facts[1].cells[0]
    expect(game.cell(cell.column, cell.row)).to_have_attribute("data-marks", "lit")


def test_the_review_marks_a_known_blunder_and_steps_with_arrows(game: GamePage) -> None:
    game.open(f"/?moves={OPEN_GAME}7")
    game.button("Review").click()
    blunder = game.button("Move 15: red, column 7, blunder")
    expect(blunder).to_be_visible()
    card = game.page.locator("#review-card")
    expect(card.locator(".mistake")).to_have_text("Move 15: Red missed a win in column 6.")
    # The review has opened on it.
    game.expect_status("After 14 of 15 moves")
    card.get_by_text("What perfect play says").click()
    expect(card).to_contain_text(
        "Red played column 7, and a win became a draw. Column 6 would have kept the win. "
        "Red was winning until move 15."
    )
    expect(game.page.locator(".graph-curve")).to_be_visible()
    expect(game.page.locator(".graph-blunder").last).to_be_attached()
    blunder.focus()
    game.press("ArrowLeft")
    game.expect_status("After 13 of 15 moves")
    game.press("End")
    game.expect_status("Yellow to move")
    game.button("Previous mistake").click()
    game.expect_status("After 14 of 15 moves")
    expect(game.board.locator(".column[data-marks~=lit]")).to_have_attribute("data-column", "6")


# Every verdict that the page shows, also for a moment.
VERDICTS = """() => {
    window.verdicts = new Set();
    const note = () => {
        const verdict = document.querySelector('#study-card .verdict')?.textContent;
        const bar = document.querySelector('#evalbar')?.getAttribute('aria-label');
        for (const text of [verdict, bar]) if (text) window.verdicts.add(text);
    };
    new MutationObserver(note).observe(document.body, {
        subtree: true, childList: true, characterData: true, attributes: true,
    });
}"""


BOARDS = ["9x7&moves=12121", "8x7&moves=12121", "20x20&moves=12121", "9x7&connect=5&moves=1212121"]


@pytest.mark.parametrize("board", BOARDS)
def test_a_column_without_a_proof_is_not_left_out_of_the_verdict(
    game: GamePage, board: str
) -> None:
    """Every column but the one that blocks loses at once."""
    game.open(f"/?board={board}")
    game.page.evaluate(VERDICTS)
    game.study()
    expect(game.page.locator("#study-card")).to_contain_text("Yellow must block column 1")
    expect(game.board.locator('.chip[data-kind="loss"]').last).to_be_visible()
    expect(game.board.locator('.chip[data-kind="estimate"]')).to_have_count(1)
    expect(game.page.locator("#study-card .verdict")).to_contain_text("estimate")
    shown = game.page.evaluate("[...window.verdicts]")
    assert not any(re.search("lose|estimate [0-9] %", text) for text in shown), shown
