"""A position as PNG and a game as animated GIF; Pillow is imported on first use."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from io import BytesIO
from typing import TYPE_CHECKING

from dropfour.drawing.scene import (
    BOARD,
    CELL,
    Circle,
    Diamond,
    Drawable,
    Label,
    Plate,
    Scene,
    Shape,
    Stroke,
    scene_of,
)
from dropfour.extras import needed_by
from dropfour.moves import parse_moves
from dropfour.position import Position
from dropfour.rules import Cell, Rules

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

MIN_CELL_PX, MAX_CELL_PX = 8, 256
_MAX_SIDE_PX = 4096
_MAX_CANVAS_PX = 64_000_000  # before scaling down; 256 MB
_GIF_COLOURS = 64


def draw_png(
    shown: Position | str | Drawable,
    cell_px: int = 64,
    *,
    labels: bool = True,
    notes: Mapping[int, str] | None = None,
    best: Collection[int] | None = None,
    marks: Mapping[Cell, str] | Iterable[tuple[int, int]] | None = None,
    variation: Collection[int] | None = None,
    caption: str | Collection[str] | None = None,
) -> bytes:
    """Draw a position as a PNG file, transparent outside the round corners of the board.

    The options are those of draw_svg. Raises ValueError for a *cell_px* outside 8 to 256 or a picture
    more than 4096 pixels wide or high, and ImportError if Pillow is not installed.
    """
    _check_pillow()
    scene = scene_of(
        shown, labels, notes=notes, best=best, marks=marks, variation=variation, caption=caption
    )
    file = BytesIO()
    _render(scene, cell_px).save(file, "PNG", optimize=True)
    return file.getvalue()


def draw_gif(
    game: str | Iterable[Position],
    rules: Rules | None = None,
    *,
    cell_px: int = 48,
    labels: bool = True,
    frame_s: float = 0.6,
    last_frame_s: float = 3.0,
    repeat: bool = True,
) -> bytes:
    """Draw a game as an animated GIF file: one frame per position, the last one shown longer.

    *game* is a move string, played under *rules* from the empty board, or a sequence of positions.
    Without *repeat*, the animation plays once and stops at its last frame. Raises the same errors as
    draw_png, and ValueError if there are no positions or their boards differ in size.
    """
    _check_pillow()
    positions = _positions(game, rules)
    for seconds in (frame_s, last_frame_s):
        if not 0.02 <= seconds <= 600:
            raise ValueError(f"a frame is shown for 0.02 to 600 seconds, not {seconds}")
    frames = _with_one_palette([_opaque(_render(Scene(p, labels), cell_px)) for p in positions])
    durations_ms = [round(frame_s * 1000)] * (len(frames) - 1) + [round(last_frame_s * 1000)]
    file = BytesIO()
    frames[0].save(
        file,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=durations_ms,
        **({"loop": 0} if repeat else {}),
    )
    return file.getvalue()


def _check_pillow() -> None:
    with needed_by("a picture", "images"):
        import PIL  # noqa: F401


def _positions(game: str | Iterable[Position], rules: Rules | None) -> list[Position]:
    if isinstance(game, str):
        positions = [Position(rules)]
        for column in parse_moves(game):
            positions.append(positions[-1].play(column))
        return positions
    if rules is not None:
        raise ValueError("positions have their own rules: pass rules with a move string only")
    positions = list(game)
    if not positions:
        raise ValueError("a GIF needs at least one position")
    sizes = {position.rules.size for position in positions}
    if len(sizes) > 1:
        raise ValueError(
            f"all boards of a GIF must have the same size, not {', '.join(sorted(sizes))}"
        )
    return positions


def _render(scene: Scene, cell_px: int) -> Image.Image:
    """Paint *scene* at a larger size and scale it down, which smooths the edges."""
    from PIL import Image, ImageDraw

    if not MIN_CELL_PX <= cell_px <= MAX_CELL_PX:
        raise ValueError(f"cell_px is {MIN_CELL_PX} to {MAX_CELL_PX}, not {cell_px}")
    width, height = (round(side * cell_px / CELL) for side in (scene.width, scene.height))
    if max(width, height) > _MAX_SIDE_PX:
        raise ValueError(
            f"a picture is at most {_MAX_SIDE_PX} pixels wide and high, not {width}x{height}: "
            f"cells of {cell_px} pixels are too large for {scene.rules.size}"
        )
    times = 4 if width * height * 16 <= _MAX_CANVAS_PX else 2
    canvas = Image.new("RGBA", (width * times, height * times))
    painter = _Painter(ImageDraw.Draw(canvas), cell_px * times / CELL)
    for group in scene.groups:
        for shape in group.shapes:
            painter.paint(shape)
    return canvas.reduce(times)


def _opaque(image: Image.Image) -> Image.Image:
    """Return *image* on a background in the board's colour: GIF has no partial transparency."""
    from PIL import Image

    ground = Image.new("RGBA", image.size, BOARD)
    ground.alpha_composite(image)
    return ground.convert("RGB")


def _with_one_palette(frames: list[Image.Image]) -> list[Image.Image]:
    """Return *frames* with a common palette: with a palette per frame, the animation would flicker."""
    from PIL import Image

    # The first frame has the shades of empty cells, the last one those of stones and marks.
    width, height = frames[0].size
    sample = Image.new("RGB", (width, 2 * height))
    sample.paste(frames[0], (0, 0))
    sample.paste(frames[-1], (0, height))
    palette = sample.quantize(_GIF_COLOURS)
    return [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]


class _Painter:
    """Paints shapes with Pillow; *scale* is the number of pixels per unit."""

    def __init__(self, draw: ImageDraw.ImageDraw, scale: float) -> None:
        self._draw = draw
        self._scale = scale

    def paint(self, shape: Shape) -> None:
        if isinstance(shape, Plate):
            left, top = shape.left * self._scale, shape.top * self._scale
            right, bottom = (
                left + shape.width * self._scale - 1,
                top + shape.height * self._scale - 1,
            )
            corner = shape.corner * self._scale
            self._draw.rounded_rectangle((left, top, right, bottom), corner, fill=shape.fill)
        elif isinstance(shape, Circle):
            self._draw.ellipse(
                self._box(shape.x, shape.y, shape.radius),
                fill=shape.fill,
                outline=shape.rim,
                width=max(1, round(shape.rim_width * self._scale)),
            )
        elif isinstance(shape, Diamond):
            left, top, right, bottom = self._box(shape.x, shape.y, shape.radius)
            x, y = (left + right) / 2, (top + bottom) / 2
            self._draw.polygon([(x, top), (right, y), (x, bottom), (left, y)], fill=shape.fill)
        elif isinstance(shape, Stroke):
            self._paint_stroke(shape)
        else:
            self._paint_label(shape)

    def _paint_stroke(self, stroke: Stroke) -> None:
        ends = [(x * self._scale, y * self._scale) for x, y in (stroke.start, stroke.end)]
        self._draw.line(ends, fill=stroke.fill, width=round(stroke.width * self._scale))
        for x, y in (stroke.start, stroke.end):
            self._draw.ellipse(self._box(x, y, stroke.width / 2), fill=stroke.fill)

    def _paint_label(self, label: Label) -> None:
        from PIL import ImageFont

        font = ImageFont.load_default(label.size * self._scale)
        anchor = "ms" if label.is_centred else "ls"
        place = (label.x * self._scale, label.y * self._scale)
        self._draw.text(place, label.text, fill=label.fill, font=font, anchor=anchor)

    def _box(self, x: float, y: float, radius: float) -> tuple[float, float, float, float]:
        """Return the square around a circle; Pillow includes the right and bottom edge."""
        left, top = (x - radius) * self._scale, (y - radius) * self._scale
        right, bottom = (x + radius) * self._scale - 1, (y + radius) * self._scale - 1
        return left, top, right, bottom
