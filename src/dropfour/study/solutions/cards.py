"""A solution away from the screen: a deck for Anki, a sheet to print, and a picture of the whole."""

from __future__ import annotations

import io
import math
import os
import tempfile
import zipfile
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

from dropfour.drawing.svg import draw_svg
from dropfour.extras import needed_by
from dropfour.files import write_bytes_atomically
from dropfour.study.solutions.solution import Solution
from dropfour.study.solutions.text import Entry

_SVG = "http://www.w3.org/2000/svg"
_PAGE = 1240, 1754  # A4 at 150 dots an inch
_MARGIN, _GAP, _HEADING = 60, 24, 56
_MOVES_ACROSS, _PLANS_ACROSS = 5, 4
_MOST_MOVES, _MOST_PLANS = 10, 8
_SIZE = 1000
_HOLE = 60
_MOVE, _PLAN = "#2563a8", "#f4b400"


def write_deck(solution: Solution, path: str | os.PathLike[str]) -> int:
    """Write a deck for Anki, with a card for each position: the board, then the move or the rules of
    its plan. Return the number of cards."""
    with needed_by("a deck for Anki", "anki"):
        import genanki
    title = f"Connect Four {solution.start.rules.size}: {solution.result}"
    number = zlib.crc32(title.encode())  # the same deck is updated when it is imported again
    model = genanki.Model(
        number,
        title,
        fields=[{"name": name} for name in ("Moves", "Board", "Answer", "Picture")],
        templates=[
            {
                "name": "Position",
                "qfmt": "{{Board}}",
                "afmt": '{{FrontSide}}<hr id="answer">{{Answer}}<br>{{Picture}}',
            }
        ],
        css=".card { text-align: center; font: 20px sans-serif } img { max-width: 100% }",
    )
    deck = genanki.Deck(number, title)
    with tempfile.TemporaryDirectory() as folder:
        media = []
        for count, entry in enumerate(solution.entries):
            pictures = []
            for side, text in (
                ("front", _front(solution, entry)),
                ("back", _back(solution, entry)),
            ):
                picture = Path(folder, f"dropfour-{number:x}-{count}-{side}.svg")
                picture.write_text(text, encoding="utf-8")
                media.append(str(picture))
                pictures.append(f'<img src="{picture.name}">')
            answer = "<br>".join(_answer(solution, entry))
            fields = [entry.moves or "-", pictures[0], answer, pictures[1]]
            deck.add_note(genanki.Note(model, fields, guid=genanki.guid_for(title, entry.moves)))
        package = Path(folder, "deck.apkg")
        genanki.Package(deck, media).write_to_file(str(package), timestamp=0.0)
        write_bytes_atomically(path, _compressed(package))
    return len(solution.entries)


def draw_sheet(solution: Solution) -> str:
    """Return a page as SVG: the plans that serve most positions, and the first moves."""
    width, height = _PAGE
    page = ET.Element(
        f"{{{_SVG}}}svg", {"viewBox": f"0 0 {width} {height}", "width": "210mm", "height": "297mm"}
    )
    ET.SubElement(
        page, f"{{{_SVG}}}rect", {"width": str(width), "height": str(height), "fill": "#fff"}
    )
    result = solution.result[0].upper() + solution.result[1:]
    title = f"{result} on {solution.start.rules.size}: the plans that serve most positions"
    y = _heading(page, _MARGIN, title)
    uses = Counter(entry.plan for entry in solution.entries if entry.plan)
    shown = []
    for number, count in uses.most_common(_MOST_PLANS):
        entry = next(each for each in solution.entries if each.plan == number)
        shown.append((_back(solution, entry), f"Plan {number}: {count} positions"))
    y = _add_boards(page, y, shown, _PLANS_ACROSS)
    y = _heading(page, y + _GAP, "The first moves")
    first = [entry for entry in solution.entries if entry.column][:_MOST_MOVES]
    shown = [(_front(solution, entry), f"Play column {entry.column}") for entry in first]
    _add_boards(page, y, shown, _MOVES_ACROSS)
    ET.register_namespace("", _SVG)
    return ET.tostring(page, encoding="unicode")


def draw_sunburst(solution: Solution) -> str:
    """Return an SVG with a ring for each move and a sector for each position: the start in the middle,
    outwards what follows each reply. Sectors with a plan are yellow; a position that arises in several
    ways is drawn once."""
    children: defaultdict[str, list[Entry]] = defaultdict(list)
    first = min(len(entry.moves) for entry in solution.entries)
    for entry in solution.entries:
        if len(entry.moves) > first:
            children[entry.moves[:-2]].append(entry)
    last = max(len(entry.moves) for entry in solution.entries)
    ring = (_SIZE / 2 - _HOLE) / ((last - first) // 2 + 1)
    leaves: dict[str, int] = {}
    for entry in sorted(solution.entries, key=lambda entry: -len(entry.moves)):
        leaves[entry.moves] = sum(leaves[each.moves] for each in children[entry.moves]) or 1

    def sectors(entries: list[Entry], start: float, end: float, radius: float) -> Iterator[str]:
        total = sum(leaves[entry.moves] for entry in entries)
        for entry in entries:
            stop = start + (end - start) * leaves[entry.moves] / total
            total -= leaves[entry.moves]
            colour = _MOVE if entry.plan is None else _PLAN
            yield f'<path fill="{colour}" d="{_sector(start, stop, radius, radius + ring)}"/>'
            yield from sectors(children[entry.moves], start, stop, radius + ring)
            start = stop

    roots = [entry for entry in solution.entries if len(entry.moves) == first]
    paths = "\n".join(sectors(roots, 0, 2 * math.pi, _HOLE))
    box = f"{-_SIZE // 2} {-_SIZE // 2} {_SIZE} {_SIZE}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img">\n'
        f"<title>{len(solution.entries)} positions: {solution.result}</title>\n"
        f'<g stroke="#fff" stroke-width="0.6">\n{paths}\n</g>\n</svg>\n'
    )


def _sector(start: float, end: float, inner: float, outer: float) -> str:
    """The path of a sector; a full circle is drawn as nearly one."""
    end = min(end, start + 2 * math.pi - 1e-3)
    large = int(end - start > math.pi)
    points = [
        f"{radius * math.sin(angle):.1f} {-radius * math.cos(angle):.1f}"
        for radius, angle in ((inner, start), (outer, start), (outer, end), (inner, end))
    ]
    return (
        f"M{points[0]}L{points[1]}A{outer:.1f} {outer:.1f} 0 {large} 1 {points[2]}"
        f"L{points[3]}A{inner:.1f} {inner:.1f} 0 {large} 0 {points[0]}Z"
    )


def _compressed(package: Path) -> bytes:
    """Return a ZIP file like this one, whose files are compressed."""
    data = io.BytesIO()
    with zipfile.ZipFile(package) as old, zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(zipfile.ZipInfo(name), old.read(name), zipfile.ZIP_DEFLATED)
    return data.getvalue()


def _answer(solution: Solution, entry: Entry) -> tuple[str, ...]:
    plan = solution.plan_of(entry)
    return (f"Play column {entry.column}.",) if plan is None else plan.sentences


def _front(solution: Solution, entry: Entry) -> str:
    return draw_svg(solution.position_of(entry), cell_px=32)


def _back(solution: Solution, entry: Entry) -> str:
    plan = solution.plan_of(entry)
    if plan is not None:
        return draw_svg(plan, cell_px=32)
    assert entry.column is not None
    return draw_svg(solution.position_of(entry), cell_px=32, variation=(entry.column,))


def _heading(page: ET.Element, y: float, text: str) -> float:
    place = {"x": str(_MARGIN), "y": str(y + 30), "font-family": "sans-serif", "font-size": "30"}
    ET.SubElement(page, f"{{{_SVG}}}text", place).text = text
    return y + _HEADING


def _add_boards(page: ET.Element, y: float, boards: list[tuple[str, str]], across: int) -> float:
    """Add boards with a text below each, as many as there is room for; return where they end."""
    width = (_PAGE[0] - 2 * _MARGIN - (across - 1) * _GAP) / across
    for start in range(0, len(boards), across):
        row = [(ET.fromstring(svg), text) for svg, text in boards[start : start + across]]
        tallest = max(width * ratio for ratio in _ratios(svg for svg, _ in row))
        if y + tallest + _GAP > _PAGE[1] - _MARGIN:
            break
        for place, (svg, text) in enumerate(row):
            x = _MARGIN + place * (width + _GAP)
            svg.attrib.update(
                {"x": str(x), "y": str(y), "width": str(width), "height": str(tallest)}
            )
            svg.set("preserveAspectRatio", "xMidYMin")
            page.append(svg)
            label = {
                "x": str(x + width / 2), "y": str(y + tallest + 20), "text-anchor": "middle",
                "font-family": "sans-serif", "font-size": "18",
            }  # fmt: skip
            ET.SubElement(page, f"{{{_SVG}}}text", label).text = text
        y += tallest + 20 + _GAP
    return y


def _ratios(pictures: Iterator[ET.Element]) -> Iterator[float]:
    for picture in pictures:
        _, _, width, height = map(float, picture.attrib["viewBox"].split())
        yield height / width
