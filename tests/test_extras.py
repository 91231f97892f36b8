"""A command that needs a package which is not installed names the extra to install."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from cases import cases


def error_of(missing: str, arguments: list[str], directory: Path) -> str:
    """Run a command without the package *missing*, and return what it prints on standard error."""
    code = f"import sys; sys.modules[{missing!r}] = None; from dropfour.cli import main; main()"
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=directory, stdin=subprocess.DEVNULL
    )
    assert done.returncode == 2, done.stderr
    return done.stderr


@pytest.mark.parametrize(
    ("missing", "command", "extra"),
    [
        *cases(__file__, "missing"),
        *(pytest.param(*row, marks=pytest.mark.long) for row in cases(__file__, "more")),
    ],
)
def test_a_missing_package_names_its_extra(
    missing: str, command: str, extra: str, tmp_path: Path
) -> None:
    error = error_of(missing, shlex.split(command), tmp_path)
    first = error[error.index("pip install") :]
    assert first.removeprefix("pip install ")[1:].startswith(f"dropfour[{extra}]")
    assert "Traceback" not in error
    assert "labelled" not in error  # nothing begins that cannot end


@pytest.mark.parametrize("missing", ["fastapi", "sqlalchemy"])
def test_the_package_of_the_server_names_its_extra(missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; import dropfour.web"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert f'the server needs {missing}: pip install "dropfour[web]"' in done.stderr
