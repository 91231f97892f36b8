"""Names that users try first exist, or the error says what to use."""

import copy

import pytest

import dropfour as d4
from commands import run_python
from dropfour import hints
from dropfour.engines import registry


def test_every_name_of_the_package_is_found_and_every_engine_listed() -> None:
    assert d4.engines() == registry.names()
    assert {"easy", "perfect", "alphabeta"} <= set(d4.engines())
    code = """
import sys, dropfour as d4
assert "dropfour.engines.exact" not in sys.modules  # imported when it is first used
assert set(d4.__all__) <= set(dir(d4))
assert "easy" in d4.engines()
for name in d4.__all__:
    assert getattr(d4, name) is getattr(d4, name)
"""
    run_python(code)


@pytest.mark.parametrize(
    ("name", "hint"),
    [("play", "Game"), ("Board", "dropfour.notebook.Board"), ("analyze", "analyse")],
)
def test_the_package_names_what_to_use_instead(name: str, hint: str) -> None:
    with pytest.raises(AttributeError, match=f"no attribute '{name}'; use .*{hint}"):
        getattr(d4, name)
    with pytest.raises(AttributeError, match=r"no attribute 'nonsense'$"):
        getattr(d4, "nonsense")  # noqa: B009


@pytest.mark.parametrize(
    ("name", "hint"), [("legal_moves", "legal_columns"), ("turn", "to_move"), ("push", "play")]
)
def test_a_position_names_what_to_use_instead(name: str, hint: str) -> None:
    with pytest.raises(AttributeError, match=f"no attribute '{name}'; use {hint}") as caught:
        getattr(d4.Position(), name)
    assert caught.value.name == name
    assert not hasattr(d4.Position(), "nonsense")
    assert copy.deepcopy(d4.Position()) == d4.Position()


def test_every_hint_is_for_a_name_that_does_not_exist() -> None:
    assert not [name for name in hints.NAMES_FOR_THE_PACKAGE if hasattr(d4, name)]
    assert not [name for name in hints.NAMES_FOR_POSITIONS if hasattr(d4.Position(), name)]


def test_the_winner_of_a_position() -> None:
    assert d4.Position.from_moves("1212121").winner is d4.RED
    assert d4.Position.from_moves("4455").winner is None
    assert d4.Position.from_moves("1", d4.Rules(1, 1)).winner is None


def test_functions_of_a_position_take_a_move_string() -> None:
    position = d4.Position.from_moves("4455")
    assert d4.solve("4455").score == d4.solve(position).score == 18
    assert d4.analyse("4455").scores == d4.analyse(position).scores
    assert d4.explain("4455") == d4.explain(position)
    assert d4.draw_svg("4455") == d4.draw_svg(position)
    assert d4.draw_text("4455") == str(position)
    with pytest.raises(d4.InvalidNotation, match="character 2"):
        d4.solve("4x55")
    with pytest.raises(
        TypeError, match=r"a Position or a move string such as '4455', not \[4, 4\]"
    ):
        d4.analyse([4, 4])  # type: ignore[arg-type]
