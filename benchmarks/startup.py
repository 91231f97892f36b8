"""Processor time until `import dropfour` is done, and of a complete `one-move`, beside `import chess`.

    python -m benchmarks.startup [--repeats 30]

Measures a copy of the package with compiled modules, as a wheel installs it, without the finder of an
editable install. The commands take turns; of each, the minimum and the median are shown. chess is
measured if it is installed.
"""

from __future__ import annotations

import argparse
import compileall
import importlib.util
import os
import resource
import shutil
import statistics
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Mapping
from pathlib import Path

import dropfour
from dropfour import _native

GOALS_MS = {"import dropfour": 60.0, "maxconnect4 one-move, depth 1": 100.0}

ONE_MOVE = """
import sys, dropfour.launch
sys.argv = ["maxconnect4", "one-move", "none.txt", "out.txt", "1"]
dropfour.launch.maxconnect4()
"""


def install(folder: Path) -> None:
    """Copy the package to *folder*, with compiled modules."""
    assert dropfour.__file__ is not None
    source = Path(dropfour.__file__).parent
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(source, folder / source.name, ignore=ignored)
    assert _native.__file__ is not None
    shutil.copy(_native.__file__, folder / "dropfour")
    compileall.compile_dir(folder, quiet=1)


def processor_time_ms(code: str, environment: Mapping[str, str], folder: Path) -> float:
    # Without the site module, which would install the finder of an editable install.
    command = [sys.executable, "-S", "-c", code]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=environment, cwd=folder, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=30)
    repeats = parser.parse_args().repeats
    programs = {
        "python": "pass",
        "import click": "import click",
        "import dropfour": "from dropfour import Position",
        "maxconnect4 one-move, depth 1": ONE_MOVE,
    }
    if importlib.util.find_spec("chess"):
        programs["import chess"] = "import chess"
    times: dict[str, list[float]] = {name: [] for name in programs}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        install(folder)
        paths = [name, sysconfig.get_path("purelib")]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        for _ in range(repeats):
            for program, code in programs.items():
                times[program].append(processor_time_ms(code, environment, folder))
    print(f"{'processor time, ms':32}{'minimum':>10}{'median':>10}{'goal':>10}")
    for program, measured in times.items():
        goal = f"{GOALS_MS[program]:10.0f}" if program in GOALS_MS else ""
        print(f"{program:32}{min(measured):10.1f}{statistics.median(measured):10.1f}{goal}")


if __name__ == "__main__":
    main()
