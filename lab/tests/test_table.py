"""The table of solvers, and the commands that make it and check the answers."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks.positions import load, load_public
from dropfour.position import Position
from lab.peers import bench, table, verify
from lab.peers.table import Cell, Row, Run, render

# Seconds, nodes, and answers right, wrong and missing of each solver.
SOLVERS = (("Dropfour", True), ("c4", True), ("Fhourstones 88", False))
MEASURED: dict[tuple[str, int], list[Any]] = {
    ("L3_R1", 1000): [
        (1.52e-6, 7.2, 1000, 0, 0),
        (2.16e-6, 9.4, 1000, 0, 0),
        (3.97e-6, 27.0, 1000, 0, 0),
    ],
    ("L1_R2", 100): [
        (52.5e-3, 1.92e5, 100, 0, 0),
        (104e-3, 3.73e5, 99, 1, 0),
        (73.5e-3, 6.13e5, 100, 0, 0),
    ],
    ("empty-6x6", 1): [(2.0, 4.15e6, 1, 0, 0), (1.5, None, 1, 0, 0), (600.0, None, 0, 0, 1)],
}
RECORDED = [
    Row(*place, tuple(Cell(*who, *cell) for who, cell in zip(SOLVERS, cells, strict=True)))
    for place, cells in MEASURED.items()
]


RENDERED = """
| set (positions) | Dropfour | c4 | Fhourstones 88 (W/D/L) | ratio to best peer |
| L3_R1 (1000) | **1.52 us** / 7.20 / 211 | 2.16 us / 9.40 / 230 | 3.97 us / 27.0 / 147 | 0.70 (c4) |
| L1_R2 (100) | **52.5 ms** / 1.92e5 / 273 | 104 ms / 3.73e5 / 279 | 73.5 ms / 6.13e5 / 120 \
| 0.71 (Fhourstones 88); 0.50 (c4) |
| empty-6x6 (1) | 2.00 s / 4.15e6 / 482 | **1.50 s** | > 600 s | 1.33 (c4) |
| answers right / wrong | 1,101 / 0 | 1,100 / 1 | 1,100 / 0, 1 not finished | |
"""


def squeezed(text: str) -> list[str]:
    rows = [" ".join(line.split()) for line in text.strip().splitlines()]
    return [row for row in rows if set(row) - set("|- ")]


def test_the_table_has_a_column_for_each_solver_and_the_best_peers_ratio() -> None:
    assert squeezed(render(RECORDED)) == squeezed(RENDERED)


def test_rows_may_lack_solvers() -> None:
    alone = Row("empty-7x7", 1, (Cell("Dropfour", True, 105.0, 4e8, 1, 0, 0),))
    lines = squeezed(render([*RECORDED, alone]))
    assert lines[4] == "| empty-7x7 (1) | 105 s / 4.00e8 / 262 | | | |"


def test_results_survive_json_and_several_files_make_one_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = [
        Run("2026-11-15", "a machine, 16 cores", 8, tuple(RECORDED[2:])),
        Run("2026-11-15", "a machine, 16 cores", 8, tuple(RECORDED[:2])),
    ]
    files = [tmp_path / "a.json", tmp_path / "b.json"]
    for file, run in zip(files, runs, strict=True):
        file.write_text(run.to_json(), encoding="utf-8")
        assert Run.from_json(file.read_text(encoding="utf-8")) == run
    monkeypatch.setattr(sys, "argv", ["table", *map(str, files)])
    table.main()
    conditions = "Measured 2026-11-15, a machine, 16 cores, 8 jobs at a time."
    assert squeezed(capsys.readouterr().out) == [conditions, *squeezed(RENDERED)]
    files[1].write_text('{"rows": [{"set": "x"}]}', encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        table.main()
    assert ended.value.code == 2
    assert "b.json: not a result of lab.peers.bench" in capsys.readouterr().err


def test_the_page_shows_the_published_results() -> None:
    runs = table.load_results()
    assert runs
    page = table.PAGE.read_text(encoding="utf-8")
    assert table.insert(page, table.describe(runs)) == page, (
        f"run python -m lab.peers.table --publish {table.RESULTS}/*.json"
    )
    with pytest.raises(ValueError, match="no <!-- peers: begin -->"):
        table.insert("a page without marks", "")


def test_the_command_records_results(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "sets"
    folder.mkdir()
    (folder / "Test_L2_R1").write_text("112233 18\n44 0\n", encoding="ascii")
    (folder / "Test_L3_R1.txt").write_text("112233 17\n4141 11", encoding="ascii")
    record = tmp_path / "out.json"
    options = ["--no-own", "--sets", str(folder), "--positions", "2", "L2_R1=1", "--rounds", "1"]
    with pytest.raises(SystemExit) as ended:
        bench.main([*options, "--sweep-mib", "0", "--json", str(record)])
    assert ended.value.code == 1  # the score of 112233 is 18
    assert "2 / 1" in capsys.readouterr().out
    assert [row["set"] for row in json.loads(record.read_text())["rows"]] == ["L3_R1", "L2_R1"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--sets", "/no/such/folder"], "is not a folder"),
        (["--only", "L9_R9"], "no set L9_R9; sets found: begin-easy"),
        (["--positions", "many"], "expected an integer from 1, not 'many'"),
        (["--positions", "L9_R9=5"], "no set L9_R9"),
        (["--limit", "nan"], "expected a number of seconds above 0, not 'nan'"),
        (["--no-own"], "no positions"),
        (["--json", "/no/such/folder/x.json"], "there is no folder /no/such/folder"),
        (["--c4", "/no/such/folder"], "Steininger's c4: /no/such/folder is not a folder"),
        (["--bitbully", "/no/such/python"], "BitBully: /no/such/python cannot be run"),
    ],
)
def test_bad_input_is_an_error_without_traceback(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        bench.main(options)
    assert ended.value.code == 2
    assert message in capsys.readouterr().err


def test_a_line_that_is_not_a_position_is_named(tmp_path: Path) -> None:
    (tmp_path / "Test_L1_R1").write_text("44 0\n44 draw\n", encoding="ascii")
    with pytest.raises(ValueError, match="line 2: expected 'moves score', not '44 draw'"):
        load_public(tmp_path)


def test_random_positions_differ_and_are_not_mirror_images() -> None:
    positions = [Position.from_moves(moves) for moves in verify.random_positions(300, 35, 1)]
    assert len({*positions, *(position.mirror() for position in positions)}) > 590
    assert len(set(positions)) == 300
    for position in positions:
        assert position.ply <= 35
        assert not position.is_over
        mirror = position.mirror()
        assert mirror == position or mirror not in positions
    with pytest.raises(ValueError, match="up to ply 1, 5 different positions were found, not 6"):
        verify.random_positions(6, 1, 1)


def test_a_different_score_is_printed_and_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    samples = load()["end-easy"][:3]
    lines = [f"{sample.moves} {sample.score}" for sample in samples]
    set_file = tmp_path / "Test_L3_R1"
    set_file.write_text("\n".join(lines), encoding="ascii")
    monkeypatch.setattr(sys, "argv", ["verify", "--sets", str(tmp_path)])
    with pytest.raises(SystemExit) as ended:
        verify.main()
    assert ended.value.code == 0
    assert "3 positions in all, 0 wrong" in capsys.readouterr().out
    lines[1] = f"{samples[1].moves} {samples[1].score + 1}"
    set_file.write_text("\n".join(lines), encoding="ascii")
    with pytest.raises(SystemExit) as ended:
        verify.main()
    assert ended.value.code == 1
    said = capsys.readouterr().out
    assert f"{samples[1].moves}: {samples[1].score} instead of {samples[1].score + 1}" in said
    assert "3 positions in all, 1 wrong" in said
