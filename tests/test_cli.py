import shlex
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import dropfour
from commands import expect_refused, run, run_python
from dropfour import Position, Rules, draw_text


def test_version_and_perft_are_printed() -> None:
    assert run("--version").output == f"dropfour {dropfour.__version__}\n"
    assert run("perft", "7").output == "823536\n"
    assert run("perft", "4", "--board", "4x4").output == "256\n"
    assert run("perft", "1", "--moves", "1212121").output == "0\n"
    assert run("perft", "1", "--moves", "1212121", "--objective", "most-lines").output == "7\n"


def test_board_draws_positions_in_every_style() -> None:
    assert run("board", "4455").output == draw_text(Position.from_moves("4455")) + "\n"
    for style in ("slashes", "plain", "compact", "words"):
        expected = draw_text(Position(Rules(9, 7)), style=style)
        assert run("board", "", "--style", style, "--board", "9x7").output == expected + "\n"


def test_board_writes_an_svg_and_a_png(tmp_path: Path) -> None:
    svg, png = tmp_path / "board.svg", tmp_path / "board.png"
    assert run("board", "4455", "--svg", str(svg), "--png", str(png)).exit_code == 0
    assert ElementTree.parse(svg).getroot().attrib["viewBox"]
    assert png.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("board 4x", "character 2 of the move string"),
        ("board 9", "there is no column 9"),
        ("board 4444444", "column 4 is full"),
        ("board 12121213", "the game is over"),
        ("board '' --board 21x6", "1 to 20 columns"),
        ("board '' --board big", "columns x rows"),
        ("board '' --connect 2", "3 to 10 in a row"),
        ("board '' --style oil", "compact"),
        ("board '' --svg no/such/directory/x.svg", "no/such/directory"),
        ("perft -- -1", "expected an integer of at least 0, not '-1'"),
        ("perft many", "many"),
        ("nonsense", "nonsense"),
        ("slove 4455", "No such command 'slove'. Did you mean solve?"),
        ("solve 12 --threads 0", "Error: "),
        ("solve 12 --table-mib 0", "Error: "),
        ("solve 12 --time 0", "Error: "),
        ("solve 12 --time soon", "Error: "),
        ("solve", "Error: "),
        ("analyse x", "Error: "),
        ("analyse 12 --board 0x6", "Error: "),
        ("match nobody random", "no engine 'nobody'"),
        ("match random program:no-such-thing", "no executable program 'no-such-thing'"),
        ("match random random --games 0", "expected an integer of at least 1"),
        ("match random random --time 0", "expected a number more than 0"),
        ("match random random --openings nothing", "balanced, random, empty"),
        ("match random random --board 30x3", "20 columns"),
        ("tournament", "two players"),
        ("tournament no-such.toml", "no-such.toml"),
        ("tournament --player random --player random --format cup", "round-robin"),
        ("tournament --player random --player random --store no/where/x.db", "cannot open"),
        ("sprt random random --elo0 5 --elo1 5", "elo0 must be below elo1"),
        ("engine nobody", "no engine 'nobody'"),
        ("check-engine no-such-thing", "no executable program 'no-such-thing'"),
        ("match random random --openings empty --cluster nonsense://", "nonsense"),
        ("puzzle nonsense", "there is no puzzle 'nonsense'"),
        ("puzzle --theme fork", "'fork' is not one of"),
        ("puzzle --day tomorrow", "expected a date"),
        ("puzzle abcdef --theme trap", "in one way only"),
        ("puzzle --day 2026-12-24 --count 3", "in one way only"),
    ],
)
def test_bad_input_gets_one_sentence_and_exit_code_2(
    command: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    expect_refused(message, *shlex.split(command))


def test_the_module_runs_like_the_command() -> None:
    code = "import runpy; runpy.run_module('dropfour', run_name='__main__', alter_sys=True)"
    assert run_python(code, "perft", "3") == "343\n"
