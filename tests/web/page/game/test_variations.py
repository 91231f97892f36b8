"""Variations on the page: playing, showing, naming, deleting, storing and sharing them."""

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import BrowserContext, expect

from dropfour import Game, Position, Rules
from dropfour.moves import format_moves
from dropfour.notation import position_string
from dropfour.record import Variation, format_record, parse_record, record_of, variations_of
from dropfour.web.games.requests import NewGame
from strategies import random_moves
from web.driver import GamePage, Visitors
from web.game_client import fullest_game
from web.node import ask_node

pytestmark = pytest.mark.shared_tab

GAME = "44551176"


def step_back(game: GamePage, times: int) -> None:
    """Step back, and wait until the board is drawn."""
    for _ in range(times):
        game.button("Step back").click()
    game.wait_until_drawn()


def test_a_move_from_an_earlier_position_branches_and_the_game_stays(game: GamePage) -> None:
    game_id = game.begin(moves=GAME)
    step_back(game, 3)
    game.click(2)
    game.expect_spoken("you move for both sides")
    game.click(2)
    game.expect_status("Variation, move 7")
    game.expect_spoken("Variation, move 7: Red in column 2.")
    assert game.moves() == GAME
    game.settle()
    stored = game.page.request.get(f"/api/games/{game_id}").json()
    assert stored["variations"] == [{"moves": "4455122", "name": ""}]
    assert stored["moves"] == GAME
    # The buttons and keys step through the variation.
    game.button("First move").click()
    game.expect_status(f"After 0 of {len(GAME)} moves")
    game.button("Last move").click()
    game.expect_status("Variation, move 7")
    # The same move again, and the game's own move, add nothing.
    step_back(game, 1)
    game.click(2)
    step_back(game, 2)
    game.click(1)
    game.expect_status(f"After 6 of {len(GAME)} moves")
    assert game.state("game.variations") == [{"moves": "4455122", "name": ""}]


def test_variations_are_a_tree_that_can_be_clicked_named_and_deleted(game: GamePage) -> None:
    game.begin(moves=GAME)
    step_back(game, 3)
    game.click(2, 2, 6)
    name = game.page.get_by_label("Name of this position")
    name.fill("A trap")
    game.button("Save").click()
    step_back(game, 1)
    game.click(1, 1)
    tree = game.page.locator(".variations")
    expect(tree.locator(".move")).to_have_count(5)
    expect(tree.locator("ul ul .move")).to_have_count(2)
    expect(tree.locator("ul ul [aria-current]")).to_have_attribute("data-path", "445512211")
    # A click shows the position, and a click in the game leaves the variation.
    tree.get_by_role("button", name=re.compile("8.*yellow, column 6.*A trap")).click()
    game.expect_status("Variation, move 8")
    expect(name).to_have_value("A trap")
    game.page.locator("#moves-card .moves > li > .move").nth(5).click()
    game.expect_status("After 6 of 8 moves")
    expect(game.page.locator("#moves-card .moves [aria-current]")).to_have_count(1)
    # Deleting keeps what leads there, and can be undone.
    game.page.locator("[data-path='44551226']").click()
    game.button("Delete").click()
    game.expect_status("Variation, move 7")
    assert game.state("game.variations") == [{"moves": "445512211", "name": ""}]
    game.button("Restore").click()
    expect(tree.locator(".move")).to_have_count(5)
    game.expect_status("Variation, move 8")
    game.button("Back to the game").click()
    game.expect_status("After 5 of 8 moves")
    game.settle()


def test_finished_games_continue_in_variations_that_can_end(game: GamePage) -> None:
    game.begin(moves="1212121")
    game.column(3).click(force=True)
    game.expect_spoken("The game is over")
    step_back(game, 1)
    game.click(3)
    game.expect_status("Variation, move 7")
    game_id = game.begin(moves="44")
    game.resign("by resignation")
    game.settle()
    game.click(5)
    game.expect_status("Variation, move 3")
    game.settle()
    stored = game.page.request.get(f"/api/games/{game_id}").json()
    assert (stored["moves"], stored["variations"]) == ("44", [{"moves": "445", "name": ""}])
    game.begin(moves="4141411")
    step_back(game, 1)
    game.column(4).click()
    game.expect_status("Variation: red wins")
    game.column(5).click(force=True)
    game.expect_spoken("The game is over here.")
    game.begin(moves="444444123")
    step_back(game, 1)
    game.column(4).click(force=True)
    game.expect_spoken("Column 4 is full.")
    assert game.state("game.variations") == []


def test_an_address_keeps_variations(game: GamePage, context: BrowserContext) -> None:
    game.open("/?moves=4455")
    step_back(game, 2)
    game.click(3)
    game.page.get_by_label("Name of this position").fill("A: b & c")
    game.button("Save").click()
    expect(game.page).to_have_url(re.compile(r"\?moves=4455&variation=443%3AA%3A\+b\+%26\+c$"))
    with GamePage(context) as other:
        other.open(game.page.url)
        expect(other.page.locator(".variations .move-name")).to_have_text("A: b & c")
        assert other.state("game.variations") == [{"moves": "443", "name": "A: b & c"}]
        # Moves after the last one are kept there, too: this is no game that is played.
        other.click(6)
        expect(other.page).to_have_url(re.compile(r"\?moves=44556&variation=443%3A"))


def test_the_share_dialog_has_a_link_and_a_file_with_the_variations(game: GamePage) -> None:
    game.begin(moves="4455")
    step_back(game, 2)
    game.click(3)
    game.settle()
    game.menu("Share")
    link = game.page.get_by_label("Link to this game with its variations")
    expect(link).to_have_value(re.compile(r"/\?moves=4455&variation=443$"))
    position = game.page.get_by_label("Link to this position")
    expect(position).to_have_value(re.compile(r"/\?moves=443$"))
    with game.page.expect_download() as download:
        game.button("Game file").click()
    text = Path(download.value.path()).read_text(encoding="utf-8")
    assert variations_of(parse_record(text)) == (Variation((4, 4, 3)),)


def test_variations_of_a_watcher(game: GamePage, visitor: Visitors) -> None:
    game_id = game.add(moves=GAME, variations=[{"moves": "43", "name": "theirs"}])
    watcher = visitor()
    moves = watcher.page.locator(".variations .move")
    watcher.open(f"/game/{game_id}")
    expect(moves).to_have_count(1)
    step_back(watcher, 1)
    watcher.click(2)
    expect(moves).to_have_count(2)
    watcher.reload()
    expect(moves).to_have_count(2)
    stored = game.page.request.get(f"/api/games/{game_id}").json()
    assert stored["variations"] == [{"moves": "43", "name": "theirs"}]


def test_study_and_the_keyboard_work_in_a_variation(game: GamePage) -> None:
    game.begin(moves="4545")
    step_back(game, 1)
    game.study()
    # Shift and an arrow choose a column where arrows alone step through the game.
    game.column(4).focus()
    game.press("Shift+ArrowLeft", "Shift+ArrowLeft", "Enter")
    game.expect_status("Variation, move 4")
    game.expect_disc(2, 1, "yellow")
    expect(game.column(4)).to_have_attribute("aria-label", re.compile("win in 15"))
    game.press("4")
    game.expect_status("Variation, move 5")
    game.press("ArrowLeft", "ArrowLeft")
    game.expect_status("After 3 of 4 moves")
    game.settle()


ROUND_TRIP = """async (games, load) => {
  const { readMoves, writeMoves } = await load('game/movetext.js');
  const { formatMoves, parseMoves, parsePosition } = await load('board/notation.js');
  return games.map(({ start, moves, variations, text }) => {
    const position = parsePosition(start);
    const read = readMoves(position, [text]);
    return {
      written: writeMoves(position, parseMoves(moves), variations).join(' '),
      moves: formatMoves(read.moves),
      variations: read.variations,
    };
  });
}"""


def plain(variation: Variation) -> dict[str, str]:
    return {"moves": format_moves(variation.columns), "name": variation.name}


def random_variations(chance: Random) -> tuple[Game, list[Variation]]:
    """Return a game and variations that leave it anywhere, some of them with names."""
    rules = Rules(chance.randint(3, 12), chance.randint(2, 7))
    moves = random_moves(rules, chance, chance.randint(0, 12))
    game = Game.from_moves(moves, Position(rules))
    found = {}
    for _ in range(chance.randint(0, 6)):
        ply = chance.randint(0, len(moves))
        path, position = moves[:ply], game.positions[ply]
        for _ in range(chance.randint(0, 5)):
            if position.legal_columns:
                path = [*path, chance.choice(position.legal_columns)]
                position = position.play(path[-1])
        if path:
            found[tuple(path)] = chance.choice(["", "Trap", "a } b \\ c"])
    return game, [Variation(path, name) for path, name in found.items()]


def test_files_with_variations_are_those_of_python() -> None:
    chance = Random(18)
    fullest = NewGame(**fullest_game())
    cases = [random_variations(chance) for _ in range(200)]
    cases.append((fullest.game(), [each.variation() for each in fullest.variations]))
    asked, texts = [], []
    for game, found in cases:
        text = format_record(record_of(game, "a", "b", variations=found))
        token = "*" if game.result is None else game.result.token
        moves = text.split("\n\n")[1].replace("\n", " ").removesuffix(f"{token} ").strip()
        texts.append((text, moves))
        asked.append(
            {
                "start": position_string(game.start),
                "moves": format_moves(game.moves),
                "variations": list(map(plain, found)),
                "text": f"{moves} {token}",
            }
        )
    answers = ask_node(ROUND_TRIP, asked)
    for (game, _), (text, moves), answer in zip(cases, texts, answers, strict=True):
        assert answer["written"] == moves
        assert answer["moves"] == format_moves(game.moves)
        expected = list(map(plain, variations_of(parse_record(text))))
        assert sorted(answer["variations"], key=str) == sorted(expected, key=str)


def test_a_variation_is_promoted_and_its_comment_is_shown_in_full(game: GamePage) -> None:
    comment = "Yellow answers above, and the odd threat in column 3 decides the game at last"
    game.open(f"/?moves=4455&variation=4456&variation=4453:{comment.replace(' ', '+')}")
    first = game.page.locator(".variation .move").first
    expect(first).to_contain_text("6")
    name = game.page.locator(".variation .move-name")
    expect(name).to_have_text(comment)
    assert name.evaluate("(node) => node.scrollWidth <= node.clientWidth")
    name.click()
    game.button("Promote").click()
    expect(first).to_contain_text(comment)
    expect(game.button("Promote")).to_be_hidden()
    expect(game.page).to_have_url(re.compile(r"variation=4453%3A.*&variation=4456$"))
