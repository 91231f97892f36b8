"""Names that users try first exist, or the error says what to use."""

import copy
from typing import Any

import numpy as np
import pytest

import dropfour as d4
from commands import run_python
from dropfour import hints, notation
from dropfour.engines import registry
from dropfour.engines.functions import engine_by
from values import some


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


def test_an_unknown_name_is_an_attribute_error_with_that_name() -> None:
    with pytest.raises(AttributeError, match=r"no attribute 'nonsense'$"):
        getattr(d4, "nonsense")  # noqa: B009
    with pytest.raises(AttributeError) as caught:
        getattr(d4.Position(), "turn")  # noqa: B009
    assert caught.value.name == "turn"
    assert not hasattr(d4.Position(), "nonsense")
    assert copy.deepcopy(d4.Position()) == d4.Position()


@pytest.mark.parametrize(
    ("package", "old", "new"),
    [
        (d4, "SolutionGraph", d4.Solution),
        (d4, "Strategy", d4.Solution),
        (d4.engines, "Solution", d4.SolveResult),
    ],
)
def test_an_old_name_works_with_a_warning(package: Any, old: str, new: type) -> None:
    with pytest.warns(DeprecationWarning, match=f"now called {new.__name__}") as caught:
        assert getattr(package, old) is new
    assert caught[0].filename == __file__


def test_every_hint_is_for_a_name_that_does_not_exist() -> None:
    assert not [name for name in hints.NAMES_FOR_THE_PACKAGE if hasattr(d4, name)]
    assert not [name for name in hints.NAMES_FOR_POSITIONS if hasattr(d4.Position(), name)]
    assert not [name for name in hints.NAMES_FOR_GAMES if hasattr(d4.Game(), name)]


def test_functions_of_a_position_take_a_move_string() -> None:
    position = d4.Position.from_moves("4455")
    assert d4.solve("4455").score == d4.solve(position).score == 18
    assert d4.analyse("4455").scores == d4.analyse(position).scores
    assert d4.explain("4455") == d4.explain(position)
    assert d4.draw_svg("4455") == d4.draw_svg(position)
    assert d4.draw_text("4455") == str(position)
    assert notation.position_string("4455") == position.text
    assert notation.format_diagram("4455") == notation.format_diagram(position)
    assert notation.format_maxconnect4("4455") == notation.format_maxconnect4(position)
    engines: tuple[Any, ...] = (d4.engine("alphabeta", depth=2), engine_by(lambda each: each.ply))
    for engine in engines:
        assert engine.choose("4455").column in position.legal_columns
    with d4.open_player("minimax:depth=2") as player:
        assert player.choose("4455").column in position.legal_columns
    assert some(d4.book.shipped_book(position.rules)).lookup("44") == d4.solve("44").score
    solver = d4.Solver(d4.Rules(5, 4))
    assert solver.solve("33").position == d4.Position.from_moves("33", solver.rules)
    assert solver.analyse("33").best == (solver.find_best("33", solver.solve("33").score or 0),)
    assert not solver.knows("33")
    assert d4.solve(position.text).score == 18  # a position string works as well


def test_functions_of_a_position_take_a_game_and_anything_else_that_has_one() -> None:
    game = d4.Game.from_moves("4455")
    assert d4.solve(game).score == 18
    assert d4.analyse(game).scores == d4.analyse("4455").scores
    assert d4.explain(game) == d4.explain("4455")
    assert d4.solve(d4.analyse(game)).position == game.position


def test_positions_are_made_from_rows_and_numpy_arrays() -> None:
    position = d4.Position.from_moves("44455")
    rows = position.to_rows()
    assert rows[-1] == [0, 0, 0, 1, 2, 0, 0]
    assert rows[-3] == [0, 0, 0, 1, 0, 0, 0]
    assert np.array(position).tolist() == rows
    assert np.array(position).dtype == np.int8
    assert np.asarray(position, dtype=float).dtype == float
    signed = np.where(np.array(position) == 2, -1, np.array(position))
    assert position == d4.Position.from_rows(rows) == d4.Position.from_rows(np.array(position))
    assert position == d4.Position.from_rows(signed)
    assert d4.Position.from_rows([[None, d4.RED]] * 1, to_move=d4.RED).to_move is d4.RED
    assert d4.Position.from_rows(["...", "ry."]).to_rows() == [[0, 0, 0], [1, 2, 0]]
    big = d4.Rules(7, 6, 5)
    assert d4.Position.from_rows(rows, big).rules == big


def test_engines_are_made_with_options_by_name_and_say_which_they_are() -> None:
    assert repr(d4.engine("alphabeta", depth=3)) == "<Engine alphabeta:parity,depth=3>"
    assert d4.engine("alphabeta:lines", depth=3).name == "alphabeta:lines,depth=3"
    d4.register("test-names", lambda position: 0)
    assert repr(d4.engine("test-names", depth=2)) == "<Engine alphabeta:test-names,depth=2>"
    assert repr(engine_by(len)) == "<Engine len>"  # type: ignore[arg-type]
    assert repr(d4.open_player("easy")) == "<Player easy>"
    assert repr(d4.Solver()).startswith("<Solver for Rules(")


def test_a_match_of_specs_engines_and_functions() -> None:
    def leftmost(position: d4.Position) -> int:
        return position.legal_columns[0]

    result = d4.match("random", leftmost, games=4, openings="empty")
    assert (result.first, result.second, len(result.games)) == ("random", "leftmost", 4)
    assert result.tally.wins + result.tally.draws + result.tally.losses == 4
    assert str(result).startswith(f"random {result.tally.points:g} – ")
    assert repr(result).startswith("<Match: random ")
    again = d4.match("random", leftmost, games=4, openings="empty")
    assert [game.moves for game in again.games] == [game.moves for game in result.games]
    small = d4.match(d4.engine("random:seed=1"), "random", 1, rules=d4.Rules(4, 4))
    assert len(small.games) == 1
    assert result.elo == result.tally.elo


def test_packages_are_imported_when_they_are_first_used() -> None:
    code = """
import sys, dropfour as d4
assert "dropfour.notation" not in sys.modules and "notation" in dir(d4)
assert d4.notation.parse_moves("44") == (4, 4)
assert d4.rl.aec_env and d4.record.Record and d4.arena.match is d4.match and d4.study and d4.batch
"""
    run_python(code)


@pytest.mark.parametrize(
    ("module", "unwanted"),
    [
        # A match works without any extra.
        ("dropfour.cli.arena, dropfour.arena.runner, dropfour.arena.match", "sqlalchemy scipy"),
        # The process for an untrusted function has to start quickly.
        ("dropfour.players.responder", "sqlalchemy scipy numpy click"),
        ("dropfour.web", "scipy"),
    ],
)
def test_no_more_is_imported_than_is_needed(module: str, unwanted: str) -> None:
    loaded = run_python(f"import sys, {module}; print(*sys.modules)").split()
    assert not set(unwanted.split()) & set(loaded)
