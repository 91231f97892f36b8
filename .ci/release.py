"""Check that a release can go out: `make release`.

The version is the same everywhere and has a dated section in the changelog; tests pass, the theorem
is checked and the documentation builds; the source distribution contains what its wheel is built from;
and the wheel installs and works in an environment without a compiler. Nothing is published: the last
line says which tag to push.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"


class NotReady(Exception):
    """The release cannot go out; the message says why."""


def main() -> None:
    try:
        version = checked_version()
        check_address()
        run("make", "test")
        run("make", "theorem")
        run("make", "docs")
        wheel = build()
        with tempfile.TemporaryDirectory() as folder:
            try_wheel(wheel, version, Path(folder))
    except (NotReady, subprocess.CalledProcessError) as error:
        sys.exit(f"not ready: {error}")
    print(f"Dropfour {version} can go out: git tag v{version} && git push origin v{version}")


def checked_version() -> str:
    """Return the version, which is the same everywhere, has a dated section and no tag yet."""
    package = (ROOT / "src/dropfour/__init__.py").read_text(encoding="utf-8")
    version = re.search(r'^__version__ = "(.+)"$', package, re.MULTILINE).group(1)  # type: ignore[union-attr]
    if f"\nversion: {version}\n" not in (ROOT / "CITATION.cff").read_text(encoding="utf-8"):
        raise NotReady(f"CITATION.cff does not name version {version}")
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    section = re.search(r"^## (.+)$", changes, re.MULTILINE)
    if not section or not re.fullmatch(
        rf"{re.escape(version)} \(\d{{4}}-\d\d-\d\d\)", section.group(1)
    ):
        found = section.group(1) if section else "nothing"
        raise NotReady(
            f"the first section of CHANGELOG.md must be '## {version} (YYYY-MM-DD)', not '{found}'"
        )
    if output("git", "status", "--porcelain"):
        raise NotReady("there are changes that are not committed")
    if output("git", "tag", "--list", f"v{version}"):
        raise NotReady(f"the tag v{version} exists already")
    return version


def check_address() -> None:
    """Check that the repository's public address, from which links and project URLs are made, is set."""
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    address = re.search(r'^public-address = "(.*)"', settings, re.MULTILINE)
    if address is None or not re.fullmatch(r"https://\S+", address.group(1)):
        raise NotReady(
            "the repository's public address is missing: set public-address under [tool.dropfour] in "
            "pyproject.toml, such as https://github.com/owner/dropfour"
        )


def build() -> Path:
    """Build the source distribution, and from it the wheel; return the wheel."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--outdir", str(DIST))
    files = sorted(DIST.iterdir())
    run(sys.executable, "-m", "twine", "check", "--strict", *map(str, files))
    (wheel,) = DIST.glob("*.whl")
    return wheel


def try_wheel(wheel: Path, version: str, folder: Path) -> None:
    """Install the wheel into an empty environment without a compiler, and use it."""
    venv.create(folder / "venv", with_pip=True)
    programs = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    environment = {**os.environ, "PATH": str(programs), "CC": "no-compiler", "CXX": "no-compiler"}
    environment.pop("PYTHONPATH", None)

    def command(*arguments: str) -> str:
        return subprocess.run(
            [str(programs / arguments[0]), *arguments[1:]],
            check=True,
            text=True,
            env=environment,
            cwd=folder,
            stdout=subprocess.PIPE,
        ).stdout

    command("python", "-m", "pip", "-q", "install", "--only-binary", ":all:", f"{wheel}[web]")
    expect(command("dropfour", "--version"), f"dropfour {version}\n")
    expect(command("dropfour", "solve", "4455", ""), "4455 18\n 1\n")
    expect(command("python", "-c", "import dropfour as d4; print(d4.analyse('').best)"), "(4,)\n")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen(
        [programs / "dropfour", "serve", "--no-open", f"--port={port}", "--store=games.sqlite3"],
        env=environment,
        cwd=folder,
    )
    try:
        page = answer(f"http://localhost:{port}/")
    finally:
        server.terminate()
        server.wait()
    if "<title>Dropfour" not in page:
        raise NotReady("the page of the installed wheel does not answer as expected")


def answer(url: str) -> str:
    """Return what *url* answers once the server listens; give up after 30 seconds."""
    for _ in range(300):
        try:
            with urllib.request.urlopen(url) as response:
                return str(response.read(), "utf-8")
        except OSError:
            time.sleep(0.1)
    raise NotReady(f"nothing answers at {url}")


def expect(found: str, expected: str) -> None:
    if found != expected:
        raise NotReady(f"expected {expected!r} from the installed wheel, not {found!r}")


def run(*command: str) -> None:
    print("$", *command, flush=True)
    subprocess.run(command, check=True, cwd=ROOT)


def output(*command: str) -> str:
    return subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.PIPE, text=True).stdout


if __name__ == "__main__":
    main()
