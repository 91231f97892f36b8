"""Texts of every kind, and what the page makes of them; Python reads the records that it writes."""

import json
from pathlib import Path
from typing import Any

import pytest

from dropfour.moves import format_moves
from dropfour.notation import position_string
from dropfour.record import game_of, parse_record, variations_of
from web.node import ask_node

TABLE: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parents[1] / "data/game_files.json").read_text(encoding="utf-8")
)

READ_AND_WRITE = """async (texts, load) => {
  const { readGame, recordText } = await load('game/files.js');
  const { formatMoves } = await load('board/notation.js');
  const { resultOf } = await load('model/game.js');
  return texts.map((text) => {
    let found;
    try {
      found = readGame(text);
    } catch {
      return { refused: true };
    }
    const { game, notice } = found;
    const result = resultOf(game);
    return {
      start: game.start,
      moves: formatMoves(game.moves),
      result: result && [result.winner, result.ending, result.reason],
      variations: game.variations.map(({ moves, name }) => [moves, name]),
      names: [game.red.name, game.yellow.name],
      notice,
      swapped: game.swapped,
      written: recordText(game),
    };
  });
}"""


def read(text: str) -> dict[str, Any]:
    """Return what Python makes of a record, in the form of the table."""
    record = parse_record(text)
    game = game_of(record)
    result = game.result
    return {
        "start": position_string(game.start),
        "moves": format_moves(game.moves),
        "result": result
        and [result.winner and result.winner.name.lower(), result.ending.value, result.reason],
        "variations": [[format_moves(each.columns), each.name] for each in variations_of(record)],
        "swapped": record.swapped,
    }


def without_blanks(answer: dict[str, Any]) -> dict[str, Any]:
    """Return *answer* as the table has it: empty texts and lists are left out, but for the moves."""
    return {
        name: value
        for name, value in answer.items()
        if name == "moves" or value not in (None, "", [], ["", ""])
    }


@pytest.mark.parametrize("kind", TABLE)
def test_the_page_reads_every_kind_of_file_and_writes_what_python_reads(kind: str) -> None:
    texts = [case["text"] for case in TABLE[kind]]
    for case, answer in zip(TABLE[kind], ask_node(READ_AND_WRITE, texts), strict=True):
        expected = {name: value for name, value in case.items() if name not in ("text", "error")}
        written = answer.pop("written", None)
        assert without_blanks(answer) == expected, case["text"]
        if written is None:
            continue
        again = read(written)
        for game in (again, expected):
            game["variations"] = sorted(game.get("variations", []))
            game.pop("notice", None)
            game.pop("names", None)
        assert without_blanks(again) == without_blanks(expected), written
