"""Positions drawn as text in several styles, as SVG, and, with Pillow, as PNG or animated GIF."""

import importlib
from typing import TYPE_CHECKING, Any

from dropfour.drawing.marks import Run, find_runs
from dropfour.drawing.text import TEXT_STYLES, draw_text, style_for, wants_ansi
from dropfour.drawing.words import status_text

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

# Imported when they are first used, so that a program that draws text starts quickly.
_LAZY = {
    "Drawable": "dropfour.drawing.scene",
    "Overlay": "dropfour.drawing.scene",
    "draw_gif": "dropfour.drawing.picture",
    "draw_png": "dropfour.drawing.picture",
    "draw_svg": "dropfour.drawing.svg",
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_LAZY[name]), name)
