"""The page as plain files under a sub-path: with a file server, and without a connection."""

from __future__ import annotations

import functools
import re
import threading
from collections.abc import Iterator
from datetime import date, datetime, timezone
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from dropfour.cli import main
from dropfour.drawing import draw_gif
from dropfour.moves import format_moves
from dropfour.notation import position_string
from dropfour.position import Position
from dropfour.record import game_of, parse_record
from dropfour.rules import Rules
from dropfour.study.explain import explain
from dropfour.study.review import review

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

    from web.driver import GamePage

FOLDER = "/some/sub-path/"


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


class FileServer:
    """A plain file server for *folder*, which can be stopped."""

    def __init__(self, folder: Path) -> None:
        handler = functools.partial(QuietHandler, directory=str(folder))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}{FOLDER}"

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("www")
    written = CliRunner().invoke(main, ["site", f"{root}{FOLDER}"])
    assert written.exit_code == 0, written.output
    assert re.search(r"\d+ files with \d+\.\d MB written", written.output)
    return root


@pytest.fixture
def files_server(files: Path) -> Iterator[FileServer]:
    server = FileServer(files)
    yield server
    server.stop()


@pytest.fixture
def site(browser: Browser, files_server: FileServer) -> Iterator[GamePage]:
    """The page, in a browser without stored data; its console must stay empty."""
    from web.driver import GamePage

    context = browser.new_context(base_url=files_server.url, reduced_motion="reduce")
    context.set_default_timeout(60_000)
    with GamePage(context) as game:
        yield game
    context.close()


def module(page: Page, name: str) -> str:
    """Return the address of one of the page's modules."""
    found: str = page.evaluate(f"new URL('static/js/{name}', document.baseURI).href")
    return found


def wait_for_copy(page: Page) -> None:
    """Wait until the service worker has a copy of the page."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")


def discs(game: GamePage, count: int) -> None:
    from playwright.sync_api import expect

    expect(game.page.locator(".cells .disc:not(.ghost)")).to_have_count(count)


def test_the_files_do_not_depend_on_their_place(files: Path) -> None:
    folder = Path(f"{files}{FOLDER}")
    for name in ("index.html", "manifest.webmanifest", "sw.js"):
        text = (folder / name).read_text(encoding="utf-8")
        assert not re.search(r"""["'](/[a-z])""", text.split("self.addEventListener")[0]), name
    assert 'data-server="none"' in (folder / "index.html").read_text(encoding="utf-8")


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("mine")
    answer = CliRunner().invoke(main, ["site", str(tmp_path / "taken")])
    assert answer.exit_code == 2
    assert "is not a folder" in answer.output
    assert (tmp_path / "taken").read_text() == "mine"


def test_an_engine_plays_and_the_game_is_kept(site: GamePage) -> None:
    from playwright.sync_api import expect

    asked: list[str] = []
    site.page.on("request", lambda request: asked.append(request.url))
    site.open("./")
    site.column(4).click()
    discs(site, 2)
    address = site.page.url
    assert re.search(r"/some/sub-path/\?game=\w{12}$", address)
    site.column(4).click()
    discs(site, 4)
    site.page.reload()
    discs(site, 4)
    site.page.get_by_role("link", name="Past games").click()
    expect(site.page.locator(".past-game")).to_have_count(1)
    site.page.locator(".past-game").click()
    discs(site, 4)
    assert site.page.url == address
    expect(site.page.locator("#open-tournaments")).to_be_hidden()
    assert not [url for url in asked if "/api/" in url]


def test_everything_works_without_a_connection_after_the_first_visit(
    site: GamePage, files_server: FileServer
) -> None:
    from playwright.sync_api import expect

    site.open("./")
    site.page.get_by_text("Two people", exact=True).click()
    site.click(4, 4, 5)
    site.page.locator("label.switch", has_text="Study").click()
    expect(site.page.locator("#study-card")).to_contain_text("Exact; from the book")
    wait_for_copy(site.page)
    # The full book has arrived.
    site.page.wait_for_function(
        "async () => (await (await caches.open('dropfour-books')).keys()).length === 1"
    )
    site.page.context.set_offline(True)
    files_server.stop()
    site.page.reload()
    discs(site, 3)
    expect(site.page.locator("#study-card")).to_contain_text("Exact; from the book")
    expect(site.page.locator(".chip").nth(2)).to_have_attribute("data-best", "")
    site.button("Hint").click()
    site.expect_spoken("The best move is column")
    site.click(1, 6)
    expect(site.page.locator("#study-card .facts .fact").first).to_have_text(
        str(explain("44516").facts[0])
    )
    site.button("Review").click()
    expect(site.page.locator("#moves-card")).to_contain_text("decided it")
    expected = [move.verdict.value for move in review("44516").moves if move.verdict]
    for ply, verdict in enumerate(expected):
        expect(site.page.locator(".move").nth(ply)).to_have_attribute("data-verdict", verdict)
    site.page.get_by_role("button", name="New game").click()
    site.page.locator("#setup-dialog").get_by_role("radio", name="Perfect").check()
    site.page.get_by_role("button", name="Start", exact=True).click()
    site.column(4).click()
    discs(site, 2)
    site.expect_disc(4, 2, "yellow")  # the only reply that does not lose sooner


def test_puzzles_and_lessons_work_without_a_connection(
    site: GamePage, files_server: FileServer
) -> None:
    from playwright.sync_api import expect

    from dropfour.puzzles.attempt import Attempt
    from dropfour.puzzles.collection import shipped_puzzles

    # They have not been opened before the connection is lost.
    site.open("./")
    wait_for_copy(site.page)
    site.page.context.set_offline(True)
    files_server.stop()
    view = site.page.locator("#puzzles-view")
    site.page.clock.set_fixed_time(datetime(2026, 12, 24, 12, tzinfo=timezone.utc))
    site.page.goto("./?view=puzzles")
    today = shipped_puzzles().of_the_day(date(2026, 12, 24))
    expect(view.get_by_role("heading", level=1)).to_have_text(today.task)
    view.locator(f'.column[data-column="{today.solution[0]}"]').click()
    expect(view.locator(".feedback")).to_contain_text(f"Column {today.solution[0]} is right.")
    puzzle = shipped_puzzles().find("2a2a6i")
    site.page.goto("./?view=puzzles&id=2a2a6i")
    expect(view.get_by_role("heading", level=1)).to_have_text(puzzle.task)
    view.locator('.column[data-column="3"]').click()
    expect(view.locator(".feedback")).to_have_text(Attempt(puzzle).play(3).text)
    view.get_by_role("button", name="Solution").click()
    expect(view.locator(".fact").first).to_have_text(str(explain(puzzle.moves + "446").facts[0]))
    site.page.get_by_role("link", name="Learn").click()
    assert site.page.url.endswith("/some/sub-path/?view=learn")
    site.page.get_by_role("link", name="Openings").click()
    assert site.page.url.endswith("/some/sub-path/?view=learn&id=openings")
    lesson = site.page.locator("#lesson-view")
    lesson.locator('.column[data-column="3"]').click()
    expect(lesson.locator(".feedback")).to_contain_text(
        "Column 3 does not win: yellow answers in column 4, and the game is a draw."
    )
    site.page.reload()
    expect(lesson.get_by_role("heading", level=1)).to_have_text("Openings")


def test_every_view_works_without_a_connection(site: GamePage, files_server: FileServer) -> None:
    from playwright.sync_api import expect

    # None of them has been opened before the connection is lost.
    page = site.page
    site.open("./")
    wait_for_copy(page)
    page.context.set_offline(True)
    files_server.stop()
    page.reload()
    site.column(4).click()
    discs(site, 2)
    site.button("Resign").click()
    site.expect_status("resign")
    page.goto("./?view=record")
    site.button("Measure my moves").click()
    expect(page.get_by_text("1 game measured.")).to_be_visible()
    site.open("./")
    page.get_by_text("Two people", exact=True).click()
    site.click(4, 1, 4, 1, 4, 1, 4)
    page.goto("./?view=openings")
    openings = page.locator("#openings-view tbody tr")
    expect(openings.nth(3).locator("th")).to_have_text("4")
    expect(openings.nth(3).locator("td").first).to_have_text("win in 21")
    page.goto("./?view=games")
    expect(page.locator(".past-game")).to_have_count(2)
    site.open("./?moves=44551176")
    site.button("Step back").click()
    site.expect_status("After 7 of 8 moves")
    site.click(2)
    site.expect_status("Variation, move 8")
    site.open("./")
    page.locator("#open-setup").click()
    site.button("Set up a position …").click()
    editor = page.get_by_role("dialog", name="Set up a position")
    editor.get_by_label("column 4, row 1: empty").click()
    editor.get_by_role("button", name="Analyse").click()
    expect(page).to_have_url(re.compile(r"start=7x6\.4\.first-line\.3-r-3\.y"))
    site.open("./?moves=44351")
    page.get_by_label("Coach").check()
    site.column(1).click()
    expect(page.get_by_role("region", name="Coach")).to_contain_text("This loses in 1")
    site.button("Take it back").click()
    site.open("./?board=9x7")
    page.get_by_role("switch", name="Study").check()
    expect(page.locator('.chip[data-kind="estimate"]')).to_have_count(9)
    page.goto("./static/embed.html")
    expect(page.locator("dropfour-board[study]").first.locator(".chip").nth(3)).to_be_visible()


def test_the_trainer_works_without_a_connection(site: GamePage, files_server: FileServer) -> None:
    from playwright.sync_api import expect

    site.open("./")
    wait_for_copy(site.page)
    site.page.context.set_offline(True)
    files_server.stop()
    site.page.goto("./?view=learn")
    site.page.get_by_role("link", name="Trainer").click()
    assert site.page.url.endswith("/some/sub-path/?view=trainer")
    view = site.page.locator("#trainer-view")
    view.get_by_role("button", name="Train as yellow").click()
    expect(view.locator(".feedback")).to_contain_text("a mistake that beginners make.")
    view.get_by_role("button", name="Change colour").click()
    view.get_by_role("button", name="Train as red").click()
    view.locator('.column[data-column="3"]').click()
    expect(view.locator(".feedback")).to_have_text(
        "Column 3 does not win: yellow answers in column 4, and the game is a draw."
    )
    site.page.reload()
    expect(view).to_contain_text("1 position in training, 0 learnt.")


def test_openings_count_the_games_of_this_browser(site: GamePage) -> None:
    from playwright.sync_api import expect

    site.open("./")
    site.page.get_by_text("Two people", exact=True).click()
    site.click(4, 1, 4, 1, 4, 1, 4)
    site.page.goto("./?view=openings")
    rows = site.page.locator("#openings-view tbody tr")
    expect(rows.nth(3).locator("td")).to_have_text(["win in 21", "1 · 0 · 0", "–"])
    expect(rows.nth(0).locator("td")).to_have_text(["lose in 20", "–", "–"])


def test_games_are_shared_and_opened_as_files(site: GamePage, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    site.open("./?moves=4455&start=7x6.4.first-line.ry-6.r")
    site.page.get_by_role("button", name="Share").click()
    with site.page.expect_download() as saved:
        site.page.get_by_role("link", name="Game file").click()
    saved.value.save_as(tmp_path / "game.txt")
    text = (tmp_path / "game.txt").read_text(encoding="utf-8")
    game = game_of(parse_record(text))
    assert format_moves(game.moves) == "4455"
    assert position_string(game.start) == "7x6.4.first-line.ry-6.r"
    with site.page.expect_download() as drawn:
        site.page.get_by_role("link", name="PNG").click()
    assert Path(drawn.value.path()).read_bytes().startswith(b"\x89PNG")
    for name, content, moves, start in (
        ("game.txt", text, "4455", "7x6.4.first-line.ry-6.r"),
        ("moves.txt", "4411", "4411", "7x6.4.first-line.7.r"),
        ("max.txt", "0000000\n" * 5 + "0001200\n1\n", "", "7x6.4.most-lines.1-1-1-r-y-1-1.r"),
        ("diagram.txt", ".......\n" * 5 + "...RY..\n", "", "7x6.4.first-line.1-1-1-r-y-1-1.r"),
    ):
        file = tmp_path / name
        file.write_text(content)
        site.open("./")
        site.page.get_by_role("button", name="Share").click()
        site.page.locator("#share-file").set_input_files(file)
        expect(site.page.locator("#notice")).to_have_text(f"Opened {name}.")
        found = site.page.evaluate(
            "async (store) => (await import(store)).state.game.start",
            module(site.page, "page/store.js"),
        )
        assert (found, site.page.locator(".move").count()) == (start, len(moves))
    file = tmp_path / "no.txt"
    file.write_text("what is this?")
    site.page.get_by_role("button", name="Share").click()
    site.page.locator("#share-file").set_input_files(file)
    problem = site.page.locator("#share-dialog .problem")
    expect(problem).to_contain_text("Cannot open no.txt: that is not a game")
    for content, reason in (("", "the file is empty"), ("4" * 100, "move 7: column 4")):
        file.write_text(content)
        site.page.locator("#share-file").set_input_files(file)
        expect(problem).to_contain_text(f"Cannot open no.txt: {reason}")


def test_past_games_and_the_record_need_no_server(site: GamePage, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    page = site.page
    file = tmp_path / "game.txt"
    for engine in ("Yellow", "Red"):
        file.write_text(f'[{engine}Engine "easy"]\n[Result "1-0"]\n\n4 1 4 1 4 1 4 1-0\n')
        site.open("./")
        page.get_by_role("button", name="Share").click()
        page.locator("#share-file").set_input_files(file)
        site.expect_status("wins" if engine == "Red" else "You win")
    page.goto("./?view=record")
    expect(page.locator(".figures")).to_contain_text("Won")
    row = page.get_by_role("row", name=re.compile("^(Momo|Easy)"))
    assert row.get_by_role("cell").all_inner_texts() == ["1–0–0", "0–0–1", "50 %", "–"]
    site.button("Measure my moves").click()
    expect(page.get_by_text("2 games measured.")).to_be_visible()
    page.locator("#record-view").get_by_role("link", name="Past games").click()
    expect(page).to_have_url(re.compile(r"\?view=games$"))
    expect(page.locator(".past-game")).to_have_count(2)
    page.get_by_role("button", name=re.compile("^Delete")).first.click()
    page.get_by_role("button", name=re.compile("^Really delete")).click()
    expect(page.locator(".past-game")).to_have_count(1)
    page.reload()
    expect(page.locator(".past-game")).to_have_count(1)


def test_a_game_is_drawn_as_an_animation(site: GamePage) -> None:
    from PIL import Image, ImageChops, ImageSequence

    for rules, moves in ((Rules(), "4455667"), (Rules(5, 4, 3), "33445")):
        site.open(f"./?moves={moves}&start={position_string(Position(rules))}")
        site.page.get_by_role("button", name="Share").click()
        with site.page.expect_download() as saved:
            site.page.get_by_role("link", name="Animated GIF").click()
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
                    place = difference.crop(
                        (x * 3 // 4, y * 3 // 4, x * 3 // 4 + 1, y * 3 // 4 + 1)
                    )
                    assert max(place.tobytes()) < 20, (position, cell)


def test_workers_stop_when_the_search_is_no_longer_wanted(site: GamePage) -> None:
    site.open("./")
    outcome = site.page.evaluate(
        """async ([pool, notation]) => {
            const { Pool } = await import(pool);
            const { emptyString } = await import(notation);
            const workers = new Pool(1, 16);
            const control = new AbortController();
            const position = emptyString({ columns: 9, rows: 7, connect: 4, objective: 'first-line' });
            let reports = 0;
            const report = () => { reports += 1; if (reports === 2) control.abort('enough'); };
            const job = { position, window: null, timeMs: 1e9 };
            const reason = await workers.run('solve', job, { signal: control.signal, report })
                .catch((error) => error);
            // The same worker takes the next job, which it could not do while it searches.
            const small = emptyString({ columns: 4, rows: 4, connect: 4, objective: 'first-line' });
            const next = { ...job, position: small };
            const { low, high } = await workers.run('solve', next);
            return { reason, low, high };
        }""",
        [module(site.page, "core/pool.js"), module(site.page, "board/notation.js")],
    )
    assert outcome == {"reason": "enough", "low": 0, "high": 0}


def test_each_game_is_studied_with_its_own_book(site: GamePage) -> None:
    from playwright.sync_api import expect

    books: list[str] = []
    site.page.on(
        "request",
        lambda asked: books.append(asked.url.split("/book/")[1]) if "/book/" in asked.url else None,
    )
    site.open("./?objective=most-lines&moves=44")
    assert books == []
    site.page.locator("label.switch", has_text="Study").click()
    study = site.page.locator("#study-card")
    # Without its book this position takes a minute.
    expect(study).to_contain_text("Exact; from the book")
    assert [name.partition("?")[0] for name in books] == ["7x6-most-lines.book"]
    site.open("./?moves=4455")
    expect(study).to_contain_text("Exact; from the book")
    site.open("./?objective=most-lines&moves=445")
    expect(study).to_contain_text("Exact; from the book")
    kept = site.page.evaluate(
        "async () => (await (await caches.open('dropfour-books')).keys()).map((each) => each.url)"
    )
    assert any("7x6-most-lines.book" in url for url in kept)
    # The browser has kept it.
    assert sum("most-lines" in name for name in books) == 1


def test_a_damaged_book_is_not_used(site: GamePage, files_server: FileServer) -> None:
    site.open("./")
    said = site.page.evaluate(
        """async (books) => {
            const { FULL, keptBook } = await import(books);
            const wrong = { ...FULL, sha256: FULL.sha256.replace(/^./, (c) => (c === '0' ? '1' : '0')) };
            return keptBook(wrong, () => {}).then(() => 'used', (error) => error.message);
        }""",
        module(site.page, "core/books.js"),
    )
    assert said == "the opening book is damaged"


# --- a board in other pages -----------------------------------------------------------------------


def test_a_board_can_be_embedded(site: GamePage) -> None:
    from playwright.sync_api import expect

    site.page.goto("static/embed.html")
    studied = site.page.locator("#studied")
    expect(studied.locator(".disc:not(.ghost)")).to_have_count(4)
    expect(studied.locator(".chip[data-kind='win']")).not_to_have_count(0)
    moves = site.page.evaluate_handle("() => { window.heard = []; return window.heard; }")
    site.page.evaluate(
        "document.addEventListener('move', (event) => window.heard.push(event.detail.moves))"
    )
    studied.locator('.column[data-column="3"]').click()
    expect(studied.locator(".disc:not(.ghost)")).to_have_count(5)
    assert moves.json_value() == ["44553"]
    studied.get_by_role("button", name="Back to the start").click()
    expect(studied.locator(".disc:not(.ghost)")).to_have_count(4)
    opponent = site.page.locator("#opponent")
    opponent.locator('.column[data-column="4"]').click()
    expect(opponent.locator(".disc:not(.ghost)")).to_have_count(2)
    expect(site.page.locator("#large .row")).to_have_count(7)
    expect(site.page.locator("#race .chip").first).to_contain_text("lines")
    site.page.evaluate("document.querySelector('#studied').setAttribute('moves', '4444444')")
    expect(studied.get_by_role("status")).to_have_text("A move in column 4 is not possible there.")


# --- with a server --------------------------------------------------------------------------------


@pytest.fixture
def asked(context: BrowserContext) -> list[str]:
    """The paths of requests for analyses, hints and moves."""
    paths: list[str] = []

    def hear(url: str) -> None:
        if found := re.search(r"/api/(analysis|explanation|hint|review)|/engine-move", url):
            paths.append(found[0])

    context.on("request", lambda request: hear(request.url))
    return paths


def study_and_play(game: GamePage, address: str) -> None:
    from playwright.sync_api import expect

    game.open(address)
    game.page.locator("label.switch", has_text="Study").click()
    expect(game.page.locator("#study-card")).to_contain_text("Exact; from the book")
    game.button("Hint").click()
    game.expect_spoken("The best move is column 4")
    game.column(4).click()
    discs(game, 2)
    game.settle()


def test_the_server_is_asked_for_nothing_that_the_browser_can_find(
    game: GamePage, asked: list[str]
) -> None:
    study_and_play(game, "/")
    assert set(asked) == {"/engine-move"}  # to store it


def test_the_moves_of_the_browsers_engine_are_stored(game: GamePage) -> None:
    game.open("/")
    game.column(4).click()
    discs(game, 2)
    game.settle()
    moves, mood = game.moves(), game.page.locator(".mood:visible").inner_text()
    game.page.reload()
    discs(game, 2)
    assert game.moves() == moves
    assert game.page.locator(".mood:visible").inner_text() == mood


def test_an_address_can_ask_for_the_servers_engine(game: GamePage, asked: list[str]) -> None:
    study_and_play(game, "/?engine=server")
    assert set(asked) >= {"/api/analysis", "/api/explanation", "/api/hint", "/engine-move"}


def test_a_browser_without_webassembly_asks_the_server(game: GamePage, asked: list[str]) -> None:
    game.page.add_init_script("delete globalThis.WebAssembly")
    study_and_play(game, "/")
    assert set(asked) >= {"/api/analysis", "/api/explanation", "/api/hint", "/engine-move"}


def test_an_engine_answers_while_the_server_is_down(browser: Browser, tmp_path: Path) -> None:
    from web.driver import GamePage
    from web.server_process import ServerProcess

    with ServerProcess(tmp_path / "games.sqlite3") as server:
        context = browser.new_context(base_url=server.url, reduced_motion="reduce")
        game = GamePage(context)
        game.open("/")
        game.column(4).click()
        discs(game, 2)
        game.settle()
        server.stop()
        game.column(4).click()
        discs(game, 4)
        moves = game.moves()
        server.start()
        game.settle()
        game.page.reload()
        discs(game, 4)
        assert game.moves() == moves
        context.close()
