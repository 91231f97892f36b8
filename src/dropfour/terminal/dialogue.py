"""A dialogue in a terminal or through a pipe: typed answers in, text out."""

from __future__ import annotations

import os
import sys
from typing import TextIO


class EndOfInput(Exception):
    """The input has ended, or the person has quit."""


class Dialogue:
    """Where questions are asked, on the standard streams unless others are given."""

    def __init__(self, stdin: TextIO | None = None, stdout: TextIO | None = None) -> None:
        self._in, self._out = stdin or sys.stdin, stdout or sys.stdout
        self.is_terminal = self._in.isatty() and self._out.isatty()
        self.width = _terminal_width() if self._out.isatty() else 80
        if self.is_terminal and self._in is sys.stdin:
            _enable_editing()

    def say(self, text: str = "") -> None:
        """Write *text* with its paragraphs wrapped to the width."""
        import textwrap  # not needed by a program that makes one move

        for paragraph in text.split("\n"):
            self._write(textwrap.fill(paragraph, self.width, break_on_hyphens=False) + "\n")

    def show(self, text: str) -> None:
        """Write *text* unchanged: a drawing, a table."""
        self._write(text + "\n")

    def ask(self, question: str) -> str:
        """Return what is typed after *question*, stripped; raise EndOfInput at the end of input."""
        if self.is_terminal and self._in is sys.stdin:
            try:
                return input(question).strip()
            except EOFError:
                self.show("")
                raise EndOfInput from None
        self._write(question)
        answer = self._in.readline()
        # A pipe does not echo, and a transcript should contain the answers.
        self._write(answer.rstrip("\r\n") + "\n")
        if not answer:
            raise EndOfInput
        return answer.strip()

    def _write(self, text: str) -> None:
        if not self.can_write(text):
            encoding = self._out.encoding
            text = text.replace("…", "...").encode(encoding, "replace").decode(encoding)
        self._out.write(text)
        self._out.flush()

    def can_write(self, text: str) -> bool:
        """Return whether the output's encoding has the characters of *text*."""
        return can_encode(text, self._out.encoding or "utf-8")


def sentence(text: str) -> str:
    """Return *text* as a sentence, with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."


def can_encode(text: str, encoding: str) -> bool:
    """Return whether *encoding* has the characters of *text*."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def write_ascii_if_needed() -> None:
    """Write ASCII to a terminal if the locale is C or POSIX, which Python takes for UTF-8."""
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    # Python itself changes LC_CTYPE to C.UTF-8.
    chosen = [os.environ.get(name, "") for name in names if os.environ.get(name) != "C.UTF-8"]
    is_ascii = next(filter(None, chosen), "") in ("C", "POSIX")
    is_forced = os.environ.get("PYTHONIOENCODING") or os.environ.get("PYTHONUTF8")
    if is_ascii and not is_forced and sys.stdout.isatty():
        sys.stdout.reconfigure(encoding="ascii", errors="replace")  # type: ignore[union-attr]


def _terminal_width() -> int:
    from shutil import get_terminal_size  # a pipe needs no size, and saves the time of the import

    return get_terminal_size().columns


def _enable_editing() -> None:
    """Give input() arrow keys and a history, where the system supports them."""
    try:
        import readline  # noqa: F401 - the import enables it
    except ImportError:
        return
