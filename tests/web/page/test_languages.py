"""The page in every language: nothing sticks out on a phone, nothing stays English, and a language that
was chosen needs no connection."""

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ViewportSize, expect

from dropfour import words
from dropfour.web.page.site import write_site
from web import languages
from web.driver import GamePage, Visitors, new_context
from web.file_server import FOLDER, FileServer
from web.languages import INVENTED
from web.page.test_accessibility import OUT_OF_PLACE, resize
from web.server_process import ServerProcess
from web.views import VIEWS, prepare

# What the page shows or says, without what is marked as another language and names of tournaments.
TEXTS = """() => {
    const foreign = '[lang]:not(html), script, style, noscript, code, pre, #language, .t-item';
    const names = ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt'];
    const found = new Set();
    for (const element of document.querySelectorAll('*')) {
        if (element.closest(foreign)) continue;
        for (const { nodeType, data } of element.childNodes) {
            if (nodeType === Node.TEXT_NODE) found.add(data.trim());
        }
        for (const name of names) found.add(element.getAttribute(name)?.trim() ?? '');
    }
    return [...found];
}"""
LANGUAGES = [INVENTED, *(each for each in words.languages() if each != words.ENGLISH)]
PHONE: ViewportSize = {"width": 390, "height": 844}
# A few for every run; the others are walked by the long tests.
SHORT = ["start", "review", "settings", "lobby", "record", "lesson", "tournament"]


CASES = [
    pytest.param(language, name, marks=() if is_short else pytest.mark.long)
    for language in LANGUAGES
    for name in VIEWS
    for is_short in [language == INVENTED and name in SHORT]
]


@pytest.fixture(scope="module")
def speaking(browser: Browser, server: ServerProcess) -> Iterator[Callable[[str], BrowserContext]]:
    """Returns the browser that speaks a language."""
    prepare(server)
    with ExitStack() as opened:

        @cache
        def speaking(language: str) -> BrowserContext:
            context = opened.enter_context(new_context(browser, server.url, viewport=PHONE))
            languages.speak(context, language)
            return context

        yield speaking


@pytest.mark.parametrize(("language", "name"), CASES)
def test_views_are_whole_in_every_language(
    speaking: Callable[[str], BrowserContext],
    language: str,
    name: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as driving, GamePage(speaking(language)) as game:
        languages.drive_in(language, driving)
        VIEWS[name](game)
        resize(game, PHONE["width"], PHONE["height"])
        assert game.page.evaluate(OUT_OF_PLACE) == []
        assert languages.remains(language, game.page.evaluate(TEXTS)) == []
        game.page.context.clear_cookies()
        game.page.evaluate("localStorage.clear()")


def test_the_invented_language_shows_what_is_english() -> None:
    assert languages.invented("Play column {column}") == "Þļļåý çööļûɱɱñ {column}"
    said = languages.invented("Play column 4")
    assert languages.remains(INVENTED, [said, "Zeno", "4, 5", "Undo"]) == ["Undo"]


def test_a_chosen_language_needs_no_connection(
    visitor: Visitors, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "words"
    shutil.copytree(words.FOLDER, folder, ignore=shutil.ignore_patterns("*.py*"))
    (folder / INVENTED).mkdir()
    for part in set(words.parts()) - {"course"}:
        text = json.dumps(languages.words_of(INVENTED, part))
        (folder / INVENTED / f"{part}.json").write_text(text, encoding="utf-8")
    monkeypatch.setattr(words, "FOLDER", folder)
    write_site(Path(f"{tmp_path}{FOLDER}"))
    host = FileServer(tmp_path)
    game = visitor(host.url, service_workers="allow").open("./")
    game.menu("Settings")
    game.page.get_by_label("Language").select_option(INVENTED)
    expect(game.page.locator("html")).to_have_attribute("lang", INVENTED)
    game.wait_for_copy()
    for part in ("page", "past", "learn"):
        own = f"static/words/{INVENTED}/{part}.json"
        game.wait_until(f"await caches.match('{own}')")
    game.page.context.set_offline(True)
    host.stop()
    for view, title in (("games", "Past games"), ("record", "Your record"), ("learn", "Learn")):
        game.page.goto(f"./?view={view}")
        title = languages.invented(title)
        expect(game.page.get_by_role("heading", level=1, name=title)).to_be_visible()
