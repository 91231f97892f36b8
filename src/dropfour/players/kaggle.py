"""A submission for Kaggle's ConnectX: an archive with main.py, the package, its compiled core and
the opening book. Nothing is installed or compiled there, and nothing is fetched."""

from __future__ import annotations

import io
import platform
import re
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from dropfour import _native
from dropfour.files import write_bytes_atomically

_MAIN = '''"""Plays ConnectX perfectly on 7x6; written by `dropfour export kaggle`."""

import dropfour as d4

ENGINE = d4.engine("perfect")


def agent(observation, configuration):
    position = d4.Position.from_kaggle(observation, configuration)
    limits = d4.Limits(time_s=0.45 * configuration["actTimeout"])
    return ENGINE.choose(position, limits).column - 1
'''

_LEFT_OUT = {"arena", "cli", "llm", "mcp", "migrations", "notebook", "rl", "terminal", "web"}


def write_submission(path: Path, wheels: Sequence[Path] = ()) -> int:
    """Write the archive, and return its size in bytes.

    The package is the running one, or that of *wheels*: one for each version of Python that Kaggle may
    have. Raises ValueError unless the compiled core is for Linux on x86-64, as Kaggle's machines are.
    """
    files = {"main.py": _MAIN.encode()}
    if wheels:
        for wheel in wheels:
            files.update(_files_of_wheel(wheel))
    elif sys.platform == "linux" and platform.machine() == "x86_64":
        files.update(_own_files())
    else:
        raise ValueError(
            "Kaggle's machines run Linux on x86-64, and this is another system: take the compiled core "
            "from a wheel, which `pip download dropfour --no-deps --only-binary :all: --platform "
            "manylinux_2_28_x86_64 --python-version 3.11` fetches, with --wheel"
        )
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, data in sorted(files.items()):
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    write_bytes_atomically(path, packed.getvalue())
    return len(packed.getvalue())


def _own_files() -> Iterator[tuple[str, bytes]]:
    package, core = Path(__file__).parents[1], Path(_native.__file__)
    yield f"dropfour/{core.name}", core.read_bytes()
    for file in package.rglob("*"):
        name = f"dropfour/{file.relative_to(package).as_posix()}"
        if _is_needed(name) and file.is_file():
            yield name, file.read_bytes()


def _files_of_wheel(wheel: Path) -> Iterator[tuple[str, bytes]]:
    if not zipfile.is_zipfile(wheel):
        raise ValueError(f"{wheel} is not a wheel")
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if _is_needed(name)]
        if "dropfour/position.py" not in names:
            raise ValueError(f"{wheel} is not a wheel of Dropfour")
        if not re.search("linux.*x86_64", wheel.name):
            raise ValueError(f"{wheel} is not for Linux on x86-64")
        yield from ((name, archive.read(name)) for name in names)


def _is_needed(name: str) -> bool:
    path = PurePosixPath(name)
    if path.parts[0] != "dropfour" or path.parts[1] in _LEFT_OUT or "__pycache__" in path.parts:
        return False
    return path.suffix in (".py", ".json", ".so") or path.name == "7x6.book"
