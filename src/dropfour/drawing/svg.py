"""A position as SVG: self-contained, reproducible, and with a description for screen readers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from html import escape

from dropfour.drawing.scene import (
    CELL,
    UP,
    Circle,
    Diamond,
    Drawable,
    Group,
    Label,
    Plate,
    Scene,
    Shape,
    Stroke,
    scene_of,
)
from dropfour.drawing.words import describe, status_text
from dropfour.position import Position
from dropfour.rules import Cell

# Characters that XML 1.0 does not allow, not even escaped.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def draw_svg(
    shown: Position | str | Drawable,
    *,
    labels: bool = True,
    cell_px: int = 48,
    title: str | None = None,
    notes: Mapping[int, str] | None = None,
    best: Collection[int] | None = None,
    marks: Mapping[Cell, str] | Iterable[tuple[int, int]] | None = None,
    variation: Collection[int] | None = None,
    caption: str | Collection[str] | None = None,
) -> str:
    """Draw a position as an SVG document whose cells are *cell_px* wide when it is not scaled.

    *shown* is a position, a move string, a Game, an Analysis or an Explanation. *labels* are the column
    numbers. *title* replaces the title made from the position. *notes* are short texts over their
    columns, those of *best* columns on a light plate; *marks* are cells with a disc, which holds a
    short text if *marks* is a mapping; *variation* are the columns played next, drawn as numbered
    stones; *caption* is a text below the board, or several. Each of these replaces what *shown* would
    add by itself.

    Each stone, each empty cell, the last move and each line is a group with a class (``red``,
    ``yellow``, ``empty``, ``last``, ``line``, ``note``, ``best``, ``variation``, ``mark``,
    ``caption``) whose ``data-cells`` lists column,row pairs. Raises ValueError for a *cell_px* below 1
    and for *marks* outside the board, and IllegalMove for a *variation* that cannot be played.
    """
    if cell_px < 1:
        raise ValueError(f"cell_px is 1 or more, not {cell_px}")
    scene = scene_of(
        shown, labels, notes=notes, best=best, marks=marks, variation=variation, caption=caption
    )
    position = scene.position
    if title is None:
        rules = position.rules
        title = f"Connect {rules.connect} on {rules.size}: {status_text(position)}"
    width, height = (_number(side * cell_px / CELL) for side in (scene.width, scene.height))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {scene.width} {scene.height}" '
        f'width="{width}" height="{height}" role="img">',
        f"<title>{_text(title)}</title>",
        f"<desc>{_text(_describe(scene))}</desc>",
        *(_draw_group(group) for group in scene.groups),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _describe(scene: Scene) -> str:
    """Return a description of the board with everything that is drawn on it."""
    overlay = scene.overlay
    sentences = [describe(scene.position)]
    for column, text in overlay.notes.items():
        best = ", best" if column in overlay.best else ""
        sentences.append(f"Note on column {column}: {'arrow up' if text == UP else text}{best}.")
    for number, (cell, colour) in enumerate(scene.variation, start=1):
        sentences.append(f"Move {number}: {colour} in column {cell.column}, row {cell.row}.")
    for cell, text in overlay.marks.items():
        sentences.append(f"Mark {text}".rstrip() + f" in column {cell.column}, row {cell.row}.")
    return "\n".join([*sentences, *overlay.caption])


def _draw_group(group: Group) -> str:
    attributes = f'class="{group.name}"'
    if group.cells:
        places = " ".join(f"{cell.column},{cell.row}" for cell in group.cells)
        attributes += f' data-cells="{places}"'
    return f"<g {attributes}>{''.join(_draw_shape(shape) for shape in group.shapes)}</g>"


def _draw_shape(shape: Shape) -> str:
    if isinstance(shape, Plate):
        return (
            f'<rect{_place(shape)} width="{shape.width}" height="{shape.height}" rx="{shape.corner}" '
            f'fill="{shape.fill}"/>'
        )
    if isinstance(shape, Circle):
        # SVG centres a stroke on its path; here the rim ends at the radius.
        radius = _number(shape.radius - shape.rim_width / 2)
        return (
            f'<circle cx="{shape.x}" cy="{shape.y}" r="{radius}" fill="{shape.fill or "none"}" '
            f'stroke="{shape.rim}" stroke-width="{shape.rim_width}"/>'
        )
    if isinstance(shape, Diamond):
        r = shape.radius
        path = f"M{shape.x} {shape.y - r}l{r} {r}l{-r} {r}l{-r} {-r}z"
        return f'<path d="{path}" fill="{shape.fill}"/>'
    if isinstance(shape, Stroke):
        (x1, y1), (x2, y2) = shape.start, shape.end
        return (
            f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{shape.fill}" '
            f'stroke-width="{shape.width}" stroke-linecap="round"/>'
        )
    assert isinstance(shape, Label)
    anchor = "middle" if shape.is_centred else "start"
    return (
        f'<text x="{shape.x}" y="{shape.y}" font-size="{shape.size}" font-family="sans-serif" '
        f'text-anchor="{anchor}" fill="{shape.fill}">{_text(shape.text)}</text>'
    )


def _place(plate: Plate) -> str:
    return f' x="{plate.left}" y="{plate.top}"' if plate.left or plate.top else ""


def _number(value: float) -> str:
    """Format *value* without trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _text(text: str) -> str:
    return escape(_NOT_XML.sub("\ufffd", text), quote=False)
