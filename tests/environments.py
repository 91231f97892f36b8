"""Environments of their own for packages whose requirements conflict with ours, or with each other."""

import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pytest

import dropfour
from dropfour import _native
from platforms import EXCUSE

PROGRAMS = Path(__file__).parent / "programs"


def run_with(requirements: list[str], program: str, folder: Path, *arguments: str | Path) -> Any:
    """Install *requirements* into a new environment in *folder*, run a program of tests/programs there
    with the Dropfour under test, and return the JSON on its last row of output."""
    venv.create(folder / "env", with_pip=True)
    binaries = folder / "env" / ("Scripts" if sys.platform == "win32" else "bin")
    python = binaries / "python"
    environ = {key: value for key, value in os.environ.items() if key != "PIP_CONSTRAINT"}
    install = ["-m", "pip", "install", "-q", "--no-compile", *requirements]
    done = subprocess.run([python, *install], env=environ, capture_output=True, text=True)
    if done.returncode != 0:
        pytest.skip(f"{EXCUSE}{', '.join(requirements)} cannot be installed: {done.stderr[-500:]}")
    package = folder / "site" / "dropfour"
    ignored = shutil.ignore_patterns("__pycache__", "web")
    shutil.copytree(Path(dropfour.__file__).parent, package, ignore=ignored)
    shutil.copy(_native.__file__, package)
    environ["PYTHONPATH"] = f"{folder / 'site'}{os.pathsep}{PROGRAMS}"
    environ["PATH"] = f"{binaries}{os.pathsep}{environ['PATH']}"
    command = [python, PROGRAMS / program, *arguments]
    done = subprocess.run(command, env=environ, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])
