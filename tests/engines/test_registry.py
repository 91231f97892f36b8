from collections.abc import Callable
from importlib.metadata import EntryPoint

import pytest

from cases import cases
from dropfour import Game, Position
from dropfour.engines.engine import NO_LIMITS, Choice, Engine, Limits
from dropfour.engines.registry import Registry, available, engine, names, register
from values import COPIES, some


def stones_in_the_middle(position: Position) -> float:
    """More stones in the middle column."""
    middle = (position.rules.columns + 1) // 2
    own = sum(cell.column == middle for cell in position.stones(position.to_move))
    return own - sum(cell.column == middle for cell in position.stones(position.to_move.opponent))


class Leftmost:
    """Plays the first open column."""

    name = "leftmost"

    def choose(self, position: Position, limits: Limits = NO_LIMITS) -> Choice:
        return Choice(position.legal_columns[0])


@pytest.mark.parametrize(("spec", "name"), cases(__file__, "names"))
def test_a_spec_names_an_engine(spec: str, name: str) -> None:
    made = engine(spec)
    assert isinstance(made, Engine)
    assert made.name == name
    assert engine(made.name).name == name


@pytest.mark.parametrize(("spec", "message"), cases(__file__, "refused"))
def test_an_invalid_spec_is_refused_with_the_alternatives(spec: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        engine(spec)


# --- registration ----------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["mine:depth=3", "alphabeta:mine,depth=3", "minimax:mine,depth=2"])
def test_a_plain_function_becomes_an_evaluation_and_an_engine(spec: str) -> None:
    register("mine", stones_in_the_middle)
    choice = engine(spec).choose(Position())
    assert choice.column == 4
    score = some(choice.score)
    assert (score.scale, score.is_exact) == ("mine", False)


def test_a_function_may_replace_a_name_and_is_listed_with_its_docstring() -> None:
    register("lines", stones_in_the_middle, replace=True)
    choice = engine("minimax:lines,depth=1").choose(Position())
    assert some(choice.score).value == 1
    register("mine", stones_in_the_middle)
    (listing,) = [listing for listing in available() if listing.name == "mine"]
    assert listing.kind == "evaluation"
    assert listing.summary == "More stones in the middle column."
    assert [option.name for option in listing.options] == ["depth", "discount"]


def test_a_factory_brings_its_options() -> None:
    def make(word: str = "x", *, strength: int = 3, is_rude: bool = False) -> Engine:
        """An engine."""
        assert (word, strength, is_rude) == ("hello", 5, True)
        return Leftmost()

    register("theirs", make)
    assert engine("theirs:hello,strength=5,is_rude=yes").choose(Position()).column == 1
    (listing,) = [listing for listing in available() if listing.name == "theirs"]
    assert [(o.name, o.type_word, o.default_text) for o in listing.options] == [
        ("word", "text", "x"),
        ("strength", "integer", "3"),
        ("is_rude", "yes or no", "no"),
    ]
    with pytest.raises(ValueError, match="is_rude of theirs: expected yes or no, not 'perhaps'"):
        engine("theirs:hello,is_rude=perhaps")


def test_a_class_is_a_factory_and_an_engine_is_itself() -> None:
    register("class", Leftmost)
    register("object", Leftmost())
    assert engine("class").choose(Position()).column == 1
    assert engine("object").choose(Position()).column == 1
    with pytest.raises(ValueError, match="object has no option 'depth'; it has no options"):
        engine("object:depth=3")


@pytest.mark.parametrize("name", ["perfect", "5", "alphabeta", "lines"])
def test_a_name_of_dropfour_is_not_replaced_by_accident(name: str) -> None:
    before = engine(name).name
    with pytest.raises(ValueError, match=f"{name} exists already; .* replace=True"):
        register(name, stones_in_the_middle)
    assert engine(name).name == before
    register("mine", Leftmost)
    register("mine", stones_in_the_middle)  # one's own, as when a notebook's cell runs again
    assert engine("mine:depth=1").choose(Position()).column == 4


def test_a_function_chooses_or_evaluates_and_says_which() -> None:
    def choose_edge(position: Position) -> int:
        return position.legal_columns[-1]

    def my_score(position: Position) -> int:
        return 0

    with pytest.raises(ValueError, match=r"choose_edge seems to return a column.*kind='choose'"):
        register("edge", choose_edge)
    register("edge", choose_edge, kind="choose")
    assert engine("edge").choose(Position()).column == 7
    register("odd", choose_edge, kind="evaluate")
    assert engine("odd:depth=2").choose(Position()).score is not None
    with pytest.raises(TypeError, match="my_score seems to be an evaluation, and a player"):
        Game(red=my_score)
    register("mine", my_score)
    assert engine("mine:depth=1").choose(Position()).column == 4


def test_packages_can_provide_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        EntryPoint("packaged", f"{__name__}:Leftmost", "dropfour.engines"),
        EntryPoint("broken", "no_such_module:thing", "dropfour.engines"),
    ]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
    monkeypatch.setitem(__import__("sys").modules, __name__, __import__("types").ModuleType("m"))
    __import__("sys").modules[__name__].Leftmost = Leftmost
    mine = Registry()
    assert mine.names() == ["broken", "packaged"]
    assert mine.engine("packaged").choose(Position()).column == 1
    with pytest.raises(ValueError, match="broken cannot be loaded from no_such_module:thing"):
        mine.engine("broken")
    assert {one.name: one.summary[:24] for one in mine.available()} == {
        "broken": "broken cannot be loaded ",
        "packaged": "Plays the first open col",
    }


def test_every_name_is_listed_with_a_summary() -> None:
    lines = available()
    assert sorted(line.name for line in lines) == sorted(names())
    assert [name for name in names() if name.isdecimal()] == [str(i) for i in range(1, 11)]
    for line in lines:
        assert line.summary.endswith("."), line.name
        assert len(line.summary) <= 100, line.name
    assert {"alphabeta", "averaging", "mcts", "minimax", "random"} <= set(names())
    assert {"cells", "parity", "streaks", "threats", "weighted-streaks"} <= set(names())


def test_a_seed_is_used_where_there_is_such_an_option_and_the_spec_does_not_set_it() -> None:
    assert engine("random", seed=3).name == "random:seed=3"
    assert engine("random:seed=1", seed=3).name == "random:seed=1"
    assert engine("alphabeta:lines", seed=3).name == "alphabeta:lines"


@pytest.mark.parametrize("moves", ["", "4435", "445533", "12345671"])
def test_discounting_is_alpha_beta_with_convolution_and_a_discount(moves: str) -> None:
    position = Position.from_moves(moves)
    made = engine("discounting").choose(position)
    same = engine("alphabeta:convolution,discount=0.9,depth=4").choose(position)
    assert (made.column, made.score, made.variation) == (same.column, same.score, same.variation)
    assert some(made.score).scale == "convolution"
    assert made.mood is not None


def test_mcts_has_its_own_time_where_only_a_depth_is_set() -> None:
    assert engine("mcts").choose(Position(), Limits(depth=30)).nodes > 0
    assert engine("mcts:playouts=9").choose(Position(), Limits(depth=30)).nodes == 9
    assert engine("mcts:playouts=9").choose(Position(), Limits(nodes=5)).nodes == 5


@pytest.mark.parametrize("seed", [0, 10**19, (1 << 64) - 1])
def test_seeds_may_have_twenty_digits(seed: int) -> None:
    for name in ("random", "easy", "perfect", "exact"):
        assert engine(f"{name}:seed={seed}").name == f"{name}:seed={seed}"


@pytest.mark.parametrize("spec", cases(__file__, "copied"))
@pytest.mark.parametrize("copied", COPIES)
def test_engines_can_be_pickled_and_copied(spec: str, copied: Callable[[Engine], Engine]) -> None:
    register("mine", stones_in_the_middle)
    made = engine(spec)
    again = copied(made)
    assert (type(again), again.name) == (type(made), made.name)
    position, limits = Position.from_moves("4455"), Limits(nodes=500)
    assert position.can_play(again.choose(position, limits).column)
    if "depth" in spec or "seed" in spec:
        assert again.choose(position).column == made.choose(position).column
