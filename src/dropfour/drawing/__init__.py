"""Positions drawn as text in several styles, as SVG, and, with Pillow, as PNG or animated GIF."""

from dropfour.drawing.marks import Run, find_runs
from dropfour.drawing.picture import draw_gif, draw_png
from dropfour.drawing.scene import Drawable, Overlay
from dropfour.drawing.svg import draw_svg
from dropfour.drawing.text import TEXT_STYLES, draw_text, style_for, wants_ansi
from dropfour.drawing.words import status_text

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
