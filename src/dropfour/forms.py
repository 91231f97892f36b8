"""What a position can be turned into: text, rows, arrays, drawings. Position inherits it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from dropfour.position import Position


class Forms:
    """The forms of a position; notation and drawing are imported when one is asked for."""

    __slots__ = ()

    @property
    def _it(self) -> Position:
        return cast("Position", self)

    @property
    def text(self) -> str:
        """The position string, which `parse` reads, such as ``7x6.4.first-line.3-ry-ry-2.r``."""
        from dropfour.notation.compact import position_string

        return position_string(self._it)

    def to_rows(self) -> list[list[int]]:
        """Return the board as rows, top row first: 0 for an empty cell, 1 for red, 2 for yellow.

        ``numpy.array(position)`` is the same as ``int8[rows, columns]``.
        """
        from dropfour.notation.rows import rows_of

        return rows_of(self._it)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        from dropfour.notation.rows import array_of

        return array_of(self._it, dtype, copy)

    def __repr__(self) -> str:
        return f"<Position {self.text}>"

    def __str__(self) -> str:
        from dropfour.drawing.text import draw_text

        return draw_text(self._it)

    def _repr_svg_(self) -> str:
        from dropfour.drawing.svg import draw_svg

        return draw_svg(self._it)
