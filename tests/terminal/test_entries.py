from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import cases
from dropfour.terminal.session import Act, BadEntry, Entry, parse_entry
from dropfour.words import say


@pytest.mark.parametrize(("text", "word", "column", "file"), cases(__file__, "entries"))
def test_what_may_be_typed(text: str, word: str, column: int, file: str) -> None:
    assert parse_entry(text, 7) == Entry(Act(word), column, file)


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
