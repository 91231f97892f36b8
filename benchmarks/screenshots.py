"""Take screenshots of the page for the README and the documentation, from a temporary server.

    python -m benchmarks.screenshots [NAME ...]      # such as `film` or `study phone`; default: all

They go to docs/images. Needs Chromium, Playwright and Pillow.
"""

from __future__ import annotations

import functools
import io
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Literal

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from benchmarks.server import serving
from dropfour.web.page.site import write_site

PORT = 4491
URL = f"http://127.0.0.1:{PORT}"
STORE = f"sqlite:///{tempfile.mkdtemp()}/games.sqlite3"
FOLDER = Path(__file__).parents[1] / "docs" / "images"
CHROMIUMS = ("chromium", "chromium-headless-shell", "google-chrome")

STUDIED = "35352241664133342"
LOST, LEVEL = "414344454711156535", "medium"  # by one mistake, at move 15

Scheme = Literal["light", "dark"]


def main() -> None:
    wanted = sys.argv[1:] or ["film", *(name for name, *_ in SHOTS)]
    chromium = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    with serving(PORT, store=STORE), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, scheme, width, height, prepare in SHOTS:
            if name in wanted:
                _write(f"{name}.png", _take(browser, scheme, width, height, prepare))
        if "film" in wanted:
            _write("dropfour.gif", _film(browser))
        browser.close()


def _write(name: str, data: bytes) -> None:
    (FOLDER / name).write_bytes(data)
    print(f"{name:16}{len(data) / 1024:7.0f} KB")


def _film(browser: Browser) -> bytes:
    """Film the end of a lost game, its review, and why the mistake was one, as a GIF."""
    context = browser.new_context(
        base_url=URL, viewport={"width": 1000, "height": 740}, reduced_motion="reduce"
    )
    page = context.new_page()
    frames: list[Image.Image] = []
    durations: list[int] = []

    def shoot(milliseconds: int) -> None:
        frames.append(Image.open(io.BytesIO(page.screenshot())).convert("RGB"))
        durations.append(milliseconds)

    def click(target: Locator) -> None:
        """Show where the pointer is for a moment, then press."""
        target.scroll_into_view_if_needed()
        shoot(900)
        box = target.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] - 24, box["y"] + box["height"] / 2
        ImageDraw.Draw(frames[-1]).ellipse(
            (x - 14, y - 14, x + 14, y + 14), outline="#d7263d", width=5
        )
        target.click()
        page.mouse.move(0, 0)

    for ply in range(len(LOST) - 6, len(LOST) + 1):
        _begin(page, moves=LOST[:ply], yellow={"engine": LEVEL})
        shoot(800)
    expect(page.locator(".turning")).to_contain_text("You let", timeout=90_000)
    shoot(4000)
    click(page.get_by_role("button", name="Review the game"))
    expect(page.locator("#review-card")).to_contain_text("Mistake", timeout=90_000)
    page.wait_for_timeout(3000)  # what the move allowed has been played out in discs
    shoot(5000)
    click(page.locator("#study"))
    why = page.locator(".why")
    expect(why).to_contain_text("wins by", timeout=60_000)
    shoot(2000)
    click(why.locator("summary"))
    page.wait_for_timeout(1000)
    why.scroll_into_view_if_needed()
    shoot(7000)
    context.close()
    first, *others = [image.quantize(128, dither=Image.Dither.NONE) for image in frames]
    file = io.BytesIO()
    first.save(file, "GIF", save_all=True, append_images=others, duration=durations, loop=0)
    return file.getvalue()


def _take(
    browser: Browser, scheme: Scheme, width: int, height: int, prepare: Callable[[Page], None]
) -> bytes:
    context = browser.new_context(
        base_url=URL,
        viewport={"width": width, "height": height},
        color_scheme=scheme,
        reduced_motion="reduce",
        device_scale_factor=2 if width < 500 else 1,
    )
    page = context.new_page()
    prepare(page)
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement.blur()")
    page.evaluate("scrollTo(0, 0)")
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    # Median cut, the default, gives the few pixels of faces and discs no colours of their own.
    image = image.quantize(256, method=Image.Quantize.FASTOCTREE)
    context.close()
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def _begin(page: Page, **game: object) -> None:
    answer = page.request.post("/api/games", data=game)
    page.goto(f"/game/{answer.json()['id']}")
    expect(page.locator(".cells .disc").first).to_be_visible()


def start(page: Page) -> None:
    """The second visit: the first one has the board alone."""
    page.goto("/")
    page.locator('.column[data-column="4"]').click()
    expect(page.locator(".cells .disc").nth(1)).to_be_visible()
    page.goto("/")
    expect(page.locator("#setup-card")).to_be_visible()


def study(page: Page) -> None:
    _begin(page, moves=STUDIED)
    page.locator("#study").check()
    expect(page.locator(".chip[data-best]").first).to_be_visible(timeout=60_000)
    expect(page.locator(".study-body")).to_contain_text("Exact", timeout=60_000)
    page.locator(".facts .fact").first.click(timeout=20_000)


def review(page: Page) -> None:
    _begin(page, moves=LOST, yellow={"engine": LEVEL})
    page.get_by_role("button", name="Review the game").click()
    expect(page.locator("#review-card")).to_contain_text("Mistake", timeout=90_000)
    page.wait_for_timeout(3000)  # what the move allowed has been played out in discs


def won(page: Page) -> None:
    _begin(page, moves="44553344411221", yellow={"engine": "medium"})
    page.locator('.column[data-column="6"]').click()
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


def tournament(page: Page) -> None:
    """A running tournament, in the store of the server."""
    players = [word for name in ("easy", "4", "medium", "hard") for word in ("--player", name)]
    plan = ["--time", "0.05", "--games", "40", "--title", "Club championship", *players]
    with subprocess.Popen(
        [sys.executable, "-m", "dropfour", "tournament", *plan, "--store", STORE]
    ) as process:
        games = page.locator(".t-game")
        page.goto("/tournaments")
        page.locator(".t-item").click()
        expect(games.nth(19)).to_be_visible(timeout=180_000)
        process.terminate()


def offline(page: Page) -> None:
    """Show the page as plain files under a sub-path, after their server has stopped."""
    with tempfile.TemporaryDirectory() as folder:
        write_site(Path(folder) / "connect-four")
        handler = functools.partial(SimpleHTTPRequestHandler, directory=folder)
        with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            address = f"http://127.0.0.1:{server.server_port}/connect-four/"
            page.goto(address)
            page.evaluate("navigator.serviceWorker.ready.then(() => true)")
            page.wait_for_function("navigator.serviceWorker.controller !== null")
            server.shutdown()
    page.context.set_offline(True)
    page.goto(f"{address}?view=openings&id=4444")
    expect(page.locator("#openings-view tbody td").first).to_contain_text("in", timeout=60_000)


SHOTS: list[tuple[str, Scheme, int, int, Callable[[Page], None]]] = [
    ("start", "light", 1200, 800, start),
    ("study", "light", 1200, 800, study),
    ("review", "light", 1200, 860, review),
    ("phone", "light", 390, 844, study),
    ("dark", "dark", 1200, 800, study),
    ("won", "light", 390, 844, won),
    ("tournament", "light", 1200, 800, tournament),
    ("offline", "light", 1200, 800, offline),
]


if __name__ == "__main__":
    main()
