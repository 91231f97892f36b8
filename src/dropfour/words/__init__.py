"""What people read, in each language: a folder for each, a file for each part of the page. English is
the source of the others and stands in for what they lack. The page fills words in the same way
(``js/ui/words.js``)."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
ENGLISH = "en"

# Where the singular is not for 1 alone, as browsers know it.
_SINGULARS = {"fr": ("0", "1"), "pt": ("0", "1"), "ja": ()}

_OWN = {"red": "page.red", "yellow": "page.yellow", "you": "page.you"}

_spoken: ContextVar[str] = ContextVar("dropfour_language", default="")


def languages() -> list[str]:
    """Return the names of all languages, such as ``pt-BR``."""
    return sorted(path.parent.name for path in FOLDER.glob("*/page.json"))


def parts() -> list[str]:
    """Return the names of all parts."""
    return sorted(path.stem for path in (FOLDER / ENGLISH).glob("*.json"))


@cache
def words_of(language: str, part: str) -> Any:
    """Return the entries of a part by their key. Raises ValueError if there is no such language."""
    english = stored(ENGLISH, part)
    # The course has its texts in their order, with what they claim: these are translated one by one.
    own = stored(checked_language(language), part)
    return english | own if part != "course" else translated(english, own)


def stored(language: str, part: str) -> Any:
    """Return what a language itself has of a part."""
    path = FOLDER / language / f"{part}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def translated(value: Any, texts: dict[str, str]) -> Any:
    """Return *value* with all texts in it that *texts* has replaced by theirs."""
    if isinstance(value, dict):
        return {key: translated(each, texts) for key, each in value.items()}
    if isinstance(value, list):
        return [translated(each, texts) for each in value]
    return texts.get(value, value) if isinstance(value, str) else value


# --- the language that is spoken --------------------------------------------------------------------


def spoken() -> str:
    """Return the language that is spoken here: that of `speaking`, else of DROPFOUR_LANGUAGE, else
    English."""
    return _spoken.get() or os.environ.get("DROPFOUR_LANGUAGE") or ENGLISH


def checked_language(language: str) -> str:
    """Return *language*; raise ValueError if there is none of that name."""
    if language not in languages():
        raise ValueError(f"no language {language!r}: there are {', '.join(languages())}")
    return language


@contextmanager
def speaking(language: str | None) -> Iterator[None]:
    """Say everything in *language* meanwhile; None leaves it as it is."""
    token = _spoken.set(checked_language(language or spoken()))
    try:
        yield
    finally:
        _spoken.reset(token)


# --- filling in -------------------------------------------------------------------------------------


def say(key: str, /, **values: object) -> str:
    """Return the entry of a key, such as ``page.red``, with its placeholders filled in.

    *red*, *yellow* and *you* have words of the language. A pair is a phrase of `sentences`, whose name
    can choose between forms of an entry. A placeholder with a capital is filled in with one.
    """
    part, name = key.split(".", 1)
    return _filled(words_of(spoken(), part)[name], values)


def fill(phrase: Any) -> str:
    """Return a phrase of the native core in words: the name of an entry in `sentences`, and its words,
    which may be phrases themselves."""
    name, words = phrase
    return say(f"sentences.{name}", **words)


def told(phrase: Any) -> str:
    """Return a phrase as a sentence; None is empty."""
    return "" if phrase is None else sentence(fill(phrase))


def with_capital(text: str) -> str:
    """Return *text* with a capital letter."""
    return f"{text[:1].upper()}{text[1:]}"


def sentence(clause: str) -> str:
    """Return a clause as a sentence."""
    return say("page.sentence", clause=with_capital(clause))


def _filled(entry: Any, values: Mapping[str, object]) -> str:
    if isinstance(entry, dict):
        value = values.get(entry.get("by", "count"))
        form = value[0] if isinstance(value, list | tuple) else str(value)
        number = "one" if form in _SINGULARS.get(spoken()[:2], ("1",)) else "other"
        return _filled(entry.get(form, entry.get(number, entry.get("other"))), values)

    def word(found: re.Match[str]) -> str:
        name = found[1][:1].lower() + found[1][1:]
        text = _text(values.get(name, found[0]))
        return text if name == found[1] else with_capital(text)

    return re.sub(r"\{(\w+)\}", word, entry)


def _text(value: object) -> str:
    if isinstance(value, list | tuple):
        return fill(value)
    text = str(value)
    return say(_OWN[text]) if text in _OWN else text
