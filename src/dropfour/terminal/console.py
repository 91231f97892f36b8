"""A terminal or a pipe to talk through: lines in, lines and boards out."""

from __future__ import annotations

import shutil
import sys
import textwrap
from typing import TextIO

from dropfour.drawing import draw_text, style_for, wants_ansi
from dropfour.drawing.words import line_counts
from dropfour.position import Position
from dropfour.rules import Objective


class EndOfInput(Exception):
    """There is nobody to answer any more."""


class Console:
    """Where a game is shown and moves are typed; *style* is one of drawing's TEXT_STYLES."""

    def __init__(
        self,
        style: str | None = None,
        stdin: TextIO | None = None,
        stdout: TextIO | None = None,
    ) -> None:
        self._in, self._out = stdin or sys.stdin, stdout or sys.stdout
        self.style = style or style_for(self._out)
        self.has_colour = wants_ansi(self._out)
        self.is_terminal = self._in.isatty() and self._out.isatty()
        self.width = shutil.get_terminal_size().columns if self._out.isatty() else 80
        self._told_too_wide = False
        if self.is_terminal and self._in is sys.stdin:
            _edit_lines()

    def say(self, text: str = "") -> None:
        """Write *text*, its paragraphs folded to the width."""
        for line in text.split("\n"):
            self._write(textwrap.fill(line, self.width, break_on_hyphens=False) + "\n")

    def show(self, text: str) -> None:
        """Write *text* as it stands: a drawing, a table."""
        self._write(text + "\n")

    def ask(self, question: str) -> str:
        """Return the line typed after *question*, without blanks around it; raise EndOfInput."""
        if self.is_terminal and self._in is sys.stdin:
            try:
                return input(question).strip()
            except EOFError:
                self.show("")
                raise EndOfInput from None
        self._write(question)
        line = self._in.readline()
        # A pipe does not echo what comes through it, and the answer belongs into what is read later.
        self._write(line.rstrip("\r\n") + "\n")
        if not line:
            raise EndOfInput
        return line.strip()

    def _write(self, text: str) -> None:
        if not self.can_write(text):
            encoding = self._out.encoding
            text = text.replace("…", "...").encode(encoding, "replace").decode(encoding)
        self._out.write(text)
        self._out.flush()

    def can_write(self, text: str) -> bool:
        """Tell whether the output's encoding has the characters of *text*."""
        try:
            text.encode(self._out.encoding or "utf-8")
        except UnicodeEncodeError:
            return False
        return True

    @property
    def is_spoken(self) -> bool:
        """Whether all is said in words, as for a screen reader."""
        return self.style == "words"

    def draw(self, position: Position) -> None:
        """Draw the board, and in Max-Connect4 the score under it."""
        drawing = draw_text(position, self.style, self.has_colour, status=False)
        bare = draw_text(position, self.style, status=False)
        if not self.is_spoken and max(map(len, bare.splitlines())) > self.width:
            if not self._told_too_wide:
                self.say(f"The board is too wide for the style {self.style} here.")
                self._told_too_wide = True
            drawing = draw_text(position, style_for(self._out), self.has_colour, status=False)
        if self.is_spoken:
            self.say(drawing)
            return
        self.show(drawing)
        if position.rules.objective is Objective.MOST_LINES:
            self.say(f"Lines: {line_counts(position)}")


def _edit_lines() -> None:
    """Give input() the arrow keys and a history, where the system has them."""
    try:
        import readline  # noqa: F401 - importing it is all that it takes
    except ImportError:
        return
