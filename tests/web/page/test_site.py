"""The page as plain files under a sub-path of a file server."""

import re
from io import BytesIO
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from commands import expect_refused
from dropfour import Position, Rules, draw_gif
from dropfour.moves import format_moves
from dropfour.notation import position_string
from dropfour.record import game_of, parse_record
from web.driver import GamePage
from web.file_server import FOLDER


def test_the_files_do_not_depend_on_their_place(files: Path) -> None:
    folder = Path(f"{files}{FOLDER}")
    for name in ("index.html", "manifest.webmanifest", "sw.js"):
        text = (folder / name).read_text(encoding="utf-8")
        assert not re.search(r"""["'](/[a-z])""", text.split("self.addEventListener")[0]), name
    assert 'data-server="none"' in (folder / "index.html").read_text(encoding="utf-8")


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("mine")
    expect_refused("is not a folder", "site", tmp_path / "taken")
    assert (tmp_path / "taken").read_text() == "mine"


def test_an_engine_plays_and_the_game_is_kept(site: GamePage) -> None:
    asked: list[str] = []
    site.page.on("request", lambda request: asked.append(request.url))
    site.open("./")
    site.column(4).click()
    site.expect_discs(2)
    address = site.page.url
    assert re.search(r"/some/sub-path/\?game=\w{12}$", address)
    site.column(4).click()
    site.expect_discs(4)
    site.reload()
    site.expect_discs(4)
    site.menu("Past games")
    expect(site.page.locator(".past-game")).to_have_count(1)
    site.page.locator(".past-game").click()
    site.expect_discs(4)
    assert site.page.url == address
    expect(site.page.locator("#open-tournaments")).to_be_hidden()
    assert not [url for url in asked if "/api/" in url]


def test_games_are_shared_and_opened_as_files(site: GamePage, tmp_path: Path) -> None:
    site.open("./?moves=4455&start=7x6.4.first-line.ry-6.r")
    site.menu("Share")
    with site.page.expect_download() as saved:
        site.page.get_by_role("button", name="Game file").click()
    saved.value.save_as(tmp_path / "game.txt")
    text = (tmp_path / "game.txt").read_text(encoding="utf-8")
    game = game_of(parse_record(text))
    assert format_moves(game.moves) == "4455"
    assert position_string(game.start) == "7x6.4.first-line.ry-6.r"
    for name, content, moves, start in (
        ("game.txt", text, "4455", "7x6.4.first-line.ry-6.r"),
        ("moves.txt", "4411", "4411", "7x6.4.first-line.7.r"),
        ("max.txt", "0000000\n" * 5 + "0001200\n1\n", "", "7x6.4.most-lines.3-r-y-2.r"),
        ("diagram.txt", ".......\n" * 5 + "...RY..\n", "", "7x6.4.first-line.3-r-y-2.r"),
    ):
        file = tmp_path / name
        file.write_text(content)
        site.open("./")
        site.open_file(file)
        site.expect_notice(f"Opened {name}.")
        assert (site.state("game.start"), site.moves()) == (start, moves)


def test_a_game_is_drawn_as_an_animation(site: GamePage) -> None:
    from PIL import Image, ImageChops, ImageSequence

    for rules, moves in ((Rules(), "4455667"), (Rules(5, 4, 3), "33445")):
        site.open(f"./?moves={moves}&start={position_string(Position(rules))}")
        site.menu("Share")
        with site.page.expect_download() as saved:
            site.button("Animated GIF").click()
        positions = [Position.from_moves(moves[:ply], rules) for ply in range(len(moves) + 1)]
        with (
            Image.open(BytesIO(Path(saved.value.path()).read_bytes())) as ours,
            Image.open(BytesIO(draw_gif(positions))) as servers,
        ):
            assert (ours.format, ours.size, ours.info["loop"]) == ("GIF", servers.size, 0)
            frames = zip(ImageSequence.Iterator(ours), ImageSequence.Iterator(servers), strict=True)
            for position, (here, there) in zip(positions, frames, strict=True):
                assert here.info["duration"] == there.info["duration"], position
                difference = ImageChops.difference(here.convert("RGB"), there.convert("RGB"))
                # A place on each disc, off its mark.
                for cell, _ in position.cells():
                    x, y = 64 * cell.column - 40, 64 * (rules.rows - cell.row) + 44
                    place: Any = difference.getpixel((x * 3 // 4, y * 3 // 4))
                    assert max(place) < 20, (position, cell)


def test_a_board_can_be_embedded(site: GamePage) -> None:
    site.page.goto("static/embed.html")
    studied = site.page.locator("#studied")
    expect(studied.locator(".disc:not(.ghost)")).to_have_count(4)
    expect(studied.locator(".chip[data-kind='win']")).not_to_have_count(0)
    hear = "(event) => { (window.heard ??= []).push(event.detail.moves); }"
    site.page.evaluate(f"document.addEventListener('move', {hear})")
    studied.locator('.column[data-column="3"]').click()
    expect(studied.locator(".disc:not(.ghost)")).to_have_count(5)
    assert site.page.evaluate("window.heard") == ["44553"]
    studied.get_by_role("button", name="Back to the start").click()
    expect(studied.locator(".disc:not(.ghost)")).to_have_count(4)
    opponent = site.page.locator("#opponent")
    opponent.locator('.column[data-column="4"]').click()
    expect(opponent.locator(".disc:not(.ghost)")).to_have_count(2)
    expect(site.page.locator("#large .row")).to_have_count(7)
    expect(site.page.locator("#race .chip").first).to_contain_text("lines")
    site.page.evaluate("document.querySelector('#studied').setAttribute('moves', '4444444')")
    expect(studied.get_by_role("status")).to_have_text("Column 4 is full.")
