"""Checks of text that visitors send, made before anything is stored.

A lone surrogate cannot be encoded as UTF-8, PostgreSQL cannot store NUL, and control characters and
marks that change the direction of writing would garble the pages of other people.
"""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import AfterValidator

# C0 and C1 controls, line and paragraph separators, direction marks, surrogates.
_FORBIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def check_text(text: str) -> str:
    """Return *text*; raise ValueError if it contains a character that a name or reason may not have."""
    if found := _FORBIDDEN.search(text):
        raise ValueError(f"the character U+{ord(found[0]):04X} is not allowed")
    return text


def check_storable(value: Any) -> None:
    """Raise ValueError if *value*, a text or JSON, contains a character that cannot be stored."""
    if isinstance(value, str):
        if found := _UNSTORABLE.search(value):
            raise ValueError(f"the character U+{ord(found[0]):04X} cannot be stored")
    elif isinstance(value, dict):
        check_storable([*value, *value.values()])
    elif isinstance(value, list | tuple):
        for part in value:
            check_storable(part)


def cleaned(text: str) -> str:
    """Return *text* on one line, with a space for each run of spaces and characters not allowed."""
    return " ".join(_FORBIDDEN.sub(" ", text).split())


def shortened(text: str, length: int) -> str:
    """Return *text* with at most *length* characters; an ellipsis replaces the rest."""
    return text if len(text) <= length else text[: length - 1] + "…"


Text = Annotated[str, AfterValidator(check_text)]
