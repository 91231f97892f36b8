"""A terminal or a pipe: typed answers in, text and boards out."""

from __future__ import annotations

import sys
import textwrap
from typing import TextIO

from dropfour.drawing import draw_text, style_for, wants_ansi
from dropfour.drawing.words import line_counts
from dropfour.position import Position
from dropfour.rules import Objective


class EndOfInput(Exception):
    """Nobody is left to answer."""


class Console:
    """Where a game is shown and moves are typed; *style* is one of drawing's TEXT_STYLES."""

    def __init__(
        self,
        style: str | None = None,
        stdin: TextIO | None = None,
        stdout: TextIO | None = None,
    ) -> None:
        self._in, self._out = stdin or sys.stdin, stdout or sys.stdout
        self.style = style_for(self._out, style or "compact")
        self.has_colour = wants_ansi(self._out)
        self.is_terminal = self._in.isatty() and self._out.isatty()
        self.width = _terminal_width() if self._out.isatty() else 80
        self._warned_too_wide = False
        if self.is_terminal and self._in is sys.stdin:
            _enable_editing()
        if style not in (None, self.style):
            self.say(f"The output lacks the characters of the style {style}: {self.style} is used.")

    def say(self, text: str = "") -> None:
        """Write *text* with its paragraphs wrapped to the width."""
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
        try:
            text.encode(self._out.encoding or "utf-8")
        except UnicodeEncodeError:
            return False
        return True

    @property
    def is_spoken(self) -> bool:
        """Whether everything is written in words, as for a screen reader."""
        return self.style == "words"

    def draw(self, position: Position) -> None:
        """Draw the board, and in Max-Connect4 the score under it."""
        drawing = draw_text(position, self.style, self.has_colour, status=False)
        bare = draw_text(position, self.style, status=False)
        if not self.is_spoken and max(map(len, bare.splitlines())) > self.width:
            if not self._warned_too_wide:
                self.say(f"The board is too wide for the style {self.style} in this terminal.")
                self._warned_too_wide = True
            drawing = draw_text(position, style_for(self._out), self.has_colour, status=False)
        if self.is_spoken:
            self.say(drawing)
            return
        self.show(drawing)
        if position.rules.objective is Objective.MOST_LINES:
            self.say(f"Lines: {line_counts(position)}")


def _terminal_width() -> int:
    from shutil import get_terminal_size  # a pipe needs no size, and saves the time of the import

    return get_terminal_size().columns


def _enable_editing() -> None:
    """Give input() arrow keys and a history, where the system supports them."""
    try:
        import readline  # noqa: F401 - the import enables it
    except ImportError:
        return
