"""A position as SVG: self-contained, reproducible, and with a description for screen readers."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape

from dropfour.drawing.scene import CELL, Circle, Diamond, Group, Label, Plate, Scene, Shape, Stroke
from dropfour.drawing.words import describe, status_text
from dropfour.position import Position

# Characters that XML 1.0 does not allow, not even escaped.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def draw_svg(
    position: Position, *, labels: bool = True, cell_px: int = 48, title: str | None = None
) -> str:
    """Draw *position* as an SVG document whose cells are *cell_px* wide when it is not scaled.

    *labels* are the column numbers. *title* replaces the title made from the position. Each stone,
    each empty cell, the last move and each line is a group with a class (``red``, ``yellow``,
    ``empty``, ``last``, ``line``) whose ``data-cells`` lists column,row pairs. Raises ValueError
    for a *cell_px* below 1.
    """
    if cell_px < 1:
        raise ValueError(f"cell_px is 1 or more, not {cell_px}")
    scene = Scene(position, labels)
    if title is None:
        rules = position.rules
        title = f"Connect {rules.connect} on {rules.size}: {status_text(position)}"
    width, height = (_number(side * cell_px / CELL) for side in (scene.width, scene.height))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {scene.width} {scene.height}" '
        f'width="{width}" height="{height}" role="img">',
        f"<title>{_text(title)}</title>",
        f"<desc>{_text(describe(position))}</desc>",
        *(_draw_group(group) for group in scene.groups),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _draw_group(group: Group) -> str:
    attributes = f'class="{group.name}"'
    if group.cells:
        places = " ".join(f"{cell.column},{cell.row}" for cell in group.cells)
        attributes += f' data-cells="{places}"'
    return f"<g {attributes}>{''.join(_draw_shape(shape) for shape in group.shapes)}</g>"


def _draw_shape(shape: Shape) -> str:
    if isinstance(shape, Plate):
        return (
            f'<rect width="{shape.width}" height="{shape.height}" rx="{shape.corner}" '
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
    return (
        f'<text x="{shape.x}" y="{shape.y}" font-size="{shape.size}" font-family="sans-serif" '
        f'text-anchor="middle" fill="{shape.fill}">{_text(shape.text)}</text>'
    )


def _number(value: float) -> str:
    """Format *value* without trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _text(text: str) -> str:
    return escape(_NOT_XML.sub("\ufffd", text))
