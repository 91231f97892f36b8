"""The sentences of explanations: ``sentences.json``, which the page reads as well."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

PATH = Path(__file__).with_name("sentences.json")


@cache
def _table() -> dict[str, str]:
    table: dict[str, str] = json.loads(PATH.read_text(encoding="utf-8"))
    return table


def say(name: str, **words: object) -> str:
    """Return a sentence of the table with its words filled in; those it does not have are ignored."""
    return _table()[name].format(**words)


def has_sentence(name: str) -> bool:
    """Return whether the table has an entry of this name."""
    return name in _table()


def fill(phrase: tuple[str, dict[str, Any]]) -> str:
    """Return a phrase of the native core in words: the name of a sentence, and its words, which may be
    phrases themselves."""
    name, words = phrase
    return say(
        name, **{key: word if isinstance(word, str) else fill(word) for key, word in words.items()}
    )


def sentence(name: str, **words: object) -> str:
    """Return an entry of the table as a sentence, with a capital and a full stop."""
    return with_capital(say(name, **words))


def with_capital(clause: str) -> str:
    """Return a clause as a sentence, with a capital and a full stop."""
    return f"{clause[0].upper()}{clause[1:]}."
