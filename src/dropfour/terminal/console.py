"""A dialogue with boards: where a game is shown and moves are typed."""

from __future__ import annotations

from typing import TextIO

from dropfour.drawing import draw_text, style_for, wants_ansi
from dropfour.drawing.words import line_counts
from dropfour.position import Position
from dropfour.rules import Objective
from dropfour.terminal.dialogue import Dialogue
from dropfour.words import say


class Console(Dialogue):
    """A dialogue that draws boards; *style* is one of drawing's TEXT_STYLES."""

    def __init__(
        self, style: str | None = None, stdin: TextIO | None = None, stdout: TextIO | None = None
    ) -> None:
        super().__init__(stdin, stdout)
        self.style = style_for(self._out, style or "compact")
        self.has_colour = wants_ansi(self._out)
        self._warned_too_wide = False
        if style not in (None, self.style):
            self.say(say("terminal.other style", style=style or "", used=self.style))

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
                self.say(say("terminal.too wide", style=self.style))
                self._warned_too_wide = True
            drawing = draw_text(position, style_for(self._out), self.has_colour, status=False)
        if self.is_spoken:
            self.say(drawing)
            return
        self.show(drawing)
        if position.rules.objective is Objective.MOST_LINES:
            self.say(say("terminal.score", lines=line_counts(position)))
