r"""Escapes that put any text on one line without loss: a backslash precedes the backslash and the
closing mark, a line end is ``\n``, other control characters are ``\u`` and four digits."""

from __future__ import annotations

import re
import unicodedata

from dropfour.notation.grid import error_at

_ESCAPE = re.compile(r'\\(u[0-9a-fA-F]{4}|[n\\"}])?')


def escape(text: str, closing: str) -> str:
    def escaped(character: str) -> str:
        if character in ("\\", closing):
            return "\\" + character
        if character == "\n":
            return r"\n"
        # Controls, lone surrogates (which UTF-8 cannot hold), line and paragraph separators.
        if unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp"):
            return f"\\u{ord(character):04x}"
        return character

    return "".join(map(escaped, text))


def unescape(text: str, line: int, column: int) -> str:
    """Undo `escape` for text that begins at that place; raise InvalidNotation for an unknown escape."""

    def plain(match: re.Match[str]) -> str:
        code: str | None = match[1]
        if code is None:
            message = r"expected \\, \", \}, \n or \u with four digits"
            raise error_at(line, column + match.start(), message)
        if code[0] == "u":
            return chr(int(code[1:], 16))
        return "\n" if code == "n" else code

    return _ESCAPE.sub(plain, text)
