"""SVG drawings: well-formed, complete, marked and reproducible."""

import xml.etree.ElementTree as ET
from dataclasses import replace
from random import Random

import pytest

import dropfour as d4
from cases import cases
from contrast import contrast
from drawing.drawn import check_golden, position_named
from dropfour import Cell, Game, Objective, Position, Rules, ScoreRange, draw_svg
from dropfour.drawing import scene
from dropfour.study.explain import FactKind
from strategies import random_moves

SVG = "{http://www.w3.org/2000/svg}"


def draw(position: Position) -> ET.Element:
    return ET.fromstring(draw_svg(position))


def cells_of(root: ET.Element, name: str) -> list[list[Cell]]:
    """Return the cells of each group of the class *name*."""
    return [
        [Cell(*map(int, place.split(","))) for place in group.attrib["data-cells"].split()]
        for group in root.iter(f"{SVG}g")
        if group.get("class") == name
    ]


@pytest.mark.parametrize(
    "name", ["empty-1x1", "opening-7x6", "won-7x6", "won-9x7-connect5", "most-lines-12x4"]
)
def test_drawing_is_the_golden_one(name: str) -> None:
    check_golden(f"{name}.svg", draw_svg(position_named(name)))


@pytest.mark.parametrize("size", ["1x1", "1x20", "20x1", "7x6", "9x7", "12x4", "20x20"])
@pytest.mark.parametrize("objective", Objective)
def test_every_cell_is_drawn_once_inside_the_view(size: str, objective: Objective) -> None:
    rules = Rules.for_board(size, objective=objective)
    for plies in (0, 1, rules.cell_count // 2, rules.cell_count):
        position = Position.from_moves(random_moves(rules, Random(plies), plies), rules)
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


def test_labels_can_be_left_out_and_the_size_follows_the_cell() -> None:
    position = Position(Rules(12, 4))
    texts = [text.text for text in draw(position).iter(f"{SVG}text")]
    assert texts == [str(column) for column in range(1, 13)]
    bare = ET.fromstring(draw_svg(position, labels=False))
    assert not list(bare.iter(f"{SVG}text"))
    height = int(draw(position).attrib["viewBox"].split()[3])
    assert int(bare.attrib["viewBox"].split()[3]) == height - scene.LABEL_STRIP
    root = ET.fromstring(draw_svg(Position(), cell_px=32))
    _, _, width, height = map(int, root.attrib["viewBox"].split())
    assert float(root.attrib["width"]) == width / 2
    assert float(root.attrib["height"]) == height / 2


def test_the_picture_includes_a_description_and_an_escaped_title() -> None:
    root = draw(Position.from_moves("1122334"))
    assert root.attrib["role"] == "img"
    assert root.findtext(f"{SVG}title") == "Connect 4 on 7x6: red wins"
    assert "column 1: red, yellow, 4 empty" in (root.findtext(f"{SVG}desc") or "")
    title = '<Tom & "Jerry"> ]]> \'\x00\ud800'
    root = ET.fromstring(draw_svg(Position(), title=title))
    assert root.findtext(f"{SVG}title") == '<Tom & "Jerry"> ]]> \'\ufffd\ufffd'


def test_the_picture_stands_alone_also_in_a_notebook() -> None:
    # A notebook shows several boards on one page, where equal ids would clash.
    drawing = draw_svg(Position.from_moves("1122334"))
    assert drawing.count("http") == 1
    assert not [
        name for part in ET.fromstring(drawing).iter() for name in part.attrib if name == "id"
    ]
    position = Position.from_moves("4455")
    assert position._repr_svg_() == draw_svg(position)


@pytest.mark.parametrize(("one", "other", "least"), cases(__file__, "contrasts"))
def test_colours_stand_out_from_each_other(one: str, other: str, least: float) -> None:
    assert contrast(getattr(scene, one), getattr(scene, other)) >= least


# --- overlays: notes, marks, variations, captions ---------------------------------------------------


def texts_of(root: ET.Element, name: str) -> list[str]:
    return [
        "".join(group.itertext())
        for group in root.iter(f"{SVG}g")
        if name in group.attrib["class"].split()
    ]


def test_an_analysis_shows_the_score_of_each_column_and_the_best_ones() -> None:
    analysis = d4.analyse("")
    root = ET.fromstring(analysis._repr_svg_())
    assert texts_of(root, "note") == ["-2", "-1", "0", "+1", "0", "-1", "-2"]
    assert texts_of(root, "best") == ["+1"]
    assert texts_of(root, "caption") == ["red to move; score +1; best: 4"]
    assert "Note on column 4: +1, best." in (root.findtext(f"{SVG}desc") or "")


def test_what_an_analysis_has_not_proven_is_shown_as_a_bound_or_a_question_mark() -> None:
    columns = {
        1: ScoreRange(-5, 5),
        2: ScoreRange(1, 7),
        3: ScoreRange(-9, 0),
        4: ScoreRange(0, 3),
        5: ScoreRange(0, 0),
    }
    analysis = replace(
        d4.analyse("4455", limits=d4.Limits(nodes=1)), columns=columns, range=ScoreRange(1, 7)
    )
    root = ET.fromstring(draw_svg(analysis))
    assert texts_of(root, "note") == ["?", "≥1", "≤0", "≥0", "0"]
    assert texts_of(root, "best") == []


def test_a_variation_is_drawn_as_numbered_stones_where_they_would_land() -> None:
    root = ET.fromstring(draw_svg("44", variation=(4, 5, 5)))
    assert cells_of(root, "variation") == [[Cell(4, 3)], [Cell(5, 1)], [Cell(5, 2)]]
    assert texts_of(root, "variation") == ["1", "2", "3"]
    fills = [
        group[0].attrib["fill"]
        for group in root.iter(f"{SVG}g")
        if group.get("class") == "variation"
    ]
    assert fills == [scene.RED_FILL, scene.YELLOW_FILL, scene.RED_FILL]


def test_an_explanation_numbers_its_facts_and_marks_their_empty_cells() -> None:
    explanation = d4.explain("445566")
    (win,) = explanation.of_kind(FactKind.WIN)
    number = explanation.facts.index(win) + 1
    root = ET.fromstring(explanation._repr_svg_())
    marks = dict(zip(map(tuple, cells_of(root, "mark")), texts_of(root, "mark"), strict=True))
    assert marks[Cell(3, 1),] == marks[Cell(7, 1),] == str(number)
    caption = " ".join(texts_of(root, "caption"))
    assert all(f"{place}. {fact}" in caption for place, fact in enumerate(explanation.facts, 1))
    assert all(explanation.position[cell] is None for (cell,) in marks)


def test_a_game_shows_its_last_move_and_its_result() -> None:
    game = Game.from_moves("4455", yellow=lambda position: position.legal_columns[0])
    assert cells_of(ET.fromstring(game._repr_svg_()), "last") == [[Cell(5, 2)]]
    game.resign()
    root = ET.fromstring(draw_svg(game))
    caption = " ".join(texts_of(root, "caption"))
    assert caption == "red against <lambda> (yellow): yellow wins by resignation"


def test_marks_are_cells_or_pairs_of_integers() -> None:
    pairs = ET.fromstring(d4.draw_svg("44", marks=[(4, 3), (1, 1)]))
    assert cells_of(pairs, "mark") == [[Cell(4, 3)], [Cell(1, 1)]]
    numpy = pytest.importorskip("numpy")
    small = [(numpy.int8(4), numpy.int8(3))]
    assert d4.draw_svg("44", marks=small) == d4.draw_svg("44", marks=[(4, 3)])


def test_marks_notes_and_captions_stay_inside_the_view_of_every_board() -> None:
    for size in ("1x1", "3x12", "20x20"):
        rules = Rules.for_board(size)
        columns = range(1, rules.columns + 1)
        drawing = draw_svg(
            Position(rules),
            notes=dict.fromkeys(columns, "-10..+10"),
            best=columns,
            marks=list(rules.cells()),
            caption="A caption of several words, wrapped to the width of the board.",
        )
        root = ET.fromstring(drawing)
        _, _, width, height = map(int, root.attrib["viewBox"].split())
        assert len(cells_of(root, "mark")) == rules.cell_count
        for text in root.iter(f"{SVG}text"):
            assert float(text.attrib["font-size"]) <= float(text.attrib["y"]) <= height
        for plate in root.iter(f"{SVG}rect"):
            assert float(plate.get("x", 0)) + float(plate.attrib["width"]) <= width


def test_what_is_given_replaces_what_a_game_would_show() -> None:
    root = ET.fromstring(draw_svg(Game(), caption=("First.", "Second."), marks=[Cell(4, 1)]))
    assert texts_of(root, "caption") == ["First.", "Second."]
    assert cells_of(root, "mark") == [[Cell(4, 1)]]
    assert texts_of(root, "mark") == [""]
