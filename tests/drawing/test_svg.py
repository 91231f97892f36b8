"""SVG drawings: well-formed, complete, marked and reproducible."""

from __future__ import annotations

import os
import random
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from dropfour.drawing import draw_svg, scene
from dropfour.position import Position
from dropfour.rules import Cell, Objective, Rules

GOLDEN = Path(__file__).parent / "golden"
SVG = "{http://www.w3.org/2000/svg}"
MOST_LINES = Objective.MOST_LINES


def draw(position: Position) -> ET.Element:
    return ET.fromstring(draw_svg(position))


def cells_of(root: ET.Element, name: str) -> list[list[Cell]]:
    """Return the cells of each group of the class *name*."""
    return [
        [Cell(*map(int, place.split(","))) for place in group.attrib["data-cells"].split()]
        for group in root.iter(f"{SVG}g")
        if group.get("class") == name
    ]


def random_position(rules: Rules, seed: int, plies: int) -> Position:
    rng = random.Random(seed)
    position = Position(rules)
    for _ in range(plies):
        if position.legal_columns:
            position = position.play(rng.choice(position.legal_columns))
    return position


@pytest.mark.parametrize(
    ("name", "rules", "moves"),
    [
        ("empty-1x1", Rules(1, 1), ""),
        ("opening-7x6", Rules(), "4455"),
        ("won-7x6", Rules(), "2552354651517435227466447223"),
        ("won-9x7-connect5", Rules(9, 7, 5), "4673412349471888784"),
        ("most-lines-12x4", Rules(12, 4, 4, MOST_LINES), "12121212c"),
    ],
)
def test_drawing_is_the_golden_one(name: str, rules: Rules, moves: str) -> None:
    drawing = draw_svg(Position.from_moves(moves, rules))
    path = GOLDEN / f"{name}.svg"
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_bytes(drawing.encode())
    assert drawing.encode() == path.read_bytes()


@pytest.mark.parametrize("size", ["1x1", "1x20", "20x1", "7x6", "9x7", "12x4", "20x20"])
@pytest.mark.parametrize("objective", Objective)
def test_every_cell_is_drawn_once_inside_the_view(size: str, objective: Objective) -> None:
    rules = Rules.for_board(size, objective=objective)
    for plies in (0, 1, rules.cell_count // 2, rules.cell_count):
        position = random_position(rules, plies, plies)
        root = draw(position)
        owners = {
            cell: name for name in ("empty", "red", "yellow") for (cell,) in cells_of(root, name)
        }
        assert owners == {cell: str(owner or "empty") for cell, owner in position.cells()}
        assert sum(len(cells_of(root, name)) for name in ("empty", "red", "yellow")) == len(owners)
        left, top, width, height = map(int, root.attrib["viewBox"].split())
        assert (left, top) == (0, 0)
        for circle in root.iter(f"{SVG}circle"):
            reach = float(circle.attrib["r"]) + float(circle.attrib["stroke-width"]) / 2
            assert reach <= float(circle.attrib["cx"]) <= width - reach
            assert reach <= float(circle.attrib["cy"]) <= height - reach


def test_columns_run_to_the_right_and_rows_upwards() -> None:
    root = draw(Position())
    centres = {
        group.attrib["data-cells"]: (int(circle.attrib["cx"]), int(circle.attrib["cy"]))
        for group in root.iter(f"{SVG}g")
        if group.get("class") == "empty"
        for circle in group
    }
    assert centres["2,1"] == (centres["1,1"][0] + scene.CELL, centres["1,1"][1])
    assert centres["1,2"] == (centres["1,1"][0], centres["1,1"][1] - scene.CELL)


@pytest.mark.parametrize(
    ("rules", "moves", "lines"),
    [
        (Rules(), "4455", []),
        (Rules(connect=3), "11223", [[(1, 1), (2, 1), (3, 1)]]),
        (Rules(connect=3), "112244553", [[(1, 1), (2, 1), (3, 1), (4, 1), (5, 1)]]),
        (Rules(connect=5), "121212121", [[(1, 1), (1, 2), (1, 3), (1, 4), (1, 5)]]),
        (
            Rules(connect=4),
            "2552354651517435227466447223",
            [[(3, 3), (4, 3), (5, 3), (6, 3)], [(5, 1), (4, 2), (3, 3), (2, 4)]],
        ),
    ],
)
def test_lines_are_marked_from_end_to_end(
    rules: Rules, moves: str, lines: list[list[tuple[int, int]]]
) -> None:
    root = draw(Position.from_moves(moves, rules))
    assert cells_of(root, "line") == lines
    groups = [group for group in root.iter(f"{SVG}g") if group.get("class") == "line"]
    for group, cells in zip(groups, lines, strict=True):
        for stroke in group:
            assert stroke.tag == f"{SVG}line"
            x1, y1, x2, y2 = (int(stroke.attrib[name]) for name in ("x1", "y1", "x2", "y2"))
            steps = max(abs(x2 - x1), abs(y2 - y1)) // scene.CELL
            assert steps == len(cells) - 1


def test_last_move_is_marked() -> None:
    assert cells_of(draw(Position.from_moves("4455")), "last") == [[Cell(5, 2)]]
    assert cells_of(draw(Position()), "last") == []


def test_red_and_yellow_differ_in_shape() -> None:
    shapes = {}
    for group in draw(Position.from_moves("12")).iter(f"{SVG}g"):
        if group.get("class") in ("red", "yellow"):
            shapes[group.attrib["class"]] = [shape.tag for shape in group]
    assert shapes == {
        "red": [f"{SVG}circle", f"{SVG}circle"],
        "yellow": [f"{SVG}circle", f"{SVG}path"],
    }


def test_labels_number_the_columns_and_can_be_left_out() -> None:
    position = Position(Rules(12, 4))
    texts = [text.text for text in draw(position).iter(f"{SVG}text")]
    assert texts == [str(column) for column in range(1, 13)]
    bare = ET.fromstring(draw_svg(position, labels=False))
    assert not list(bare.iter(f"{SVG}text"))
    height = int(draw(position).attrib["viewBox"].split()[3])
    assert int(bare.attrib["viewBox"].split()[3]) == height - scene.LABEL_STRIP


def test_the_picture_includes_a_description() -> None:
    root = draw(Position.from_moves("1122334"))
    assert root.attrib["role"] == "img"
    assert root.findtext(f"{SVG}title") == "Connect 4 on 7x6: red wins"
    assert "column 1: red, yellow, 4 empty" in (root.findtext(f"{SVG}desc") or "")


def test_title_is_escaped() -> None:
    title = '<Tom & "Jerry"> ]]> \'\x00\ud800'
    root = ET.fromstring(draw_svg(Position(), title=title))
    assert root.findtext(f"{SVG}title") == '<Tom & "Jerry"> ]]> \'\ufffd\ufffd'


def test_size_follows_the_cell() -> None:
    root = ET.fromstring(draw_svg(Position(), cell_px=32))
    _, _, width, height = map(int, root.attrib["viewBox"].split())
    assert float(root.attrib["width"]) == width / 2
    assert float(root.attrib["height"]) == height / 2
    with pytest.raises(ValueError, match="cell_px is 1 or more, not 0"):
        draw_svg(Position(), cell_px=0)


def test_picture_refers_to_nothing_outside_and_has_no_ids() -> None:
    # A notebook shows several boards on one page, where equal ids would clash.
    drawing = draw_svg(Position.from_moves("1122334"))
    assert drawing.count("http") == 1
    assert not [
        name for part in ET.fromstring(drawing).iter() for name in part.attrib if name == "id"
    ]


def test_notebook_shows_the_same_picture() -> None:
    position = Position.from_moves("4455")
    assert position._repr_svg_() == draw_svg(position)


def luminance(colour: str) -> float:
    def linear(value: float) -> float:
        return value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(
    ("one", "other", "least"),
    [
        (scene.RED_FILL, scene.BOARD, 3.0),
        (scene.YELLOW_FILL, scene.BOARD, 3.0),
        (scene.RED_FILL, scene.YELLOW_FILL, 3.0),
        (scene.RED_MARK, scene.RED_FILL, 3.0),
        (scene.RED_MARK, scene.BOARD, 3.0),
        (scene.YELLOW_MARK, scene.YELLOW_FILL, 3.0),
        (scene.HOLE_RIM, scene.BOARD, 3.0),
        (scene.INK, scene.BOARD, 4.5),
    ],
)
def test_colours_stand_out_from_each_other(one: str, other: str, least: float) -> None:
    darker, lighter = sorted((luminance(one), luminance(other)))
    assert (lighter + 0.05) / (darker + 0.05) >= least
