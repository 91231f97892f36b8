"""Languages of the page for tests: an invented one, whose texts are all longer and have no English
letter, and what the page says in a language in place of an English text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import pytest
from playwright import sync_api
from playwright.sync_api import BrowserContext, Locator, Page, Route

from dropfour import words

# Dates in Korean have no Latin letters.
INVENTED = "ko-Qaaa"
_LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "åḃçďéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅḂÇĎÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ",
)
# Where the course has texts; what else it has are moves and claims.
_TOLD = ("title", "summary", "takeaway", "text", "then", "say")
_PLACEHOLDER = re.compile(r"(\{\w+\})")


def invented(text: str) -> str:
    """Return a text with other letters, every third one twice."""

    def longer(found: re.Match[str]) -> str:
        return "".join(each * (1 + (i % 3 == 1)) for i, each in enumerate(found[0]))

    parts = _PLACEHOLDER.split(text)
    parts[::2] = [re.sub("[A-Za-z]+", longer, part).translate(_LETTERS) for part in parts[::2]]
    return "".join(parts)


@cache
def words_of(language: str, part: str) -> Any:
    """Return a part of the words as the page gets it."""
    if language != INVENTED:
        return words.words_of(language, part)
    is_text = _TOLD.__contains__ if part == "course" else "by".__ne__
    return _invented(words.words_of(words.ENGLISH, part), is_text)


def _invented(value: Any, is_text: Callable[[str], bool], key: str = "") -> Any:
    if isinstance(value, dict):
        return {name: _invented(each, is_text, name) for name, each in value.items()}
    if isinstance(value, list):
        return [_invented(each, is_text, key) for each in value]
    return invented(value) if isinstance(value, str) and is_text(key) else value


def speak(context: BrowserContext, language: str) -> None:
    """Let the page speak a language in a browser; it gets the words of the invented one here."""
    context.add_init_script(f"localStorage.setItem('dropfour.language', '{language}');")
    if language != INVENTED:
        return

    def send_words(route: Route) -> None:
        part = route.request.url.rpartition("/")[2].removesuffix(".json")
        route.fulfill(json=words_of(language, part))

    def send_page(route: Route) -> None:
        answer = route.fetch()
        languages = f'data-languages="{language} '
        route.fulfill(response=answer, body=answer.text().replace('data-languages="', languages))

    context.route(f"**/words/{language}/*.json", send_words)
    context.route(lambda address: "/static/" not in address and "/api/" not in address, send_page)


# --- what is said in place of an English text -------------------------------------------------------


def pairs(english: Any, other: Any) -> Iterator[tuple[str, str]]:
    """Yield all English texts with those of the other language for the same."""
    if isinstance(other, str):
        for each in texts(english):
            yield each, other
    elif isinstance(other, list):
        for one, another in zip(english, other, strict=True):
            yield from pairs(one, another)
    elif isinstance(other, dict):
        for name, each in other.items():
            # A number may have another form than in English.
            is_plural = name in ("one", "other") or not isinstance(english, dict)
            yield from pairs(english if is_plural else english.get(name, english), each)


def texts(entry: Any) -> Iterator[str]:
    """Yield all texts of an entry."""
    if isinstance(entry, str):
        yield entry
    elif isinstance(entry, dict | list):
        for name, each in entry.items() if isinstance(entry, dict) else enumerate(entry):
            if name != "by":
                yield from texts(each)


@cache
def spoken(language: str) -> list[tuple[re.Pattern[str], str, str]]:
    """Return all texts: a pattern of the English one, that one, and the one of the language."""
    found = {
        pair
        for part in words.parts()
        for pair in pairs(words.words_of(words.ENGLISH, part), words_of(language, part))
        if re.search("[A-Za-z]{2}", _PLACEHOLDER.sub("", pair[0]))
    }
    return [(re.compile(_pattern(english)), english, other) for english, other in sorted(found)]


def _anything(name: str) -> str:
    return r"(\d+)" if name == "count" else "(.+?)"


def _pattern(text: str, values: Callable[[str], str] = _anything) -> str:
    """Return the pattern of a text with something for each placeholder."""
    parts = _PLACEHOLDER.split(text)
    parts[::2] = map(re.escape, parts[::2])
    parts[1::2] = [values(name[1:-1]) for name in parts[1::2]]
    return "".join(parts)


class Said:
    """Finds what the page says in *language* in place of an English text or pattern; what the page
    does not say, such as a name, stays as it is."""

    def __init__(self, language: str) -> None:
        self._language = language

    def __call__(self, text: Any, is_whole: bool = False) -> Any:
        if not isinstance(text, str | re.Pattern):
            return text
        found = self._found(text)
        if not found:
            return text
        either = "|".join(sorted(set(found)))
        return re.compile(f"^(?:{either})$" if is_whole else either, re.IGNORECASE)

    def _found(self, text: str | re.Pattern[str]) -> list[str]:
        every = spoken(self._language)
        if isinstance(text, re.Pattern):
            return [_pattern(other) for _, english, other in every if text.search(english)]
        found: dict[str, int] = {}
        for pattern, english, other in every:
            if match := pattern.fullmatch(text):
                names = [each[1:-1] for each in _PLACEHOLDER.findall(english)]
                values = dict(zip(names, map(_value, match.groups()), strict=True))
                either = _pattern(other, partial(_known, values))
                found[either] = sum(map(len, match.groups()))
        # The text that says most of it: "column 2, row 3" is no "column {column}".
        least = min(found.values(), default=0)
        whole = [each for each, filled in found.items() if filled == least]
        if self._language == INVENTED:
            return [re.escape(text), re.escape(invented(text)), *whole]
        return whole or [_pattern(other) for _, english, other in every if text in english]


def _value(value: str) -> str:
    return ".+?" if re.search("[A-Za-z]{2}", value) else re.escape(value)


def _known(values: dict[str, str], name: str) -> str:
    return values.get(name, ".+?")


def drive_in(language: str, patch: pytest.MonkeyPatch) -> None:
    """Let Playwright find what has an English text by that of *language*."""
    said = Said(language)

    def patch_all(of: type, name: str, key: str, is_whole: bool | None) -> None:
        plain = getattr(of, name)

        def call(self: Any, *given: Any, **options: Any) -> Any:
            whole = options.pop("exact", False) if is_whole is None else is_whole
            if key in options:
                options[key] = said(options[key], whole)
            elif key != "name" and given:
                given = (said(given[0], whole), *given[1:])
            if is_whole is None and not isinstance((*given, *options.values())[-1], re.Pattern):
                options["exact"] = whole
            return plain(self, *given, **options)

        patch.setattr(of, name, call)

    for of in (Page, Locator):
        for name in ("get_by_text", "get_by_label", "get_by_alt_text"):
            patch_all(of, name, "text", None)
        patch_all(of, "get_by_role", "name", None)
    assertions = vars(sync_api)["LocatorAssertions"]
    patch_all(assertions, "to_contain_text", "expected", False)
    patch_all(assertions, "to_have_text", "expected", True)


def remains(language: str, shown: list[str]) -> list[str]:
    """Return which of the texts that a page shows are English."""
    if language == INVENTED:
        return [text for text in shown if re.search("[A-Za-z]{2}", _OWN_NAMES.sub("", text))]
    every = spoken(language)
    own = [re.compile(_pattern(other)) for _, _, other in every]
    return [
        text
        for text in shown
        if any(pattern.fullmatch(text) for pattern, english, other in every if english != other)
        and not any(pattern.fullmatch(text) for pattern in own)
    ]


# Names of the program, its characters and commands, formats, and what the tests have written.
_OWN_NAMES = re.compile(
    r"\b(Dropfour|dropfour [a-z ]*--[-a-z]*|Pip|Momo|Fred|Hazel|Mira|Bruno|Vera|Otto|Ada|Zeno"
    r"|Max-Connect4|[a-z]+:[a-z,=]+|SVG|PNG|GIF|CSV|Bob|Cem|Grace|Margaret|Class cup|Trap|Cup & more"
    r"|[Ff]irst said <b>nothing</b>|[Ff]irst|[Ss]econd|third)|https?://\S+"
)
