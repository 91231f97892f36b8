"""The page in every language: nothing sticks out on a phone, nothing stays English, and a language that
was chosen needs no connection."""

import json
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from dropfour import words
from dropfour.web.page.site import write_site
from web import languages
from web.driver import GamePage, new_context
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


@pytest.fixture(scope="module")
def cup_server(server: ServerProcess) -> ServerProcess:
    prepare(server)
    return server


def faults(
    browser: Browser, url: str, language: str, name: str, patch: pytest.MonkeyPatch
) -> list[str]:
    """Return what is wrong with a view in a language."""
    with new_context(browser, url, viewport=PHONE) as context:
        languages.speak(context, language)
        with patch.context() as driving, GamePage(context) as game:
            languages.drive_in(language, driving)
            VIEWS[name](game)
            resize(game, PHONE["width"], PHONE["height"])
            out = [f"out of place: {each}" for each in game.page.evaluate(OUT_OF_PLACE)]
            left = languages.remains(language, game.page.evaluate(TEXTS))
            return out + [f"English: {each}" for each in left]


@pytest.mark.parametrize("name", SHORT)
def test_views_are_whole_in_an_invented_language(
    browser: Browser, cup_server: ServerProcess, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert faults(browser, cup_server.url, INVENTED, name, monkeypatch) == []


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", VIEWS)
def test_every_view_is_whole_in_every_language(
    browser: Browser,
    cup_server: ServerProcess,
    language: str,
    name: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert faults(browser, cup_server.url, language, name, monkeypatch) == []


def test_the_invented_language_shows_what_is_english() -> None:
    assert languages.invented("Play column {column}") == "Þļļåý çööļûɱɱñ {column}"
    said = languages.invented("Play column 4")
    assert languages.remains(INVENTED, [said, "Zeno", "4, 5", "Undo"]) == ["Undo"]


def test_a_chosen_language_needs_no_connection(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
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
    with (
        new_context(browser, host.url, service_workers="allow") as context,
        GamePage(context) as game,
    ):
        game.open("./")
        game.menu("Settings")
        game.page.get_by_label("Language").select_option(INVENTED)
        expect(game.page.locator("html")).to_have_attribute("lang", INVENTED)
        game.wait_for_copy()
        for part in ("page", "past", "learn"):
            own = f"static/words/{INVENTED}/{part}.json"
            game.page.wait_for_function(f"async () => await caches.match('{own}') !== undefined")
        context.set_offline(True)
        host.stop()
        for view, title in (("games", "Past games"), ("record", "Your record"), ("learn", "Learn")):
            game.page.goto(f"./?view={view}")
            title = languages.invented(title)
            expect(game.page.get_by_role("heading", level=1, name=title)).to_be_visible()
