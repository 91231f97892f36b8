"""The picture of a position as shapes, with all sizes and colours; SVG and Pillow render them alike.

Units are pixels of a picture whose cells are CELL wide; x grows to the right, y downwards. On 2x1:

    +----------------+    MARGIN on all sides
    |   +1     -2    |    a strip of NOTE_STRIP above the cells, if there are notes
    |  (   )  (   )  |    each cell CELL x CELL, its stone in the middle
    |    1      2    |    a strip of LABEL_STRIP below the cells, if there are labels
    |  red to move   |    rows of CAPTION_ROW, if there is a caption
    +----------------+

Red and yellow differ in more than colour: red is a dark stone with a light ring, yellow a light
stone with a dark diamond, and the rim of each stands out from the board.
"""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from operator import index
from typing import Protocol

from dropfour.arguments import position_of
from dropfour.drawing.words import Run, find_runs
from dropfour.position import Colour, Position
from dropfour.rules import Cell, Rules

CELL = 64
MARGIN = 12
LABEL_STRIP = 28
CORNER = 18
STONE_RADIUS = 27
LAST_RADIUS = 31
LABEL_SIZE = 24
NOTE_STRIP = 36
NOTE_SIZE = 22
NOTE_HEIGHT = 28
MARK_RADIUS = 15
MARK_SIZE = 20
NUMBER_SIZE = 26
CAPTION_ROW = 22
CAPTION_SIZE = 16
UP = "↑"  # a note that is drawn, since not every font has this character
_CAPTION_CHARACTER = 8.4  # an upper estimate of the mean width of a character in a caption

BOARD = "#0B2545"
HOLE = "#16386B"
HOLE_RIM = "#6A8CBB"
RED_FILL = "#D7263D"
RED_MARK = "#FFD3D8"
YELLOW_FILL = "#FFE08A"
YELLOW_RIM = "#C48A00"
YELLOW_MARK = "#5B3A00"
INK = "#FFFFFF"
MARK = "#7FE7DC"
DARK_INK = "#0B2545"


@dataclass(frozen=True, slots=True)
class Plate:
    """A rectangle with round corners."""

    width: int
    height: int
    corner: int
    fill: str
    left: int = 0
    top: int = 0


@dataclass(frozen=True, slots=True)
class Circle:
    """A disc of *radius*, rim included. Without *fill* it is a ring."""

    x: int
    y: int
    radius: int
    fill: str | None
    rim: str
    rim_width: int


@dataclass(frozen=True, slots=True)
class Diamond:
    x: int
    y: int
    radius: int
    fill: str


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight stroke with round ends."""

    start: tuple[int, int]
    end: tuple[int, int]
    width: int
    fill: str


@dataclass(frozen=True, slots=True)
class Label:
    """Text with its baseline at *y*, centred on *x* or starting there."""

    x: int
    y: int
    text: str
    size: int
    fill: str
    is_centred: bool = True


Shape = Plate | Circle | Diamond | Stroke | Label


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes that belong together: *name* is what they show, *cells* where on the board."""

    name: str
    shapes: tuple[Shape, ...]
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Overlay:
    """What a drawing adds to a position.

    *notes* are short texts over their columns, those of *best* columns on a light plate, UP an arrow;
    *marks* are cells with a disc that holds a short text; *variation* are the columns played next,
    drawn as numbered stones; *caption* are paragraphs below the board.
    """

    notes: Mapping[int, str] = field(default_factory=dict)
    best: Collection[int] = ()
    marks: Mapping[Cell, str] = field(default_factory=dict)
    variation: Collection[int] = ()
    caption: Collection[str] = ()


class Drawable(Protocol):
    """What can be drawn as a position with an overlay: a Game, an Analysis, an Explanation."""

    @property
    def position(self) -> Position:
        """The position to draw."""
        ...

    @property
    def overlay(self) -> Overlay:
        """What the drawing adds to it."""
        ...


def scene_of(
    shown: Position | str | Drawable,
    labels: bool = True,
    *,
    notes: Mapping[int, str] | None = None,
    best: Collection[int] | None = None,
    marks: Mapping[Cell, str] | Iterable[tuple[int, int]] | None = None,
    variation: Collection[int] | None = None,
    caption: str | Collection[str] | None = None,
) -> Scene:
    """Return the scene of a position, a move string, or anything drawable; each option that is given
    replaces that part of its overlay. Raises IllegalMove for a *variation* that cannot be played, and
    ValueError for *marks* outside the board."""
    if isinstance(shown, Position | str):
        position, own = position_of(shown), Overlay()
    else:
        position, own = shown.position, shown.overlay
    if isinstance(caption, str):
        caption = (caption,)
    overlay = Overlay(
        notes=own.notes if notes is None else notes,
        best=own.best if best is None else best,
        marks=own.marks if marks is None else _cells_of(marks, position.rules),
        variation=own.variation if variation is None else variation,
        caption=own.caption if caption is None else caption,
    )
    return Scene(position, labels, overlay)


def _cells_of(
    marks: Mapping[Cell, str] | Iterable[tuple[int, int]], rules: Rules
) -> dict[Cell, str]:
    texts = marks if isinstance(marks, Mapping) else dict.fromkeys(marks, "")
    return {_cell_of(mark, rules): text for mark, text in texts.items()}


def _cell_of(mark: tuple[int, int], rules: Rules) -> Cell:
    try:
        column, row = map(index, mark)
    except (TypeError, ValueError):
        raise ValueError(f"a mark is a pair of column and row, not {mark!r}") from None
    return rules.checked(Cell(column, row))


@dataclass(frozen=True)
class Scene:
    """A position with its overlay as groups of shapes, in painting order."""

    position: Position
    labels: bool = True
    overlay: Overlay = Overlay()

    @property
    def rules(self) -> Rules:
        return self.position.rules

    @property
    def width(self) -> int:
        return self.rules.columns * CELL + 2 * MARGIN

    @property
    def height(self) -> int:
        return self._bottom + MARGIN + len(self.caption) * CAPTION_ROW

    @property
    def caption(self) -> list[str]:
        """The rows of the caption, wrapped to the width of the board."""
        width = int((self.width - 2 * MARGIN) / _CAPTION_CHARACTER)
        return [row for text in self.overlay.caption for row in textwrap.wrap(text, width)]

    @property
    def _top(self) -> int:
        """The upper edge of the cells."""
        return MARGIN + (NOTE_STRIP if self.overlay.notes else 0)

    @property
    def _bottom(self) -> int:
        """The lower edge of the cells and their labels."""
        return self._top + CELL * self.rules.rows + (LABEL_STRIP if self.labels else 0)

    def centre(self, cell: Cell) -> tuple[int, int]:
        x = MARGIN + CELL * (cell.column - 1) + CELL // 2
        y = self._top + CELL * (self.rules.rows - cell.row) + CELL // 2
        return x, y

    @cached_property
    def variation(self) -> tuple[tuple[Cell, Colour], ...]:
        """The cells that the variation fills, in order, each with its colour."""
        position, filled = self.position, []
        for column in self.overlay.variation:
            filled.append((position.landing_cell(column), position.to_move))
            position = position.play(column)
        return tuple(filled)

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        return tuple(self._groups())

    def _groups(self) -> Iterator[Group]:
        yield Group("board", (Plate(self.width, self.height, CORNER, BOARD),))
        if self.labels:
            yield Group("labels", tuple(self._labels()))
        for cell, colour in self.position.cells():
            x, y = self.centre(cell)
            name = "empty" if colour is None else str(colour)
            yield Group(name, stone(x, y, colour), (cell,))
        last = self.position.last_cell
        if last is not None:
            ring = Circle(*self.centre(last), LAST_RADIUS, None, INK, LAST_RADIUS - STONE_RADIUS)
            yield Group("last", (ring,), (last,))
        for run in find_runs(self.position):
            yield Group("line", self._strokes(run), run.cells)
        yield from self._overlay()

    def _overlay(self) -> Iterator[Group]:
        for column, text in self.overlay.notes.items():
            is_best = column in self.overlay.best
            yield Group(
                "best note" if is_best else "note", tuple(self._note(column, text, is_best))
            )
        for number, (cell, colour) in enumerate(self.variation, start=1):
            x, y = self.centre(cell)
            disc = stone(x, y, colour)[0]
            ink = INK if colour is Colour.RED else YELLOW_MARK
            label = Label(x, y + NUMBER_SIZE * 3 // 8, str(number), NUMBER_SIZE, ink)
            yield Group("variation", (disc, label), (cell,))
        for cell, text in self.overlay.marks.items():
            x, y = self.centre(cell)
            disc = Circle(x, y, MARK_RADIUS, MARK, DARK_INK, 2)
            label = Label(x, y + MARK_SIZE * 3 // 8, text, MARK_SIZE, DARK_INK)
            yield Group("mark", (disc, label) if text else (disc,), (cell,))
        for number, text in enumerate(self.caption, start=1):
            label = Label(
                MARGIN,
                self._bottom + number * CAPTION_ROW,
                text,
                CAPTION_SIZE,
                INK,
                is_centred=False,
            )
            yield Group("caption", (label,))

    def _note(self, column: int, text: str, is_best: bool) -> Iterator[Shape]:
        x, _ = self.centre(Cell(column, 1))
        if is_best:
            width = CELL - 8
            yield Plate(width, NOTE_HEIGHT, NOTE_HEIGHT // 2, INK, x - width // 2, MARGIN)
        ink, middle = DARK_INK if is_best else INK, MARGIN + NOTE_HEIGHT // 2
        if text == UP:
            tip = (x, middle - 9)
            for end in ((x, middle + 9), (x - 7, middle - 2), (x + 7, middle - 2)):
                yield Stroke(tip, end, 3, ink)
            return
        size = min(NOTE_SIZE, NOTE_SIZE * 4 // max(1, len(text)))
        yield Label(x, middle + size * 3 // 8, text, size, ink)

    def _labels(self) -> Iterator[Label]:
        baseline = self._top + CELL * self.rules.rows + LABEL_SIZE
        for column in range(1, self.rules.columns + 1):
            x, _ = self.centre(Cell(column, 1))
            yield Label(x, baseline, str(column), LABEL_SIZE, INK)

    def _strokes(self, run: Run) -> tuple[Stroke, Stroke]:
        """Return a light stroke from end to end, with a dark edge so that it shows on light stones."""
        start, end = self.centre(run.cells[0]), self.centre(run.cells[-1])
        return Stroke(start, end, 14, BOARD), Stroke(start, end, 8, INK)


def stone(x: int, y: int, colour: Colour | None) -> tuple[Shape, ...]:
    """Return the shapes of a stone with its centre at *x*, *y*; of an empty cell without a *colour*."""
    if colour is None:
        return (Circle(x, y, STONE_RADIUS, HOLE, HOLE_RIM, 1),)
    if colour is Colour.RED:
        return (
            Circle(x, y, STONE_RADIUS, RED_FILL, RED_MARK, 3),
            Circle(x, y, 16, None, RED_MARK, 3),
        )
    return (Circle(x, y, STONE_RADIUS, YELLOW_FILL, YELLOW_RIM, 3), Diamond(x, y, 13, YELLOW_MARK))
