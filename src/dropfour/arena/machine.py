"""What a tournament is played on, and the versions of its players."""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Iterable
from pathlib import Path

import dropfour
from dropfour.engines.registry import ENTRY_POINTS
from dropfour.game import Fault
from dropfour.players.process import ProcessLimits
from dropfour.players.protocol_player import Conversation
from dropfour.players.spec import PlayerSpec

_MOST_CHARACTERS = 200


def machine_text(slots: int, is_cluster: bool = False) -> str:
    """Describe this machine, on which *slots* games are played at a time, or the cluster."""
    if is_cluster:
        return f"a Dask cluster, Dropfour {dropfour.__version__}"
    parts = [
        f"{platform.system()} {platform.machine()}",
        _processor(),
        f"{os.cpu_count() or 1} cores, {slots} {'game' if slots == 1 else 'games'} at a time",
        f"Python {platform.python_version()}, Dropfour {dropfour.__version__}",
    ]
    return ", ".join(part for part in parts if part)


def _processor() -> str:
    """Return the name of the processor, empty if it is unknown."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return platform.processor()
    names = [row.partition(":")[2].strip() for row in text.splitlines() if row[:10] == "model name"]
    return names[0] if names else platform.processor()


def versions_of(players: Iterable[PlayerSpec]) -> dict[str, str]:
    """Return the version of each player by its name. Programs of the text protocol are started to ask
    for their names; other programs and files are identified by a digest."""
    return {player.name: _version(player)[:_MOST_CHARACTERS] for player in players}


def _version(player: PlayerSpec) -> str:
    if player.kind == "engine":
        return _package(player.engine.partition(":")[0].strip())
    if player.source is not None:
        return _digest(Path(player.source.place)) if player.source.is_file else player.source.place
    # A hand-in is started by a shell script, which changes to its folder first.
    words = player.argv[4:] if player.argv[:2] == ("/bin/sh", "-c") else ()
    words = words or player.argv
    files = [Path(word) for word in words if Path(word).is_file()]
    # The program itself, or what an interpreter runs.
    digest = _digest(files[-1]) if files else Path(words[0]).name
    name = _own_name(player) if player.kind == "protocol" else None
    return f"{name} ({digest})" if name else digest


def _package(engine: str) -> str:
    """Return the package that a registered engine comes from."""
    from importlib.metadata import entry_points

    for point in entry_points(group=ENTRY_POINTS, name=engine):
        if point.dist is not None:
            return f"{point.dist.name} {point.dist.version}"
    return f"Dropfour {dropfour.__version__}"


def _digest(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            digest = hashlib.sha256()
            while block := stream.read(1 << 20):
                digest.update(block)
    except OSError:
        return path.name
    return f"{path.name}, SHA-256 {digest.hexdigest()[:12]}"


def _own_name(player: PlayerSpec) -> str | None:
    try:
        conversation = Conversation(player.argv, ProcessLimits())
    except Fault:
        return None
    try:
        conversation.greet()
    except (Fault, TimeoutError):
        return None
    finally:
        conversation.close()
    return conversation.name
