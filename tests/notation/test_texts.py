"""The page's reader runs the same table of texts: what is read, and what is refused and where."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dropfour import InvalidNotation, InvalidPosition
from dropfour.moves import format_moves
from dropfour.notation import parse_diagram, parse_maxconnect4, parse_position
from dropfour.record import game_of, parse_record

TABLE: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parents[1] / "web/data/game_files.json").read_text(encoding="utf-8")
)


def read_game(text: str) -> dict[str, Any]:
    record = parse_record(text)
    result = game_of(record).result
    return {
        "start": record.start.text,
        "moves": format_moves(record.columns),
        "result": result
        and [result.winner and str(result.winner), result.ending.value, result.reason],
    }


def read_file(text: str) -> dict[str, Any]:
    file = parse_maxconnect4(text)
    return {"start": file.position.text, "notice": file.notice}


READERS: dict[str, Callable[[str], dict[str, Any]]] = {
    "ways to write a saved game": read_game,
    "ends that are not on the board": read_game,
    "ways to draw a board": lambda text: {"start": parse_diagram(text).text},
    "ways to write a Max-Connect4 file": read_file,
    "positions that are set up": lambda text: {"start": parse_position(text).text},
}


@pytest.mark.parametrize("kind", READERS)
def test_every_way_to_write_it_is_read(kind: str) -> None:
    for case in TABLE[kind]:
        text = case["text"]
        is_game_of_a_position = kind.startswith("positions") and text.startswith("[")
        is_cut_short = len(text) > 200  # where the server and the page store it
        if "refused" not in case and not is_game_of_a_position and not is_cut_short:
            found = READERS[kind](text)
            assert found == {name: case.get(name) for name in found}, text


PARSERS: dict[str, Callable[[str], object]] = {
    "damaged games": parse_record,
    "damaged boards": parse_diagram,
    "damaged Max-Connect4 files": parse_maxconnect4,
    "damaged positions and moves": parse_position,
}
DAMAGED = [(kind, case) for kind in PARSERS for case in TABLE[kind] if "error" in case]


@pytest.mark.parametrize(("kind", "case"), DAMAGED, ids=[repr(c["text"][:40]) for _, c in DAMAGED])
def test_damaged_text_is_refused_with_its_place(kind: str, case: dict[str, Any]) -> None:
    with pytest.raises((InvalidNotation, InvalidPosition)) as caught:
        PARSERS[kind](case["text"])
    assert str(caught.value) == case["error"]
