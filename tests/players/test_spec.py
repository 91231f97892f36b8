import os
import sys
from pathlib import Path

import pytest

from dropfour.players.functions import FunctionSource, Struct, function_engine
from dropfour.players.spec import distinct, parse_player, split_command
from dropfour.position import Position
from sample_players import CHOOSER, EVALUATION, KAGGLE, write_player


def test_engines_are_known_by_their_specs() -> None:
    player = parse_player("alphabeta:lines,depth=2")
    assert (player.name, player.kind) == ("alphabeta:lines,depth=2", "engine")
    named = parse_player("my favourite=alphabeta:lines,depth=2")
    assert (named.name, named.spec) == ("my favourite", "alphabeta:lines,depth=2")


def test_files_and_modules_have_functions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_player(tmp_path, "mine.py", CHOOSER)
    path = str(tmp_path / "mine.py")
    assert parse_player("mine.py").source == FunctionSource(path)
    assert parse_player("mine.py:choose").source == FunctionSource(path, "choose")
    module = parse_player("mine:choose")
    assert module.source == FunctionSource("mine", "choose", directory=str(tmp_path))
    assert (module.name, module.kind) == ("mine:choose", "function")
    explicit = parse_player("mine.py:f,evaluate,depth=3").source
    assert explicit == FunctionSource(path, "f", "evaluate", 3)


def test_files_of_commands_are_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_player(tmp_path, "anna's.py", "")
    player = parse_player(f'program:{sys.executable} "anna\'s.py" --deep 3', depth=7)
    expected = (os.path.abspath(sys.executable), str(tmp_path / "anna's.py"), "--deep", "3")
    assert player.argv == expected
    assert (player.name, player.kind, player.depth) == ("anna's", "program", 7)
    assert parse_player(f"engine:{sys.executable} anna's.py".replace("'", "\\'")).kind == "protocol"
    assert split_command("sh -c 'exit 3'")[1:] == ("-c", "exit 3")


def test_names_are_made_distinct() -> None:
    one = parse_player("random")
    assert [player.name for player in distinct([one, one, one])] == [
        "random",
        "random 2",
        "random 3",
    ]
    with pytest.raises(ValueError, match="the same name"):
        distinct([one, one, parse_player("random 2=random")])


def engine_of(directory: Path, text: str, **options: object) -> object:
    path = write_player(directory, f"player{len(list(directory.iterdir()))}.py", text)
    return function_engine(FunctionSource(str(path), **options))  # type: ignore[arg-type]


@pytest.fixture
def quiet_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "modules", dict(sys.modules))


@pytest.mark.usefixtures("quiet_path")
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (CHOOSER, "ChooserEngine"),
        (KAGGLE, "AgentEngine"),
        (EVALUATION, "NativeEngine"),
        ("def my_heuristic(p): return 1", "NativeEngine"),
        ("def worth(p) -> float: return 1.0", "NativeEngine"),
        ("def best(p) -> int: return 1", "ChooserEngine"),
        ("def act(obs, config): return 0", "AgentEngine"),
        ("def other(): pass\ndef pick(p): return 1", "ChooserEngine"),
    ],
)
def test_the_kind_of_a_function_is_recognised(text: str, kind: str, tmp_path: Path) -> None:
    assert type(engine_of(tmp_path, text)).__name__ == kind


@pytest.mark.usefixtures("quiet_path")
def test_a_player_may_import_from_its_own_directory(tmp_path: Path) -> None:
    write_player(tmp_path, "parts_of_mine.py", "COLUMN = 6")
    text = "import parts_of_mine\ndef choose(p): return parts_of_mine.COLUMN"
    engine = engine_of(tmp_path, text)
    assert engine.choose(Position()).column == 6  # type: ignore[attr-defined]


@pytest.mark.usefixtures("quiet_path")
def test_an_agent_sees_what_kaggle_shows(tmp_path: Path) -> None:
    text = """
    def agent(observation, configuration):
        assert observation["board"] == observation.board
        assert observation.board[-7:] == [0, 0, 0, 1, 2, 0, 0]
        assert observation.board[-14:-7] == [0, 0, 0, 2, 1, 0, 0]
        assert (observation.mark, observation.step) == (1, 4)
        assert (configuration.columns, configuration.rows, configuration.inarow) == (7, 6, 4)
        assert configuration.actTimeout == 2 and observation.remainingOverageTime == 0
        return 0
    """
    engine = engine_of(tmp_path, text)
    choice = engine.choose(Position.from_moves("4554"))  # type: ignore[attr-defined]
    assert choice.column == 1


def test_a_struct_is_read_and_written_both_ways() -> None:
    struct = Struct(a=1)
    struct.b = 2
    assert (struct.a, struct["b"]) == (1, 2)
    assert not hasattr(struct, "c")
