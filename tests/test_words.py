"""The words of all languages: every one is there, is used, and fits what fills it in."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dropfour import words
from dropfour.web.page.files import STATIC

SOURCES = Path(words.__file__).parents[1]

# What the core says, and what is translated by the English text.
NOT_NAMED = {"sentences", "remarks", "course", "openingnames", "manifest"}
PARTS = [part for part in words.parts() if part not in NOT_NAMED]
TRANSLATIONS = [
    pytest.param(language, part, id=f"{language}-{part}")
    for language in words.languages()
    for part in words.parts()
    if language != words.ENGLISH
]


def used() -> set[str]:
    """Return the keys that the page and Python name, as patterns: some are made from pieces."""
    files = [*STATIC.glob("js/**/*.js"), STATIC / "index.html"]
    texts = "".join(path.read_text(encoding="utf-8") for path in files)
    key = rf"""(?:{"|".join(PARTS)})\.(?:\$?\{{[^}}]*\}}|[^'\"`./${{])+"""
    found = re.findall(rf"""(?<=['"`]){key}(?=['"`])""", texts)
    python = "".join(path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py"))
    found += [each for each in re.findall(rf'"({key})"', python) if each[:5] in ("page.", "termi")]
    return {".*".join(map(re.escape, re.split(r"\$?\{[^}]*\}", key))) for key in found}


def test_english_has_every_entry_that_is_used_and_no_other() -> None:
    known = {f"{part}.{key}" for part in PARTS for key in words.stored(words.ENGLISH, part)}
    patterns = used()
    assert [each for each in patterns if not any(re.fullmatch(each, key) for key in known)] == []
    whole = "|".join(patterns)
    assert [key for key in known if not re.fullmatch(whole, key)] == []


def texts_of(entry: Any) -> Iterator[str]:
    """Yield all texts of a part, an entry, or a lesson."""
    if isinstance(entry, str):
        yield entry
    else:
        for each in entry.values() if isinstance(entry, dict) else entry:
            if isinstance(each, str | dict | list):
                yield from texts_of(each)


def lesson_texts(value: Any, key: str = "") -> Iterator[str]:
    """Yield what people read of the course."""
    if isinstance(value, dict):
        for name, each in value.items():
            if name != "claims":
                yield from lesson_texts(each, name)
    elif isinstance(value, list):
        for each in value:
            yield from lesson_texts(each, key)
    elif key in ("title", "summary", "takeaway", "text", "then", "say"):
        yield value


def placeholders(entry: Any) -> set[str]:
    """Return what fills in an entry."""
    names = (re.findall(r"\{(\w+)\}", text) for text in texts_of(entry))
    return {name[0].lower() + name[1:] for each in names for name in each}


def choosers(entry: Any) -> set[str]:
    """Return what chooses between the forms of an entry, besides numbers: it need not fill in."""
    if not isinstance(entry, dict):
        return set()
    return {entry.get("by", "count")}.union(*map(choosers, entry.values())) - {"count"}


@pytest.mark.parametrize(("language", "part"), TRANSLATIONS)
def test_a_translation_fits_english(language: str, part: str) -> None:
    english, own = words.stored(words.ENGLISH, part), words.stored(language, part)
    if part == "course":
        assert own.keys() == set(lesson_texts(english))
        return
    assert own.keys() == english.keys()
    for key, entry in own.items():
        free = choosers(entry) | choosers(english[key])
        assert placeholders(entry) - free == placeholders(english[key]) - free, key
