"""Hand-ins: a folder whose subfolders are players, built and started according to the files in them.

In a subfolder,

    Makefile                    is built first, by make
    command.txt                 has the command for a move in its first line, or engine:COMMAND
    run, run.sh                 is called as ./run IN OUT DEPTH
    maxconnect4, maxconnect4.py is called as the assignment says: maxconnect4 one-move IN OUT DEPTH
    player.py                   has agent, choose or evaluate

The first of the last four that exists is the player. Programs start in their subfolder.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from dropfour.game import Fault
from dropfour.players.functions import FunctionSource
from dropfour.players.process import ProcessLimits, SupervisedProcess
from dropfour.players.spec import PlayerKind, PlayerSpec

_BUILD_S = 300.0
_BUILD_LIMITS = ProcessLimits(memory_mib=4096, cpu_s=600, output_bytes=16 << 20, file_bytes=1 << 30)
_MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
_EXPECTED = "command.txt, run, maxconnect4, maxconnect4.py or player.py"
_LONGEST_NAME = 100
# Moodle appends this to the name of a student whose files it packs.
_MOODLE = re.compile(r"_\d+_assignsubmission_.*")

_START = 'cd "$0" && exec "$@"'
# The same for one-move programs: of the last three arguments, IN OUT DEPTH, the two files are in the
# directory that the script starts in.
_START_ONE_MOVE = (
    "here=$PWD; n=$#; i=0; "
    "while [ $i -lt $n ]; do arg=$1; shift; i=$((i+1)); "
    'if [ $i -gt $((n-3)) ] && [ $i -lt $n ]; then arg=$here/$arg; fi; set -- "$@" "$arg"; done; '
    f"{_START}"
)


class NotPlayable(ValueError):
    """A hand-in that cannot take part; the message says why."""


@dataclass(frozen=True, slots=True)
class HandIn:
    """A subfolder: either the player in it, or the reason why it cannot take part."""

    name: str
    folder: str
    player: PlayerSpec | None = None
    problem: str = ""


def read_hand_ins(folder: Path) -> Iterator[HandIn]:
    """Build the players in the subfolders of *folder* and yield them by name, including those that
    cannot take part. Raises ValueError if there are no subfolders."""
    found = [each for each in sorted(folder.iterdir()) if _is_visible(each) and each.is_dir()]
    if not found:
        raise ValueError(f"{folder} has no subfolders: expected one for each player")
    if os.name == "nt":
        raise ValueError("a folder of hand-ins needs a POSIX shell: use a TOML file on Windows")
    for each in found:
        name = _MOODLE.sub("", each.name).strip()[:_LONGEST_NAME] or each.name
        try:
            yield HandIn(name, each.name, _player(name, _innermost(each).resolve()))
        except (NotPlayable, OSError) as problem:
            yield HandIn(name, each.name, problem=str(problem))


def _is_visible(path: Path) -> bool:
    return not path.name.startswith((".", "__"))


def _innermost(folder: Path) -> Path:
    """Return the folder that holds the files; archives often wrap it in others."""
    while True:
        entries = [each for each in folder.iterdir() if _is_visible(each)]
        if len(entries) != 1 or not entries[0].is_dir():
            return folder
        folder = entries[0]


def _player(name: str, folder: Path) -> PlayerSpec:
    if any((folder / makefile).is_file() for makefile in _MAKEFILES):
        _build(folder)
    command = folder / "command.txt"
    if command.is_file():
        return _from_command(name, folder, _first_row(command))
    for script in ("run", "run.sh"):
        if (folder / script).is_file():
            return _program(name, folder, _script(folder / script))
    if (folder / "maxconnect4").is_file():
        return _program(name, folder, [*_script(folder / "maxconnect4"), "one-move"])
    if (folder / "maxconnect4.py").is_file():
        python = shutil.which("python3") or sys.executable
        return _program(name, folder, [python, str(folder / "maxconnect4.py"), "one-move"])
    player = folder / "player.py"
    if player.is_file():
        source = FunctionSource(str(player))
        spec = f"player.py in {folder.name}"
        return PlayerSpec(name, spec, "function", source=source, folder=str(folder))
    raise NotPlayable(f"it has none of {_EXPECTED}")


def _build(folder: Path) -> None:
    """Run make in *folder*; raise NotPlayable with its first error if it fails."""
    if shutil.which("make") is None:
        raise NotPlayable("it has a Makefile, but make is not installed")
    # A make that runs us must not pass its own options on.
    build = 'cd "$0" && exec env -u MAKEFLAGS -u MAKELEVEL make 2>&1'
    rows: deque[str] = deque(maxlen=2000)
    until = time.monotonic() + _BUILD_S
    with SupervisedProcess(["/bin/sh", "-c", build, str(folder)], _BUILD_LIMITS) as process:
        process.close_input()
        try:
            while True:
                rows.append(process.receive(until - time.monotonic()))
        except TimeoutError:
            raise NotPlayable(f"make took longer than {_BUILD_S:g} s") from None
        except Fault as fault:
            if process.exit_code == 0:
                return
            errors = [row for row in rows if re.search("error|undefined|cannot", row, re.I)]
            why = (errors or [*rows, ""])[0].strip()
            raise NotPlayable(f"make {fault}{f': {why[:300]}' if why else ''}") from None


def _first_row(path: Path) -> str:
    """Return the first row that is neither empty nor a comment."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (UnicodeDecodeError, OSError) as error:
        raise NotPlayable(f"{path.name} cannot be read: {error}") from None
    for row in text.splitlines():
        if row.strip() and not row.lstrip().startswith("#"):
            return row.strip()
    raise NotPlayable(f"{path.name} is empty: expected a command")


def _from_command(name: str, folder: Path, text: str) -> PlayerSpec:
    """Return the player of a command; the prefix ``program:`` may be left out."""
    word, colon, rest = text.partition(":")
    is_prefixed = colon and word in ("program", "engine")
    try:
        words = shlex.split(rest if is_prefixed else text)
    except ValueError as error:
        raise NotPlayable(f"the command {text!r} cannot be read: {error}") from None
    if not words:
        raise NotPlayable("command.txt is empty: expected a command")
    own = folder / words[0]
    if own.is_file():
        words = [*_script(own), *words[1:]]
    elif shutil.which(words[0]) is None:
        raise NotPlayable(f"there is no program {words[0]!r}, neither in its folder nor installed")
    # Absolute, so that the version of a script can be found.
    words = [str(folder / each) if (folder / each).is_file() else each for each in words]
    return _program(name, folder, words, is_protocol=bool(colon) and word == "engine")


def _script(path: Path) -> list[str]:
    """Return the command for a program or a script, which may have lost its permission to be executed,
    as files in archives do."""
    if os.access(path, os.X_OK):
        return [str(path)]
    with path.open("rb") as stream:
        first = stream.readline(200)
    interpreter = shlex.split(first[2:].decode("utf-8", "replace")) if first[:2] == b"#!" else []
    return [*(interpreter or ["/bin/sh"]), str(path)]


def _program(name: str, folder: Path, words: list[str], is_protocol: bool = False) -> PlayerSpec:
    start = _START if is_protocol else _START_ONE_MOVE
    argv = ("/bin/sh", "-c", start, str(folder), *words)
    # What identifies the player does not depend on where the hand-ins lie.
    command = shlex.join(word.removeprefix(f"{folder}/") for word in words)
    kind: PlayerKind = "protocol" if is_protocol else "program"
    prefix = "engine" if is_protocol else "program"
    spec = f"{prefix}:{command} in {folder.name}"
    return PlayerSpec(name, spec, kind, argv=argv, folder=str(folder))
