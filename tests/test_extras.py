"""A command that needs a package which is not installed names the extra to install."""

import subprocess
import sys
from pathlib import Path

import pytest

TOURNAMENT = ["tournament", "--player", "random", "--player", "easy", "--games", "2"]
SERVE = ["serve", "--no-open", "--port", "0"]


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
    ("missing", "arguments", "extra"),
    [
        ("fastapi", SERVE, "web"),
        ("uvicorn", SERVE, "web"),
        *(
            pytest.param(package, SERVE, "web", marks=pytest.mark.long)
            for package in ("anyio", "platformdirs", "pydantic", "sqlalchemy")
        ),
        ("psycopg", ["serve", "--no-open", "--store", "postgresql://x/y"], "postgres"),
        ("sqlalchemy", [*TOURNAMENT, "--on-page"], "web"),
        ("sqlalchemy", [*TOURNAMENT, "--store", "x.sqlite3"], "arena"),
        ("scipy", TOURNAMENT, "arena"),
        ("dask", [*TOURNAMENT, "--cluster", "local"], "cluster"),
        ("mcp", ["mcp"], "mcp"),
        ("textual", ["play", "--tui"], "tui"),
        ("PIL", ["board", "44", "--png", "x.png"], "images"),
        ("numpy", ["dataset", "x.npz", "--count", "3"], "numpy"),
        ("pyarrow", ["dataset", "x.parquet", "--count", "3"], "data"),
    ],
)
def test_a_missing_package_names_its_extra(
    missing: str, arguments: list[str], extra: str, tmp_path: Path
) -> None:
    error = error_of(missing, arguments, tmp_path)
    first = error[error.index("pip install") :]
    assert first.removeprefix("pip install ")[1:].startswith(f"dropfour[{extra}]")
    assert "Traceback" not in error
    assert "labelled" not in error  # nothing begins that cannot end


@pytest.mark.parametrize("missing", ["fastapi", "sqlalchemy"])
def test_the_package_of_the_server_names_its_extra(missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; import dropfour.web"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert f'the server needs {missing}: pip install "dropfour[web]"' in done.stderr
