"""Stand-ins on the full screen for characters that the terminal's encoding lacks."""

from __future__ import annotations

from functools import lru_cache

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from dropfour.terminal.dialogue import can_encode

# Each is as wide as the character that it stands for.
_STAND_INS = {
    **dict(zip("●○·…←→", "xo..<>", strict=True)),
    **dict(zip("▗▖▝▘█▀▄", r"/\\/#--", strict=True)),  # large discs
    **dict(zip("╭╮╰╯─│▊▎▔", "++++-|||-", strict=True)),  # borders
    **dict.fromkeys("▁▂▃▅▆▇", "-"),  # the ends of a scroll bar
}


class StandIns(LineFilter):
    """Replaces, in everything that is drawn, the characters that *encoding* lacks."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self._encoding = encoding

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(self.text(each.text), each.style, each.control) for each in segments]

    def text(self, text: str) -> str:
        return text if text.isascii() else "".join(map(self._shown, text))

    def _shown(self, character: str) -> str:
        return _shown(character, self._encoding)


@lru_cache(maxsize=1024)
def _shown(character: str, encoding: str) -> str:
    if can_encode(character, encoding):
        return character
    return _STAND_INS.get(character, "?" * cell_len(character))
