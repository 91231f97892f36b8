from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dropfour.terminal.session import Act, BadEntry, Entry, parse_entry
from dropfour.words import say


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("4", Entry(Act.PLAY, 4)),
        (" 12 ", Entry(Act.PLAY, 12)),
        ("-3", Entry(Act.PLAY, -3)),
        ("u", Entry(Act.UNDO)),
        ("Undo", Entry(Act.UNDO)),
        ("r", Entry(Act.REDO)),
        ("h", Entry(Act.HINT)),
        ("help", Entry(Act.HELP)),
        ("?", Entry(Act.HELP)),
        ("a", Entry(Act.ANALYSE)),
        ("analyze", Entry(Act.ANALYSE)),
        ("e", Entry(Act.EXPLAIN)),
        ("n", Entry(Act.NEW)),
        ("q", Entry(Act.QUIT)),
        ("s my game.txt", Entry(Act.SAVE, file="my game.txt")),
        ("load x", Entry(Act.LOAD, file="x")),
    ],
)
def test_what_may_be_typed(text: str, entry: Entry) -> None:
    assert parse_entry(text, 7) == entry


@given(st.text())
def test_no_entry_breaks_the_parser(text: str) -> None:
    with suppress(BadEntry):
        entry = parse_entry(text, 7)
        assert entry.act is not Act.PLAY or abs(entry.column) < 10**9


@pytest.mark.parametrize("text", [say("terminal.help"), say("terminal.help, in words")])
def test_the_help_fits_80_columns_and_names_every_letter(text: str) -> None:
    assert max(map(len, text.splitlines())) <= 80
    for act in Act:
        assert act in (Act.PLAY, Act.HELP) or act.value[0] in text
