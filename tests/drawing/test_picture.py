"""PNG and GIF drawings: sizes, colours where the scene puts them, frames, and errors without Pillow."""

from collections.abc import Iterator
from dataclasses import asdict
from io import BytesIO
from typing import Any

import pytest

from cases import cases
from commands import run_python
from dropfour import Cell, Objective, Position, Rules
from dropfour.drawing import draw_gif, draw_png, scene

Image = pytest.importorskip("PIL.Image")
ImageColor = pytest.importorskip("PIL.ImageColor")

# Beside the middle of a stone, where neither its mark nor a line along row or column hides its colour.
FREE_SPOT = (-14, -14)
FILLS = {"red": scene.RED_FILL, "yellow": scene.YELLOW_FILL, "None": scene.HOLE}


class Picture:
    """A drawing of a position, with pixels addressed in scene units."""

    def __init__(self, image: Any, drawn: scene.Scene) -> None:
        self._image, self._scene = image.convert("RGB"), drawn

    def pixel(self, cell: Cell, spot: tuple[int, int] = FREE_SPOT) -> tuple[int, ...]:
        """Return the colour at *spot*, counted from the middle of *cell*."""
        scale = self._image.width / self._scene.width
        x, y = self._scene.centre(cell)
        place = (int((x + spot[0]) * scale), int((y + spot[1]) * scale))
        colour: tuple[int, ...] = self._image.getpixel(place)
        return colour


def png_of(position: Position, cell_px: int = 64, overlay: scene.Overlay | None = None) -> Picture:
    options = {} if overlay is None else asdict(overlay)
    image = Image.open(BytesIO(draw_png(position, cell_px, **options)))
    return Picture(image, scene.scene_of(position, **options))


def rgb(colour: str) -> tuple[int, ...]:
    parts: tuple[int, ...] = ImageColor.getrgb(colour)
    return parts


@pytest.mark.parametrize(("size", "cell_px", "pixels"), cases(__file__, "sizes"))
def test_png_has_the_size_asked_for(size: str, cell_px: int, pixels: list[int]) -> None:
    png = draw_png(Position(Rules.for_board(size)), cell_px)
    assert png.startswith(b"\x89PNG\r\n")
    with Image.open(BytesIO(png)) as image:
        assert list(image.size) == pixels


def test_labels_can_be_left_out() -> None:
    with Image.open(BytesIO(draw_png(Position(), labels=False))) as image:
        assert image.size == (472, 436 - scene.LABEL_STRIP)


@pytest.mark.parametrize("cell_px", [16, 64, 100])
@pytest.mark.parametrize(
    ("rules", "moves"),
    [
        (Rules(), "44553"),
        (Rules(1, 1), "1"),
        (Rules(9, 7), "999888123"),
        (Rules(20, 20), "kkj1122"),
        (Rules(7, 6, 4, Objective.MOST_LINES), "12121212"),
    ],
)
def test_png_shows_each_stone_in_its_colour(rules: Rules, moves: str, cell_px: int) -> None:
    position = Position.from_moves(moves, rules)
    picture = png_of(position, cell_px)
    for cell, owner in position.cells():
        assert picture.pixel(cell) == rgb(FILLS[str(owner)]), cell


def test_png_shows_notes_marks_variation_and_caption() -> None:
    overlay = scene.Overlay({3: "≥1"}, (3,), {Cell(1, 1): ""}, (4, 4), ("red to move",))
    picture = png_of(Position(), 64, overlay)
    assert picture.pixel(Cell(1, 1), (0, 0)) == rgb(scene.MARK)
    assert picture.pixel(Cell(4, 1)) == rgb(scene.RED_FILL)
    assert picture.pixel(Cell(4, 2)) == rgb(scene.YELLOW_FILL)
    plate = (-22, -scene.CELL // 2 - scene.NOTE_STRIP + scene.NOTE_HEIGHT // 2)
    assert picture.pixel(Cell(3, 6), plate) == rgb(scene.INK)
    assert picture.pixel(Cell(4, 6), plate) == rgb(scene.BOARD)


def test_png_marks_the_colours_the_line_and_the_last_stone() -> None:
    position = Position.from_moves("1122334")
    picture = png_of(position)
    middle = (0, 0)
    ring = (scene.LAST_RADIUS - 2, 0)
    assert picture.pixel(Cell(1, 2), middle) == rgb(scene.YELLOW_MARK)
    for column in (1, 2, 3, 4):
        assert picture.pixel(Cell(column, 1), middle) == rgb(scene.INK)
    for column in (1, 2, 3):  # the line runs on between the stones, and ends in the last one
        assert picture.pixel(Cell(column, 1), (32, 0)) == rgb(scene.INK)
    assert picture.pixel(Cell(4, 1), (32, 0)) == rgb(scene.BOARD)
    assert picture.pixel(Cell(4, 1), ring) == rgb(scene.INK)
    assert picture.pixel(Cell(3, 2), ring) == rgb(scene.BOARD)
    before = Position.from_moves("112233")
    assert png_of(before).pixel(Cell(1, 1), middle) == rgb(scene.RED_FILL)


def test_png_writes_the_column_numbers() -> None:
    position = Position(Rules(12, 4))
    with Image.open(BytesIO(draw_png(position))) as image:
        drawn = scene.Scene(position)
        for column in range(1, 13):
            x, _ = drawn.centre(Cell(column, 1))
            strip = (x - 20, drawn.height - scene.MARGIN - scene.LABEL_STRIP, x + 20, drawn.height)
            colours = {colour for _, colour in image.convert("RGB").crop(strip).getcolors(4096)}
            assert rgb(scene.INK) in colours, column


def test_png_is_smooth_clear_at_its_corners_and_the_same_each_time() -> None:
    with Image.open(BytesIO(draw_png(Position(), labels=False))) as image:
        assert image.mode == "RGBA"
        assert image.getpixel((0, 0))[3] == 0
        assert image.getpixel((image.width // 2, 0)) == (*rgb(scene.BOARD), 255)
        # Board, hole, rim and nothing: every other shade comes from smoothing.
        assert len(image.getcolors(4096)) > 10
    position = Position.from_moves("4455")
    assert draw_png(position) == draw_png(position)


# --- GIF -------------------------------------------------------------------------------------------


def frames_of(gif: bytes) -> Iterator[tuple[int, Picture]]:
    """Yield each frame of a 7x6 board with its duration in ms."""
    with Image.open(BytesIO(gif)) as image:
        assert image.format == "GIF"
        for number in range(image.n_frames):
            image.seek(number)
            yield image.info["duration"], Picture(image, scene.Scene(Position()))


def assert_near(colour: tuple[int, ...], wanted: str) -> None:
    """A palette may be off by a shade."""
    assert max(abs(a - b) for a, b in zip(colour, rgb(wanted), strict=True)) <= 6


def test_gif_shows_each_move_and_the_last_one_longer() -> None:
    moves = "1122334"
    frames = list(frames_of(draw_gif(moves, frame_s=0.5, last_frame_s=2)))
    assert [duration for duration, _ in frames] == [500] * 7 + [2000]
    for ply, (_, picture) in enumerate(frames):
        for cell, owner in Position.from_moves(moves[:ply]).cells():
            assert_near(picture.pixel(cell), FILLS[str(owner)])


def test_gif_keeps_the_colours_and_marks_the_line_at_its_end() -> None:
    frames = list(frames_of(draw_gif("441365675334466335442232661515577771217122", cell_px=24)))
    assert len(frames) == 43
    assert_near(frames[0][1].pixel(Cell(1, 1)), scene.HOLE)
    assert_near(frames[-1][1].pixel(Cell(4, 1)), scene.RED_FILL)
    *_, (_, before), (_, after) = frames_of(draw_gif("1122334", cell_px=64))
    assert_near(before.pixel(Cell(1, 1), (0, 0)), scene.RED_FILL)
    assert_near(after.pixel(Cell(1, 1), (0, 0)), scene.INK)


def test_gif_takes_positions_and_other_rules() -> None:
    positions = [Position.from_moves("1122334"[:ply]) for ply in range(8)]
    assert draw_gif(positions) == draw_gif("1122334")
    with Image.open(BytesIO(draw_gif("a", Rules(12, 4), cell_px=64))) as image:
        assert image.size == (12 * 64 + 24, 4 * 64 + 24 + scene.LABEL_STRIP)
        assert image.n_frames == 2


@pytest.mark.parametrize("repeat", [True, False])
def test_gif_repeats_by_default_and_one_position_is_one_frame(repeat: bool) -> None:
    with Image.open(BytesIO(draw_gif("44", repeat=repeat))) as image:
        assert (image.info.get("loop") == 0) is repeat
    assert len(list(frames_of(draw_gif("", repeat=repeat)))) == 1


def test_importing_the_package_does_not_import_pillow() -> None:
    code = "import sys, dropfour.drawing; print('PIL' in sys.modules)"
    assert run_python(code) == "False\n"
