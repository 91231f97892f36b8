from pathlib import Path

import pytest

from commands import expect_refused, run
from dropfour.book.reader import load_contents
from dropfour.rules import Rules
from dropfour.tools.books.log import BuildLog, SolvedPositions, read_log


def test_build_info_and_verify(tmp_path: Path) -> None:
    out = tmp_path / "4x4.book"
    result = run(
        "book", "build", "--board", "4x4", "--depth", "4", "--out", out, "--table-mib", "4"
    )
    assert result.exit_code == 0
    assert "82 positions solved" in result.stdout
    assert load_contents(out).rules == Rules(4, 4)
    result = run("book", "info", out)
    assert result.exit_code == 0
    assert "4x4, connect 4, first-line, exact scores\nAll positions to ply 4.\n" in result.stdout
    assert f"{4:4}{82:12}{82:12}{48:12}\n" in result.stdout
    result = run("book", "verify", out, "--sample", "20")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == "ok    20 positions solved again"


def test_verify_compares_with_the_log_of_another_build(tmp_path: Path) -> None:
    out = tmp_path / "4x4.book"
    run("book", "build", "--board", "4x4", "--depth", "4", "--out", out, "--table-mib", "4")
    result = run("book", "verify", out, "--sample", "0", "--against", f"{out}.log")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0] == "ok    82 of 82 scores of another log"
    with BuildLog(tmp_path / "wrong.log", Rules(4, 4)) as log:
        key, score = next(iter(read_log(f"{out}.log", Rules(4, 4)).scores.items()))
        log.add(SolvedPositions({key: score + 1}))
    result = run("book", "verify", out, "--sample", "0", "--against", tmp_path / "wrong.log")
    assert result.exit_code == 1
    assert result.stdout.startswith("WRONG scores of another log: ")
    assert f"has the score {score}, by the log {score + 1}" in result.stdout


def test_build_without_time_says_how_to_continue(tmp_path: Path) -> None:
    out = tmp_path / "5x5.book"
    result = run(
        "book", "build", "--board", "5x5", "--depth", "8", "--out", out, "--time-limit", "0.001"
    )
    assert result.exit_code == 1
    assert "left of this ply. The same command continues from" in result.stdout
    assert not out.exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("build", "--depth", "42", "--out", "x"), "depth of 0 to 41"),
        (("build", "--depth", "4", "--out", "missing/x"), "missing"),
        (("info", "missing.book"), "missing.book"),
        (("verify", __file__), "is not an opening book of Dropfour"),
        (("build", "--depth", "4", "--out", "x", "--cluster", "nowhere:1"), "no Dask"),
    ],
)
def test_bad_input_ends_with_a_sentence(
    arguments: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("dropfour.work.cluster._CONNECT_S", 0.1)
    expect_refused(message, "book", *arguments)
