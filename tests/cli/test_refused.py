"""What commands refuse: one sentence, exit code 2, nothing printed and nothing written."""

import shlex
from pathlib import Path

import pytest

from cases import cases
from commands import run

REFUSED = Path(__file__).with_name("refused.txt")
CUP = (
    "tournament --player random --player random --games 2 --board 4x4 --openings empty --store s.db"
)


@pytest.mark.parametrize("row", REFUSED.read_text("utf-8").splitlines()[1:])
def test_bad_input_gets_one_sentence_and_exit_code_2(
    row: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dropfour.work.cluster._CONNECT_S", 0.1)
    command, message = row.replace("CUP", CUP).replace("THIS", shlex.quote(__file__)).split(" | ")
    result = run(*shlex.split(command))
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert "Traceback" not in result.stderr
    assert (result.stdout, len(result.stderr.splitlines())) == ("", 1)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("command", "text", "message"), cases(__file__, "texts"))
def test_bad_text_gets_one_sentence_and_exit_code_2(command: str, text: str, message: str) -> None:
    result = run(*command.split(), "-", text=text)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1
