"""Take screenshots of the page for the README and the documentation, from a temporary server.

    python -m benchmarks.screenshots [FOLDER]

FOLDER defaults to docs/images. Needs Chromium, Playwright and Pillow.
"""

from __future__ import annotations

import functools
import io
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from benchmarks.server import serving
from dropfour.web.page.site import write_site

PORT = 4491
URL = f"http://127.0.0.1:{PORT}"
FOLDER = Path(__file__).parents[1] / "docs" / "images"


MIDDLE_GAME = "4435362355442"
STUDIED = "35352241664133342"
LOST = "4135333445446662433662165555111122"

Scheme = Literal["light", "dark"]


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with serving(PORT), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, scheme, width, height, prepare in SHOTS:
            data = _take(browser, scheme, width, height, prepare)
            (folder / f"{name}.png").write_bytes(data)
            print(f"{name:12}{len(data) / 1024:7.0f} KB")
        data = _film(browser)
        (folder / "dropfour.gif").write_bytes(data)
        print(f"{'film':12}{len(data) / 1024:7.0f} KB")
        browser.close()


def _film(browser: Browser) -> bytes:
    """Film a few moves against an engine, then Study, as a GIF."""
    context = browser.new_context(base_url=URL, viewport={"width": 1200, "height": 760})
    page = context.new_page()
    frames: list[tuple[Image.Image, int]] = []

    def shoot(milliseconds: int) -> None:
        image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        frames.append((image.resize((900, 570), Image.Resampling.LANCZOS), milliseconds))

    _begin(page, moves=MIDDLE_GAME[:-3], yellow={"engine": "medium:seed=1"})
    shoot(1200)
    for column in (4, 2):
        page.locator(f'.column[data-column="{column}"]').click()
        for _ in range(5):  # the disc falls
            shoot(60)
        page.wait_for_timeout(2000)  # the engine answers
        shoot(900)
    page.locator("#study").check()
    expect(page.locator(".study-body")).to_contain_text("Exact", timeout=60_000)
    shoot(1800)
    page.locator(".facts .fact").first.click(timeout=20_000)
    page.wait_for_timeout(400)
    shoot(3500)
    context.close()
    first, *others = [image.quantize(128) for image, _ in frames]
    file = io.BytesIO()
    durations = [milliseconds for _, milliseconds in frames]
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
    page.goto("/")
    expect(page.locator("#setup-card")).to_be_visible()


def study(page: Page) -> None:
    _begin(page, moves=STUDIED)
    page.locator("#study").check()
    expect(page.locator(".chip[data-best]").first).to_be_visible(timeout=60_000)
    expect(page.locator(".study-body")).to_contain_text("Exact", timeout=60_000)
    page.locator(".facts .fact").first.click(timeout=20_000)


def review(page: Page) -> None:
    _begin(page, moves=LOST, yellow={"engine": "medium"})
    page.get_by_role("button", name="Review the game").click()
    expect(page.locator("#moves-card .verdict")).to_contain_text("Best was", timeout=90_000)
    page.get_by_role("button", name="Show it").click()


def won(page: Page) -> None:
    _begin(page, moves="44553344411221", yellow={"engine": "medium"})
    page.locator('.column[data-column="6"]').click()
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


def tournament(page: Page) -> None:
    """A running tournament, which the page starts as the operator of the server can."""
    players = ["easy", "4", "medium", "hard"]
    data = {"players": players, "time_s": 0.05, "games": 40, "title": "Club championship"}
    answer = page.request.post("/api/tournaments", data=data)
    page.goto(f"/tournament/{answer.json()['id']}")
    expect(page.locator(".t-game").nth(19)).to_be_visible(timeout=180_000)


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
