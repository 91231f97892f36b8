"""Positions drawn as text in several styles, as SVG, and, with Pillow, as PNG or animated GIF."""

from typing import TYPE_CHECKING

from dropfour.drawing.text import TEXT_STYLES, draw_text, style_for, wants_ansi
from dropfour.drawing.words import Run, find_runs, status_text
from dropfour.extras import lazy_names

if TYPE_CHECKING:
    from dropfour.drawing.picture import draw_gif, draw_png
    from dropfour.drawing.scene import Drawable, Overlay
    from dropfour.drawing.svg import draw_svg

__all__ = [
    "TEXT_STYLES",
    "Drawable",
    "Overlay",
    "Run",
    "draw_gif",
    "draw_png",
    "draw_svg",
    "draw_text",
    "find_runs",
    "status_text",
    "style_for",
    "wants_ansi",
]

__getattr__ = lazy_names(
    __name__,
    {
        "dropfour.drawing.picture": ("draw_gif", "draw_png"),
        "dropfour.drawing.scene": ("Drawable", "Overlay"),
        "dropfour.drawing.svg": ("draw_svg",),
    },
)
