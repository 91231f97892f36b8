"""The trainer: when blunders come back, what the page plays, and the training in a real browser."""

import datetime
import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

import dropfour as d4
from dropfour.web.page.files import STATIC
from web.driver import GamePage
from web.test_learning import Exercises

MONDAY = datetime.date(2026, 11, 16)
DAY = 20_000
INTERVALS = [1, 3, 7, 16, 35]


def counted(column: int, yours: int = 0, engines: int = 0) -> dict[str, Any]:
    count = {"red": 0, "draw": 0}
    return {
        "column": column,
        "yours": {**count, "yellow": yours},
        "engines": {**count, "yellow": engines},
    }


def column_scores(moves: str) -> list[dict[str, Any]]:
    scores = d4.analyse(moves).scores.items()
    return [{"column": each, "score": {"low": score, "high": score}} for each, score in scores]


def card(moves: str, **changes: Any) -> dict[str, Any]:
    return {
        "moves": moves,
        "wrong": 1,
        "stage": 0,
        "due": DAY,
        "seen": DAY,
        "game": None,
        **changes,
    }


# --- the schedule -------------------------------------------------------------------------------------

WRONG = ["afterWrong", "44", 1, DAY]
RIGHT_DAYS = [DAY + sum(INTERVALS[: i + 1]) for i in range(5)]
LEARNT = [WRONG, *(["afterRight", "44", day] for day in RIGHT_DAYS)]
FAILED = [*LEARNT[:4], ["afterWrong", "44", 2, DAY + 30]]
TOO_EARLY = [WRONG, ["afterRight", "44", DAY]]
UNKNOWN = [["afterRight", "44", DAY]]
IN_GAME = ["afterBlunder", "44", 3, {"id": "game", "played": DAY - 5}, DAY]
OLDER_GAME = [WRONG, IN_GAME]
LATER_GAME = [*LEARNT, ["afterBlunder", "44", 3, {"id": "game", "played": DAY + 90}, DAY + 91]]
LINES = [f"{a}{b}" for a in range(1, 5) for b in range(1, 8)]
MANY = [["afterBlunder", moves, 1, {"id": "game", "played": DAY - 1}, DAY] for moves in LINES]
MIXED = [
    ["afterWrong", "44", 1, DAY - 1],
    ["afterWrong", "4", 1, DAY - 1],
    ["afterWrong", "", 1, DAY - 2],
    ["afterWrong", "4455", 1, DAY],
]
BAD_CARDS = [
    card("4444444"),
    card("4141414"),
    card("48"),
    card("44", stage=6),
    card("44", due="soon"),
    card("44", seen=None),
    card("44", wrong=9),
    card("44", game="<b>"),
    {},
    None,
    7,
]


@pytest.fixture(scope="module")
def answers() -> dict[str, Any]:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node.js, so that the trainer's schedule is not checked")
    orders = {
        "keys": ["44", "12", "76", "4433", "3344", "4455"],
        "walks": [LEARNT, FAILED, TOO_EARLY, UNKNOWN, [IN_GAME], OLDER_GAME, LATER_GAME, MANY],
        "due": [[MIXED, "red", DAY], [MIXED, "yellow", DAY], [LEARNT, "red", DAY + 5000]],
        "overview": [[MIXED, DAY], [LEARNT, DAY + 100]],
        "read": [[card("44")], BAD_CARDS, None, "cards", {"any": card("12")}],
        "merged": [
            [[card("12", stage=3, seen=DAY)], [card("76", stage=1, seen=DAY + 1), card("4")]],
            [[card("12", stage=3, seen=DAY + 1)], [card("12", stage=1, seen=DAY)]],
        ],
        "days": ["2026-11-16T00:00:00", "2026-11-16T23:59:59", "2027-03-28T03:00:00"],
        "dates": [20_773],
        "wrong": [column_scores(""), column_scores("4"), column_scores("33")],
        "chosen": [
            [[1, 2], [counted(1, yours=3), counted(2, engines=5), counted(4, yours=90)], chance]
            for chance in (0, 0.29, 0.31, 0.79, 0.81, 0.999)
        ]
        + [[[1], [], 0]],
    }
    done = subprocess.run(
        [node, str(Path(__file__).with_name("trainer.mjs")), str(STATIC)],
        input=json.dumps(orders),
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "TZ": "America/Los_Angeles"},
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def only(cards: dict[str, Any]) -> dict[str, Any]:
    assert len(cards) == 1
    found: dict[str, Any] = next(iter(cards.values()))
    return found


def test_a_blunder_returns_after_growing_intervals_until_it_is_learnt(
    answers: dict[str, Any],
) -> None:
    assert answers["intervals"] == INTERVALS
    states = [only(cards) for cards in answers["walks"][0]]
    assert [each["stage"] for each in states] == [0, 1, 2, 3, 4, 5]
    assert [each["due"] for each in states[:5]] == RIGHT_DAYS
    assert states[0] == card("44", due=DAY + 1)
    assert answers["due"][2] == []
    assert answers["overview"][1] == {"red": 0, "yellow": 0, "open": 0, "learnt": 1, "next": None}


def test_a_wrong_answer_starts_again_and_an_early_right_one_changes_nothing(
    answers: dict[str, Any],
) -> None:
    _, failed, early, unknown = answers["walks"][:4]
    assert only(failed[-2])["stage"] == 3
    assert only(failed[-1]) == card("44", wrong=2, due=DAY + 31, seen=DAY + 30)
    assert early[0] == early[1]
    assert unknown == [{}]


def test_blunders_of_games_are_asked_unless_they_were_seen_since(answers: dict[str, Any]) -> None:
    found, older, later, many = answers["walks"][4:]
    assert only(found[0]) == card("44", wrong=3, seen=DAY - 5, game="game")
    assert older[0] == older[1]
    assert only(later[-1]) == card("44", wrong=3, due=DAY + 91, seen=DAY + 90, game="game")
    days = [each["due"] - DAY for each in many[-1].values()]
    assert [days.count(day) for day in range(4)] == [10, 10, len(days) - 20, 0]


def test_due_cards_are_those_of_the_colour_the_most_overdue_first(answers: dict[str, Any]) -> None:
    assert answers["due"][:2] == [["", "44"], ["4"]]
    expected = {"red": 2, "yellow": 1, "open": 4, "learnt": 0, "next": DAY + 1}
    assert answers["overview"][0] == expected


def test_mirror_images_and_other_orders_are_one_position(answers: dict[str, Any]) -> None:
    stacked, left, right, one, other, third = answers["keys"]
    assert left == right
    assert one == other == third
    assert one != stacked


def test_damaged_cards_are_left_out_and_the_newer_one_wins(answers: dict[str, Any]) -> None:
    good, bad, nothing, words, renamed = answers["read"]
    assert only(good) == card("44")
    assert bad == nothing == words == {}
    assert only(renamed) == card("12")
    both, kept = answers["merged"]
    assert sorted(each["moves"] for each in both.values()) == ["4", "76"]
    assert only(kept)["stage"] == 3


def test_days_follow_the_calendar_of_the_user(answers: dict[str, Any]) -> None:
    first, same, spring = answers["days"]
    assert first == same == 20_773
    assert spring - first == (datetime.date(2027, 3, 28) - MONDAY).days
    assert answers["dates"] == ["Mon Nov 16 2026"]


def test_the_page_chooses_among_mistakes_as_often_as_they_are_played(
    answers: dict[str, Any],
) -> None:
    assert answers["wrong"] == [
        [column for column, score in scores.items() if score < max(scores.values())]
        for scores in (d4.analyse(moves).scores for moves in ("", "4", "33"))
    ]
    # 3 of 10 are column 1, 5 column 2, and 2 are left to the beginner.
    one, two = {"column": 1, "isYours": True}, {"column": 2, "isYours": False}
    assert answers["chosen"] == [one, one, two, two, None, None, None]


# --- the page -----------------------------------------------------------------------------------------


def set_day(page: Page, day: datetime.date) -> None:
    page.clock.set_fixed_time(
        datetime.datetime(day.year, day.month, day.day, 12, tzinfo=datetime.timezone.utc)
    )


@pytest.fixture
def trainer(game: GamePage) -> Exercises:
    set_day(game.page, MONDAY)
    # The first mistake that is known, and the first seed of the beginner.
    game.page.add_init_script("Math.random = () => 0")
    return Exercises(game.page, "trainer")


def begin(trainer: Exercises, colour: str, due: int = 0) -> None:
    trainer.page.goto("/trainer")
    trainer.button(f"Train as {colour}{f' ({due} due)' if due else ''}").click()
    mover = colour.capitalize()
    expect(trainer.root.get_by_role("heading", level=1)).to_have_text(
        re.compile(f"^{mover} to move: (play a column that wins|hold the draw)$")
    )


def long_date(day: datetime.date) -> str:
    return f"{day:%B} {day.day}, {day.year}"


def kept_cards(page: Page) -> list[dict[str, Any]]:
    text = page.evaluate("localStorage.getItem('dropfour.trainer')")
    cards: list[dict[str, Any]] = json.loads(text)["cards"] if text else []
    return cards


def add(game: Page, **new: object) -> str:
    answer = game.request.post("/api/games", data=new)
    assert answer.status == 201, answer.text()
    return str(answer.json()["id"])


def test_a_blunder_comes_back_when_it_is_due_and_finally_stays_away(trainer: Exercises) -> None:
    page = trainer.page
    page.goto("/learn")
    page.get_by_role("link", name="Trainer").click()
    expect(page).to_have_url(re.compile("/trainer$"))
    expect(trainer.root.get_by_role("heading", level=1)).to_be_focused()
    expect(trainer.root).to_contain_text("Nothing is due today.")
    expect(trainer.root).to_contain_text("0 positions in training, 0 learnt.")
    begin(trainer, "red")
    trainer.column(1).click()
    trainer.expect_said(
        "Column 1 does not win: yellow answers in column 4, and yellow wins in 20 moves."
    )
    trainer.expect_disc(4, 1, "yellow")
    trainer.button("Next move").click()
    expect(trainer.root.locator("[data-cell][aria-label$=': red']")).to_have_count(2)
    trainer.button("Try again").click()
    trainer.expect_disc(1, 1, "empty")
    trainer.column(4).click()
    trainer.expect_disc(4, 1, "red")
    expect(trainer.root).to_contain_text("1 position in training")
    day = MONDAY
    for number, interval in enumerate(INTERVALS, 1):
        # It is not asked before its day.
        set_day(page, day + datetime.timedelta(interval - 1))
        page.goto("/trainer")
        expect(trainer.root).to_contain_text("Nothing is due today.")
        expect(trainer.root).to_contain_text("The next one comes back tomorrow.")
        day += datetime.timedelta(interval)
        set_day(page, day)
        if number == 1:
            page.goto("/learn")
            expect(page.locator("#learn-view")).to_contain_text("1 position due today.")
        begin(trainer, "red", due=1)
        expect(trainer.root.get_by_role("heading", name="Your blunder")).to_be_visible()
        trainer.column(4).click()
        if number == len(INTERVALS):
            break
        following = long_date(day + datetime.timedelta(INTERVALS[number]))
        trainer.expect_said(f"Column 4 is right. It comes back on {following}.")
        expect(trainer.root).to_contain_text("You had played column 1.")
        expect(trainer.button("Next round")).to_be_visible()
    trainer.expect_said("Column 4 is right. It is learnt and stays away.")
    set_day(page, day + datetime.timedelta(1000))
    page.goto("/trainer")
    expect(trainer.root).to_contain_text("Nothing is due today.")
    expect(trainer.root).to_contain_text("0 positions in training, 1 learnt.")


def test_a_blunder_answered_wrong_again_starts_again(trainer: Exercises) -> None:
    page = trainer.page
    due = {"moves": "", "wrong": 1, "stage": 3, "due": 20_000, "seen": 19_984, "game": None}
    page.goto("/")
    page.evaluate(
        "(cards) => localStorage.setItem('dropfour.trainer', cards)", json.dumps({"cards": [due]})
    )
    begin(trainer, "red", due=1)
    trainer.column(2).click()
    trainer.expect_said(re.compile("^Column 2 does not win: yellow answers in column"))
    trainer.column(2).click(force=True)  # takes it back
    trainer.column(4).click()
    trainer.expect_said("Column 4 is right. It comes back tomorrow.")
    today = (MONDAY - datetime.date(1970, 1, 1)).days
    assert kept_cards(page) == [{**due, "wrong": 2, "stage": 0, "due": today + 1, "seen": today}]


def test_the_page_plays_what_was_played_wrong_and_the_result_must_be_kept(
    trainer: Exercises,
) -> None:
    page = trainer.page
    add(page, moves="1212121")
    begin(trainer, "yellow")
    trainer.expect_said(
        "A round from the empty board. Red plays column 1, a mistake from your games."
    )
    moves, position = "1", d4.Position().play(1)
    for answer in range(1, 6):
        expect(trainer.root).to_contain_text(f"Answer {answer} of 5. Moves: {' '.join(moves)}.")
        scores = d4.analyse(moves).scores
        # Of the columns that keep the result, the slowest win, so that the round has all its answers.
        wins = max(scores.values()) > 0
        keeping = [column for column, score in scores.items() if (score > 0) == wins and score >= 0]
        column = min(keeping, key=lambda each: scores[each])
        task = "play a column that wins" if wins else "hold the draw"
        heading = trainer.root.get_by_role("heading", level=1)
        expect(heading).to_have_text(f"Yellow to move: {task}")
        cell = position.landing_cell(column)
        trainer.column(column).click()
        trainer.expect_disc(*cell, "yellow")
        moves, position = f"{moves}{column}", position.play(column)
        if answer == 5:
            break
        text = f"Answer {answer + 1} of 5. Moves: {' '.join(moves)} "
        expect(trainer.root).to_contain_text(re.compile(rf"{re.escape(text)}\d\."))
        said = trainer.root.locator(".feedback").inner_text()
        found = re.match(rf"Column {column} is right\. Red plays column (\d)", said)
        assert found
        reply = int(found[1])
        scores = d4.analyse(moves).scores
        assert scores[reply] < max(scores.values()) or len(set(scores.values())) == 1
        moves, position = f"{moves}{reply}", position.play(reply)
    trainer.expect_said(re.compile("That was the round: 5 of 5 right at the first try.$"))
    assert kept_cards(page) == []
    expect(page.locator("#live")).to_contain_text("5 of 5 right")
    onward = trainer.root.get_by_role("link", name="Play on from here")
    expect(onward).to_have_attribute("href", f"/?moves={moves}")
    trainer.root.get_by_role("link", name="Opening explorer").click()
    expect(page).to_have_url(re.compile(f"/openings/{moves[:-1]}$"))
    page.go_back()
    trainer.button("Next round").click()
    expect(trainer.root).to_contain_text("Answer 1 of 5. Moves: 1.")


def test_blunders_of_past_games_are_asked(trainer: Exercises) -> None:
    page = trainer.page
    # Red's first move gives the win away; the later ones are checked by the solver as well.
    game_id = add(page, moves="1212121", yellow={"engine": "easy"})
    add(page, moves="4141414", yellow={"engine": "easy"}, objective="most-lines")
    page.goto("/trainer")
    expect(trainer.root).to_contain_text(re.compile("1 new game looked through: 1 blunder."))
    expect(trainer.root).to_contain_text("Due today: 1 as red.")
    page.reload()
    begin(trainer, "red", due=1)
    expect(trainer.root).to_contain_text("From one of your games")
    link = trainer.root.get_by_role("link", name="Your game")
    expect(link).to_have_attribute("href", f"/game/{game_id}")
    trainer.button("Change colour").click()
    expect(trainer.root.get_by_role("heading", level=1)).to_be_focused()
    expect(trainer.root.get_by_role("heading", level=1)).to_have_text("Trainer")


def test_a_round_is_played_by_keyboard_and_a_hint_counts_as_not_known(trainer: Exercises) -> None:
    page = trainer.page
    page.goto("/trainer")
    trainer.button("Train as red").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#trainer-view .column:focus")).to_be_visible()
    expect(page.locator("#live")).to_contain_text("Red to move: play a column that wins.")
    page.keyboard.press("h")
    trainer.expect_said(re.compile("^It is one of the columns"))
    page.keyboard.press("3")
    trainer.expect_said(re.compile("^Column 3 does not win: .* the game is a draw.$"))
    page.keyboard.press("u")
    trainer.expect_said("The move is taken back. Try again.")
    page.keyboard.press("4")
    trainer.expect_said(re.compile("^Column 4 is right. Yellow plays column"))
    cards = kept_cards(page)
    assert [(each["moves"], each["wrong"], each["stage"]) for each in cards] == [("", None, 0)]


def test_the_training_moves_to_another_browser_as_a_file(
    trainer: Exercises, context: BrowserContext, tmp_path: Path
) -> None:
    page = trainer.page
    begin(trainer, "red")
    trainer.column(1).click()
    trainer.expect_said(re.compile("^Column 1 does not win"))
    with page.expect_download() as download:
        trainer.button("Export").click()
    file = tmp_path / "training.json"
    download.value.save_as(file)
    cards = kept_cards(page)
    assert len(cards) == 1
    page.evaluate("localStorage.clear()")
    page.goto("/trainer")
    expect(trainer.root).to_contain_text("0 positions in training")
    chooser = trainer.root.locator("input[type=file]")
    chooser.set_input_files(file)
    expect(page.locator("#notice")).to_have_text("1 position imported.")
    expect(trainer.root).to_contain_text("1 position in training")
    assert kept_cards(page) == cards
    for text in ("{", '{"cards": []}', "[]"):
        file.write_text(text)
        chooser.set_input_files(file)
        expect(page.locator("#notice")).to_have_text(
            "Training.json could not be imported: it was not exported by the trainer."
        )
    assert kept_cards(page) == cards


def test_damaged_storage_and_a_silent_server_do_not_stop_the_training(trainer: Exercises) -> None:
    page = trainer.page
    page.add_init_script("localStorage.setItem('dropfour.trainer', '{\"cards\": 7, \"games\": {}')")
    page.add_init_script(
        """
        const real = globalThis.fetch;
        globalThis.fetch = (url, ...rest) => (
            String(url).includes('/api/openings') ? Promise.reject(new TypeError()) : real(url, ...rest)
        );
        """
    )
    begin(trainer, "yellow")
    trainer.expect_said(re.compile("Red plays column [123567], a mistake that beginners make.$"))
