"""The distributed package: the sdist, the wheel built from it, and the type stub of the extension."""

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
if not (ROOT / "src").is_dir():
    pytest.skip("a wheel is tested without the sources", allow_module_level=True)


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_stub_is_what_the_extension_offers(tmp_path: Path) -> None:
    pytest.importorskip("nanobind")
    fresh = tmp_path / "_native.pyi"
    stubgen = [sys.executable, *["-m", "nanobind.stubgen", "-q", "-m", "dropfour._native"]]
    run(*stubgen, "-o", fresh, cwd=tmp_path)
    stored = (ROOT / "src" / "dropfour" / "_native.pyi").read_text(encoding="utf-8")
    assert fresh.read_text(encoding="utf-8") == stored, "run `make stub`"


@pytest.mark.long  # make release does the same
def test_a_wheel_made_from_the_sdist_works_in_an_empty_environment(tmp_path: Path) -> None:
    pytest.importorskip("build")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", tmp_path, ROOT, cwd=tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "dropfour/py.typed" in names
    assert "dropfour/_native.pyi" in names
    assert {"dropfour/notebook/board.js", "dropfour/notebook/board.css"} <= set(names)
    assert not [name for name in names if name.startswith(("tests", "native", "benchmarks"))]

    venv.create(tmp_path / "empty", with_pip=True)
    python = tmp_path / "empty" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    run(python, "-m", "pip", "install", "-q", wheel, cwd=tmp_path)
    assert run(python.with_name("dropfour"), "perft", "3", cwd=tmp_path) == "343\n"
    checked = "import dropfour; print(dropfour.Position.from_moves('4455').ply)"
    assert run(python, "-c", checked, cwd=tmp_path) == "4\n"
    # The core stays light: its only dependency is that of the command line.
    packages = run(python, "-m", "pip", "list", "--format=freeze", cwd=tmp_path)
    assert {line.split("==")[0] for line in packages.split()} <= {
        "click",
        "colorama",
        "dropfour",
        "pip",
        "setuptools",
    }
