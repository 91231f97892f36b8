"""The trainer in a real browser; js/trainer.test.mjs has its schedule."""

import datetime
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import dropfour as d4
from web.driver import GamePage
from web.exercises import Exercises

MONDAY = datetime.date(2026, 11, 16)


@pytest.fixture
def trainer(game: GamePage) -> Exercises:
    trainer = Exercises(game, "trainer")
    trainer.set_time(MONDAY)
    # The first mistake that is known, and the first seed of the beginner.
    game.page.add_init_script("Math.random = () => 0")
    return trainer


def begin(trainer: Exercises, colour: str, due: int = 0) -> None:
    trainer.page.goto("/trainer")
    trainer.button(f"Train as {colour}{f' ({due} due)' if due else ''}").click()
    task = re.compile(f"^{colour.capitalize()} to move: (play a column that wins|hold the draw)$")
    expect(trainer.heading).to_have_text(task)


def kept_cards(trainer: Exercises) -> list[dict[str, Any]]:
    cards: list[dict[str, Any]] = (trainer.kept("trainer") or {"cards": []})["cards"]
    return cards


def keep(trainer: Exercises, **changes: Any) -> None:
    """Change the card that is kept, which is due then."""
    trainer.page.evaluate(
        """(changes) => {
            const kept = JSON.parse(localStorage.getItem('dropfour.trainer'));
            Object.assign(kept.cards[0], { due: kept.cards[0].seen }, changes);
            localStorage.setItem('dropfour.trainer', JSON.stringify(kept));
        }""",
        changes,
    )


def test_a_blunder_comes_back_when_it_is_due_and_finally_stays_away(trainer: Exercises) -> None:
    page = trainer.page
    page.goto("/learn")
    page.get_by_role("link", name="Trainer").click()
    trainer.expect_url("/trainer$")
    expect(trainer.heading).to_be_focused()
    trainer.expect_text("Nothing is due today.")
    trainer.expect_text("0 positions in training, 0 learned.")
    begin(trainer, "red")
    trainer.column(1).click()
    refutation = "yellow answers in column 4, and yellow wins in 20 moves."
    trainer.expect_said(f"Column 1 does not win: {refutation}")
    trainer.expect_disc(4, 1, "yellow")
    trainer.button("Next move").click()
    expect(trainer.root.locator("[data-cell][aria-label$=': red']")).to_have_count(2)
    trainer.button("Try again").click()
    trainer.expect_disc(1, 1, "empty")
    trainer.column(4).click()
    trainer.expect_disc(4, 1, "red")
    trainer.expect_text("1 position in training")
    page.goto("/trainer")
    trainer.expect_text("Nothing is due today.")
    trainer.expect_text("The next one will come back tomorrow.")
    trainer.set_time(MONDAY + datetime.timedelta(1))
    page.goto("/learn")
    expect(page.locator("#learn-view")).to_contain_text("1 position due today")
    begin(trainer, "red", due=1)
    expect(trainer.root.get_by_role("heading", name="Your blunder")).to_be_visible()
    trainer.column(4).click()
    trainer.expect_said("Column 4 is right. It will come back on November 20, 2026.")
    trainer.expect_text("You had played column 1.")
    expect(trainer.button("Next round")).to_be_visible()
    # At its last stage it is learned.
    keep(trainer, stage=4)
    begin(trainer, "red", due=1)
    trainer.column(4).click()
    trainer.expect_said("Column 4 is right. You have learned it: it will not come back.")
    trainer.set_time(MONDAY + datetime.timedelta(1000))
    page.goto("/trainer")
    trainer.expect_text("Nothing is due today.")
    trainer.expect_text("0 positions in training, 1 learned.")
    # Whoever can complete a line has to: another column that wins later is not right.
    keep(trainer, moves="443352", stage=4)
    assert d4.analyse("443352").scores[5] > 0
    begin(trainer, "red", due=1)
    trainer.column(5).click()
    trainer.expect_said("Column 5 wins, too, but not fastest: red wins in 17 moves.")
    trainer.button("Try again").click()
    trainer.column(6).click()
    trainer.expect_said(re.compile("^Column 6 is right."))


def test_the_page_plays_mistakes_and_the_result_must_be_kept(trainer: Exercises) -> None:
    page = trainer.page
    trainer.game.add(moves="1212121")
    begin(trainer, "yellow")
    mistake = "Red plays column 1, a mistake from your games."
    trainer.expect_said(f"A round from the empty board. {mistake}")
    moves, position = "1", d4.Position().play(1)
    for answer in range(1, 6):
        trainer.expect_text(f"Answer {answer} of 5. Moves: {' '.join(moves)}.")
        scores = d4.analyse(moves).scores
        # Of the columns that keep the result, the slowest win, so that the round has all its answers.
        wins = max(scores.values()) > 0
        keeping = [column for column, score in scores.items() if (score > 0) == wins and score >= 0]
        # Whoever can complete a line has to, and that ends the round.
        now = [each for each in keeping if position.play(each).is_over]
        column = min(now or keeping, key=lambda each: scores[each])
        task = "play a column that wins" if wins else "hold the draw"
        expect(trainer.heading).to_have_text(f"Yellow to move: {task}")
        cell = position.landing_cell(column)
        trainer.column(column).click()
        trainer.expect_disc(*cell, "yellow")
        moves, position = f"{moves}{column}", position.play(column)
        if answer == 5 or position.is_over:
            break
        text = f"Answer {answer + 1} of 5. Moves: {' '.join(moves)} "
        trainer.expect_text(re.compile(rf"{re.escape(text)}\d\."))
        said = trainer.root.locator(".feedback").inner_text()
        found = re.match(rf"Column {column} is right\. Red plays column (\d)", said)
        assert found
        reply = int(found[1])
        scores = d4.analyse(moves).scores
        assert scores[reply] < max(scores.values()) or len(set(scores.values())) == 1
        moves, position = f"{moves}{reply}", position.play(reply)
    over = f"The round is over: {answer} of {answer} right at the first try."
    trainer.expect_said(re.compile(f"{over}$"))
    assert kept_cards(trainer) == []
    trainer.game.expect_spoken(over)
    onward = trainer.link("Play on from here")
    if position.is_over:
        expect(onward).to_be_hidden()
    else:
        expect(onward).to_have_attribute("href", f"/?moves={moves}")
    trainer.link("Opening explorer").click()
    trainer.expect_url(f"/openings/{moves[:-1]}$")
    page.go_back()
    trainer.button("Next round").click()
    trainer.expect_text("Answer 1 of 5. Moves: 1.")


def test_blunders_of_past_games_are_asked(trainer: Exercises) -> None:
    page = trainer.page
    # Red's first move gives the win away; the later ones are checked by the solver as well.
    game_id = trainer.game.add(moves="1212121", yellow={"engine": "easy"})
    trainer.game.add(moves="4141414", yellow={"engine": "easy"}, objective="most-lines")
    page.goto("/trainer")
    trainer.expect_text(re.compile("1 new game searched: 1 blunder."))
    trainer.expect_text("Due today: 1 as red.")
    page.reload()
    begin(trainer, "red", due=1)
    trainer.expect_text("From one of your games")
    link = trainer.link("Your game")
    expect(link).to_have_attribute("href", f"/game/{game_id}")
    trainer.button("Change colour").click()
    expect(trainer.heading).to_be_focused()
    expect(trainer.heading).to_have_text("Trainer")


def test_a_round_is_played_by_keyboard_and_a_hint_counts_as_not_known(trainer: Exercises) -> None:
    page = trainer.page
    page.goto("/trainer")
    trainer.button("Train as red").press("Enter")
    expect(page.locator("#trainer-view .column:focus")).to_be_visible()
    trainer.game.expect_spoken("Red to move: play a column that wins.")
    trainer.game.press("h")
    trainer.expect_said(re.compile("^Look for a disc that yellow has to answer"))
    trainer.game.press("h")
    trainer.expect_said(re.compile("^It is one of the columns"))
    trainer.game.press("3")
    trainer.expect_said(re.compile("^Column 3 does not win: .* the game is a draw.$"))
    trainer.game.press("u")
    trainer.expect_said("The move is taken back. Try again.")
    trainer.game.press("4")
    trainer.expect_said(re.compile("^Column 4 is right. Yellow plays column"))
    cards = kept_cards(trainer)
    assert [(each["moves"], each["wrong"], each["stage"]) for each in cards] == [("", None, 0)]


def test_the_training_can_move(trainer: Exercises, tmp_path: Path) -> None:
    page = trainer.page
    begin(trainer, "red")
    trainer.column(1).click()
    trainer.expect_said(re.compile("^Column 1 does not win"))
    with page.expect_download() as download:
        trainer.button("Export").click()
    file = tmp_path / "training.json"
    download.value.save_as(file)
    cards = kept_cards(trainer)
    assert len(cards) == 1
    page.evaluate("localStorage.clear()")
    page.goto("/trainer")
    trainer.expect_text("0 positions in training")
    chooser = trainer.root.locator("input[type=file]")
    chooser.set_input_files(file)
    trainer.game.expect_notice("1 position imported.")
    trainer.expect_text("1 position in training")
    assert kept_cards(trainer) == cards
    for text in ("{", '{"cards": []}', "[]"):
        file.write_text(text)
        chooser.set_input_files(file)
        reason = "it was not exported by the trainer."
        trainer.game.expect_notice(f"Training.json could not be imported: {reason}")
    assert kept_cards(trainer) == cards


def test_damaged_storage_and_a_silent_server_do_not_stop_the_training(trainer: Exercises) -> None:
    page = trainer.page
    page.add_init_script("localStorage.setItem('dropfour.trainer', '{\"cards\": 7, \"games\": {}')")
    page.route("**/api/openings*", lambda route: route.abort())
    trainer.game.expected = "Failed to load resource"
    begin(trainer, "yellow")
    trainer.expect_said(re.compile("Red plays column [123567], a mistake that beginners make.$"))
