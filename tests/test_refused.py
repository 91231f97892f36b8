"""What calls refuse: the type of the error and its sentence, for each row of refused.txt."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import dropfour as d4


def rows() -> Iterator[Any]:
    """Yield the call, the error, its sentence, and the lines above it that make names."""
    above: list[str] = []
    for row in Path(__file__).with_name("refused.txt").read_text("utf-8").splitlines():
        call, *answer = row.split(" | ")
        if answer:
            yield pytest.param(call, *answer, "\n".join(above), id=call)
        else:
            above.append(row)


@pytest.mark.parametrize(("call", "error", "sentence", "above"), [*rows()])
def test_a_wrong_call_is_refused_with_a_sentence(
    call: str, error: str, sentence: str, above: str
) -> None:
    names = {name: getattr(d4, name) for name in d4.__all__} | {"d4": d4}
    exec(above, names)
    expected = eval(error, names)
    with pytest.raises(expected, match=".*".join(map(re.escape, sentence.split("…")))) as caught:
        eval(call, names)
    assert type(caught.value) is expected
