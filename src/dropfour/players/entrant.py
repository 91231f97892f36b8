"""Entrants: who takes part in a match or tournament, told by a text.

    medium                      an engine by its spec, in our own process
    alphabeta:lines,depth=6
    mine.py                     a Python file with agent, choose or evaluate
    mine.py:function            a function of a file or of a module, chooser or evaluation
    package.module:function
    program:COMMAND             a program called as COMMAND IN OUT DEPTH for each move
    engine:COMMAND              a program that speaks the protocol of docs/protocol.md

``NAME=`` before any of them names it; everything but an engine's spec runs in a process of its own.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Literal

from dropfour.players.builtin import is_engine, make_engine
from dropfour.players.functions import KINDS, FunctionSource

EntrantKind = Literal["engine", "function", "program", "external"]
_NAMED = re.compile(r"([\w .+-]{1,60})=(.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who plays: *spec* as it was given, and what it stands for.

    *engine* is an engine's spec, *source* a function, *argv* a command whose files are absolute paths;
    *depth* is what a one-move program is told.
    """

    name: str
    spec: str
    kind: EntrantKind
    engine: str = ""
    source: FunctionSource | None = None
    argv: tuple[str, ...] = ()
    depth: int | None = None

    @property
    def is_trusted(self) -> bool:
        """Whether it plays in our own process."""
        return self.kind == "engine"


def parse_entrant(text: str, name: str | None = None, depth: int | None = None) -> Entrant:
    """Return the entrant that *text* tells; raise ValueError, saying what is wrong, if there is none.

    Files and commands are looked for here and now, from the current directory.
    """
    spec = text.strip()
    if name is None and (named := _NAMED.fullmatch(spec)) and not Path(spec).exists():
        name, spec = named[1].strip(), named[2].strip()
    if not spec:
        raise ValueError("a player is an engine, a Python file or function, program: or engine:")
    if depth is not None and depth < 1:
        raise ValueError(f"the depth of a player is at least 1, not {depth}")
    word, colon, rest = spec.partition(":")
    if colon and word in ("program", "engine"):
        argv = command_of(rest)
        kind: EntrantKind = "program" if word == "program" else "external"
        return Entrant(name or _command_name(argv), spec, kind, argv=argv, depth=depth)
    source = _function_of(spec)
    if source is not None:
        return Entrant(name or source.name, spec, "function", source=source, depth=depth)
    make_engine(spec)  # raises for what is no engine
    return Entrant(name or spec, spec, "engine", engine=spec, depth=depth)


def distinct(entrants: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """Return the entrants with names told apart: the second ``easy`` becomes ``easy 2``."""
    seen: dict[str, int] = {}
    result = []
    for entrant in entrants:
        seen[entrant.name] = seen.get(entrant.name, 0) + 1
        if seen[entrant.name] > 1:
            entrant = replace(entrant, name=f"{entrant.name} {seen[entrant.name]}")
        result.append(entrant)
    if len({entrant.name for entrant in result}) < len(result):
        raise ValueError("two players have the same name")
    return tuple(result)


def command_of(text: str) -> tuple[str, ...]:
    """Split a command as a shell does, and make the files that it names absolute, since it will run in
    another directory; raise ValueError if there is no such program."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise ValueError(f"cannot read the command {text!r}: {error}") from None
    if not words:
        raise ValueError("expected a command after the colon")
    program = shutil.which(words[0])
    if program is None:
        raise ValueError(f"there is no program {words[0]!r} that can be run")
    files = (os.path.abspath(word) if Path(word).exists() else word for word in words[1:])
    return (os.path.abspath(program), *files)


def _command_name(argv: tuple[str, ...]) -> str:
    """Return the last file a command names: ``python3 anna.py`` is ``anna``."""
    files = [word for word in argv if Path(word).is_file()]
    return Path(files[-1] if files else argv[0]).stem


def _function_of(spec: str) -> FunctionSource | None:
    """Return the function that *spec* tells, None if it tells none."""
    place, *options = spec.split(",")
    function: str | None = None
    if not place.endswith(".py"):
        place, _, function = place.rpartition(":")
        if not place or not function.isidentifier() or is_engine(place):
            return None
        if not place.endswith(".py") and not _is_module(place):
            return None
    if place.endswith(".py"):
        if not Path(place).is_file():
            raise ValueError(f"there is no file {place}")
        place = os.path.abspath(place)
    directory = None if place.endswith(".py") else os.getcwd()
    source = FunctionSource(place, function, directory=directory)
    for option in options:
        source = _with_option(source, option.strip())
    return source


def _with_option(source: FunctionSource, option: str) -> FunctionSource:
    for kind in KINDS:
        if option == kind:
            return replace(source, kind=kind)
    word, _, value = option.partition("=")
    if word == "depth" and value.isdigit() and int(value) >= 1:
        return replace(source, depth=int(value))
    raise ValueError(
        f"unknown option {option!r} of a function: expected {', '.join(KINDS)}, depth=N"
    )


def _is_module(name: str) -> bool:
    """Tell whether there is such a module or its package, here or among the installed ones."""
    package = name.partition(".")[0]
    try:
        return PathFinder.find_spec(package, [os.getcwd(), *sys.path]) is not None
    except (ImportError, ValueError):
        return False
