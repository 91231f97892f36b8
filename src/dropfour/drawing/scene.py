"""The picture of a position as shapes, with all sizes and colours; SVG and Pillow render them alike.

Units are pixels of a picture whose cells are CELL wide; x grows to the right, y downwards. On 2x1:

    +----------------+    MARGIN on all sides
    |  (   )  (   )  |    each cell CELL x CELL, its stone in the middle
    |    1      2    |    a strip of LABEL_STRIP below the cells, if there are labels
    +----------------+

Red and yellow differ in more than colour: red is a dark stone with a light ring, yellow a light stone
with a dark diamond, and the rim of each stands out from the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from dropfour.drawing.marks import Run, find_runs
from dropfour.position import Colour, Position
from dropfour.rules import Cell, Rules

CELL = 64
MARGIN = 12
LABEL_STRIP = 28
CORNER = 18
STONE_RADIUS = 27
LAST_RADIUS = 31
LABEL_SIZE = 24

BOARD = "#0B2545"
HOLE = "#16386B"
HOLE_RIM = "#6A8CBB"
RED_FILL = "#D7263D"
RED_MARK = "#FFD3D8"
YELLOW_FILL = "#FFE08A"
YELLOW_RIM = "#C48A00"
YELLOW_MARK = "#5B3A00"
INK = "#FFFFFF"


@dataclass(frozen=True, slots=True)
class Plate:
    """A rectangle with round corners whose top left corner is (0, 0)."""

    width: int
    height: int
    corner: int
    fill: str


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
    """Text with its baseline at *y*, centred on *x*."""

    x: int
    y: int
    text: str
    size: int
    fill: str


Shape = Plate | Circle | Diamond | Stroke | Label


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes that belong together: *name* is what they show, *cells* where on the board."""

    name: str
    shapes: tuple[Shape, ...]
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Scene:
    """A position as groups of shapes, in painting order."""

    position: Position
    labels: bool = True

    @property
    def rules(self) -> Rules:
        return self.position.rules

    @property
    def width(self) -> int:
        return self.rules.columns * CELL + 2 * MARGIN

    @property
    def height(self) -> int:
        return self.rules.rows * CELL + 2 * MARGIN + (LABEL_STRIP if self.labels else 0)

    def centre(self, cell: Cell) -> tuple[int, int]:
        x = MARGIN + CELL * (cell.column - 1) + CELL // 2
        y = MARGIN + CELL * (self.rules.rows - cell.row) + CELL // 2
        return x, y

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
            yield Group(name, _stone(x, y, colour), (cell,))
        last = self.position.last_cell
        if last is not None:
            ring = Circle(*self.centre(last), LAST_RADIUS, None, INK, LAST_RADIUS - STONE_RADIUS)
            yield Group("last", (ring,), (last,))
        for run in find_runs(self.position):
            yield Group("line", self._strokes(run), run.cells)

    def _labels(self) -> Iterator[Label]:
        baseline = MARGIN + CELL * self.rules.rows + LABEL_SIZE
        for column in range(1, self.rules.columns + 1):
            x, _ = self.centre(Cell(column, 1))
            yield Label(x, baseline, str(column), LABEL_SIZE, INK)

    def _strokes(self, run: Run) -> tuple[Stroke, Stroke]:
        """Return a light stroke from end to end, with a dark edge so that it shows on light stones."""
        start, end = self.centre(run.cells[0]), self.centre(run.cells[-1])
        return Stroke(start, end, 14, BOARD), Stroke(start, end, 8, INK)


def _stone(x: int, y: int, colour: Colour | None) -> tuple[Shape, ...]:
    if colour is None:
        return (Circle(x, y, STONE_RADIUS, HOLE, HOLE_RIM, 1),)
    if colour is Colour.RED:
        return (
            Circle(x, y, STONE_RADIUS, RED_FILL, RED_MARK, 3),
            Circle(x, y, 16, None, RED_MARK, 3),
        )
    return (
        Circle(x, y, STONE_RADIUS, YELLOW_FILL, YELLOW_RIM, 3),
        Diamond(x, y, 13, YELLOW_MARK),
    )
