"""Draws every view of the page, on a phone and on a desktop, in light, dark and forced colours:
``PYTHONPATH=tests python -m lab.shipped.views FOLDER [VIEW …]``."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from web.driver import GamePage, new_context
from web.needs import find_chromium
from web.server_process import ServerProcess
from web.views import VIEWS, prepare

SIZES = {"phone": (360, 740), "desktop": (1280, 800)}


def draw(browser: Browser, server: ServerProcess, folder: Path, names: list[str]) -> None:
    prepare(server)
    for name in names or VIEWS:
        with new_context(browser, server.url) as context:
            game = GamePage(context)
            VIEWS[name](game)
            photograph(game, name, folder)
        print(name, flush=True)


def photograph(game: GamePage, name: str, folder: Path) -> None:
    for device, (width, height) in SIZES.items():
        game.page.set_viewport_size({"width": width, "height": height})
        for look in ("light", "dark", "forced"):
            game.page.emulate_media(
                color_scheme="dark" if look == "dark" else "light",
                forced_colors="active" if look == "forced" else "none",
            )
            path = folder / device / look / f"{name.replace(' ', '-')}.png"
            path.parent.mkdir(parents=True, exist_ok=True)
            game.page.screenshot(path=path)


def main() -> None:
    folder, names = Path(sys.argv[1]), sys.argv[2:]
    with (
        tempfile.TemporaryDirectory() as scratch,
        ServerProcess(Path(scratch) / "games.sqlite3") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        draw(browser, server, folder, names)
        browser.close()


if __name__ == "__main__":
    main()
