"""Positions set up by hand, and games played on from any position."""

import re
from dataclasses import asdict
from random import Random

import pytest
from playwright.sync_api import Locator, expect

from dropfour import RED, YELLOW, Cell, Colour, InvalidPosition, Objective, Position, Rules
from dropfour.notation import parse_position
from web.driver import GamePage
from web.node import ask_node

pytestmark = pytest.mark.shared_tab


def open_editor(game: GamePage, address: str = "/") -> Locator:
    game.open(address)
    game.menu("New game …")
    game.button("Set up a position …").click()
    editor = game.page.get_by_role("dialog", name="Set up a position")
    expect(editor).to_be_visible()
    return editor


def place(editor: Locator, colour: str, *cells: tuple[int, int]) -> None:
    editor.get_by_role("group", name="Disc to place").get_by_text(colour, exact=True).click()
    for column, row in cells:
        editor.get_by_label(re.compile(f"^column {column}, row {row}:")).click()


def test_a_position_is_set_up_by_clicking_and_opened(game: GamePage) -> None:
    editor = open_editor(game)
    place(editor, "Red", (4, 1), (4, 2))
    expect(editor.locator(".problem")).to_contain_text("No game reaches 2 red and 0 yellow discs")
    place(editor, "Yellow", (3, 1))
    expect(editor.locator(".problem")).to_be_empty()
    expect(editor.get_by_role("radio", name="Yellow").nth(1)).to_be_checked()
    place(editor, "Yellow", (3, 1))  # again: it is taken away
    place(editor, "Yellow", (5, 1))
    editor.get_by_role("button", name="Analyse").click()
    game.expect_status("Yellow to move")
    assert game.position() == parse_position("7x6.4.first-line.3-rr-y-2.y")
    expect(game.page).to_have_url(re.compile(r"start=7x6\.4\.first-line\.3-rr-y-2\.y"))
    # Study is on, and moves that are tried are no game.
    expect(game.page.locator("#study")).to_be_checked()
    game.click(4)
    expect(game.page).to_have_url(re.compile(r"moves=4&start=7x6"))


def test_impossible_positions_are_explained_and_refused(game: GamePage) -> None:
    editor = open_editor(game)
    problem, play = editor.locator(".problem"), editor.get_by_role("button", name="Play …")
    place(editor, "Red", (2, 3))
    expect(problem).to_have_text("The disc in column 2, row 3 has nothing below it.")
    expect(play).to_be_disabled()
    editor.get_by_role("button", name="Let discs fall").click()
    expect(editor.get_by_label("column 2, row 1: red")).to_be_visible()
    expect(play).to_be_enabled()
    place(editor, "Red", (3, 1), (4, 1), (5, 1))
    place(editor, "Yellow", (2, 2), (3, 2), (4, 2))
    expect(problem).to_have_text("The game is over here: red has won.")
    place(editor, "Yellow", (5, 2))
    expect(problem).to_have_text("Both colours have a line, and the first one ends the game.")
    expect(play).to_be_disabled()
    editor.get_by_role("button", name="Clear").click()
    expect(problem).to_be_empty()
    expect(play).to_be_enabled()


def test_the_editor_works_with_the_keyboard_and_on_other_boards(game: GamePage) -> None:
    editor = open_editor(game, "/?board=5x4&objective=most-lines&moves=12")
    expect(editor.get_by_role("gridcell")).to_have_count(20)
    editor.get_by_label("column 1, row 1: red").focus()
    game.press("ArrowUp", "y", "ArrowRight", "ArrowRight", "ArrowDown", "r", "Delete", "r")
    expect(editor.get_by_label("column 1, row 2: yellow")).to_be_visible()
    expect(editor.get_by_label("column 3, row 1: red")).to_be_focused()
    editor.get_by_text("Board and rules").click()
    editor.get_by_label("Columns").fill("3")
    editor.get_by_label("Columns").press("Tab")
    expect(editor.get_by_role("gridcell")).to_have_count(12)
    expect(editor.get_by_label("column 3, row 1: red")).to_be_visible()
    editor.get_by_label("Rows").fill("99")
    editor.get_by_label("Rows").press("Tab")
    expect(editor.locator(".problem")).to_contain_text("1 to 20 columns and 1 to 20 rows")


@pytest.mark.parametrize(("colour", "moves"), [("Yellow", 3), ("Red", 4)])
def test_a_shared_position_is_played_on(game: GamePage, colour: str, moves: int) -> None:
    game.open("/?moves=445")  # yellow is to move
    game.button("Play from here …").click()
    dialog = game.page.get_by_role("dialog", name="Play from here: yellow to move")
    game.start(dialog, "Momo", colour)
    game.settle()
    game.page.wait_for_url("**/game/*")
    stored = game.page.request.get(f"/api/games/{game.page.url[-12:]}").json()
    assert stored["moves"].startswith("445")
    assert len(stored["moves"]) == moves
    assert stored["red" if colour == "Yellow" else "yellow"]["engine"] == "easy"


def test_variations_and_positions_set_up_by_hand_are_played_on(game: GamePage) -> None:
    first = game.begin(moves="4455")
    game.button("Step back").click()
    game.expect_status("After 3 of 4 moves")
    game.click(1)
    game.expect_status("Variation, move 4")
    game.settle()
    game.button("Play from here …").click()
    game.page.get_by_role("button", name="Start").click()
    game.expect_status("Red to move")
    game.settle()
    assert game.moves() == "4451"
    assert first not in game.page.url
    editor = open_editor(game)
    place(editor, "Red", (4, 1))
    editor.get_by_role("button", name="Play …").click()
    dialog = game.page.get_by_role("dialog", name="Play from here: yellow to move")
    game.start(dialog, "Momo", "Red")
    game.settle()
    game.expect_discs(2)
    game.expect_status("Your turn")


CHECK = """async (boards, load) => {
  const { checkBoard } = await load('board/check.js');
  const { Position } = await load('board/rules.js');
  return boards.map(({ rules, owners, toMove }) => checkBoard(new Position(rules, owners, toMove)));
}"""


def random_board(chance: Random) -> tuple[Rules, dict[Cell, Colour], Colour]:
    """Return a board with any discs, most of them not floating, and any side to move."""
    objective = chance.choice(list(Objective))
    rules = Rules(chance.randint(3, 6), chance.randint(3, 5), 3, objective)
    stones = {}
    for column in range(1, rules.columns + 1):
        for row in range(1, chance.randint(0, rules.rows) + 1):
            stones[Cell(column, row)] = chance.choice((RED, YELLOW))
    if stones and chance.random() < 0.2:
        del stones[chance.choice(list(stones))]
    return rules, stones, chance.choice((RED, YELLOW))


def test_boards_are_refused_where_python_refuses_them() -> None:
    chance = Random(18)
    boards = [random_board(chance) for _ in range(600)]
    asked = [
        {
            "rules": asdict(rules),
            "owners": [
                str(stones[cell]) if cell in stones else None
                for cell in sorted(rules.cells(), key=lambda cell: (cell.column, cell.row))
            ],
            "toMove": str(to_move),
        }
        for rules, stones, to_move in boards
    ]
    refused = 0
    for (rules, stones, to_move), found in zip(boards, ask_node(CHECK, asked), strict=True):
        red, yellow = ([cell for cell in stones if stones[cell] is each] for each in (RED, YELLOW))
        try:
            is_playable = not Position.from_cells(red, yellow, rules, to_move).is_over
        except InvalidPosition:
            is_playable = False
        assert (found["problem"] == "") == is_playable, (rules, stones, to_move, found)
        refused += not is_playable
        try:
            is_usual = Position.from_cells(red, yellow, rules).to_move is to_move
        except InvalidPosition as error:
            is_usual = "must have as many" not in str(error)
        if is_playable:
            assert (found["warning"] == "") == is_usual
    assert 50 < refused < 550
