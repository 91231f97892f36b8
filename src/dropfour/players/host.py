"""The process that an untrusted Python function runs in: it speaks the text protocol for it."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import astuple

from dropfour.players.functions import FunctionSource, function_engine
from dropfour.players.speaker import speak


def host_command(source: FunctionSource) -> list[str]:
    """Return the command that hosts a function."""
    return [sys.executable, "-m", "dropfour.players.host", json.dumps(astuple(source))]


def main(arguments: list[str]) -> None:
    source = FunctionSource(*json.loads(arguments[0]))
    # What the function prints must not mix with the protocol: it goes where errors go.
    talk = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def write(line: str) -> None:
        talk.write(f"{line}\n")
        talk.flush()

    speak(source.name, lambda seed: function_engine(source, seed), sys.stdin, write)


if __name__ == "__main__":
    main(sys.argv[1:])
