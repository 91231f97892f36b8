"""Draws the icons of the installed page from its SVG: ``make icons``."""

import json
import re

from playwright.sync_api import sync_playwright

from dropfour.web.page.files import STATIC
from web.needs import find_chromium

# The part of a maskable icon that no mask cuts off is a circle with 80 % of its width.
SAFE = 0.72


def svg_of(is_maskable: bool) -> str:
    """Return the icon; a maskable one fills its square and keeps its discs within the safe zone."""
    svg = (STATIC / "icon.svg").read_text(encoding="utf-8")
    if not is_maskable:
        return svg
    background = re.search(r'<rect [^>]*fill="(#\w+)"', svg)
    assert background is not None
    square = f'<rect width="32" height="32" fill="{background[1]}"/>'
    inset = 16 * (1 - SAFE)
    inner = re.sub(r"</?svg[^>]*>", "", svg)
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
    return (
        f'{head}{square}<g transform="translate({inset} {inset}) scale({SAFE})">{inner}</g></svg>'
    )


def main() -> None:
    manifest = json.loads((STATIC / "manifest.webmanifest").read_text(encoding="utf-8"))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        page = browser.new_page()
        for icon in manifest["icons"]:
            if icon["type"] != "image/png":
                continue
            side = int(icon["sizes"].split("x")[0])
            page.set_viewport_size({"width": side, "height": side})
            svg = svg_of(icon["purpose"] == "maskable")
            sized = svg.replace(
                "<svg ", f'<svg width="{side}" height="{side}" style="display:block" '
            )
            page.set_content(f'<body style="margin:0;background:transparent">{sized}</body>')
            path = STATIC.parent / icon["src"]
            path.parent.mkdir(exist_ok=True)
            page.screenshot(path=path, omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
